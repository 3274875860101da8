import { annotationTexts } from './annotations.ts';
import { readGlyphs } from './glyphs.ts';
import { withPage, type Pdfium } from './pdfium.ts';
import { needsRecognition } from './quality.ts';
import { pageText } from './words.ts';

/** What one page says by itself. */
export interface PageReading {
  /** Text layer in reading order, with the visible contents of form fields and annotations where they stand. */
  readonly text: string;
  /** Field values and comments the page does not show. */
  readonly notes: readonly string[];
  /** True when the text layer is missing or useless: the page has to be drawn and recognized. */
  readonly recognize: boolean;
}

/** FPDFPage_Flatten (public/fpdf_flatten.h). */
const FLATTEN_FOR_DISPLAY = 0;
const FLATTENED = 1;
/** FPDF_PAGEOBJ_IMAGE (public/fpdf_edit.h). */
const OBJECT_IMAGE = 3;
/** Enough to tell what a page consists of; a map may have a million paths. */
const OBJECTS_LOOKED_AT = 20_000;

/** Reads page `index` of an open document. Throws AppError UNREADABLE_FILE when it cannot be loaded. */
export function readPage(pdfium: Pdfium, document: number, form: number, index: number): PageReading {
  const { notes, flattened } = withPage(pdfium, document, index, (page) => ({
    notes: annotationTexts(pdfium, form, page),
    // Appearances of fields, stamps and text annotations become part of the page, so their text is found in its place.
    flattened: pdfium.api.FPDFPage_Flatten(page, FLATTEN_FOR_DISPLAY) === FLATTENED,
  }));
  return withPage(pdfium, document, index, (page) => {
    const { glyphs, unmapped } = readGlyphs(pdfium, page);
    const text = pageText(glyphs);
    const objects = pdfium.api.FPDFPage_CountObjects(page);
    const recognize = needsRecognition({ glyphs, unmapped, objects, imageCover: imageCover(pdfium, page, objects) });
    return { text, notes: flattened ? missing(notes, text) : notes, recognize };
  });
}

function missing(notes: readonly string[], text: string): string[] {
  const plain = (value: string) => value.replace(/\s+/g, '');
  const shown = plain(text);
  return notes.filter((note) => !shown.includes(plain(note)));
}

/** Scanners and printer drivers cut a page into strips as wide as the page, or into a mosaic of more pictures than anybody puts on one. */
const STRIP_SHARE = 0.6;
const MOSAIC_PIECES = 20;

/** Share of the page that its largest image covers, 0 to 1; an image in strips or in a mosaic counts as one. */
export function imageCover(pdfium: Pdfium, page: number, objects: number): number {
  const { api } = pdfium;
  const [pageWidth, pageHeight] = [api.FPDF_GetPageWidthF(page), api.FPDF_GetPageHeightF(page)];
  const pageArea = pageWidth * pageHeight;
  return pdfium.withMemory(16, (bounds) => {
    let largest = 0;
    let strips = 0;
    let all = 0;
    let images = 0;
    for (let index = 0; index < Math.min(objects, OBJECTS_LOOKED_AT); index += 1) {
      const object = api.FPDFPage_GetObject(page, index);
      if (api.FPDFPageObj_GetType(object) !== OBJECT_IMAGE) continue;
      if (!api.FPDFPageObj_GetBounds(object, bounds, bounds + 4, bounds + 8, bounds + 12)) continue;
      const [left, bottom, right, top] = pdfium.floats().subarray(bounds >> 2, (bounds >> 2) + 4);
      const [width, height] = [right! - left!, top! - bottom!];
      largest = Math.max(largest, width * height);
      if (width >= STRIP_SHARE * pageWidth || height >= STRIP_SHARE * pageHeight) strips += width * height;
      all += width * height;
      images += 1;
    }
    const covered = Math.max(largest, strips, images > MOSAIC_PIECES ? all : 0);
    return pageArea > 0 ? Math.min(1, covered / pageArea) : 0;
  });
}
