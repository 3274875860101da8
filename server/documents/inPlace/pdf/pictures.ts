import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { documentError } from '../../failures.ts';
import { DOCUMENT_LIMITS } from '../../limits.ts';
import { withPage, type Pdfium } from '../../pdf/pdfium.ts';
import { pixelsOf, renderPage } from '../../pdf/render.ts';
import type { PdfDocument } from './syntax/document.ts';
import { dictOf, nameOf, type PdfRef, type PdfValue } from './syntax/values.ts';

/** Pixels without padding, top row first. */
export interface Raster {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
}

export type Corners = readonly (readonly [x: number, y: number])[];

/** Formats of FPDFBitmap_GetFormat (public/fpdfview.h). */
const FORMAT_GRAY = 1;
const FORMAT_BGR = 2;
const POINTS_PER_INCH = 72;
const HIGHEST_DPI = 400;
const JPEG_QUALITY = 88;

/** Draws a page without its annotations, in the orientation of its user space. Throws AppError UNREADABLE_FILE. */
export function drawUnrotated(pdfium: Pdfium, document: number, index: number, dpi: number): Raster {
  const { api } = pdfium;
  return withPage(pdfium, document, index, (page) => {
    const quarters = api.FPDFPage_GetRotation(page);
    const [across, down] = [api.FPDF_GetPageWidthF(page), api.FPDF_GetPageHeightF(page)];
    const [pointsWide, pointsHigh] = quarters % 2 === 1 ? [down, across] : [across, down];
    if (!(pointsWide > 0 && pointsHigh > 0)) throw documentError('UNREADABLE_FILE');
    const most = Math.sqrt(DOCUMENT_LIMITS.recognitionPixels / (pointsWide * pointsHigh)) * POINTS_PER_INCH;
    const scale = Math.min(dpi, HIGHEST_DPI, most) / POINTS_PER_INCH;
    const width = Math.max(1, Math.round(pointsWide * scale));
    const height = Math.max(1, Math.round(pointsHigh * scale));
    // The page's own turn is taken back.
    const turn = { quarters: (4 - quarters) % 4 };
    const pixels = renderPage(pdfium, page, { width, height, colours: 'colour', annotations: false, ...turn });
    return toRaster(pixels, { width, height, step: 4, blueFirst: false });
  });
}

/** The pixels of a picture on a page as they are stored; null where PDFium cannot give them. */
export function storedPixels(pdfium: Pdfium, document: number, page: number, object: number): Raster | null {
  const { api } = pdfium;
  return withPage(pdfium, document, page, (handle) => {
    const bitmap = api.FPDFImageObj_GetBitmap(api.FPDFPage_GetObject(handle, object));
    if (bitmap === 0) return null;
    try {
      const [width, height] = [api.FPDFBitmap_GetWidth(bitmap), api.FPDFBitmap_GetHeight(bitmap)];
      const format = api.FPDFBitmap_GetFormat(bitmap);
      if (width * height > DOCUMENT_LIMITS.imagePixels) return null;
      const step = format === FORMAT_GRAY ? 1 : format === FORMAT_BGR ? 3 : 4;
      const pixels = pixelsOf(pdfium, bitmap, { width, height, step });
      return toRaster(pixels, { width, height, step, blueFirst: step > 1 });
    } finally {
      api.FPDFBitmap_Destroy(bitmap);
    }
  });
}

interface Layout {
  readonly width: number;
  readonly height: number;
  /** Bytes of a pixel. */
  readonly step: number;
  readonly blueFirst: boolean;
}

/** One channel where all pixels are grey. */
function toRaster(stored: Uint8Array, { width, height, step, blueFirst }: Layout): Raster {
  if (step === 1) return { pixels: stored, width, height, channels: 1 };
  const channels = isGrey(stored, step) ? 1 : 3;
  const pixels = new Uint8Array(width * height * channels);
  if (channels === 1) {
    for (let from = 0, to = 0; to < pixels.length; from += step, to += 1) pixels[to] = stored[from]!;
    return { pixels, width, height, channels };
  }
  const [red, blue] = blueFirst ? [2, 0] : [0, 2];
  for (let from = 0, to = 0; to < pixels.length; from += step, to += 3) {
    pixels[to] = stored[from + red]!;
    pixels[to + 1] = stored[from + 1]!;
    pixels[to + 2] = stored[from + blue]!;
  }
  return { pixels, width, height, channels };
}

