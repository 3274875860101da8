import { expect, it } from 'vitest';
import { rowAfter } from './listKeys.ts';

const press = (key: string, held: Partial<KeyboardEvent> = {}) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false },
  ...held,
});
const from = (at: number, key: string) => rowAfter(press(key), at, 20, 6);

it('leads to the rows around, a page away and at the ends', () => {
  expect(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'].map((key) => from(10, key))).toEqual([
    11, 9, 16, 4, 0, 19,
  ]);
});

it('stays in the list', () => {
  expect(['ArrowUp', 'PageUp'].map((key) => from(0, key))).toEqual([0, 0]);
  expect(['ArrowDown', 'PageDown'].map((key) => from(19, key))).toEqual([19, 19]);
});

it('begins at the first row where none is active', () => {
  expect(from(-1, 'ArrowDown')).toBe(0);
});

it('leaves other keys, shortcuts and empty lists alone', () => {
  expect(from(3, 'Enter')).toBeNull();
  expect(rowAfter(press('End', { ctrlKey: true }), 3, 20, 6)).toBeNull();
  expect(rowAfter(press('Home'), -1, 0, 6)).toBeNull();
});
