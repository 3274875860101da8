import type { GrayPage } from '../image/graymap.ts';
import type { Box } from '../layout/lines.ts';
import { inkShadeOf, withoutSpecks } from './ink.ts';

/** Rows of a page, `to` exclusive. */
export interface Rows {
  readonly from: number;
  readonly to: number;
}

/** Dark runs along a row that are longer are lines and pictures. */
const LETTER_INCHES = 0.05;
/** What is dark for longer down a column is a line of a table. */
const RULE_INCHES = 0.15;
/** A row through the small letters of one short word crosses so many strokes. */
const STROKES = 8;
/** Small letters of four points. */
const LEAST_LINE_INCHES = 0.02;
/** Rows without strokes inside of a line of letters. */
const GAP_ROWS = 2;
/** Room for ascenders and descenders, and white around them. */
const MARGIN_INCHES = 0.08;
/** Ink around the box of a word that belongs to its letters. */
const WORD_MARGIN = 3;

/**
 * The rows from the first to the last line of letters that lies outside of all boxes; null where there is none. Tesseract leaves out lines whose letters are much
 * smaller than most of the page: the small print at the foot of letters.
 * @param boxes - around the letters of every word that was read, in pixels of the page
 */
export function unreadRows(page: GrayPage, boxes: readonly Box[]): Rows | null {
  const ink = inkShadeOf(page);
  const { pixels } = withoutSpecks(page, ink);
  erase({ ...page, pixels }, boxes, 255);
  eraseRules({ ...page, pixels }, ink);
  const lines = linesOf(strokesByRow({ ...page, pixels }, ink), Math.max(2, LEAST_LINE_INCHES * page.dpi));
  if (lines.length === 0) return null;
  const margin = Math.ceil(MARGIN_INCHES * page.dpi);
  return { from: Math.max(0, lines[0]!.from - margin), to: Math.min(page.height, lines.at(-1)!.to + margin) };
}

/** Paints boxes, and a little around them, in one shade. */
export function erase({ pixels, width, height }: GrayPage, boxes: readonly Box[], shade: number): void {
  for (const { left, right, top, bottom } of boxes) {
    const [from, to] = [Math.max(0, Math.floor(left) - WORD_MARGIN), Math.min(width, Math.ceil(right) + WORD_MARGIN)];
    const last = Math.min(height, Math.ceil(bottom) + WORD_MARGIN);
    for (let row = Math.max(0, Math.floor(top) - WORD_MARGIN); row < last; row += 1)
      pixels.fill(shade, row * width + from, row * width + to);
  }
}

function eraseRules({ pixels, width, height, dpi }: GrayPage, ink: number): void {
  const most = Math.ceil(RULE_INCHES * dpi);
  /** Of every column, the dark pixels up to the row that is looked at. */
  const depths = new Uint16Array(width);
  for (let row = 0, at = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, at += 1) {
      const depth = pixels[at]! < ink ? Math.min(most, depths[column]!) + 1 : 0;
      depths[column] = depth;
      if (depth > most) pixels[at] = 255;
      else if (depth === most) for (let above = 0; above < most; above += 1) pixels[at - above * width] = 255;
    }
  }
}

/** How many dark runs as short as strokes of letters every row crosses. */
function strokesByRow({ pixels, width, height, dpi }: GrayPage, ink: number): Uint32Array {
  const longest = Math.ceil(LETTER_INCHES * dpi);
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

function linesOf(strokes: Uint32Array, least: number): Rows[] {
  const lines: Rows[] = [];
  let from = -1;
  let last = -1;
  for (let row = 0; row <= strokes.length + GAP_ROWS; row += 1) {
    if ((strokes[row] ?? 0) >= STROKES) {
      if (from < 0) from = row;
      last = row;
    } else if (from >= 0 && row - last > GAP_ROWS) {
      if (last + 1 - from >= least) lines.push({ from, to: last + 1 });
      from = -1;
    }
  }
  return lines;
}
