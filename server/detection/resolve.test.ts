import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOrderedOffsets } from './orderedOffsets.ts';
import type { Candidate } from './recognizer.ts';
import { resolve } from './resolve.ts';

const find = (start: number, end: number, priority: number, rest: Partial<Candidate> = {}): Candidate => ({
  start,
  end,
  priority,
  category: 'person',
  confidence: 0.5,
  sources: ['test'],
  ...rest,
});
const TEXT = 'abcdefghijklmnopqrstuvwxyz'.repeat(8);
const ranges = (found: readonly Candidate[]): string[] =>
  found.map(({ start, end, priority }) => `${start}-${end}/${priority}`);

describe('resolve', () => {
  it('prefers priority, then length, then confidence', () => {
    expect(ranges(resolve(TEXT, [find(0, 5, 40), find(0, 5, 80)]))).toEqual(['0-5/80']);
    expect(ranges(resolve(TEXT, [find(0, 5, 40), find(0, 9, 40)]))).toEqual(['0-9/40']);
    expect(resolve(TEXT, [find(0, 5, 40), find(0, 5, 40, { confidence: 0.9, category: 'url' })])[0]?.category).toBe(
      'url',
    );
  });

  it('keeps the uncovered rest of a loser', () => {
    expect(ranges(resolve(TEXT, [find(4, 6, 80), find(0, 10, 40)]))).toEqual(['0-4/40', '4-6/80', '6-10/40']);
    expect(ranges(resolve('ab - cd', [find(0, 2, 80), find(0, 5, 40)]))).toEqual(['0-2/80']);
  });

  it('drops a rest without digits of a find that is a number', () => {
    const text = 'FN 4711 EUR';
    const number = find(3, 7, 80, { category: 'casenumber' });
    expect(ranges(resolve(text, [number, find(0, 7, 60, { category: 'reference' })]))).toEqual(['3-7/80']);
    expect(ranges(resolve('A1 4711', [number, find(0, 7, 60, { category: 'reference' })]))).toEqual([
      '0-2/60',
      '3-7/80',
    ]);
  });

  it('keeps letters of a value that began behind its label', () => {
    const text = 'No. KM-6610924, no. 4711';
    const phone = find(7, 14, 75, { category: 'phone' });
    const labelled = find(4, 14, 70, { category: 'reference', sources: ['label:reference'] });
    expect(ranges(resolve(text, [phone, labelled]))).toEqual(['4-6/70', '7-14/75']);
  });

  it('joins sources of the same category only', () => {
    const [same] = resolve(TEXT, [find(0, 9, 80, { sources: ['a'] }), find(1, 5, 40, { sources: ['b'] })]);
    expect(same?.sources).toEqual(['a', 'b']);
    const [other] = resolve(TEXT, [find(0, 9, 80, { sources: ['a'] }), find(1, 5, 40, { category: 'url' })]);
    expect(other?.sources).toEqual(['a']);
  });

  it('drops invalid ranges', () => {
    expect(resolve('abc', [find(-1, 2, 40), find(2, 2, 40), find(1, 9, 40)])).toEqual([]);
  });

  it('never overlaps, is sorted, covers what the candidates cover and does not depend on their order', () => {
    const candidate = fc
      .tuple(
        fc.nat(150),
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom(40, 60, 80),
        fc.constantFrom('person', 'organization', 'address'),
      )
      .map(([start, length, priority, category]) => find(start, start + length, priority, { category }));
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 12 }), (candidates) => {
        const winners = resolve(TEXT, candidates);
        for (let i = 1; i < winners.length; i += 1)
          expect(winners[i]!.start).toBeGreaterThanOrEqual(winners[i - 1]!.end);
        expect(resolve(TEXT, candidates.toReversed())).toEqual(winners);
        const cover = (spans: readonly Candidate[]): Set<number> =>
          new Set(spans.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)));
        if (candidates.length <= 8) expect(cover(winners)).toEqual(cover(candidates));
      }),
    );
  });
});

describe('ordered offsets', () => {
  it('finds the nearest member at or before an offset', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(5_000), { maxLength: 60 }), fc.nat(5_000), (members, offset) => {
        const set = createOrderedOffsets(5_001);
        members.forEach((member) => set.add(member));
        expect(set.atOrBefore(offset)).toBe(Math.max(-1, ...members.filter((member) => member <= offset)));
      }),
    );
  });
});
