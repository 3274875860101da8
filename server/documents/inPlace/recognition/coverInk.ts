import type { Box } from '../../layout/lines.ts';
import { apply, inverse, type Matrix } from '../../layout/matrix.ts';
import { twoShades, type InkRaster } from './shades.ts';

/** Recognition places its words roughly: how far ink of a word may reach out of its box, in heights of the box. */
const REACH = { along: 0.9, across: 0.55 } as const;
/** Part of the way from paper to ink from which a pixel counts as ink: soft edges of letters can still be read. */
const INK = 0.3;
/** Share of a piece of ink inside the box from which it is a part of the word, whatever else it touches. */
const OWN_SHARE = 0.3;
/** Gap to ink that no word claims, in heights of the box, up to which that belongs to the word: letters that its box leaves out, marks behind it. */
const UNCLAIMED_GAP = 0.3;
/** Room beside the ink that is covered as well, in heights of the box and in pixels: what blurs around letters. */
const MARGIN = 0.07;
const MARGIN_PIXELS = 1.5;
/** A rule of a table or an underline: this many heights long, and thinner than this share of the height. */
const RULE = { length: 2.2, thickness: 0.2 } as const;
/** Largest gap between letters of a word, in heights of the box; words stand farther apart. */
const LETTER_GAP = 0.12;
/** A piece of ink on the line that reaches farther beyond it than this, in heights of the box, belongs to two lines whose letters touch. */
const BEYOND_LINE = 0.35;
/** How far such letters are covered into the other line, in heights of the box. */
const TOUCHING_REACH = 0.2;
/** Ink that is smaller than this, in heights of the box, is no letter. */
const SMALLEST_LETTER = 0.3;

/** A box that covers a word. */
export interface InkCover {
  readonly box: Box;
  /** Beside it there is ink, as large as a letter, that no word claims: it may be a part of the word that recognition has left out. */
  readonly leavesInk: boolean;
}

/** A connected piece of ink, in the axes of the box. */
interface Piece {
  left: number;
  right: number;
  top: number;
  bottom: number;
  pixels: number;
  /** How many of them lie in the box. */
  inside: number;
  /** How far it reaches on the height of the box. */
  onLine: { left: number; right: number };
  /** Whether it is the part on this line of a piece that reaches into another one. */
  isPart: boolean;
}

/**
 * The box of a word, or of words of a line, made so large that it covers all ink of theirs: of letters that recognition cut off, accents, descenders and the
 * marks behind them, up to the ink of other words.
 *
 * @param box - in the axes of the recognized words, in which lines are level
 * @param toPixels - leads from these axes to pixels of the picture
 * @param others - letters of the other words, in the same axes
 */
export function coverInk(raster: InkRaster, box: Box, toPixels: Matrix, others: readonly Box[]): InkCover {
  const height = box.bottom - box.top;
  const back = inverse(toPixels);
  if (back === null || height <= 0) return { box, leavesInk: false };
  const reach: Box = {
    left: box.left - REACH.along * height,
    right: box.right + REACH.along * height,
    top: box.top - REACH.across * height,
    bottom: box.bottom + REACH.across * height,
  };
  const near = others.filter((other) => meets(other, reach) && !meets(shrunk(other), box));
  const pieces = piecesOf(raster, box, reach, toPixels, back).map((piece) => partOnLine(piece, box));
  const own: Piece[] = [];
  const claimed: Piece[] = [];
  const unclaimed: Piece[] = [];
  for (const piece of pieces) {
    const isOther = near.some((other) => holdsMiddle(other, piece));
    if (isRule(piece, height)) continue;
    if (piece.inside >= OWN_SHARE * piece.pixels || (piece.inside > 0 && !isOther)) own.push(piece);
    else if (isOther) claimed.push(piece);
    else unclaimed.push(piece);
  }
  takeTouching(own, claimed, height);
  const foreign: Box[] = [...near, ...claimed];
  let covered = own.reduce<Box>(joined, box);
  for (let grows = true; grows;) {
    grows = false;
    for (const [index, piece] of unclaimed.entries()) {
      if (!isBeside(piece, covered, height)) continue;
      covered = joined(covered, piece);
      unclaimed.splice(index, 1);
      grows = true;
      break;
    }
  }
  const pixel = Math.hypot(back[0], back[1]);
  const margin = Math.max(MARGIN * height, MARGIN_PIXELS * pixel);
  const cover = withoutOthers(firmly(box, own, height), widened(covered, margin), foreign);
  const leavesInk = unclaimed.some(
    (piece) => Math.max(piece.right - piece.left, piece.bottom - piece.top) >= SMALLEST_LETTER * height,
  );
  return { box: cover, leavesInk };
}

