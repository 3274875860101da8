import type { GrayPage } from '../image/graymap.ts';

/** Ink is darker than this share of the mean shade of a page. */
const INK = 0.75;
/** Every so manyth pixel or row is looked at: enough of a page to measure it by. */
const PIXEL_STEP = 7;
const ROW_STEP = 3;
/** A dark pixel with fewer dark neighbours than this is a speck: even dots of small print are larger. */
const NEIGHBOURS = 2;
const LONGEST_RUN = 64;

/** The mean shade of a page: that of its paper, a little darker. */
export function paperShadeOf({ pixels }: GrayPage): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < pixels.length; at += PIXEL_STEP, count += 1) sum += pixels[at]!;
  return sum / Math.max(1, count);
}

/** The shade below which a pixel of this page is ink. */
export function inkShadeOf(page: GrayPage): number {
  return INK * paperShadeOf(page);
}

/** The page with its single dark pixels in the shade of what is around them: dust, and the noise of a scanner. */
export function withoutSpecks(page: GrayPage, inkShade: number): GrayPage {
  const { pixels, width, height } = page;
  const clean = pixels.slice();
  for (let row = 1; row < height - 1; row += 1) {
    for (let at = row * width + 1, end = (row + 1) * width - 1; at < end; at += 1) {
      if (pixels[at]! < inkShade && isSpeck(pixels, at, width, inkShade))
        clean[at] = (pixels[at - width]! + pixels[at + width]! + pixels[at - 1]! + pixels[at + 1]!) >> 2;
    }
  }
  return { ...page, pixels: clean };
}

/** Whether too few of the eight neighbours are dark. Those beside and above come first: most dark pixels belong to strokes, and two neighbours are enough. */
function isSpeck(pixels: Uint8Array, at: number, width: number, inkShade: number): boolean {
  let neighbours = 0;
  if (pixels[at - 1]! < inkShade) neighbours += 1;
  if (pixels[at + 1]! < inkShade) neighbours += 1;
  if (neighbours >= NEIGHBOURS) return false;
  const [above, below] = [at - width, at + width];
  if (pixels[above]! < inkShade) neighbours += 1;
  if (pixels[below]! < inkShade) neighbours += 1;
  if (neighbours >= NEIGHBOURS) return false;
  if (pixels[above - 1]! < inkShade) neighbours += 1;
  if (pixels[above + 1]! < inkShade) neighbours += 1;
  if (pixels[below - 1]! < inkShade) neighbours += 1;
  if (pixels[below + 1]! < inkShade) neighbours += 1;
  return neighbours < NEIGHBOURS;
}

/** How many pixels wide the thin strokes of the letters are (lower quartile of the dark runs along the rows); 0 for a page without ink. */
export function strokeWidthOf({ pixels, width, height }: GrayPage, inkShade: number): number {
  const runs = new Uint32Array(LONGEST_RUN + 1);
  let count = 0;
  for (let row = 0; row < height; row += ROW_STEP) {
    let run = 0;
    for (let at = row * width, end = at + width; at <= end; at += 1) {
      if (at < end && pixels[at]! < inkShade) run += 1;
      else if (run > 0) {
        const length = Math.min(LONGEST_RUN, run);
        runs[length] = runs[length]! + 1;
        count += 1;
        run = 0;
      }
    }
  }
  let seen = 0;
  for (let length = 1; length <= LONGEST_RUN; length += 1) {
    seen += runs[length]!;
    if (count > 0 && seen * 4 >= count) return length;
  }
  return 0;
}
