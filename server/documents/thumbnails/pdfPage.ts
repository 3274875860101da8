import { documentError } from '../failures.ts';
import { withPage, type Pdfium } from '../pdf/pdfium.ts';

/** FPDFBitmap_BGRx and the flags FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER of FPDF_RenderPageBitmap (public/fpdfview.h). */
const BITMAP_BGRX = 3;
const DRAW_ANNOTATIONS = 0x01;
const RED_FIRST = 0x10;
const WHITE = 0xffffffff;
const CHANNELS = 4;
/** Drawn larger than wanted and scaled down afterwards, so that small text stays visible as lines. */
const OVERSAMPLING = 2;

/** Pixels of a drawn page: red, green, blue and a byte without meaning, top row first. */
export interface DrawnPage {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Draws the first page of an open document in colour, for a picture of `size` pixels on the longer side. Throws AppError UNREADABLE_FILE. */
export function drawFirstPage(pdfium: Pdfium, document: number, size: number): DrawnPage {
  const { api } = pdfium;
  return withPage(pdfium, document, 0, (page) => {
    const pageWidth = api.FPDF_GetPageWidthF(page);
    const pageHeight = api.FPDF_GetPageHeightF(page);
    if (!(pageWidth > 0 && pageHeight > 0)) throw documentError('UNREADABLE_FILE');
    const scale = (size * OVERSAMPLING) / Math.max(pageWidth, pageHeight);
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
