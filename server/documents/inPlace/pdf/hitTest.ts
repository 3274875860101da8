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

/**
 * Tells which shown characters are those that go.
 * @param glyphs - all of the page: a comma that is kerned under the last letter of a value is another one
 * @param taken - places in `glyphs` of those that go
 */
export function hitTest(glyphs: readonly GlyphOrGap[], taken: ReadonlySet<number>): (shown: ShownGlyph) => boolean {
  const going = rowsOf(glyphs.filter((_, index) => taken.has(index)));
  const kept = rowsOf(glyphs.filter((_, index) => !taken.has(index)));
  return (shown) => {
    const nearest = nearestMiddle(going, shown);
    if (nearest === Infinity) return false;
    if (nearest < OTHER_MIDDLE * shown.size) return true;
    return !(nearestMiddle(kept, shown) < SAME_MIDDLE * shown.size);
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

/** Between the middle of a shown character and that of the nearest one in whose box it lies; Infinity where it lies in none. */
function nearestMiddle(rows: readonly Row[], { centerX, centerY, size }: ShownGlyph): number {
  const margin = TOLERANCE * size;
  let nearest = Infinity;
  for (const row of rows) {
    const [along, down] = toFrame(row.turn, centerX, centerY);
    const isOnLine = down >= row.top - margin && down <= row.bottom + margin;
    if (!isOnLine || along < row.left - margin || along > row.right + margin) continue;
    for (const { left, right } of row.glyphs) {
      if (along >= left - margin && along <= right + margin)
        nearest = Math.min(nearest, Math.abs(along - (left + right) / 2));
    }
  }
  return nearest;
}
