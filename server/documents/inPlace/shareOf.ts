import { union, type Box } from '../layout/lines.ts';
import { apply, type Matrix } from '../layout/matrix.ts';
import type { RemainingValue } from './types.ts';

/**
 * The bounds of a box on a page, in fractions of the page; null where nothing of it is on the page.
 * @param toShare - leads from the axes of the box to these fractions
 */
export function shareOf({ left, right, top, bottom }: Box, toShare: Matrix): RemainingValue['box'] {
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  const corners = [
    apply(toShare, left, top),
    apply(toShare, right, top),
    apply(toShare, right, bottom),
    apply(toShare, left, bottom),
  ].map(([x, y]) => ({ left: clip(x), right: clip(x), top: clip(y), bottom: clip(y) }));
  const bounds = union(corners);
  const [width, height] = [bounds.right - bounds.left, bounds.bottom - bounds.top];
  return width > 0 && height > 0 ? { x: bounds.left, y: bounds.top, width, height } : null;
}
