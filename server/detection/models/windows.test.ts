import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planWindows } from './windows.ts';

it('gives every word to one window that holds it, within the budget', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 200 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 10, max: 60 }), fc.integer({ min: 0, max: 9 }), (words, budget, overlap) => {
      const windows = planWindows(words, budget, overlap);
      let owned = 0;
      for (const { from, to, ownFrom, ownTo } of windows) {
        expect(ownFrom).toBe(owned);
        expect(ownFrom).toBeGreaterThanOrEqual(from);
        expect(ownTo).toBeLessThanOrEqual(to);
        expect(to).toBeGreaterThan(from);
        const size = words.slice(from, to).reduce((a, b) => a + b, 0);
        expect(size <= budget || to === from + 1).toBe(true);
        owned = ownTo;
      }
      expect(owned).toBe(words.length);
    }),
  );
});

it('overlaps, and gives the words of an overlap to the nearer middle', () => {
  const windows = planWindows(
    Array.from({ length: 20 }, () => 1),
    10,
    4,
  );
  expect(windows).toEqual([
    { from: 0, to: 10, ownFrom: 0, ownTo: 8 },
    { from: 6, to: 16, ownFrom: 8, ownTo: 14 },
    { from: 12, to: 20, ownFrom: 14, ownTo: 20 },
  ]);
});
