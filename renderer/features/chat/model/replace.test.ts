import { expect, it } from 'vitest';
import { replaceFinds } from './replace.ts';

it('puts placeholders where the finds stand, and knows where they are', () => {
  const text = 'Anna met Max in Rome.';
  const { text: replaced, marks } = replaceFinds(text, [
    { start: 0, end: 4, category: 'person', placeholder: '[[person-1]]' },
    { start: 9, end: 12, category: 'person', placeholder: null },
    { start: 16, end: 20, category: 'location', placeholder: '[[location-1]]' },
  ]);
  expect(replaced).toBe('[[person-1]] met Max in [[location-1]].');
  expect(marks.map(({ start, end }) => replaced.slice(start, end))).toEqual(['[[person-1]]', 'Max', '[[location-1]]']);
});
