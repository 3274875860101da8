import { describe, expect, it } from 'vitest';
import type { PageWord } from '../../../../server/contract/documentView.ts';
import { boxesOf, rangesUnder, uncovered, wordAt } from './boxes.ts';

/** "Anna Müller wohnt" in two lines, "Ulm" beside it on its side. */
const WORDS: readonly PageWord[] = [
  { start: 0, end: 4, x: 0.1, y: 0.1, width: 0.1, height: 0.02, direction: 0 },
  { start: 5, end: 11, x: 0.22, y: 0.1, width: 0.18, height: 0.02, direction: 0 },
  { start: 12, end: 17, x: 0.1, y: 0.14, width: 0.15, height: 0.02, direction: 0 },
  { start: 18, end: 21, x: 0.8, y: 0.4, width: 0.02, height: 0.09, direction: 3 },
];

describe('boxes on a page', () => {
  it('join words of a line and start anew on the next', () => {
    const boxes = boxesOf(WORDS, { start: 0, end: 17 });
    expect(boxes).toHaveLength(2);
    expect(boxes[0]).toMatchObject({ x: 0.1, y: 0.1 });
    expect(boxes[0]!.width).toBeCloseTo(0.3);
    expect(boxes[1]).toMatchObject({ x: 0.1, y: 0.14 });
  });

  it('cover a part of a word in the direction of its letters', () => {
    const [across] = boxesOf(WORDS, { start: 5, end: 8 });
    expect(across).toMatchObject({ x: 0.22, y: 0.1, height: 0.02 });
    expect(across!.width).toBeCloseTo(0.09);
    const [up] = boxesOf(WORDS, { start: 18, end: 19 });
    expect(up!.y).toBeCloseTo(0.46);
    expect(up!.height).toBeCloseTo(0.03);
  });

  it('are none for what stands on another page', () => {
    expect(boxesOf(WORDS, { start: 21, end: 40 })).toEqual([]);
    expect(boxesOf([], { start: 0, end: 4 })).toEqual([]);
  });
});

describe('a point of a page', () => {
  it('belongs to the word at it, or to the nearest one', () => {
    expect(wordAt(WORDS, 0.25, 0.11)?.start).toBe(5);
    expect(wordAt(WORDS, 0.21, 0.11)?.start).toBe(0);
    expect(wordAt(WORDS, 0.5, 0.8)).toBeNull();
  });
});

describe('a drawn area', () => {
  it('lies over words that it covers at least by half', () => {
    expect(rangesUnder(WORDS, { x: 0.05, y: 0.09, width: 0.5, height: 0.04 })).toEqual([{ start: 0, end: 11 }]);
    expect(rangesUnder(WORDS, { x: 0.05, y: 0.09, width: 0.1, height: 0.04 })).toEqual([{ start: 0, end: 4 }]);
    expect(rangesUnder(WORDS, { x: 0.5, y: 0.5, width: 0.1, height: 0.1 })).toEqual([]);
  });
});

describe('a range', () => {
  it('is left with what no other range covers', () => {
    const range = { start: 10, end: 20 };
    expect(uncovered(range, [])).toEqual([range]);
    expect(
      uncovered(range, [
        { start: 0, end: 12 },
        { start: 14, end: 15 },
        { start: 18, end: 30 },
      ]),
    ).toEqual([
      { start: 12, end: 14 },
      { start: 15, end: 18 },
    ]);
    expect(uncovered(range, [{ start: 5, end: 25 }])).toEqual([]);
  });
});
