/** Position and size in device-independent pixels. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const DEFAULT_SIZE = Object.freeze({ width: 1360, height: 880 });
export const MINIMUM_SIZE = Object.freeze({ width: 960, height: 640 });

/** How much of the window must lie on a screen, in pixels, so that a person can reach its title bar. */
const REACHABLE = 80;

/**
 * Stored bounds when they still lie on one of the screens, else the default size without a position: a screen may have been unplugged since.
 */
export function usableBounds(
  stored: Bounds | null,
  screens: readonly Bounds[],
): Partial<Bounds> & { width: number; height: number } {
  if (stored === null) return DEFAULT_SIZE;
  const isReachable = screens.some(
    (screen) =>
      stored.x + stored.width - REACHABLE >= screen.x &&
      stored.x + REACHABLE <= screen.x + screen.width &&
      stored.y >= screen.y &&
      stored.y + REACHABLE <= screen.y + screen.height,
  );
  if (!isReachable) return DEFAULT_SIZE;
  return {
    ...stored,
    width: Math.max(stored.width, MINIMUM_SIZE.width),
    height: Math.max(stored.height, MINIMUM_SIZE.height),
  };
}
