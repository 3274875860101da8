/** A rectangle; `top` above `bottom`. The unit is the source's: points of a PDF, pixels of a recognized page. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Word extends Box {
  readonly text: string;
  /** Ends in a hyphen that the source itself calls a break inside a word. */
  readonly softHyphen: boolean;
}

/** Words of one line that stand close together: a cell of a table, a line of a column. */
export interface Fragment extends Box {
  readonly words: readonly Word[];
}

/** Fragments on one height, from left to right. */
export interface Line extends Box {
  readonly fragments: readonly Fragment[];
}

/** Gap between two words that may be the gutter between columns, in heights of the line; justified prose has such gaps, rarely. */
const FRAGMENT_GAP = 0.85;
/** Gap that separates cells for sure. */
const CELL_GAP = 1.1;

/** Puts words on lines by their height, from the top down, and splits lines where the space is wide. */
export function toLines(words: readonly Word[]): Line[] {
  const rows: { words: Word[]; box: Box }[] = [];
  let firstOpen = 0;
  for (const word of [...words].sort((a, b) => a.top - b.top || a.left - b.left)) {
    while (firstOpen < rows.length && rows[firstOpen]!.box.bottom < word.top) firstOpen += 1;
    const row = rows
      .slice(firstOpen)
      .find((open) => sharesLine(open.box, word) && !open.words.some((other) => covers(other, word)));
    if (row === undefined) rows.push({ words: [word], box: word });
    else row.words.push(word);
  }
  return rows.map((row) => toLine(row.words)).sort((a, b) => a.top + a.bottom - (b.top + b.bottom) || a.left - b.left);
}

function toLine(words: readonly Word[]): Line {
  const fragments: Word[][] = [];
  for (const word of [...words].sort((a, b) => a.left - b.left)) {
    const last = fragments.at(-1)?.at(-1);
    const height = Math.max(1, word.bottom - word.top, last === undefined ? 0 : last.bottom - last.top);
    if (last !== undefined && word.left - last.right < FRAGMENT_GAP * height) fragments.at(-1)!.push(word);
    else fragments.push([word]);
  }
  return lineOf(fragments.map((group) => ({ words: group, ...union(group) })));
}

/** True where two neighbouring fragments of a line are cells and not words of one sentence. */
export function isCellGap(before: Fragment, after: Fragment): boolean {
  return after.left - before.right >= CELL_GAP * Math.min(before.bottom - before.top, after.bottom - after.top);
}

/** True when a line has no cells. */
export function isUnbroken(line: Line): boolean {
  return line.fragments.every((fragment, index) => index === 0 || !isCellGap(line.fragments[index - 1]!, fragment));
}

/** A line of the given fragments, at least one. */
export function lineOf(fragments: readonly Fragment[]): Line {
  return { fragments, ...union(fragments) };
}

export function union(boxes: readonly Box[]): Box {
  let { left, right, top, bottom } = boxes[0]!;
  for (const box of boxes) {
    left = Math.min(left, box.left);
    right = Math.max(right, box.right);
    top = Math.min(top, box.top);
    bottom = Math.max(bottom, box.bottom);
  }
  return { left, right, top, bottom };
}

/** Words on top of each other belong to two lines that touch (tight spacing, a stamp), or were printed over each other. */
function covers(a: Box, b: Box): boolean {
  const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return shared > 0.5 * Math.min(a.right - a.left, b.right - b.left);
}

/** Share of a line's height that lies below its baseline, where boxes have room for descenders. */
const DESCENT = 0.24;

/**
 * Words of one line overlap; where one is much higher (an initial, a heading beside small print, a long placeholder that had to become small),
 * they must stand on the same ground or baseline too.
 */
function sharesLine(a: Box, b: Box): boolean {
  const heights = [a.bottom - a.top, b.bottom - b.top];
  const lower = Math.min(...heights);
  const higher = Math.max(...heights);
  if (overlap(a, b) <= 0.5) return false;
  if (higher < 1.8 * lower) return true;
  const deeper = heights[0] === higher ? a.bottom - b.bottom : b.bottom - a.bottom;
  const isNear = (expected: number) => Math.abs(deeper - expected) < 0.35 * lower;
  return isNear(0) || isNear(DESCENT * (higher - lower));
}

/** Share of the lower box's height that both have in common, 0 to 1. */
export function overlap(a: Box, b: Box): number {
  const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return shared / Math.max(0.01, Math.min(a.bottom - a.top, b.bottom - b.top));
}
