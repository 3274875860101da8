import type { GrayPage } from '../image/graymap.ts';

const DEGREE = Math.PI / 180;
/** Scanners and copiers feed paper this crooked at most; what is turned further is turned on purpose. */
const LARGEST_DEGREES = 7;
const COARSE_DEGREES = 0.5;
const FINE_DEGREES = 0.05;
/** Width to which the page is made small: lines of text stay apart, single letters do not matter. */
const SMALL_WIDTH = 800;
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
  if (points.count < FEWEST_SAMPLES) return 0;
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
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly count: number;
  readonly width: number;
  readonly height: number;
}

function darkPlaces({ pixels, width, height }: GrayPage): Places {
  const step = Math.max(1, Math.round(width / SMALL_WIDTH));
  const columns = Math.floor(width / step);
  const rows = Math.floor(height / step);
  const small = new Uint8Array(columns * rows);
  let sum = 0;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      let shade = 0;
      for (let y = 0; y < step; y += 1) {
        const start = (row * step + y) * width + column * step;
        for (let x = 0; x < step; x += 1) shade += pixels[start + x]!;
      }
      const mean = shade / (step * step);
      small[row * columns + column] = mean;
      sum += mean;
    }
  }
  const threshold = (sum / Math.max(1, small.length)) * 0.8;
  let dark = 0;
  for (const shade of small) if (shade < threshold) dark += 1;
  const every = Math.max(1, Math.ceil(dark / SAMPLES));
  const count = Math.floor(dark / every);
  const [x, y] = [new Float32Array(count), new Float32Array(count)];
  let seen = 0;
  let index = 0;
  for (let at = 0; at < small.length && index < count; at += 1) {
    if (small[at]! >= threshold) continue;
    if (seen % every === 0) {
      x[index] = at % columns;
      y[index] = Math.floor(at / columns);
      index += 1;
    }
    seen += 1;
  }
  return { x, y, count: index, width: columns, height: rows };
}

/** How much neighbouring slanted rows differ. */
function distinctness({ x, y, count, width, height }: Places, radians: number): number {
  const slope = Math.tan(radians);
  const margin = Math.ceil(Math.abs(slope) * width) + 1;
  const rows = new Float32Array(height + 2 * margin + 1);
  for (let index = 0; index < count; index += 1) {
    const row = Math.round(y[index]! - slope * x[index]!) + margin;
    rows[row] = rows[row]! + 1;
  }
  let sum = 0;
  for (let row = 1; row < rows.length; row += 1) sum += (rows[row]! - rows[row - 1]!) ** 2;
  return sum;
}
