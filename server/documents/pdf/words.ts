import { overlap, union, type Word } from '../layout/lines.ts';
import { layoutPieces, type LayoutPiece } from '../layout/text.ts';
import type { Glyph, GlyphOrGap, Turn } from './glyphs.ts';

/** Gap between two characters that ends a word even without a space, in heights of the line. */
const WORD_GAP = 0.3;

/** A stretch of a page's text: one character of the page, or what the layout puts between characters (`glyph` is null then). */
export interface PageTextPiece {
  readonly text: string;
  readonly glyph: Glyph | null;
  /** Where `text` begins in the text of `glyph`, which may stand for several letters. */
  readonly from: number;
}

/** Text of a page from its characters. Upright text comes first, then text that stands sideways, last what is slanted (watermarks). */
export function pageText(glyphs: readonly GlyphOrGap[]): string {
  return pageTextPieces(glyphs)
    .map(({ text }) => text)
    .join('');
}

/** The same text with the character behind each piece of it. */
export function pageTextPieces(glyphs: readonly GlyphOrGap[]): PageTextPiece[] {
  const glyphsOf = new Map<Word, readonly Glyph[]>();
  const toWords = (chosen: readonly GlyphOrGap[]) => {
    const groups = groupWords(chosen);
    return groups.map((group) => {
      const word = toWord(group);
      glyphsOf.set(word, group);
      return word;
    });
  };
  const turns: readonly Turn[] = [0, 1, 2, 3];
  const groups = turns.map((turn) => toWords(glyphs.filter((glyph) => glyph === null || glyph.turn === turn)));
  const straight = groups.sort((a, b) => b.length - a.length).map((words) => layoutPieces(words));
  const slanted = toWords(glyphs.filter((glyph) => (glyph?.turn ?? null) === null)).flatMap((word, index) => {
    const piece: LayoutPiece = { text: word.text, word, from: 0 };
    return index === 0 ? [piece] : [{ text: ' ', word: null, from: 0 }, piece];
  });
  return [...straight, slanted]
    .filter((pieces) => pieces.length > 0)
    .flatMap((pieces, index) => [
      ...(index === 0 ? [] : [{ text: '\n\n', glyph: null, from: 0 }]),
      ...pieces.flatMap((piece) => glyphPieces(piece, glyphsOf)),
    ]);
}

/** Splits a piece of a word into the characters it consists of; one glyph may stand for several letters. */
function glyphPieces(
  { text, word, from }: LayoutPiece,
  glyphsOf: ReadonlyMap<Word, readonly Glyph[]>,
): PageTextPiece[] {
  if (word === null) return [{ text, glyph: null, from: 0 }];
  const pieces: PageTextPiece[] = [];
  const end = from + text.length;
  let at = 0;
  for (const glyph of glyphsOf.get(word)!) {
    const [start, stop] = [Math.max(at, from), Math.min(at + glyph.text.length, end)];
    if (start < stop) pieces.push({ text: glyph.text.slice(start - at, stop - at), glyph, from: start - at });
    at += glyph.text.length;
  }
  return pieces;
}

/** Joins characters to words: they follow each other in the content and on the page. */
function groupWords(glyphs: readonly GlyphOrGap[]): Glyph[][] {
  const words: Glyph[][] = [];
  let current: Glyph[] = [];
  const finish = () => {
    if (current.length > 0) words.push(current);
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
