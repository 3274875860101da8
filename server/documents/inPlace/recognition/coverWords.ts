import type { Language } from '../../../contract/common.ts';
import { valuesRemain } from '../../failures.ts';
import type { GrayPage } from '../../image/graymap.ts';
import { union, type Box } from '../../layout/lines.ts';
import { apply, inverse, multiply, type Matrix } from '../../layout/matrix.ts';
import type { RemainingValue } from '../types.ts';
import { coverInk, widened, withoutOthers } from './coverInk.ts';
import { twoShades, type InkRaster } from './shades.ts';
import type { Recognizer } from './types.ts';

/** Words that are to be covered. */
export interface WordCover {
  /** In the axes of the recognized words, in which lines are level. */
  readonly box: Box;
  /** Leads from these axes to pixels of the picture. */
  readonly toPixels: Matrix;
  readonly around: Surroundings;
  /** What is told where letters stick out of a cover of this size. */
  readonly remaining: (box: Box) => RemainingValue;
}

/** What recognition has found around words. */
export interface Surroundings {
  /** Letters of the other words, in the same axes. */
  readonly others: readonly Box[];
  readonly language: Language;
}

export interface SecondLook {
  readonly recognizer: Recognizer;
  readonly signal: AbortSignal;
  /** What somebody covers beside that, in pixels of the picture: nothing is looked for there. */
  readonly areas?: readonly Box[];
}

/** Height of a word in the picture for the second look, in pixels: about that of 12 points at 300 dots per inch, which recognition reads best. */
const LOOK_HEIGHT = 44;
const LOOK_DPI = 300;
/** White room around each stretch. */
const LOOK_ROOM = 24;
const WHITE = 255;
/** How far the second look reaches, in heights of the word: along the line far enough for a long word, across as the first. */
const LOOK_REACH = { along: 5, across: 0.55 } as const;
/** Gap, in heights of the word, up to which letters may be a part of the word that is covered. */
const LETTER_GAP = 0.9;
/** What a look finds is covered; what still stands there after so many cannot be. */
const LOOKS = 4;
/** Room around what was found, in heights of the cover. */
const FOUND_MARGIN = 0.1;

/**
 * Boxes that cover all ink of words. Where ink beside a word belongs to no word, the stretch around it is recognized again without what is covered: letters
 * that the first look has left out are covered too.
 *
 * @returns a box for each cover, in its axes
 * @throws AppError DOCUMENT_ANONYMIZATION_FAILED (see `valuesRemain`) when letters are still found beside a cover that has grown twice
 */
export async function coverWords(raster: InkRaster, covers: readonly WordCover[], look: SecondLook): Promise<Box[]> {
  const inked = covers.map(({ box, toPixels, around }) => coverInk(raster, box, toPixels, around.others));
  const boxes = inked.map(({ box }) => box);
  let open = [...inked.keys()].filter((index) => inked[index]!.leavesInk);
  for (let round = 0; open.length > 0; round += 1) {
    if (round === LOOKS) throw valuesRemain(open.map((index) => covers[index]!.remaining(boxes[index]!)));
    const found = await lettersLeft(
      raster,
      open.map((index) => ({ ...covers[index]!, covered: boxes[index]! })),
      look,
    );
    open = open.filter((index, at) => {
      const box = boxes[index]!;
      const grown = withoutOthers(box, union([box, ...found[at]!]), covers[index]!.around.others);
      boxes[index] = grown;
      // Where it cannot grow, the letters are those of another word, which the first look has found in its own way.
      return grown.left < box.left || grown.right > box.right || grown.top < box.top || grown.bottom > box.bottom;
    });
  }
  return boxes;
}

const heightOf = ({ top, bottom }: Box): number => bottom - top;

interface Covered extends WordCover {
  readonly covered: Box;
}

/** A stretch of the picture around a cover, drawn upright and black on white. */
interface Stretch {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** First row in the picture for the second look. */
  readonly top: number;
  /** Leads from pixels of the stretch to the axes of the cover. */
  readonly toAxes: Matrix;
}

/** For each cover the boxes of letters that stand beside it and belong to no other word. One picture holds all stretches: recognition has a price for each. */
async function lettersLeft(
  raster: InkRaster,
  covers: readonly Covered[],
  { recognizer, signal, areas = [] }: SecondLook,
): Promise<Box[][]> {
  const stretches: Stretch[] = [];
  let height = LOOK_ROOM;
  for (const cover of covers) {
    const stretch = stretchAround(raster, cover, height, areas);
    stretches.push(stretch);
    height += stretch.height + LOOK_ROOM;
  }
  const page = onOnePage(stretches, height);
  const { words, toPicture } = await recognizer.recognize(page, covers[0]!.around.language, signal);
  const toPage = multiply(toPicture, [page.width, 0, 0, page.height, 0, 0]);
  const found = covers.map((): Box[] => []);
  for (const word of words) {
    if (!/[\p{L}\p{N}]/u.test(word.text)) continue;
    const seen = boundsIn(toPage, word.letters);
    const middle = (seen.top + seen.bottom) / 2;
    const index = stretches.findIndex((stretch) => middle >= stretch.top && middle < stretch.top + stretch.height);
    if (index < 0) continue;
    const { toAxes, top } = stretches[index]!;
    const letters = boundsIn(multiply([1, 0, 0, 1, -LOOK_ROOM, -top], toAxes), seen);
    if (isUnclaimed(covers[index]!, letters))
      found[index]!.push(widened(letters, FOUND_MARGIN * heightOf(covers[index]!.box)));
  }
  return found.map((letters, index) => chained(covers[index]!, letters));
}

