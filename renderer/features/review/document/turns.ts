import type { PageBox } from './boxes.ts';

/** Quarter turns clockwise by which a page is shown. */
export type Turn = 0 | 1 | 2 | 3;

export const turnOf = (value: number | undefined): Turn => (value === 1 || value === 2 || value === 3 ? value : 0);

/** A point of a page as it is shown turned, as a point of the page itself; both in shares of the size. */
export function unturned(turn: Turn, x: number, y: number): readonly [x: number, y: number] {
  switch (turn) {
    case 0:
      return [x, y];
    case 1:
      return [y, 1 - x];
    case 2:
      return [1 - x, 1 - y];
    case 3:
      return [1 - y, x];
  }
}

/** A way on the page as it is shown turned, as a way on the page itself. */
export function unturnedStep(turn: Turn, dx: number, dy: number): readonly [dx: number, dy: number] {
  const [x, y] = unturned(turn, dx, dy);
  const [x0, y0] = unturned(turn, 0, 0);
  return [x - x0, y - y0];
}

/** A box of the page as it stands on the page that is shown turned. */
export function turned(turn: Turn, { x, y, width, height }: PageBox): PageBox {
  switch (turn) {
    case 0:
      return { x, y, width, height };
    case 1:
      return { x: 1 - y - height, y: x, width: height, height: width };
    case 2:
      return { x: 1 - x - width, y: 1 - y - height, width, height };
    case 3:
      return { x: y, y: 1 - x - width, width: height, height: width };
  }
}

const within = (value: number): number => Math.min(1, Math.max(0, value));

/** The box between two points, inside the page. */
export function boxBetween(ax: number, ay: number, bx: number, by: number): PageBox {
  const [left, right] = [within(Math.min(ax, bx)), within(Math.max(ax, bx))];
  const [top, bottom] = [within(Math.min(ay, by)), within(Math.max(ay, by))];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Smallest side of an area, as a share of the page. */
export const LEAST_SIDE = 0.004;

/** The box moved, inside the page. */
export function moved({ x, y, width, height }: PageBox, dx: number, dy: number): PageBox {
  return {
    x: Math.min(1 - width, Math.max(0, x + dx)),
    y: Math.min(1 - height, Math.max(0, y + dy)),
    width,
    height,
  };
}

/** The box with its lower right corner moved, inside the page. */
export function resized({ x, y, width, height }: PageBox, dx: number, dy: number): PageBox {
  return {
    x,
    y,
    width: Math.min(1 - x, Math.max(LEAST_SIDE, width + dx)),
    height: Math.min(1 - y, Math.max(LEAST_SIDE, height + dy)),
  };
}
