import type { GrayPage } from '../image/graymap.ts';

const DEGREE = Math.PI / 180;
/** Scanners and copiers feed paper this crooked at most; what is turned further is turned on purpose. */
const LARGEST_DEGREES = 7;
const COARSE_DEGREES = 0.5;
const FINE_DEGREES = 0.05;
/** Width to which the page is made small: lines of text stay apart, single letters do not matter. */
const SMALL_WIDTH = 800;
/** Places darker than this share of the mean shade are dark. */
const DARK = 0.8;
/** Dark places looked at; sampled evenly where a page has more. */
const SAMPLES = 60_000;
/** Fewer dark places than this are no text whose direction could be told. */
const FEWEST_SAMPLES = 200;
/** A tilt is believed when it makes the rows this much more distinct than none. */
const CLEARER = 1.15;

/**
 * Angle in radians by which the lines of a page fall to the right (clockwise, y downwards), 0 where none can be told. The dark places are summed up along
 * slanted rows: at the right slant, rows with letters and the space between them differ most (projection profile, Postl 1986).
 */
export function skewOf(page: GrayPage): number {
  const points = darkPlaces(page);
  if (points.x.length < FEWEST_SAMPLES) return 0;
  const best = (around: number, reach: number, step: number) => {
    let [winner, strongest] = [around, -1];
    for (let degrees = around - reach; degrees <= around + reach + step / 2; degrees += step) {
      const strength = distinctness(points, degrees * DEGREE);
      if (strength > strongest) [winner, strongest] = [degrees, strength];
    }
    return { degrees: winner, strength: strongest };
  };
  const coarse = best(0, LARGEST_DEGREES, COARSE_DEGREES);
  const fine = best(coarse.degrees, COARSE_DEGREES, FINE_DEGREES);
  return fine.strength > CLEARER * distinctness(points, 0) ? fine.degrees * DEGREE : 0;
}

interface Places {
  readonly x: Uint16Array;
  readonly y: Uint32Array;
  readonly width: number;
  readonly height: number;
}

function darkPlaces(page: GrayPage): Places {
  const { shades, width, height } = reduced(page, Math.max(1, Math.round(page.width / SMALL_WIDTH)));
  const threshold = DARK * meanOf(shades);
  let dark = 0;
  for (const shade of shades) if (shade < threshold) dark += 1;
  const every = Math.max(1, Math.ceil(dark / SAMPLES));
  const count = Math.floor(dark / every);
  const [x, y] = [new Uint16Array(count), new Uint32Array(count)];
  let seen = 0;
  let index = 0;
  for (let at = 0; at < shades.length && index < count; at += 1) {
    if (shades[at]! >= threshold) continue;
    if (seen % every === 0) {
      x[index] = at % width;
      y[index] = Math.floor(at / width);
      index += 1;
    }
    seen += 1;
  }
  return { x, y, width, height };
}

/** The page made smaller: squares of `step` pixels become one of their mean shade. */
function reduced({ pixels, width, height }: GrayPage, step: number) {
  const columns = Math.floor(width / step);
  const rows = Math.floor(height / step);
  const shades = new Uint8Array(columns * rows);
  const sums = new Uint32Array(columns);
  for (let row = 0; row < rows; row += 1) {
    sums.fill(0);
    for (let y = 0; y < step; y += 1) {
      for (let column = 0, at = (row * step + y) * width; column < columns; column += 1) {
        let sum = 0;
        for (const end = at + step; at < end; at += 1) sum += pixels[at]!;
        sums[column] = sums[column]! + sum;
      }
    }
    for (let column = 0; column < columns; column += 1) shades[row * columns + column] = sums[column]! / (step * step);
  }
  return { shades, width: columns, height: rows };
}

function meanOf(shades: Uint8Array): number {
  let sum = 0;
  for (const shade of shades) sum += shade;
  return sum / Math.max(1, shades.length);
}

/** How much neighbouring slanted rows differ. */
function distinctness({ x, y, width, height }: Places, radians: number): number {
  const slope = Math.tan(radians);
  const margin = Math.ceil(Math.abs(slope) * width) + 1;
  const rows = new Int32Array(height + 2 * margin + 1);
  // Bitwise, with what rounds: several times as fast as Math.round.
  const offset = margin + 0.5;
  for (let index = 0; index < x.length; index += 1) {
    const row = (y[index]! - slope * x[index]! + offset) | 0;
    rows[row] = rows[row]! + 1;
  }
  let sum = 0;
  for (let row = 1; row < rows.length; row += 1) {
    const difference = rows[row]! - rows[row - 1]!;
    sum += difference * difference;
  }
  return sum;
}
