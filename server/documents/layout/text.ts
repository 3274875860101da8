import { readingOrder, type Block } from './columns.ts';
import { isCellGap, toLines, type Line, type Word } from './lines.ts';

/** Space between two lines, in line heights, by which a paragraph's is wider than that between its lines. */
const PARAGRAPH_GAP = 0.45;
/** Widest line spacing: what is wider is always a gap. */
const LARGEST_SPACING = 1.3;

/** Word parts that a hyphen at a line's end may join: letters only, so that no address, number or double name loses its hyphen. */
const BROKEN_START = /(?:^|[\s"'(«„“])\p{L}+\p{Ll}-$/u;
const BROKEN_END = /^\p{Ll}{2,}(?=[\s.,;:!?)»”"']|$)/u;

/** A stretch of a laid-out text: a word or a part of one, or what the layout puts between words (`word` is null then). */
export interface LayoutPiece {
  readonly text: string;
  readonly word: Word | null;
  /** Where `text` begins in the text of `word`, in UTF-16 code units. */
  readonly from: number;
}

/**
 * Text in reading order, from words with their places. Line breaks are those of the layout; a tab stands between the cells of a row, a blank line
 * between blocks and paragraphs. A word that the layout broke with a hyphen is joined only where both parts are plain lower-case letters at the
 * break; every other hyphen stays.
 */
export function layoutText(words: readonly Word[]): string {
  return textOf(layoutPieces(words));
}

/** The same text in pieces, so that every character of it can be found on the page again; the words are the very objects handed over. */
export function layoutPieces(words: readonly Word[]): LayoutPiece[] {
  return readingOrder(toLines(words)).flatMap((block, index) => {
    const pieces = blockPieces(block);
    return index === 0 ? pieces : [gap('\n\n'), ...pieces];
  });
}

function textOf(pieces: readonly LayoutPiece[]): string {
  return pieces.map(({ text }) => text).join('');
}

function gap(text: string): LayoutPiece {
  return { text, word: null, from: 0 };
}

function blockPieces(lines: Block): LayoutPiece[] {
  const paragraphGap = usualSpacing(lines) + PARAGRAPH_GAP;
  const pieces: LayoutPiece[] = [];
  let lastLine = '';
  lines.forEach((line, index) => {
    const previous = lines[index - 1];
    const next = linePieces(line);
    const text = textOf(next);
    if (previous === undefined) pieces.push(...next);
    else if (spacing(previous, line) > paragraphGap) pieces.push(gap('\n\n'), ...next);
    else if (breaksWord(lastLine, text, previous)) {
      const tail = joinWord(pieces, next, text);
      if (tail.length > 0) pieces.push(gap('\n'), ...tail);
      lastLine = textOf(tail);
      return;
    } else pieces.push(gap('\n'), ...next);
    lastLine = text;
  });
  return pieces;
}

/** Space between two lines in heights of the first. */
function spacing(upper: Line, lower: Line): number {
  return (lower.top - upper.bottom) / Math.max(1, upper.bottom - upper.top);
}

/** The spacing a quarter of the lines stay below: that of running text, whatever the spacing of the document. */
function usualSpacing(lines: Block): number {
  const spacings = lines.slice(1).map((line, index) => spacing(lines[index]!, line));
  const quarter = spacings.sort((a, b) => a - b)[spacings.length >> 2] ?? 0;
  return Math.min(LARGEST_SPACING, Math.max(0, quarter));
}

function linePieces(line: Line): LayoutPiece[] {
  return line.fragments.flatMap((fragment, index) => {
    const words = fragment.words.flatMap((word, place) => {
      const piece = { text: word.text, word, from: 0 };
      return place === 0 || touches(fragment.words[place - 1]!, word) ? [piece] : [gap(' '), piece];
    });
    return index === 0 ? words : [gap(isCellGap(line.fragments[index - 1]!, fragment) ? '\t' : ' '), ...words];
  });
}

/** Space between two words, in heights of the higher one, that is none; and before a comma that was set by itself, perhaps kerned under the last letter. */
const TOUCHING = Object.freeze({ word: { least: -0.04, most: 0.04 }, sign: { least: -0.15, most: 0.08 } });
const CLOSING_SIGN = /^[.,;:!?)\]}»”’…]/u;

function touches(before: Word, after: Word): boolean {
  const space = (after.left - before.right) / Math.max(1, before.bottom - before.top, after.bottom - after.top);
  const { least, most } = CLOSING_SIGN.test(after.text) ? TOUCHING.sign : TOUCHING.word;
  return space > least && space < most;
}

function breaksWord(lastLine: string, after: string, line: Line): boolean {
  const marked = line.fragments.at(-1)!.words.at(-1)!.softHyphen || lastLine.endsWith('\u00ad');
  const hyphenated = lastLine.replace(/\u00ad$/, '-');
  return (marked || hyphenated.endsWith('-')) && BROKEN_START.test(hyphenated) && BROKEN_END.test(after);
}

/** The rest of the broken word moves up to its first part, the last of `before`; returns what stays of the line `after`, whose text is given. */
function joinWord(before: LayoutPiece[], after: readonly LayoutPiece[], text: string): LayoutPiece[] {
  const rest = BROKEN_END.exec(text)![0];
  const length = rest.length + /^[.,;:!?)»”"']*/.exec(text.slice(rest.length))![0].length;
  const first = before.pop()!;
  const [word, ...others] = after as [LayoutPiece, ...LayoutPiece[]];
  before.push({ ...first, text: first.text.slice(0, -1) }, { ...word, text: word.text.slice(0, length) });
  const left = word.text.slice(length);
  if (left !== '') return [{ ...word, text: left, from: word.from + length }, ...others];
  return others.slice(1);
}
