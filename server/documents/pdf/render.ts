import { documentError } from '../failures.ts';
import type { Pdfium } from './pdfium.ts';

/** FPDFBitmap_Gray with FPDF_GRAYSCALE, and FPDFBitmap_BGRx with FPDF_REVERSE_BYTE_ORDER (public/fpdfview.h). */
const GRAY = Object.freeze({ format: 1, flags: 0x08, step: 1 });
const COLOUR = Object.freeze({ format: 3, flags: 0x10, step: 4 });
/** FPDF_ANNOT. */
const WITH_ANNOTATIONS = 0x01;
const WHITE = 0xffffffff;

export interface Rendering {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly colours: 'gray' | 'colour';
  readonly annotations: boolean;
  /** Clockwise quarter turns beyond the page's own; 0 unless told. */
  readonly quarters?: number;
}

/**
 * Draws an open page on white. Returns its pixels, top row first, without padding: one byte each in gray; red, green, blue and a byte without meaning in colour.
 * @throws AppError UNREADABLE_FILE
 */
export function renderPage(
  pdfium: Pdfium,
  page: number,
  { width, height, colours, annotations, quarters = 0 }: Rendering,
): Uint8Array {
  const { api } = pdfium;
  const { format, flags, step } = colours === 'gray' ? GRAY : COLOUR;
  const bitmap = api.FPDFBitmap_CreateEx(width, height, format, 0, 0);
  if (bitmap === 0) throw documentError('UNREADABLE_FILE');
  try {
    api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    const drawn = flags | (annotations ? WITH_ANNOTATIONS : 0);
    api.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, quarters, drawn);
    return pixelsOf(pdfium, bitmap, { width, height, step });
  } finally {
    api.FPDFBitmap_Destroy(bitmap);
  }
}

/** The pixels of a bitmap without the padding of its rows; `step` is the number of bytes of a pixel. */
export function pixelsOf(
  pdfium: Pdfium,
  bitmap: number,
  { width, height, step }: { readonly width: number; readonly height: number; readonly step: number },
): Uint8Array {
  const stride = pdfium.api.FPDFBitmap_GetStride(bitmap);
  const start = pdfium.api.FPDFBitmap_GetBuffer(bitmap);
  const memory = pdfium.bytes();
  const pixels = new Uint8Array(width * height * step);
  for (let row = 0; row < height; row += 1) {
    const from = start + row * stride;
    pixels.set(memory.subarray(from, from + width * step), row * width * step);
  }
  return pixels;
}
