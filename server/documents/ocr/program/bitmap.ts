import type { GrayPage } from '../../image/graymap.ts';

/** BITMAPFILEHEADER and BITMAPINFOHEADER. */
const HEADERS = 14 + 40;
const SHADES = 256;
const PALETTE = SHADES * 4;
const INCHES_PER_METRE = 39.3701;

/**
 * A page as a Windows bitmap with 256 greys. Leptonica decodes it in memory on every system; for graymaps it writes a temporary file on Windows.
 */
export function toBitmap({ pixels, width, height, dpi }: GrayPage): Uint8Array<ArrayBuffer> {
  const stride = Math.ceil(width / 4) * 4;
  const start = HEADERS + PALETTE;
  const bytes = new Uint8Array(start + stride * height);
  const view = new DataView(bytes.buffer);
  const perMetre = Math.round(dpi * INCHES_PER_METRE);
  bytes.set([0x42, 0x4d]);
  view.setUint32(2, bytes.length, true);
  view.setUint32(10, start, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, width, true);
  view.setInt32(22, height, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 8, true);
  view.setUint32(34, stride * height, true);
  view.setInt32(38, perMetre, true);
  view.setInt32(42, perMetre, true);
  view.setUint32(46, SHADES, true);
  for (let shade = 0; shade < SHADES; shade += 1) bytes.fill(shade, HEADERS + shade * 4, HEADERS + shade * 4 + 3);
  // The bottom row comes first.
  for (let row = 0; row < height; row += 1)
    bytes.set(pixels.subarray(row * width, (row + 1) * width), start + (height - 1 - row) * stride);
  return bytes;
}
