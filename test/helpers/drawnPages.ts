import { drawColour, type DrawnPage } from '../../server/documents/pdf/drawColour.ts';
import { readGlyphs } from '../../server/documents/pdf/glyphs.ts';
import { withDocument, withPage, type Pdfium } from '../../server/documents/pdf/pdfium.ts';
import { pageTextPieces } from '../../server/documents/pdf/words.ts';

/** Pixels per point of the pages that are compared: 100 dots per inch. */
const SCALE = 100 / 72;
/** Pixels around the box of a word that belong to it: edges are smoothed, and slanted letters lean out of their boxes. */
const MARGIN = 2;
/** Difference of a colour channel that nobody sees, 0 to 255. */
const TOLERANCE = 8;
const CHANNELS = 4;

/** Pixels of a page, from its upper left corner; `right` and `bottom` exclusive. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A page of a PDF as people see it. */
export interface ShownPage extends DrawnPage {
  /** In reading order. */
  readonly text: string;
  /** Where these words stand; upright text only. */
  boxesOf(words: readonly string[]): readonly Box[];
}

/** Draws all pages of a PDF. */
export function showPages(pdfium: Pdfium, pdf: Uint8Array): ShownPage[] {
  return withDocument(pdfium, pdf, (document) =>
    Array.from({ length: pdfium.api.FPDF_GetPageCount(document) }, (_, index) => showPage(pdfium, document, index)),
  );
}

function showPage(pdfium: Pdfium, document: number, index: number): ShownPage {
  const drawn = drawColour(pdfium, document, index, () => SCALE);
  const pieces = withPage(pdfium, document, index, (page) => pageTextPieces(readGlyphs(pdfium, page).glyphs));
  const text = pieces.map((piece) => piece.text).join('');
  const boxOf = (start: number, end: number): Box[] => {
    let at = 0;
    const glyphs = pieces.flatMap((piece) => {
      const inside = at < end && at + piece.text.length > start;
      at += piece.text.length;
      return inside && piece.glyph !== null ? [piece.glyph] : [];
    });
    return glyphs.map(({ left, right, top, bottom }) => ({
      left: Math.floor(left * SCALE) - MARGIN,
      right: Math.ceil(right * SCALE) + MARGIN,
      // Places in a page count from its lower edge.
      top: Math.floor(drawn.height + top * SCALE) - MARGIN,
      bottom: Math.ceil(drawn.height + bottom * SCALE) + MARGIN,
    }));
  };
  return {
    ...drawn,
    text,
    boxesOf: (words) =>
      words.flatMap((word) =>
        [...text.matchAll(new RegExp(RegExp.escape(word), 'g'))].flatMap((match) =>
          boxOf(match.index, match.index + word.length),
        ),
      ),
  };
}

export interface PageDifference {
  /** Pixels that differ inside the boxes of the words that may differ. */
  readonly inside: number;
  /** Pixels that differ anywhere else. */
  readonly outside: number;
}

/**
 * Compares two drawings of a page, pixel by pixel.
 * @param before - with the words that may differ
 * @param after - with the words that stand in for them
 * @throws Error when the pages have different sizes
 */
export function comparePages(
  [before, words]: readonly [ShownPage, readonly string[]],
  [after, others]: readonly [ShownPage, readonly string[]],
): PageDifference {
  const { width, height } = before;
  if (after.width !== width || after.height !== height) throw new Error('the pages have different sizes');
  const free = new Uint8Array(width * height);
  for (const { left, top, right, bottom } of [...before.boxesOf(words), ...after.boxesOf(others)]) {
    for (let row = Math.max(0, top); row < Math.min(height, bottom); row += 1) {
      free.fill(1, row * width + Math.max(0, left), row * width + Math.min(width, right));
    }
  }
  const difference = { inside: 0, outside: 0 };
  for (let pixel = 0; pixel < free.length; pixel += 1) {
    const at = pixel * CHANNELS;
    // The fourth channel has no meaning.
    const differs = [0, 1, 2].some(
      (channel) => Math.abs(before.pixels[at + channel]! - after.pixels[at + channel]!) > TOLERANCE,
    );
    if (differs) difference[free[pixel] === 1 ? 'inside' : 'outside'] += 1;
  }
  return difference;
}
