import { documentError } from '../failures.ts';
import { withPage, type Pdfium } from './pdfium.ts';

/** FPDFBitmap_BGRx and the flags FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER of FPDF_RenderPageBitmap (public/fpdfview.h). */
const BITMAP_BGRX = 3;
const DRAW_ANNOTATIONS = 0x01;
const RED_FIRST = 0x10;
const WHITE = 0xffffffff;
const CHANNELS = 4;

/** Pixels of a drawn page: red, green, blue and a byte without meaning, top row first. */
export interface DrawnPage {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws page `index` of an open document in colour.
 * @param scaleOf - pixels per point for a page of this size in points
 * @throws AppError UNREADABLE_FILE
 */
export function drawColour(
  pdfium: Pdfium,
  document: number,
  index: number,
  scaleOf: (width: number, height: number) => number,
): DrawnPage {
  const { api } = pdfium;
  return withPage(pdfium, document, index, (page) => {
    const pageWidth = api.FPDF_GetPageWidthF(page);
    const pageHeight = api.FPDF_GetPageHeightF(page);
    if (!(pageWidth > 0 && pageHeight > 0)) throw documentError('UNREADABLE_FILE');
    const scale = scaleOf(pageWidth, pageHeight);
    const width = Math.max(1, Math.round(pageWidth * scale));
    const height = Math.max(1, Math.round(pageHeight * scale));
    const bitmap = api.FPDFBitmap_CreateEx(width, height, BITMAP_BGRX, 0, 0);
    if (bitmap === 0) throw documentError('UNREADABLE_FILE');
    try {
      api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
      api.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, DRAW_ANNOTATIONS | RED_FIRST);
      const stride = api.FPDFBitmap_GetStride(bitmap);
      const start = api.FPDFBitmap_GetBuffer(bitmap);
      const pixels = new Uint8Array(width * height * CHANNELS);
      for (let row = 0; row < height; row += 1) {
        const from = start + row * stride;
        pixels.set(pdfium.bytes().subarray(from, from + width * CHANNELS), row * width * CHANNELS);
      }
      return { pixels, width, height };
    } finally {
      api.FPDFBitmap_Destroy(bitmap);
    }
  });
}