/** Moves letters that stand no farther from the word's ink than letters of a word do to its own, also where the box of another word reaches over them. */
function takeTouching(own: Piece[], claimed: Piece[], height: number): void {
  if (own.length === 0) return;
  for (let at = 0; at < claimed.length; at += 1) {
    const ink = own.reduce<Box>(joined, own[0]!);
    const piece = claimed[at]!;
    const gap = Math.max(piece.left - ink.right, ink.left - piece.right);
    const shared = Math.min(piece.bottom, ink.bottom) - Math.max(piece.top, ink.top);
    const isBesideIt = gap <= LETTER_GAP * height && gap > -LETTER_GAP * height;
    if (!isBesideIt || shared < 0.7 * (piece.bottom - piece.top)) continue;
    own.push(piece);
    claimed.splice(at, 1);
    at = -1;
  }
}

function isOneLine({ top, bottom }: Box, box: Box): boolean {
  const beyond = BEYOND_LINE * (box.bottom - box.top);
  return top >= box.top - beyond && bottom <= box.bottom + beyond;
}

/**
 * What is covered whatever stands beside it: the box with the ink that is surely its own. Where letters of two lines touch, nobody can tell which ink is whose:
 * there the box reaches a little into the other line.
 */
function firmly(box: Box, own: readonly Piece[], height: number): Box {
  const firm = own.reduce<Box>(joined, box);
  if (!own.some(({ isPart }) => isPart)) return firm;
  const reach = TOUCHING_REACH * height;
  return { ...firm, top: Math.min(firm.top, box.top - reach), bottom: Math.max(firm.bottom, box.bottom + reach) };
}

export function widened({ left, right, top, bottom }: Box, margin: number): Box {
  return { left: left - margin, right: right + margin, top: top - margin, bottom: bottom + margin };
}

/** `wide`, but leaving ink of others alone as far as the word's own box allows. */
export function withoutOthers(box: Box, wide: Box, foreign: readonly Box[]): Box {
  let { left, right, top, bottom } = wide;
  const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  for (const other of foreign) {
    const sharesLine =
      Math.min(other.bottom, box.bottom) - Math.max(other.top, box.top) > 0.3 * (other.bottom - other.top);
    if (sharesLine && other.left >= middle.x) right = Math.min(right, Math.max(other.left, box.right));
    else if (sharesLine && other.right <= middle.x) left = Math.max(left, Math.min(other.right, box.left));
    else if (other.right > left && other.left < right) {
      if (other.bottom <= middle.y) top = Math.max(top, Math.min(other.bottom, box.top));
      else if (other.top >= middle.y) bottom = Math.min(bottom, Math.max(other.top, box.bottom));
    }
  }
  return { left, right, top, bottom };
}

const joined = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  right: Math.max(a.right, b.right),
  top: Math.min(a.top, b.top),
  bottom: Math.max(a.bottom, b.bottom),
});
const meets = (a: Box, b: Box): boolean => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

/** The inner part of a box: boxes of neighbours may touch at their edges. */
function shrunk({ left, right, top, bottom }: Box): Box {
  const [x, y] = [(right - left) * 0.35, (bottom - top) * 0.35];
  return { left: left + x, right: right - x, top: top + y, bottom: bottom - y };
}

