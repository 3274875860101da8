import type { Span } from './content.ts';

/** A stretch of text at its place on a line; `left` in points from the margin. */
export interface PlacedText extends Span {
  readonly left: number;
  readonly width: number;
}

export interface LineMeasure {
  /** Points between the margins. */
  readonly lineWidth: number;
  /** Distance of tab stops in points. */
  readonly tabWidth: number;
  width(text: string, placeholder: boolean): number;
}

/** Tabs, spaces that may end a line, and words; no-break spaces belong to their word. */
const TOKENS = /\t|[^\S\t\u00a0\u202f]+|[\S\u00a0\u202f]+/gu;

/**
 * Breaks one line of a text into lines that fit: at spaces, and inside a word only when it is wider than a whole line. A placeholder stays in one piece
 * wherever a line can hold it. An empty line gives one line without text.
 */
export function breakLines(spans: readonly Span[], measure: LineMeasure): PlacedText[][] {
  const { lineWidth, tabWidth } = measure;
  const lines: PlacedText[][] = [[]];
  let left = 0;
  /** Spans without a space between them: a bracket and the placeholder it holds stay together. */
  let word: { span: Span; width: number }[] = [];

  const newLine = () => {
    lines.push([]);
    left = 0;
  };
  const place = (span: Span, width: number) => {
    const line = lines.at(-1)!;
    const last = line.at(-1);
    const joins = last?.placeholder === false && !span.placeholder && Math.abs(last.left + last.width - left) < 0.01;
    if (joins) line[line.length - 1] = { ...last, text: last.text + span.text, width: last.width + width };
    else line.push({ ...span, left, width });
    left += width;
  };
  const placeByCharacters = ({ text, placeholder }: Span) => {
    let piece = '';
    let pieceWidth = 0;
    for (const character of text) {
      const width = measure.width(character, placeholder);
      if (piece !== '' && left + pieceWidth + width > lineWidth) {
        place({ text: piece, placeholder }, pieceWidth);
        newLine();
        piece = '';
        pieceWidth = 0;
      }
      piece += character;
      pieceWidth += width;
    }
    if (piece !== '') place({ text: piece, placeholder }, pieceWidth);
  };
  const endWord = () => {
    const width = word.reduce((sum, part) => sum + part.width, 0);
    if (left > 0 && left + width > lineWidth) newLine();
    for (const part of word) {
      if (left > 0 && left + part.width > lineWidth) newLine();
      if (part.width > lineWidth) placeByCharacters(part.span);
      else place(part.span, part.width);
    }
    word = [];
  };

  for (const { text, placeholder } of spans) {
    for (const token of placeholder ? [text] : (text.match(TOKENS) ?? [])) {
      if (token === '\t') {
        endWord();
        left = (Math.floor(left / tabWidth) + 1) * tabWidth;
      } else if (token.trim() === '') {
        endWord();
        place({ text: token, placeholder: false }, measure.width(token, false));
      } else {
        word.push({ span: { text: token, placeholder }, width: measure.width(token, placeholder) });
      }
    }
  }
  endWord();
  return lines;
}
