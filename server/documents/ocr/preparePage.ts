import { tiltPage, turnPage, type GrayPage } from '../image/graymap.ts';
import { IDENTITY, multiply, type Matrix } from '../layout/matrix.ts';
import { inkShadeOf, strokeWidthOf, withoutSpecks } from './ink.ts';
import { skewOf } from './skew.ts';

/**
 * What is done with pages around the recognition of an engine, for records of what read a document. Raise it with every change after which the same engine may read
 * other words in the same picture.
 */
export const PREPARATION = 'preparation 3';

/** A page made ready for recognition, with the way back to the page it was made from. */
export interface PreparedPage {
  readonly page: GrayPage;
  readonly toPage: Matrix;
  /** How many times as large as in `fullSize` everything is in `page`; at most 1. */
  readonly scale: number;
  /** The page straightened alone, with all its pixels; its middle lies on the middle of `page`. */
  readonly fullSize: () => GrayPage;
}

/** Quarter turns, clockwise. */
export type Quarters = 0 | 1 | 2 | 3;

/** Tesseract reads lines that are tilted less than this as well as straight ones; half a degree. */
const LEAST_TILT = 0.0087;
/** Thinner strokes come with dots and periods as small as specks. */
const THICK_STROKES = 3;
/** Strokes of this many pixels are enough for recognition: print of 6 points at 300 dpi is read as well at this size as at its own. */
const ENOUGH_STROKE = 2.6;
/** The models look at lines 36 pixels high: a page much smaller than needed is blurred again. */
const SMALLEST_SCALE = 0.5;

/**
 * Turns a page, takes specks and tilt out of it, and makes it smaller where its letters are larger than recognition needs. Pages with small letters keep
 * every pixel.
 */
export function preparePage(original: GrayPage, quarters: Quarters): PreparedPage {
  const { page: raw, toPage } = turned(original, quarters);
  const ink = inkShadeOf(raw);
  const clean = withoutSpecks(raw, ink);
  const stroke = strokeWidthOf(clean, ink);
  const page = stroke >= THICK_STROKES ? clean : raw;
  const scale = stroke >= THICK_STROKES ? Math.max(SMALLEST_SCALE, Math.min(1, ENOUGH_STROKE / stroke)) : 1;
  const skew = skewOf(page);
  const tilt = Math.abs(skew) < LEAST_TILT ? 0 : skew;
  const tilted = (size: number): GrayPage => (tilt === 0 && size === 1 ? page : tiltPage(page, -tilt, size));
  const straight = tilted(scale);
  const fullSize = (): GrayPage => (scale === 1 ? straight : tilted(1));
  return { page: straight, toPage: multiply(untilted(straight, page, tilt, scale), toPage), scale, fullSize };
}

/** Leads from the places of `straight` to those of `page`. */
function untilted(straight: GrayPage, page: GrayPage, tilt: number, scale: number): Matrix {
  const [cosine, sine] = [Math.cos(tilt) / scale, Math.sin(tilt) / scale];
  const [x, y] = [(straight.width - 1) / 2, (straight.height - 1) / 2];
  const [pageX, pageY] = [(page.width - 1) / 2, (page.height - 1) / 2];
  return [cosine, sine, -sine, cosine, pageX - cosine * x + sine * y, pageY - sine * x - cosine * y];
}

function turned(page: GrayPage, quarters: Quarters): Pick<PreparedPage, 'page' | 'toPage'> {
  if (quarters === 0) return { page, toPage: IDENTITY };
  const { width, height } = page;
  const back: Record<typeof quarters, Matrix> = {
    1: [0, -1, 1, 0, 0, height],
    2: [-1, 0, 0, -1, width, height],
    3: [0, 1, -1, 0, width, 0],
  };
  return { page: turnPage(page, quarters), toPage: back[quarters] };
}
