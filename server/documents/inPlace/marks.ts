import { overlap, union, type Box } from '../layout/lines.ts';

/** A box that covers what is replaced on one line, and what is written into it. */
export interface Mark {
  readonly box: Box;
  /** Empty in the boxes of a replacement but one. */
  readonly label: string;
}

/** A box narrower than this share of the widest is too small to be read in: the label goes to the widest then. */
const FIRST_IF_SHARE = 0.4;

/** One mark per line that the boxes of a replacement stand on; the boxes are in reading order. The first line bears the label if it is wide enough. */
export function marksOf(boxes: readonly Box[], label: string): Mark[] {
  const lines: Box[][] = [];
  for (const box of boxes) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    if (line !== undefined && last !== undefined && overlap(last, box) > 0.5 && box.left >= last.left) line.push(box);
    else lines.push([box]);
  }
  const merged = lines.map((line) => union(line));
  const width = (box: Box) => box.right - box.left;
  const widest = Math.max(...merged.map(width));
  const bearer = merged.findIndex((box, index) => width(box) >= (index === 0 ? FIRST_IF_SHARE : 1) * widest);
  return merged.map((box, index) => ({ box, label: index === bearer ? label : '' }));
}
