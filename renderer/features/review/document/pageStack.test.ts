import { describe, expect, it } from 'vitest';
import { pageAt, topOf } from './pageStack.ts';
import { GAP } from './useZoom.ts';

const PAGES = [{ height: 100 }, { height: 300 }, { height: 50 }];

describe('pages under each other', () => {
  it('begin behind those before them', () => {
    expect([0, 1, 2].map((index) => topOf(PAGES, index))).toEqual([GAP, 100 + 2 * GAP, 400 + 3 * GAP]);
  });
  it('are found at their places, the nearest one outside of all', () => {
    for (const [index] of PAGES.entries()) expect(pageAt(PAGES, topOf(PAGES, index) + 10)).toBe(index);
    expect(pageAt(PAGES, -5)).toBe(0);
    expect(pageAt(PAGES, 10_000)).toBe(2);
    expect(pageAt([], 0)).toBe(0);
  });
});
