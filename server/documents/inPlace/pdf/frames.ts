import type { Box } from '../../layout/lines.ts';
import { apply, type Matrix } from '../../layout/matrix.ts';
import type { Glyph, Turn } from '../../pdf/glyphs.ts';

/** Leads from the axes in which glyphs of a turn are measured (along the line, downwards) to the user space of the page. */
const FRAMES: Readonly<Record<0 | 1 | 2 | 3, Matrix>> = Object.freeze({
  0: [1, 0, 0, -1, 0, 0],
  1: [0, 1, 1, 0, 0, 0],
  2: [-1, 0, 0, 1, 0, 0],
  3: [0, -1, -1, 0, 0, 0],
});

/** Text at another angle is measured by boxes along the axes of the page. */
export function frameOf(turn: Turn): Matrix {
  return FRAMES[turn ?? 0];
}

/** Middle of a glyph in the user space of the page. */
export function centerOf({ left, right, top, bottom, turn }: Glyph): readonly [x: number, y: number] {
  return apply(frameOf(turn), (left + right) / 2, (top + bottom) / 2);
}

/** A point of the page in the axes of a turn. The maps are their own way back. */
export function toFrame(turn: Turn, x: number, y: number): readonly [along: number, down: number] {
  const [a, b, c, d] = frameOf(turn);
  return [a * x + b * y, c * x + d * y];
}

export function contains(box: Box, x: number, y: number): boolean {
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}
