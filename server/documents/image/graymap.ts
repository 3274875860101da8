/** A page as recognition takes it. */
export interface GrayPage {
  /** Netpbm portable graymap (P5), 8 bit: no compression to undo, and Tesseract reads it as it is. */
  readonly image: Uint8Array;
  /** Resolution in dots per inch; letters of office documents are then 25 to 60 pixels high. */
  readonly dpi: number;
  readonly width: number;
  readonly height: number;
}

/** Wraps rows of 8-bit grey pixels (top row first, no padding) as a portable graymap. */
export function graymap(pixels: Uint8Array, width: number, height: number, dpi: number): GrayPage {
  const header = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1');
  const image = new Uint8Array(header.length + pixels.length);
  image.set(header);
  image.set(pixels, header.length);
  return { image, dpi, width, height };
}