function holdsMiddle(box: Box, piece: Box): boolean {
  const [x, y] = [(piece.left + piece.right) / 2, (piece.top + piece.bottom) / 2];
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

function isRule(piece: Piece, height: number): boolean {
  const [width, tall] = [piece.right - piece.left, piece.bottom - piece.top];
  return (
    (width > RULE.length * height && tall < RULE.thickness * height) ||
    (tall > 1.6 * height && width < RULE.thickness * height)
  );
}

/** On the line of what is covered, and close to it; accents and dots stand above it. */
function isBeside(piece: Piece, covered: Box, height: number): boolean {
  const gap = Math.max(piece.left - covered.right, covered.left - piece.right);
  const away = Math.max(piece.top - covered.bottom, covered.top - piece.bottom);
  if (piece.bottom - piece.top > 1.3 * height || piece.right - piece.left > 1.5 * height) return false;
  return gap <= UNCLAIMED_GAP * height && away <= (gap <= 0 ? 0.25 : 0) * height;
}

/** The pieces of ink in a stretch of the picture. */
function piecesOf(raster: InkRaster, box: Box, reach: Box, toPixels: Matrix, back: Matrix): Piece[] {
  const corners = (
    [
      [reach.left, reach.top],
      [reach.right, reach.top],
      [reach.right, reach.bottom],
      [reach.left, reach.bottom],
    ] as const
  ).map(([x, y]) => apply(toPixels, x, y));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const left = Math.max(0, Math.floor(Math.min(...xs)));
  const top = Math.max(0, Math.floor(Math.min(...ys)));
  const width = Math.min(raster.width, Math.ceil(Math.max(...xs))) - left;
  const height = Math.min(raster.height, Math.ceil(Math.max(...ys))) - top;
  if (width <= 0 || height <= 0) return [];
  const ink = inkOf(raster, { left, top, width, height });
  if (ink === null) return [];

  const pieces: Piece[] = [];
  const waiting: number[] = [];
  const take = (at: number) => {
    ink[at] = 0;
    waiting.push(at);
  };
  for (let start = 0; start < ink.length; start += 1) {
    if (ink[start] === 0) continue;
    const piece = emptyPiece();
    take(start);
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const [column, row] = [at % width, Math.floor(at / width)];
      addPixel(piece, apply(back, left + column + 0.5, top + row + 0.5), box);
      const [fromRow, toRow] = [Math.max(0, row - 1), Math.min(height - 1, row + 1)];
      const [fromColumn, toColumn] = [Math.max(0, column - 1), Math.min(width - 1, column + 1)];
      for (let y = fromRow; y <= toRow; y += 1) {
        for (let x = fromColumn; x <= toColumn; x += 1) if (ink[y * width + x] === 1) take(y * width + x);
      }
    }
    pieces.push(piece);
  }
  return pieces;
}

function emptyPiece(): Piece {
  return {
    ...{ left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity, pixels: 0, inside: 0 },
    ...{ onLine: { left: Infinity, right: -Infinity }, isPart: false },
  };
}

/** Of letters that touch the next line, what stands on the height of the box. */
function partOnLine(piece: Piece, box: Box): Piece {
  const { left, right } = piece.onLine;
  const height = box.bottom - box.top;
  if (isOneLine(piece, box) || isRule(piece, height) || left > right) return piece;
  return {
    ...piece,
    ...{ left, right, isPart: true },
    ...{ top: Math.max(piece.top, box.top), bottom: Math.min(piece.bottom, box.bottom) },
  };
}

function addPixel(piece: Piece, place: readonly [number, number], box: Box): void {
  const [x, y] = place;
  piece.pixels += 1;
  if (y >= box.top && y <= box.bottom) {
    if (x >= box.left && x <= box.right) piece.inside += 1;
    piece.onLine.left = Math.min(piece.onLine.left, x);
    piece.onLine.right = Math.max(piece.onLine.right, x);
  }
  piece.left = Math.min(piece.left, x);
  piece.right = Math.max(piece.right, x);
  piece.top = Math.min(piece.top, y);
  piece.bottom = Math.max(piece.bottom, y);
}

interface Stretch {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** 1 where there is ink, dark on light or light on dark; null where all is alike. */
function inkOf(
  { pixels, width: rowLength, channels }: InkRaster,
  { left, top, width, height }: Stretch,
): Uint8Array | null {
  const counts = new Uint32Array(256);
  const shades = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const shade = pixels[((top + row) * rowLength + left + column) * channels]!;
      shades[row * width + column] = shade;
      counts[shade]! += 1;
    }
  }
  const levels = twoShades(counts, shades.length);
  if (levels === null) return null;
  const { paper, ink } = levels;
  const limit = paper + INK * (ink - paper);
  return shades.map((shade) => Number(ink < paper ? shade < limit : shade > limit));
}
