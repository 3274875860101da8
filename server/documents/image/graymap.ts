/** A page as recognition takes it: 8-bit grey pixels, top row first, no padding. */
export interface GrayPage {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Resolution in dots per inch; letters of office documents are then 25 to 60 pixels high. */
  readonly dpi: number;
}

/** Rows `from` to `to` (exclusive) of the page. */
export function cutRows(page: GrayPage, from: number, to: number): GrayPage {
  return { ...page, pixels: page.pixels.subarray(from * page.width, to * page.width), height: to - from };
}

/** Columns `from` to `to` (exclusive) of the page. */
export function cutColumns(page: GrayPage, from: number, to: number): GrayPage {
  const width = to - from;
  const pixels = new Uint8Array(width * page.height);
  for (let row = 0; row < page.height; row += 1)
    pixels.set(page.pixels.subarray(row * page.width + from, row * page.width + to), row * width);
  return { ...page, pixels, width };
}

/** The page turned clockwise by a number of quarter turns. */
export function turnPage(page: GrayPage, quarters: 1 | 2 | 3): GrayPage {
  const { pixels, width, height } = page;
  const turned = new Uint8Array(pixels.length);
  if (quarters === 2) {
    turned.set(pixels);
    return { ...page, pixels: turned.reverse() };
  }
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const target = quarters === 1 ? column * height + (height - 1 - row) : (width - 1 - column) * height + row;
      turned[target] = pixels[row * width + column]!;
    }
  }
  return { ...page, pixels: turned, width: height, height: width };
}

const WHITE = 255;

/** Less than any distance that matters, and more than the errors of adding up a row: a pixel beyond the last one must never be asked for. */
const ALMOST_NOTHING = 1e-6;

/**
 * The page turned clockwise by a small angle around its middle, and made smaller where `scale` is below 1; what comes from outside is white. Bilinear,
 * so that a scale below one half leaves pixels out.
 */
export function tiltPage(page: GrayPage, clockwiseRadians: number, scale = 1): GrayPage {
  const { pixels, width, height } = page;
  const [columns, rows] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const tilted = new Uint8Array(columns * rows).fill(WHITE);
  const [cosine, sine] = [Math.cos(clockwiseRadians) / scale, Math.sin(clockwiseRadians) / scale];
  const [middleX, middleY] = [(columns - 1) / 2, (rows - 1) / 2];
  const [lastX, lastY] = [width - 1, height - 1];
  for (let row = 0; row < rows; row += 1) {
    const startX = lastX / 2 - cosine * middleX + sine * (row - middleY);
    const startY = lastY / 2 + sine * middleX + cosine * (row - middleY);
    const across = columnsWithin(startX, cosine, lastX - ALMOST_NOTHING);
    const down = columnsWithin(startY, -sine, lastY - ALMOST_NOTHING);
    const from = Math.max(0, across.from, down.from);
    const to = Math.min(columns, across.to, down.to);
    let [x, y] = [startX + from * cosine, startY - from * sine];
    for (let target = row * columns + from, end = row * columns + to; target < end; target += 1) {
      // Bitwise: three times as fast over the millions of pixels of a page as Math.floor.
      const [left, top] = [x | 0, y | 0];
      const at = top * width + left;
      const right = x - left;
      const upper = pixels[at]! + (pixels[at + 1]! - pixels[at]!) * right;
      const lower = pixels[at + width]! + (pixels[at + width + 1]! - pixels[at + width]!) * right;
      tilted[target] = (upper + (lower - upper) * (y - top) + 0.5) | 0;
      x += cosine;
      y -= sine;
    }
  }
  return { pixels: tilted, width: columns, height: rows, dpi: Math.round(page.dpi * scale) };
}

/** The columns (`to` exclusive) for which `start + step * column` lies between 0 and `end`. */
function columnsWithin(start: number, step: number, end: number): { readonly from: number; readonly to: number } {
  if (step === 0) return start >= 0 && start <= end ? { from: 0, to: Infinity } : { from: 0, to: 0 };
  const [atZero, atEnd] = [-start / step, (end - start) / step];
  return { from: Math.ceil(Math.min(atZero, atEnd)), to: Math.floor(Math.max(atZero, atEnd)) + 1 };
}
