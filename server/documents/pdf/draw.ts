import { documentError } from '../failures.ts';
import type { GrayPage } from '../image/graymap.ts';
import { DOCUMENT_LIMITS } from '../limits.ts';
import { withPage, type Pdfium } from './pdfium.ts';

const POINTS_PER_INCH = 72;
/** FPDFBitmap_Gray and the flags of FPDF_RenderPageBitmap (public/fpdfview.h). */
const BITMAP_GRAY = 1;
const DRAW_ANNOTATIONS = 0x01;
const DRAW_GRAY = 0x08;
const WHITE = 0xffffffff;

/**
 * Draws page `index` in shades of grey at the resolution for recognition; a page larger than the limit is drawn at a lower one. Throws AppError
 * UNREADABLE_FILE.
 */
export function drawPage(pdfium: Pdfium, document: number, index: number, { annotations = true } = {}): GrayPage {
  const { api } = pdfium;
  return withPage(pdfium, document, index, (page) => {
    const width = api.FPDF_GetPageWidthF(page) / POINTS_PER_INCH;
    const height = api.FPDF_GetPageHeightF(page) / POINTS_PER_INCH;
    if (!(width > 0 && height > 0)) throw documentError('UNREADABLE_FILE');
    const dpi = Math.min(DOCUMENT_LIMITS.rasterDpi, Math.sqrt(DOCUMENT_LIMITS.recognitionPixels / (width * height)));
    const columns = Math.max(1, Math.floor(width * dpi));
    const rows = Math.max(
      1,
      Math.min(Math.floor(height * dpi), Math.floor(DOCUMENT_LIMITS.recognitionPixels / columns)),
    );
    const bitmap = api.FPDFBitmap_CreateEx(columns, rows, BITMAP_GRAY, 0, 0);
    if (bitmap === 0) throw documentError('UNREADABLE_FILE');
    try {
      api.FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, WHITE);
      api.FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, rows, 0, (annotations ? DRAW_ANNOTATIONS : 0) | DRAW_GRAY);
      const stride = api.FPDFBitmap_GetStride(bitmap);
      const start = api.FPDFBitmap_GetBuffer(bitmap);
      const pixels = new Uint8Array(columns * rows);
      for (let row = 0; row < rows; row += 1) {
        const from = start + row * stride;
        pixels.set(pdfium.bytes().subarray(from, from + columns), row * columns);
      }
      return { pixels, width: columns, height: rows, dpi: Math.max(MINIMUM_DPI, Math.round(dpi)) };
    } finally {
      api.FPDFBitmap_Destroy(bitmap);
    }
  });
}

/** Tesseract takes a lower resolution for a mistake. */
const MINIMUM_DPI = 70;
