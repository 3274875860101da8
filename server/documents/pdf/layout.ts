import { readingOrder, type Block } from './columns.ts';
import type { GlyphOrGap, Turn } from './glyphs.ts';
import { isCellGap, toLines, toWords, type Line } from './lines.ts';

/** Distance between two lines, in line heights, above which a blank line separates them. */
const PARAGRAPH_GAP = 0.75;

/** Word parts that a hyphen at a line's end may join: letters only, so that no address, number or double name loses its hyphen. */
const BROKEN_START = /(?:^|[\s"'(«„“])\p{L}+\p{Ll}-$/u;
const BROKEN_END = /^\p{Ll}{2,}(?=[\s.,;:!?)»”"']|$)/u;

/**
 * Text of a page in reading order, from characters with their places. Line breaks are those of the layout; a tab stands between the cells of a
 * row, a blank line between blocks. A word that the layout broke with a hyphen is joined only where both parts are plain lower-case letters at the
 * break; every other hyphen stays. Text that stands sideways follows the upright text.
 */
export function layoutText(glyphs: readonly GlyphOrGap[]): string {
  const turns: readonly Turn[] = [0, 1, 2, 3];
  const groups = turns.map((turn) => glyphs.filter((glyph) => glyph === null || glyph.turn === turn));
  const upright = groups
    .filter((group) => group.some((glyph) => glyph !== null))
    .sort((a, b) => count(b) - count(a))
    .flatMap((group) => readingOrder(toLines(toWords(group))));
  const slanted = toWords(glyphs.filter((glyph) => glyph === null || glyph.turn === null));
  const blocks = upright.map(blockText);
  if (slanted.length > 0) blocks.push(slanted.map(({ text }) => text).join(' '));
  return blocks.filter((text) => text !== '').join('\n\n');
}

function count(glyphs: readonly GlyphOrGap[]): number {
  return glyphs.reduce((sum, glyph) => sum + (glyph === null ? 0 : 1), 0);
}

function blockText(lines: Block): string {
  let text = '';
  lines.forEach((line, index) => {
    const previous = lines[index - 1];
    const next = lineText(line);
    if (previous === undefined) text = next;
    else if (line.top - previous.bottom > PARAGRAPH_GAP * (previous.bottom - previous.top)) text += `\n\n${next}`;
    else if (breaksWord(text, next, previous)) text = joined(text, next);
    else text += `\n${next}`;
  });
  return text;
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
