import { createRequire } from 'node:module';

/** DejaVu 2.37 (free licence, derived from Bitstream Vera): Latin, Greek, Cyrillic, Hebrew, Arabic and many signs. */
const FILES = Object.freeze({ body: 'DejaVuSans.ttf', bold: 'DejaVuSans-Bold.ttf', mono: 'DejaVuSansMono.ttf' });

export type FontName = keyof typeof FILES;
export const FONT_NAMES = Object.freeze(['body', 'bold', 'mono'] as const) satisfies readonly FontName[];

/** Path of a font file in the installed package. */
export function fontFile(name: FontName): string {
  return createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${FILES[name]}`);
}

/** What pdfkit's embedded font offers beyond its published types (pdfkit 0.20, EmbeddedFont). Lengths in thousandths of the font size. */
interface EmbeddedFont {
  readonly font: {
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): Glyph;
  };
  readonly scale: number;
  layout(text: string, features?: unknown, onlyWidth?: boolean): GlyphLine;
  layoutRun(text: string): GlyphLine;
}

interface Glyph {
  readonly id: number;
  readonly advanceWidth: number;
  readonly codePoints: readonly number[];
}

interface GlyphPosition {
  readonly xAdvance: number;
  readonly yAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
  readonly advanceWidth: number;
}

interface GlyphLine {
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly GlyphPosition[];
  readonly advanceWidth: number;
}

/** A font of the document being written. */
export interface DocumentFont {
  /** Width in points at the given size. */
  width(text: string, size: number): number;
  /** The text with every character the font lacks shown as a box, so that none vanishes; marks that are invisible anyway are dropped. */
  visible(text: string): string;
}

/** Scripts whose letters change shape or place beside others: only these need the shaping engine. */
const SHAPED =
  /[\u0300-\u036f\u0590-\u1cff\u1dc0-\u1dff\u20d0-\u20ff\ua800-\uabff\ufb1d-\ufdff\ufe20-\ufe2f\ufe70-\ufefc]/;
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]|[\u{e0000}-\u{e0fff}]/gu;
const BOX = '\u25a1';

/**
 * Prepares a font of pdfkit for long texts. Its own layout shapes every word and keeps all of them, which takes minutes and gigabytes for a text of
 * five million characters; simple scripts need one glyph per character, kept once.
 */
export function prepareFont(pdfkitFont: unknown): DocumentFont {
  const embedded = pdfkitFont as EmbeddedFont;
  const known = new Map<number, { readonly glyph: Glyph; readonly position: GlyphPosition }>();
  const lookUp = (codePoint: number) => {
    let entry = known.get(codePoint);
    if (entry === undefined) {
      const glyph = embedded.font.glyphForCodePoint(codePoint);
      const advance = glyph.advanceWidth * embedded.scale;
      const position = { xAdvance: advance, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth: advance };
      entry = { glyph, position };
      known.set(codePoint, entry);
    }
    return entry;
  };
  embedded.layout = (text) => {
    if (SHAPED.test(text)) return embedded.layoutRun(text);
    const glyphs: Glyph[] = [];
    const positions: GlyphPosition[] = [];
    let advanceWidth = 0;
    for (const character of text) {
      const { glyph, position } = lookUp(character.codePointAt(0)!);
      glyphs.push(glyph);
      positions.push(position);
      advanceWidth += position.xAdvance;
    }
    return { glyphs, positions, advanceWidth };
  };
  return {
    width: (text, size) => (embedded.layout(text).advanceWidth * size) / 1000,
    visible: (text) => {
      let shown = '';
      for (const character of text.replace(INVISIBLE, '')) {
        const codePoint = character.codePointAt(0)!;
        const drawn = codePoint >= 0x20 && embedded.font.hasGlyphForCodePoint(codePoint);
        shown += character === '\t' || drawn ? character : BOX;
      }
      return shown;
    },
  };
}
