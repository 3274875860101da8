import { documentError } from '../failures.ts';
import type { GrayPage } from '../image/graymap.ts';
import { DOCUMENT_LIMITS } from '../limits.ts';
import { withPage, type Pdfium } from './pdfium.ts';
import { renderPage } from './render.ts';

const POINTS_PER_INCH = 72;
/** Tesseract takes a lower resolution for a mistake. */
const MINIMUM_DPI = 70;

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
    const pixels = renderPage(pdfium, page, { width: columns, height: rows, colours: 'gray', annotations });
    return { pixels, width: columns, height: rows, dpi: Math.max(MINIMUM_DPI, Math.round(dpi)) };
  });
}
