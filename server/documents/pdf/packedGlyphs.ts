import type { Glyph, GlyphOrGap } from './glyphs.ts';

/** The characters of a page, in little memory. */
export interface PackedGlyphs {
  /** Characters, gaps not counted. */
  readonly count: number;
  /** The same characters and gaps again, in new objects. */
  unpack(): GlyphOrGap[];
}

/** What characters of a line have in common. */
type Row = Omit<Glyph, 'text' | 'left' | 'right'>;

/**
 * Keeps characters in flat arrays: as objects, those of a page take half a megabyte. `left` and `right` have to be single-precision numbers, as PDFium gives
 * them.
 */
export function packGlyphs(glyphs: readonly GlyphOrGap[]): PackedGlyphs {
  const shown = glyphs.filter((glyph) => glyph !== null);
  const text = shown.map((glyph) => glyph.text).join('');
  // A length of 0 stands for a gap.
  const lengths = new Uint8Array(glyphs.length);
  glyphs.forEach((glyph, index) => (lengths[index] = glyph?.text.length ?? 0));
  const edges = new Float32Array(2 * shown.length);
  const rows: Row[] = [];
  const rowOf = new Uint32Array(shown.length);
  shown.forEach((glyph, index) => {
    edges[2 * index] = glyph.left;
    edges[2 * index + 1] = glyph.right;
    if (!isSame(rows.at(-1), glyph)) rows.push(rowOfGlyph(glyph));
    rowOf[index] = rows.length - 1;
  });
  return {
    count: shown.length,
    unpack() {
      let index = 0;
      let at = 0;
      return Array.from(lengths, (length): GlyphOrGap => {
        if (length === 0) return null;
        const [left, right] = [edges[2 * index]!, edges[2 * index + 1]!];
        const { top, bottom, turn, softHyphen, invisible } = rows[rowOf[index]!]!;
        const glyph = { text: text.slice(at, at + length), left, right, top, bottom, turn, softHyphen, invisible };
        index += 1;
        at += length;
        return glyph;
      });
    },
  };
}

const rowOfGlyph = ({ top, bottom, turn, softHyphen, invisible }: Glyph): Row => ({
  ...{ top, bottom, turn, softHyphen, invisible },
});

function isSame(a: Row | undefined, b: Row): boolean {
  return (
    a?.top === b.top &&
    a.bottom === b.bottom &&
    a.turn === b.turn &&
    a.softHyphen === b.softHyphen &&
    a.invisible === b.invisible
  );
}
