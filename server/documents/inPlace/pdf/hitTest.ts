import { union, type Box } from '../../layout/lines.ts';
import type { Glyph, GlyphOrGap, Turn } from '../../pdf/glyphs.ts';
import type { ShownGlyph } from './content/edit.ts';
import { toFrame } from './frames.ts';

/** Part of the font size by which a glyph may lie beside the box that PDFium tells. */
const TOLERANCE = 0.06;
/** Parts of the font size between the middles of one and the same glyph, and of two that are set close together. */
const SAME_MIDDLE = 0.05;
const OTHER_MIDDLE = 0.15;

/** Characters of one line, which are looked at only where something is shown on that line. */
interface Row extends Box {
  readonly turn: Turn;
  readonly glyphs: readonly Glyph[];
}

export interface HitTest {
  /** Whether a shown character is one of those that go. */
  isHit(shown: ShownGlyph): boolean;
  /** Whether each of those that go has been shown: one that was not is still there, because its text could not be followed. */
  areAllFound(): boolean;
}

/**
 * Finds the characters that go among those that the content of a page shows.
 * @param glyphs - all of the page: a comma that is kerned under the last letter of a value is another one
 * @param taken - places in `glyphs` of those that go
 */
export function hitTest(glyphs: readonly GlyphOrGap[], taken: ReadonlySet<number>): HitTest {
  const going = rowsOf(glyphs.filter((_, index) => taken.has(index)));
  const kept = rowsOf(glyphs.filter((_, index) => !taken.has(index)));
  const missing = new Set(going.flatMap((row) => row.glyphs));
  return {
    isHit(shown) {
      const { nearest, around } = lookAround(going, shown);
      if (nearest === Infinity) return false;
      const isHit =
        nearest < OTHER_MIDDLE * shown.size || !(lookAround(kept, shown).nearest < SAME_MIDDLE * shown.size);
      // What a page shows may stand for several characters: a ligature, an abbreviation with its own text (ISO 32000-2, 14.9.4).
      if (isHit) for (const glyph of around) missing.delete(glyph);
      return isHit;
    },
    areAllFound: () => missing.size === 0,
  };
}

function rowsOf(glyphs: readonly GlyphOrGap[]): Row[] {
  const rows = new Map<string, [Glyph, ...Glyph[]]>();
  for (const glyph of glyphs) {
    if (glyph === null) continue;
    const key = `${String(glyph.turn)} ${String(glyph.top)} ${String(glyph.bottom)}`;
    const row = rows.get(key);
    if (row === undefined) rows.set(key, [glyph]);
    else row.push(glyph);
  }
  return [...rows.values()].map((row) => ({ ...union(row), turn: row[0].turn, glyphs: row }));
}

/**
 * The characters that stand where one is shown, and how far from its middle the middle of the nearest one is in whose box it lies; Infinity where there is
 * none.
 */
function lookAround(
  rows: readonly Row[],
  { x, y, centerX, centerY, size }: ShownGlyph,
): { readonly nearest: number; readonly around: readonly Glyph[] } {
  const margin = TOLERANCE * size;
  const around: Glyph[] = [];
  let nearest = Infinity;
  for (const row of rows) {
    const [along, down] = toFrame(row.turn, centerX, centerY);
    const halfAdvance = Math.abs(along - toFrame(row.turn, x, y)[0]);
    const isOnLine = down >= row.top - margin && down <= row.bottom + margin;
    if (!isOnLine || along + halfAdvance < row.left - margin || along - halfAdvance > row.right + margin) continue;
    for (const glyph of row.glyphs) {
      const { left, right } = glyph;
      const distance = Math.abs(along - (left + right) / 2);
      const isInside = along >= left - margin && along <= right + margin;
      if (isInside) nearest = Math.min(nearest, distance);
      if (isInside || distance <= halfAdvance + margin) around.push(glyph);
    }
  }
  return { nearest, around };
}
