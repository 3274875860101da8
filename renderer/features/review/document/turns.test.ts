import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxBetween, moved, resized, turned, unturned, unturnedStep, type Turn } from './turns.ts';

const TURNS: readonly Turn[] = [0, 1, 2, 3];
const unit = fc.double({ min: 0, max: 1, noNaN: true });

describe('a page that is shown turned', () => {
  it.each(TURNS)('puts boxes where their corners are (%i)', (turn) => {
    fc.assert(
      fc.property(unit, unit, unit, unit, (ax, ay, bx, by) => {
        const shown = boxBetween(ax, ay, bx, by);
        const [px, py] = unturned(turn, ax, ay);
        const [qx, qy] = unturned(turn, bx, by);
        const back = turned(turn, boxBetween(px, py, qx, qy));
        for (const side of ['x', 'y', 'width', 'height'] as const) expect(back[side]).toBeCloseTo(shown[side], 9);
      }),
    );
  });

  it('keeps ways as long as they are', () => {
    expect(unturnedStep(1, 0.1, 0)).toEqual([0, expect.closeTo(-0.1) as number]);
    expect(unturnedStep(3, 0, 0.2)).toEqual([expect.closeTo(-0.2) as number, 0]);
  });
});

describe('an area', () => {
  it('stays on the page however it is moved and resized', () => {
    const way = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(unit, unit, unit, unit, way, way, (ax, ay, bx, by, dx, dy) => {
        const box = boxBetween(ax, ay, bx, by);
        for (const { x, y, width, height } of [moved(box, dx, dy), resized(box, dx, dy)]) {
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
          expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
    );
  });
});