/** On the line of the word, and no other word that the first look has found. */
function isUnclaimed({ box, around: { others } }: Covered, letters: Box): boolean {
  const [x, y] = [(letters.left + letters.right) / 2, (letters.top + letters.bottom) / 2];
  if (y < box.top || y > box.bottom) return false;
  return !others.some(({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom);
}

/** Letters beside the cover, and those beside these. */
function chained({ box, covered }: Covered, letters: readonly Box[]): Box[] {
  const gap = LETTER_GAP * heightOf(box);
  const own: Box[] = [];
  let { left, right } = covered;
  for (let grows = true; grows;) {
    grows = false;
    for (const letter of letters) {
      if (own.includes(letter) || letter.left - right > gap || left - letter.right > gap) continue;
      own.push(letter);
      [left, right, grows] = [Math.min(left, letter.left), Math.max(right, letter.right), true];
    }
  }
  return own;
}

function boundsIn(matrix: Matrix, { left, right, top, bottom }: Box): Box {
  const corners = [
    apply(matrix, left, top),
    apply(matrix, right, top),
    apply(matrix, right, bottom),
    apply(matrix, left, bottom),
  ];
  return union(corners.map(([x, y]) => ({ left: x, right: x, top: y, bottom: y })));
}

function stretchAround(
  raster: InkRaster,
  { box, covered, toPixels }: Covered,
  top: number,
  areas: readonly Box[],
): Stretch {
  const size = heightOf(box);
  const reach: Box = {
    left: covered.left - LOOK_REACH.along * size,
    right: covered.right + LOOK_REACH.along * size,
    top: box.top - LOOK_REACH.across * size,
    bottom: box.bottom + LOOK_REACH.across * size,
  };
  const scale = size / LOOK_HEIGHT;
  const width = Math.ceil((reach.right - reach.left) / scale);
  const height = Math.ceil((reach.bottom - reach.top) / scale);
  const toAxes: Matrix = [scale, 0, 0, scale, reach.left, reach.top];
  const toRaster = multiply(toAxes, toPixels);
  const pixels = new Uint8Array(width * height);
  const counts = new Uint32Array(WHITE + 1);
  for (let at = 0; at < pixels.length; at += 1) {
    const [column, row] = apply(toRaster, (at % width) + 0.5, Math.floor(at / width) + 0.5);
    const shade = shadeAt(raster, Math.floor(column), Math.floor(row));
    pixels[at] = shade;
    counts[shade]! += 1;
  }
  const { paper, ink } = twoShades(counts, pixels.length) ?? { paper: WHITE, ink: WHITE };
  const blackOnWhite = (shade: number) => (ink === paper ? WHITE : (WHITE * (shade - ink)) / (paper - ink));
  const hidden = boundsIn(inverse(toAxes)!, covered);
  for (let at = 0; at < pixels.length; at += 1) {
    const [column, row] = [(at % width) + 0.5, Math.floor(at / width) + 0.5];
    const isHidden = column > hidden.left && column < hidden.right && row > hidden.top && row < hidden.bottom;
    const [x, y] = areas.length === 0 ? [0, 0] : apply(toRaster, column, row);
    const isInArea = areas.some((area) => x > area.left && x < area.right && y > area.top && y < area.bottom);
    pixels[at] = isHidden || isInArea ? WHITE : Math.min(WHITE, Math.max(0, blackOnWhite(pixels[at]!)));
  }
  return { pixels, width, height, top, toAxes };
}

/** What lies beyond the picture looks like its edge. */
function shadeAt({ pixels, width, height, channels }: InkRaster, column: number, row: number): number {
  const [x, y] = [Math.min(Math.max(column, 0), width - 1), Math.min(Math.max(row, 0), height - 1)];
  return pixels[(y * width + x) * channels]!;
}

function onOnePage(stretches: readonly Stretch[], height: number): GrayPage {
  const width = Math.max(...stretches.map((stretch) => stretch.width)) + 2 * LOOK_ROOM;
  const pixels = new Uint8Array(width * height).fill(WHITE);
  for (const stretch of stretches) {
    for (let row = 0; row < stretch.height; row += 1) {
      const from = row * stretch.width;
      pixels.set(stretch.pixels.subarray(from, from + stretch.width), (stretch.top + row) * width + LOOK_ROOM);
    }
  }
  return { pixels, width, height, dpi: LOOK_DPI };
}
