import type { GrayPage } from '../image/graymap.ts';

/** Rows of a page, `to` exclusive. */
export interface Rows {
  readonly from: number;
  readonly to: number;
}

/** Dark runs along a row that are longer are lines and pictures. */
export const LETTER_INCHES = 0.05;

/** How many dark runs of at most `longest` pixels every row crosses. */
export function strokesByRow({ pixels, width, height }: GrayPage, ink: number, longest: number): Uint32Array {
  const strokes = new Uint32Array(height);
  for (let row = 0; row < height; row += 1) {
    let run = 0;
    for (let at = row * width, end = at + width; at <= end; at += 1) {
      if (at < end && pixels[at]! < ink) run += 1;
      else {
        if (run > 0 && run <= longest) strokes[row] = strokes[row]! + 1;
        run = 0;
      }
    }
  }
  return strokes;
}

/**
 * Of all stretches of `height` rows, the one that crosses most strokes of letters: where a page has most text. Either end is moved outwards by up to a third of
 * the height, to where fewest strokes are crossed: halves of lines are read with more effort than whole ones.
 */
export function richestRows(page: GrayPage, ink: number, height: number): Rows {
  const strokes = strokesByRow(page, ink, Math.ceil(LETTER_INCHES * page.dpi));
  const rows = Math.min(height, page.height);
  let count = 0;
  for (let row = 0; row < rows; row += 1) count += strokes[row]!;
  let [most, from] = [count, 0];
  for (let row = rows; row < page.height; row += 1) {
    count += strokes[row]! - strokes[row - rows]!;
    if (count > most) [most, from] = [count, row + 1 - rows];
  }
  const third = Math.floor(rows / 3);
  const start = Math.max(0, from - third);
  const before = strokes.subarray(start, from + 1);
  const last = from + rows - 1;
  const after = strokes.subarray(last, last + third + 1);
  return { from: start + before.lastIndexOf(Math.min(...before)), to: last + after.indexOf(Math.min(...after)) + 1 };
}
