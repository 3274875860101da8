/** How large pages are shown: as wide as the window, or a share of their size on paper. */
export type Zoom = 'fit' | number;

/** Pixels of the screen per point at 100 %: CSS counts 96 pixels to the inch, a point is 1/72 of one. */
export const PIXELS_PER_POINT = 96 / 72;

const STEPS: readonly number[] = Object.freeze([
  0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4,
]);
const CLOSE = 0.005;

/** The next step above or below a scale. */
export function zoomStep(scale: number, direction: 1 | -1): number {
  const next =
    direction === 1 ? STEPS.find((step) => step > scale + CLOSE) : STEPS.findLast((step) => step < scale - CLOSE);
  return next ?? (direction === 1 ? STEPS.at(-1)! : STEPS[0]!);
}

/** Between these sizes running text is read well. */
const LEAST_READING = 0.75;
const MOST_READING = 1.2;

/**
 * Scale and width in points of running text that has no pages of its own: its lines are as long as there is room for at a size that is read
 * well, at most those of a page.
 */
export function fittingText(width: number, room: number): { readonly scale: number; readonly width: number } {
  const scale = Math.min(MOST_READING, Math.max(LEAST_READING, fittingScale(width, room)));
  return { scale, width: Math.min(width, room / (scale * PIXELS_PER_POINT)) };
}

/** Scale at which something of `width` points fills `room` pixels, within what can be looked at. */
export function fittingScale(width: number, room: number): number {
  return Math.min(2.5, Math.max(0.1, room / (width * PIXELS_PER_POINT)));
}