function isGrey(stored: Uint8Array, step: number): boolean {
  for (let at = 0; at < stored.length; at += step)
    if (stored[at] !== stored[at + 1] || stored[at] !== stored[at + 2]) return false;
  return true;
}

/** Paints a four-cornered stretch black. Every pixel it touches goes. */
export function blacken({ pixels, width, height, channels }: Raster, corners: Corners): void {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value));
  const [fromX, toX] = [clamp(Math.floor(Math.min(...xs)), width), clamp(Math.ceil(Math.max(...xs)), width)];
  const [fromY, toY] = [clamp(Math.floor(Math.min(...ys)), height), clamp(Math.ceil(Math.max(...ys)), height)];
  const sides = sidesOf(corners);
  for (let y = fromY; y < toY; y += 1) {
    for (let x = fromX; x < toX; x += 1) {
      if (isInside(sides, x + 0.5, y + 0.5)) pixels.fill(0, (y * width + x) * channels, (y * width + x + 1) * channels);
    }
  }
}

/** A side of a stretch: where it begins, and its direction with length 1. */
interface Side {
  readonly x: number;
  readonly y: number;
  readonly across: number;
  readonly down: number;
}

function sidesOf(corners: Corners): readonly Side[] {
  return corners.map(([x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length]!;
    const length = Math.hypot(nextX - x, nextY - y) || 1;
    return { x, y, across: (nextX - x) / length, down: (nextY - y) / length };
  });
}

/** Half a pixel's diagonal: a pixel touched by the edge counts as inside. */
const TOLERANCE = 0.71;

function isInside(sides: readonly Side[], pixelX: number, pixelY: number): boolean {
  let [left, right] = [false, false];
  for (const { x, y, across, down } of sides) {
    const distance = across * (pixelY - y) - down * (pixelX - x);
    if (distance > TOLERANCE) left = true;
    if (distance < -TOLERANCE) right = true;
  }
  return !(left && right);
}

export type Packing = 'jpeg' | 'lossless' | 'bitonal';

/** Puts a picture into the document. `more` are further entries of its dictionary. */
export async function addPicture(
  document: PdfDocument,
  raster: Raster,
  packing: Packing,
  more: Readonly<Record<string, PdfValue>> = {},
): Promise<PdfRef> {
  const { width, height, channels } = raster;
  const isBitonal = packing === 'bitonal' && channels === 1;
  const raw = packing === 'jpeg' ? await jpegOf(raster) : deflateSync(isBitonal ? bits(raster) : raster.pixels);
  return document.add({
    kind: 'stream',
    raw,
    dict: dictOf({
      Type: nameOf('XObject'),
      Subtype: nameOf('Image'),
      Width: width,
      Height: height,
      ColorSpace: nameOf(channels === 1 ? 'DeviceGray' : 'DeviceRGB'),
      BitsPerComponent: isBitonal ? 1 : 8,
      Filter: nameOf(packing === 'jpeg' ? 'DCTDecode' : 'FlateDecode'),
      ...more,
    }),
  });
}

async function jpegOf({ pixels, width, height, channels }: Raster): Promise<Uint8Array> {
  const picture = sharp(pixels, { raw: { width, height, channels } }).toColourspace(channels === 1 ? 'b-w' : 'srgb');
  return new Uint8Array(await picture.jpeg({ quality: JPEG_QUALITY }).toBuffer());
}

function bits({ pixels, width, height }: Raster): Uint8Array {
  const stride = Math.ceil(width / 8);
  const packed = new Uint8Array(stride * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = row * stride + (column >> 3);
      if (pixels[row * width + column]! >= 128) packed[at] = packed[at]! | (0x80 >> (column & 7));
    }
  }
  return packed;
}
