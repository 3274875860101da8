import type { PageWord } from '../../contract/documentView.ts';
import type { Box } from '../layout/lines.ts';
import { apply, type Matrix } from '../layout/matrix.ts';

/** Digits behind the point of a share of a page: a thousandth of a millimetre on A4. */
const PRECISION = 1e5;
const rounded = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * PRECISION) / PRECISION;

/** Where a box stands on a page; `toPage` leads from its axes to shares of the page as it is shown. */
export function placeOnPage(box: Box, toPage: Matrix): Pick<PageWord, 'x' | 'y' | 'width' | 'height'> {
  const corners = (
    [
      [box.left, box.top],
      [box.right, box.top],
      [box.left, box.bottom],
      [box.right, box.bottom],
    ] as const
  ).map(([across, down]) => apply(toPage, across, down));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [x, y] = [rounded(Math.min(...xs)), rounded(Math.min(...ys))];
  return { x, y, width: rounded(rounded(Math.max(...xs)) - x), height: rounded(rounded(Math.max(...ys)) - y) };
}

/** Which way lines go on the page that run to the right in the axes before `toPage`: 0 right, 1 down, 2 left, 3 up. */
export function directionOf([a, b]: Matrix, { width, height }: { readonly width: number; readonly height: number }) {
  const [across, down] = [a * width, b * height];
  if (Math.abs(across) >= Math.abs(down)) return across >= 0 ? 0 : 2;
  return down >= 0 ? 1 : 3;
}
