/** The part of fontkit 2.0.4 that is used; the package has no types. Lengths in units of the font. */
declare module 'fontkit' {
  export interface Glyph {
    readonly id: number;
    readonly advanceWidth: number;
    readonly path: { toSVG(): string };
  }
  export interface Subset {
    /** Number of the glyph in the subset. */
    includeGlyph(glyph: Glyph): number;
    /** TrueType without character map and names. */
    encode(): Uint8Array;
  }
  export interface Font {
    readonly unitsPerEm: number;
    readonly ascent: number;
    readonly descent: number;
    readonly bbox: { readonly minX: number; readonly minY: number; readonly maxX: number; readonly maxY: number };
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): Glyph;
    createSubset(): Subset;
  }
  export function create(bytes: Uint8Array): Font;
}
