import { cutRows, type GrayPage } from '../image/graymap.ts';
import type { Box } from '../layout/lines.ts';
import { inkShadeOf, withoutSpecks } from './ink.ts';
import { LETTER_INCHES, strokesByRow, type Rows } from './strokes.ts';

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
  const rest = { ...page, pixels: page.pixels.slice() };
  erase(rest, boxes, 255);
  const least = Math.max(2, LEAST_LINE_INCHES * page.dpi);
  // Of most pages nothing is left; only where something is, specks and rules are told from letters.
  const dark = span(linesOf(strokesByRow(rest, ink, page.width), least));
  if (dark === null) return null;
  const part = widened(dark, RULE_INCHES * page.dpi, page.height);
  const clean = withoutSpecks(cutRows(rest, part.from, part.to), ink);
  eraseRules(clean, ink);
  const lines = span(linesOf(strokesByRow(clean, ink, Math.ceil(LETTER_INCHES * page.dpi)), least));
  if (lines === null) return null;
  const found = { from: part.from + lines.from, to: part.from + lines.to };
  return widened(found, MARGIN_INCHES * page.dpi, page.height);
}

/** From the first line to the last. */
function span(lines: readonly Rows[]): Rows | null {
  const [first, last] = [lines[0], lines.at(-1)];
  return first === undefined || last === undefined ? null : { from: first.from, to: last.to };
}

function widened({ from, to }: Rows, margin: number, height: number): Rows {
  return { from: Math.max(0, from - Math.ceil(margin)), to: Math.min(height, to + Math.ceil(margin)) };
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
