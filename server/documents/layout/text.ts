import { readingOrder, type Block } from './columns.ts';
import { isCellGap, toLines, type Line, type Word } from './lines.ts';

/** Space between two lines, in line heights, by which a paragraph's is wider than that between its lines. */
const PARAGRAPH_GAP = 0.45;
/** Widest line spacing: what is wider is always a gap. */
const LARGEST_SPACING = 1.3;

/** Word parts that a hyphen at a line's end may join: letters only, so that no address, number or double name loses its hyphen. */
const BROKEN_START = /(?:^|[\s"'(«„“])\p{L}+\p{Ll}-$/u;
const BROKEN_END = /^\p{Ll}{2,}(?=[\s.,;:!?)»”"']|$)/u;

/**
 * Text in reading order, from words with their places. Line breaks are those of the layout; a tab stands between the cells of a row, a blank line
 * between blocks and paragraphs. A word that the layout broke with a hyphen is joined only where both parts are plain lower-case letters at the
 * break; every other hyphen stays.
 */
export function layoutText(words: readonly Word[]): string {
  return readingOrder(toLines(words)).map(blockText).join('\n\n');
}

function blockText(lines: Block): string {
  const paragraphGap = usualSpacing(lines) + PARAGRAPH_GAP;
  let text = '';
  lines.forEach((line, index) => {
    const previous = lines[index - 1];
    const next = lineText(line);
    if (previous === undefined) text = next;
    else if (spacing(previous, line) > paragraphGap) text += `\n\n${next}`;
    else if (breaksWord(text, next, previous)) text = joined(text, next);
    else text += `\n${next}`;
  });
  return text;
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

function lineText(line: Line): string {
  return line.fragments.reduce((text, fragment, index) => {
    const words = fragment.words.map((word) => word.text).join(' ');
    if (index === 0) return words;
    return text + (isCellGap(line.fragments[index - 1]!, fragment) ? '\t' : ' ') + words;
  }, '');
}

function breaksWord(before: string, after: string, line: Line): boolean {
  const lastLine = before.slice(before.lastIndexOf('\n') + 1);
  const marked = line.fragments.at(-1)!.words.at(-1)!.softHyphen || lastLine.endsWith('\u00ad');
  const hyphenated = lastLine.replace(/\u00ad$/, '-');
  return (marked || hyphenated.endsWith('-')) && BROKEN_START.test(hyphenated) && BROKEN_END.test(after);
}

/** The rest of the broken word moves up to its first part. */
function joined(before: string, after: string): string {
  const rest = BROKEN_END.exec(after)![0];
  const punctuation = /^[.,;:!?)»”"']*/.exec(after.slice(rest.length))![0];
  const head = before.slice(0, -1) + rest + punctuation;
  const tail = after.slice(rest.length + punctuation.length).replace(/^[ \t]+/, '');
  return tail === '' ? head : `${head}\n${tail}`;
}
