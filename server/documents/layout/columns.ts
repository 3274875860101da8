import { isUnbroken, lineOf, type Fragment, type Line } from './lines.ts';

/** Lines that are read one after the other; a blank line stands between blocks. */
export type Block = readonly Line[];

/** More columns in columns than this are no page a person laid out. */
const DEPTH = 4;
/** Gutters tried per region; they are sampled evenly from the gaps of the page. */
const CANDIDATES = 64;
const LINES_PER_COLUMN = 3;
/** Prose fills most of its column; cells of tables and labels of forms do not. */
const PROSE_FILL = 0.6;
const PROSE_CHARACTERS = 18;
/** Side blocks of letters (address left, reference block right) stand this far apart, in line heights. */
const BLOCK_GUTTER = 3;
const ALIGNED_SHARE = 0.8;
/** Space, in line heights, below which lines on one side still belong to the region. */
const REGION_GAP = 1;
const LABEL_SHARE = 0.3;

interface Gutter {
  /** First and last line of the region. */
  readonly from: number;
  readonly to: number;
  readonly left: Block;
  readonly right: Block;
}

/**
 * Puts lines into reading order. Where a gutter runs down several lines with prose on both sides, or with two blocks whose lines do not share
 * their heights (the address and the reference block of a letter), the left side is read before the right one. Everything else, tables and
 * forms above all, is read line by line, so that a label stays beside its value.
 */
export function readingOrder(lines: Block, depth = 0): Block[] {
  const gutter = depth < DEPTH ? findGutter(lines) : null;
  if (gutter === null) return lines.length > 0 ? [lines] : [];
  return [
    ...readingOrder(lines.slice(0, gutter.from), depth + 1),
    ...readingOrder(gutter.left, depth + 1),
    ...readingOrder(gutter.right, depth + 1),
    ...readingOrder(lines.slice(gutter.to + 1), depth + 1),
  ];
}

function findGutter(lines: Block): Gutter | null {
  let best: Gutter | null = null;
  for (const x of candidates(lines)) {
    for (const gutter of regionsAround(lines, x)) {
      const isBetter = best === null || gutter.left.length + gutter.right.length > best.left.length + best.right.length;
      if (isBetter && (isProse(gutter) || areSeparateBlocks(gutter))) best = gutter;
    }
  }
  return best;
}

function candidates(lines: Block): number[] {
  const gaps = lines.flatMap(({ fragments }) =>
    fragments.slice(1).map((fragment, index) => (fragments[index]!.right + fragment.left) / 2),
  );
  const step = Math.max(1, Math.ceil(gaps.length / CANDIDATES));
  return gaps.filter((_, index) => index % step === 0);
}

/** The longest stretches of lines that no fragment crosses at `x`. */
function* regionsAround(lines: Block, x: number): Generator<Gutter> {
  let from = 0;
  for (let index = 0; index <= lines.length; index += 1) {
    const line = lines[index];
    const crossed = line?.fragments.some(({ left, right }) => left < x && right > x) ?? true;
    if (!crossed) continue;
    if (index - from >= LINES_PER_COLUMN) {
      const gutter = trimmed(lines, from, index - 1, x);
      if (gutter !== null) yield gutter;
    }
    from = index + 1;
  }
}

/** A region begins where both sides have a line: a heading above is not the first line of a column. */
function trimmed(lines: Block, from: number, to: number, x: number): Gutter | null {
  const bothSides = (line: Line) => line.left < x && line.right > x;
  const region = lines.slice(from, to + 1);
  const first = region.findIndex(bothSides);
  const last = region.findLastIndex(bothSides);
  if (first === -1) return null;
  // The longer column may run on below the shorter one, but not over a wide space: what follows belongs to the page.
  const end = region.findIndex((line, index) => {
    const above = region[index - 1];
    return index > last && above !== undefined && line.top - above.bottom > REGION_GAP * heightOf(above);
  });
  const kept = region.slice(first, end === -1 ? undefined : end);
  const gutter: Gutter = {
    from: from + first,
    to: from + first + kept.length - 1,
    left: side(kept, (fragment) => fragment.right <= x),
    right: side(kept, (fragment) => fragment.left >= x),
  };
  return gutter.left.length >= LINES_PER_COLUMN && gutter.right.length >= LINES_PER_COLUMN ? gutter : null;
}

function side(lines: Block, belongs: (fragment: Fragment) => boolean): Block {
  return lines.flatMap((line) => {
    const fragments = line.fragments.filter(belongs);
    return fragments.length > 0 ? [lineOf(fragments)] : [];
  });
}

function isProse({ left, right }: Gutter): boolean {
  return [left, right].every((column) => {
    const width = Math.max(...column.map((line) => line.right)) - Math.min(...column.map((line) => line.left));
    const filled = column.filter((line) => isUnbroken(line) && line.right - line.left >= PROSE_FILL * width);
    const characters = column.map((line) => textLength(line)).sort((a, b) => a - b)[column.length >> 1]!;
    return filled.length >= PROSE_FILL * column.length && characters >= PROSE_CHARACTERS;
  });
}

function areSeparateBlocks({ left, right }: Gutter): boolean {
  const width = Math.min(...right.map((line) => line.left)) - Math.max(...left.map((line) => line.right));
  const height = heightOf(left[0]!);
  const labels = left.filter((line) => line.fragments.at(-1)!.words.at(-1)!.text.endsWith(':'));
  const aligned = left.filter((line) => right.some((other) => Math.abs(line.bottom - other.bottom) < 0.15 * height));
  return (
    width >= BLOCK_GUTTER * height &&
    left.every(isUnbroken) &&
    labels.length < LABEL_SHARE * left.length &&
    aligned.length < ALIGNED_SHARE * Math.min(left.length, right.length)
  );
}

function heightOf(line: Line): number {
  return line.bottom - line.top;
}

function textLength(line: Line): number {
  return line.fragments.reduce((sum, { words }) => sum + words.reduce((n, { text }) => n + text.length + 1, -1), 0);
}
