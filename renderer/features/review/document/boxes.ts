import type { PageWord } from '../../../../server/contract/documentView.ts';
import type { TextRange } from '../model/search.ts';

/** A rectangle on a page in shares of its size. */
export interface PageBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Words of one line overlap by this share of the lower one. */
const SAME_LINE = 0.5;

const right = (box: PageBox) => box.x + box.width;
const bottom = (box: PageBox) => box.y + box.height;

function united(a: PageBox, b: PageBox): PageBox {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, width: Math.max(right(a), right(b)) - x, height: Math.max(bottom(a), bottom(b)) - y };
}

/** The part of a word's box that a range covers; letters are taken to be equally wide. */
function partOf(word: PageWord, { start, end }: TextRange): PageBox {
  const { x, y, width, height, direction } = word;
  const letters = Math.max(1, word.end - word.start);
  const from = Math.max(0, start - word.start) / letters;
  const to = Math.min(letters, end - word.start) / letters;
  switch (direction) {
    case 0:
      return { x: x + from * width, y, width: (to - from) * width, height };
    case 1:
      return { x, y: y + from * height, width, height: (to - from) * height };
    case 2:
      return { x: x + (1 - to) * width, y, width: (to - from) * width, height };
    case 3:
      return { x, y: y + (1 - to) * height, width, height: (to - from) * height };
    case null:
    default:
      // The box stands for the whole.
      return { x, y, width, height };
  }
}

function shareLine(a: PageBox, b: PageBox, upright: boolean): boolean {
  const [from, to] = upright
    ? [Math.max(a.y, b.y), Math.min(bottom(a), bottom(b))]
    : [Math.max(a.x, b.x), Math.min(right(a), right(b))];
  const least = upright ? Math.min(a.height, b.height) : Math.min(a.width, b.width);
  return to - from > SAME_LINE * least;
}

/** First word that ends behind `offset`; words are sorted. */
function firstBehind(words: readonly PageWord[], offset: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (words[middle]!.end <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Words that a range touches. Words of a page are sorted by their place in the text. */
export function wordsIn(words: readonly PageWord[], range: TextRange): readonly PageWord[] {
  const from = firstBehind(words, range.start);
  let to = from;
  while (to < words.length && words[to]!.start < range.end) to += 1;
  return words.slice(from, to);
}

/** The boxes of a range on a page, one per line it stands on. */
export function boxesOf(words: readonly PageWord[], range: TextRange): PageBox[] {
  const boxes: PageBox[] = [];
  let last: PageWord | null = null;
  for (const word of wordsIn(words, range)) {
    const box = partOf(word, range);
    const before = boxes.at(-1);
    const upright = word.direction === 0 || word.direction === 2;
    const joins = before !== undefined && last?.direction === word.direction && shareLine(before, box, upright);
    if (joins) boxes[boxes.length - 1] = united(before, box);
    else boxes.push(box);
    last = word;
  }
  return boxes;
}

/** The word at a point of the page, or the nearest one on its line; null where the page has none near it. */
export function wordAt(words: readonly PageWord[], x: number, y: number, reach = 0.02): PageWord | null {
  let best: PageWord | null = null;
  let bestDistance = reach;
  for (const word of words) {
    const across = Math.max(word.x - x, 0, x - right(word));
    const down = Math.max(word.y - y, 0, y - bottom(word));
    const distance = Math.hypot(across, down);
    if (distance === 0) return word;
    if (distance < bestDistance) [best, bestDistance] = [word, distance];
  }
  return best;
}

/** Stretches of the text whose words lie at least by half under a box, joined where they follow each other. */
export function rangesUnder(words: readonly PageWord[], box: PageBox): TextRange[] {
  const ranges: { start: number; end: number }[] = [];
  for (const word of words) {
    const across = Math.min(right(word), right(box)) - Math.max(word.x, box.x);
    const down = Math.min(bottom(word), bottom(box)) - Math.max(word.y, box.y);
    if (across < word.width / 2 || down < word.height / 2) continue;
    const last = ranges.at(-1);
    if (last !== undefined && word.start - last.end <= 1) last.end = word.end;
    else ranges.push({ start: word.start, end: word.end });
  }
  return ranges;
}

/** The parts of a range that none of the others covers; those are sorted by their start. */
export function uncovered(range: TextRange, others: readonly TextRange[]): TextRange[] {
  const parts: TextRange[] = [];
  let at = range.start;
  for (const { start, end } of others) {
    if (end <= at || start >= range.end) continue;
    if (start > at) parts.push({ start: at, end: start });
    at = end;
  }
  if (at < range.end) parts.push({ start: at, end: range.end });
  return parts;
}
