import type { Pdfium } from './pdfium.ts';

/** A quarter turn of text against the page's axes, counter-clockwise; null for text at another angle. */
export type Turn = 0 | 1 | 2 | 3 | null;

/** One character of a page in the axes of its own text: `left` to `right` along the line, `top` to `bottom` downwards, in points. */
export interface Glyph {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly turn: Turn;
  /** Hyphen at the end of a line that the text layer itself calls a break inside a word. */
  readonly softHyphen: boolean;
  /** Shown in no colour: the text behind a scan (text rendering mode 3). */
  readonly invisible: boolean;
}

/** A character, or the end of a word where the page has a space. */
export type GlyphOrGap = Glyph | null;

export interface PageGlyphs {
  /** In the order of the content stream. */
  readonly glyphs: readonly GlyphOrGap[];
  /** Characters whose meaning the file does not tell: no mapping to Unicode, private use, replacement characters. */
  readonly unmapped: number;
}

/** Typographic ligatures of U+FB00 to U+FB06 as the letters they stand for; names are found by letters. */
const LIGATURES = Object.freeze(['ff', 'fi', 'fl', 'ffi', 'ffl', 'st', 'st']);

const CONTROL = /[\x00-\x1f\x7f]/;
const UNMAPPED = /[\uE000-\uF8FF\uFFFD\uFFFE\uFFFF\x00-\x08\x0e-\x1f]/;

/** Reads the characters of a page's content with their places. */
export function readGlyphs(pdfium: Pdfium, page: number): PageGlyphs {
  const { api, characters } = pdfium;
  const textPage = api.FPDFText_LoadPage(page);
  if (textPage === 0) return { glyphs: [], unmapped: 0 };
  try {
    return pdfium.withMemory(SCRATCH_BYTES, (box) => {
      const glyphs: GlyphOrGap[] = [];
      let unmapped = 0;
      const count = api.FPDFText_CountChars(textPage);
      for (let index = 0; index < count; index += 1) {
        const softHyphen = characters.FPDFText_IsHyphen(textPage, index) === 1;
        const text = softHyphen ? '-' : characterText(characters.FPDFText_GetUnicode(textPage, index));
        if (text.trim() === '') {
          glyphs.push(null);
          continue;
        }
        if (UNMAPPED.test(text) || characters.FPDFText_HasUnicodeMapError(textPage, index) === 1) unmapped += 1;
        if (CONTROL.test(text) || characters.FPDFText_GetLooseCharBox(textPage, index, box) === 0) continue;
        const [left, top, right, bottom] = fourFloats(pdfium, box >> 2);
        const object = characters.FPDFText_GetTextObject(textPage, index);
        const invisible = object !== 0 && characters.FPDFTextObj_GetTextRenderMode(object) === INVISIBLE;
        const turn = quarterTurn(characters.FPDFText_GetCharAngle(textPage, index));
        const upright = uprightBox(left, top, right, bottom, turn);
        glyphs.push({
          text,
          turn,
          softHyphen,
          invisible,
          ...upright,
          ...lineBox(pdfium, textPage, index, box, upright, turn),
        });
      }
      return { glyphs, unmapped };
    });
  } finally {
    api.FPDFText_ClosePage(textPage);
  }
}

/** FPDF_TEXTRENDERMODE_INVISIBLE (public/fpdf_edit.h). */
const INVISIBLE = 3;
/** Room for a matrix of six floats or two doubles. */
const SCRATCH_BYTES = 24;
/** Share of the font size above and below the baseline that letters take in ordinary fonts. */
const ABOVE_BASELINE = 0.8;
const BELOW_BASELINE = 0.25;
/** Fonts whose size says nothing (glyphs drawn by procedures) keep the box of the glyph. */
const SMALLEST_SIZE = 1;

/**
 * Height of the line a character stands on, from its baseline and font size: the boxes PDFium gives follow the font's own bounding box, which in fonts with
 * many scripts is twice as high as a line.
 */
function lineBox(pdfium: Pdfium, textPage: number, index: number, scratch: number, upright: UprightBox, turn: Turn) {
  const { characters } = pdfium;
  const { top, bottom } = upright;
  if (characters.FPDFText_GetMatrix(textPage, index, scratch) === 0) return { top, bottom };
  const [, , c, d] = fourFloats(pdfium, scratch >> 2);
  const size = characters.FPDFText_GetFontSize(textPage, index) * Math.hypot(c, d);
  if (!(size >= SMALLEST_SIZE) || characters.FPDFText_GetCharOrigin(textPage, index, scratch, scratch + 8) === 0)
    return { top, bottom };
  const doubles = pdfium.doubles();
  const [x, y] = [doubles[scratch >> 3]!, doubles[(scratch >> 3) + 1]!] as const;
  const baseline = uprightBox(x, y, x, y, turn).top;
  return { top: baseline - ABOVE_BASELINE * size, bottom: baseline + BELOW_BASELINE * size };
}

function fourFloats(pdfium: Pdfium, at: number): readonly [number, number, number, number] {
  const floats = pdfium.floats();
  return [floats[at]!, floats[at + 1]!, floats[at + 2]!, floats[at + 3]!];
}

interface UprightBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function characterText(code: number): string {
  if (code >= 0xfb00 && code <= 0xfb06) return LIGATURES[code - 0xfb00]!;
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** PDFium measures clockwise. */
function quarterTurn(clockwiseRadians: number): Turn {
  const quarters = -clockwiseRadians / (Math.PI / 2);
  const nearest = Math.round(quarters);
  return Math.abs(quarters - nearest) > 0.06 ? null : ((((nearest % 4) + 4) % 4) as Turn);
}

/** Turns a box of page space (y upwards) so that its text runs from left to right and lines go down. */
function uprightBox(x0: number, y1: number, x1: number, y0: number, turn: Turn): UprightBox {
  switch (turn) {
    case 1:
      return { left: y0, right: y1, top: x0, bottom: x1 };
    case 2:
      return { left: -x1, right: -x0, top: y0, bottom: y1 };
    case 3:
      return { left: -y1, right: -y0, top: -x1, bottom: -x0 };
    case 0:
    case null:
      return { left: x0, right: x1, top: -y1, bottom: -y0 };
  }
}
