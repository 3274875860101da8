import { readFile } from 'node:fs/promises';
import { create, type Font, type Glyph } from 'fontkit';
import { fontFile } from '../../write/fonts.ts';

/** The typeface in which placeholders are drawn into documents. */
export interface LabelFont {
  readonly font: Font;
  /** Width in units of the font size. */
  width(text: string): number;
  /** Glyphs of a text, one per code point; a box stands for what the font lacks. */
  glyphs(text: string): { readonly glyph: Glyph; readonly text: string }[];
}

const BOX = 0x25a1;

/** Loads DejaVu Sans from the installed package. */
export async function loadLabelFont(): Promise<LabelFont> {
  const font = create(await readFile(fontFile('body')));
  const glyphs = (text: string) =>
    Array.from(text, (character) => {
      const codePoint = character.codePointAt(0)!;
      const known = font.hasGlyphForCodePoint(codePoint);
      return { glyph: font.glyphForCodePoint(known ? codePoint : BOX), text: character };
    });
  return {
    font,
    glyphs,
    width: (text) => glyphs(text).reduce((sum, { glyph }) => sum + glyph.advanceWidth, 0) / font.unitsPerEm,
  };
}
