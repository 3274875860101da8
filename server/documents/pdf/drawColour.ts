import { documentError } from '../failures.ts';
import { withPage, type Pdfium } from './pdfium.ts';
import { renderPage } from './render.ts';

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
    const pixels = renderPage(pdfium, page, { width, height, colours: 'colour', annotations: true });
    return { pixels, width, height };
  });
}
