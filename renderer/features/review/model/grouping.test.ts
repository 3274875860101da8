import { describe, expect, it } from 'vitest';
import { filterFinds, groupFinds, NO_FILTER, treeRows } from './grouping.ts';
import { findOf } from './testFinds.ts';

const text = 'Anna traf Ben. Anna rief 0561 123 an. Zoe blieb.';
const finds = [
  findOf(text, 'Anna'),
  findOf(text, 'Ben', { confidence: 0.4 }),
  findOf(text, 'Anna', { from: 5, accepted: false }),
  findOf(text, '0561 123', { category: 'phone' }),
  findOf(text, 'Zoe', { category: 'own_label' }),
];

describe('groupFinds', () => {
  it('groups by category in the order of the product and by value', () => {
    const groups = groupFinds(finds);
    expect(groups.map((group) => [group.category, group.mentions])).toEqual([
      ['person', 3],
      ['phone', 1],
      ['own_label', 1],
    ]);
    expect(groups[0]!.values.map((v) => [v.text, v.mentions.length, v.accepted, v.confidence])).toEqual([
      ['Anna', 2, 1, 0.9],
      ['Ben', 1, 1, 0.4],
    ]);
  });
});

describe('filterFinds', () => {
  const ids = (filter: Partial<typeof NO_FILTER>) =>
    filterFinds(finds, { ...NO_FILTER, ...filter }, (id) => id === finds[0]!.id).map((find) => find.text);
  it('filters by state, category and text', () => {
    expect(ids({ shown: 'uncertain' })).toEqual(['Ben']);
    expect(ids({ shown: 'rejected' })).toEqual(['Anna']);
    expect(ids({ shown: 'open' })).toHaveLength(4);
    expect(ids({ category: 'phone' })).toEqual(['0561 123']);
    expect(ids({ query: 'ANN' })).toHaveLength(2);
    expect(ids({ query: 'phone-' })).toEqual(['0561 123']);
  });
});

describe('treeRows', () => {
  it('opens categories by default and values on demand, with positions in their set', () => {
    const groups = groupFinds(finds);
    const closed = treeRows(groups, new Set());
    expect(closed.map((row) => [row.level, row.position, row.setSize, row.expanded])).toEqual([
      [1, 1, 3, true],
      [2, 1, 2, false],
      [2, 2, 2, null],
      [1, 2, 3, true],
      [2, 1, 1, null],
      [1, 3, 3, true],
      [2, 1, 1, null],
    ]);
    const opened = treeRows(groups, new Set([groups[0]!.values[0]!.key, 'phone']));
    expect(opened.map((row) => row.level)).toEqual([1, 2, 3, 3, 2, 1, 1, 2]);
  });
});
