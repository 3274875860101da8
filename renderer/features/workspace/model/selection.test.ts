import { describe, expect, it } from 'vitest';
import { all, clicked, kept, moved, NOTHING, pointedAt, reached, type Selection } from './selection.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const NONE = { mod: false, shift: false };
const MOD = { mod: true, shift: false };
const SHIFT = { mod: false, shift: true };
const ids = (selection: Selection) => [...selection.ids].sort().join('');

describe('clicks', () => {
  it('choose one, join and leave with Ctrl, and take a range with Shift', () => {
    let selection = clicked(NOTHING, ORDER, 'b', NONE);
    expect(ids(selection)).toBe('b');
    selection = clicked(selection, ORDER, 'd', MOD);
    expect(ids(selection)).toBe('bd');
    selection = clicked(selection, ORDER, 'e', SHIFT);
    expect(ids(selection)).toBe('de');
    selection = clicked(selection, ORDER, 'a', { mod: true, shift: true });
    expect(ids(selection)).toBe('abcde');
    expect(ids(clicked(selection, ORDER, 'c', MOD))).toBe('abde');
    expect(ids(clicked(selection, ORDER, 'c', NONE))).toBe('c');
  });
  it('of the right button keep what is chosen', () => {
    const selection = clicked(clicked(NOTHING, ORDER, 'a', NONE), ORDER, 'b', MOD);
    expect(ids(pointedAt(selection, 'a'))).toBe('ab');
    expect(ids(pointedAt(selection, 'c'))).toBe('c');
  });
});

describe('arrows', () => {
  it('begin at an end and stop at the other', () => {
    expect(ids(moved(NOTHING, ORDER, 1, NONE))).toBe('a');
    expect(ids(moved(NOTHING, ORDER, -1, NONE))).toBe('e');
    expect(ids(moved(clicked(NOTHING, ORDER, 'd', NONE), ORDER, 3, NONE))).toBe('e');
    expect(moved(NOTHING, [], 1, NONE)).toBe(NOTHING);
    expect(ids(reached(NOTHING, ORDER, ORDER.length, NONE))).toBe('e');
    expect(ids(reached(clicked(NOTHING, ORDER, 'c', NONE), ORDER, 0, SHIFT))).toBe('abc');
  });
  it('extend with Shift from the anchor, in both directions', () => {
    let selection = moved(clicked(NOTHING, ORDER, 'c', NONE), ORDER, 1, SHIFT);
    expect(ids(selection)).toBe('cd');
    selection = moved(selection, ORDER, -2, SHIFT);
    expect(ids(selection)).toBe('bc');
  });
  it('only go there with Ctrl', () => {
    const selection = moved(clicked(NOTHING, ORDER, 'c', NONE), ORDER, 1, MOD);
    expect(ids(selection)).toBe('c');
    expect(selection.cursor).toBe('d');
  });
});

it('forgets what has left the list and goes to the next entry', () => {
  const selection = { ids: new Set(['b', 'c']), cursor: 'c', anchor: 'b' };
  const after = kept(selection, ORDER, ['a', 'b', 'e']);
  expect(ids(after)).toBe('b');
  expect(after.cursor).toBe('e');
  expect(kept(selection, ORDER, [...ORDER, 'f'])).toBe(selection);
  expect(ids(all(NOTHING, ORDER))).toBe('abcde');
});
