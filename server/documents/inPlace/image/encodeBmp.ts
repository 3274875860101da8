const HEADER_BYTES = 54;
const INCHES_PER_METRE = 39.3701;

/** A Windows bitmap of 24 bits per pixel (BITMAPINFOHEADER), bottom row first, from three bytes per pixel (red, green, blue). */
export function encodeBmp(
  pixels: Uint8Array,
  { width, height, dpi }: { readonly width: number; readonly height: number; readonly dpi: number | null },
): Uint8Array {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const bytes = new Uint8Array(HEADER_BYTES + stride * height);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(2, bytes.length, true);
  view.setUint32(10, HEADER_BYTES, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, width, true);
  view.setInt32(22, height, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  view.setUint32(34, stride * height, true);
  const perMetre = Math.round((dpi ?? 0) * INCHES_PER_METRE);
  view.setInt32(38, perMetre, true);
  view.setInt32(42, perMetre, true);
  for (let row = 0; row < height; row += 1) {
    let target = HEADER_BYTES + (height - 1 - row) * stride;
    let source = row * width * 3;
    for (let column = 0; column < width; column += 1) {
      bytes[target] = pixels[source + 2]!;
      bytes[target + 1] = pixels[source + 1]!;
      bytes[target + 2] = pixels[source]!;
      target += 3;
      source += 3;
    }
  }
  return bytes;
}
