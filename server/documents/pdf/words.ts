import { overlap, union, type Word } from '../layout/lines.ts';
import { layoutText } from '../layout/text.ts';
import type { Glyph, GlyphOrGap, Turn } from './glyphs.ts';

/** Gap between two characters that ends a word even without a space, in heights of the line. */
const WORD_GAP = 0.3;

/** Text of a page from its characters. Upright text comes first, then text that stands sideways, last what is slanted (watermarks). */
export function pageText(glyphs: readonly GlyphOrGap[]): string {
  const turns: readonly Turn[] = [0, 1, 2, 3];
  const groups = turns.map((turn) => toWords(glyphs.filter((glyph) => glyph === null || glyph.turn === turn)));
  const straight = groups.sort((a, b) => b.length - a.length).map(layoutText);
  const slanted = toWords(glyphs.filter((glyph) => (glyph?.turn ?? null) === null));
  return [...straight, slanted.map(({ text }) => text).join(' ')].filter((text) => text !== '').join('\n\n');
}

/** Joins characters to words: they follow each other in the content and on the page. */
function toWords(glyphs: readonly GlyphOrGap[]): Word[] {
  const words: Word[] = [];
  let current: Glyph[] = [];
  const finish = () => {
    if (current.length > 0) words.push(toWord(current));
    current = [];
  };
  for (const glyph of glyphs) {
    const last = current.at(-1);
    if (glyph === null || !continues(last, glyph)) finish();
    if (glyph !== null) current.push(glyph);
  }
  finish();
  return words;
}

function toWord(glyphs: readonly Glyph[]): Word {
  return { text: glyphs.map(({ text }) => text).join(''), softHyphen: glyphs.at(-1)!.softHyphen, ...union(glyphs) };
}

function continues(last: Glyph | undefined, next: Glyph): boolean {
  if (last === undefined) return true;
  const height = Math.max(last.bottom - last.top, 1);
  const gap = next.left - last.right;
  return gap < WORD_GAP * height && gap > -height && overlap(last, next) > 0.5;
}
