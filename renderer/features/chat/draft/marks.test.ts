import fc from 'fast-check';
import { expect, it } from 'vitest';
import { moveMarks, occurrencesOf } from './marks.ts';

const TEXT = 'Dear Anna Berg, call Max now.';
const ANNA = { start: 5, end: 14, category: 'person', masked: true };
const MAX = { start: 21, end: 24, category: 'person', masked: true };
const marked = (text: string, marks: readonly { start: number; end: number }[]) =>
  marks.map(({ start, end }) => text.slice(start, end));
const after = (text: string) => marked(text, moveMarks([ANNA, MAX], TEXT, text));

it('moves marks along with what is typed before, between and after them', () => {
  expect(after(`So: ${TEXT}`)).toEqual(['Anna Berg', 'Max']);
  expect(after('Dear Anna Berg, please call Max now.')).toEqual(['Anna Berg', 'Max']);
  expect(after(`${TEXT} Bye.`)).toEqual(['Anna Berg', 'Max']);
  expect(after('Dear Anna Berg! call Max now.')).toEqual(['Anna Berg', 'Max']);
});

it('drops marks that an edit touches, also one that grows a word', () => {
  expect(after('Dear Anna B Berg, call Max now.')).toEqual(['Max']);
  expect(after('Dear Anna Bergmann, call Max now.')).toEqual(['Max']);
  expect(after('Dear Anna Berg, call ReMax now.')).toEqual(['Anna Berg']);
  expect(after('')).toEqual([]);
});

it('never leaves a mark over other words than before', () => {
  const edit = fc.record({ at: fc.nat(TEXT.length), remove: fc.nat(10), insert: fc.string({ maxLength: 5 }) });
  fc.assert(
    fc.property(edit, ({ at, remove, insert }) => {
      const text = TEXT.slice(0, at) + insert + TEXT.slice(at + remove);
      for (const words of after(text)) expect(['Anna Berg', 'Max']).toContain(words);
    }),
  );
});

it('finds a value as whole words', () => {
  expect(occurrencesOf('Max', 'Max, Maximilian and Max')).toEqual([
    { start: 0, end: 3 },
    { start: 20, end: 23 },
  ]);
  expect(occurrencesOf('+49', 'x+49 1')).toEqual([{ start: 1, end: 4 }]);
  expect(occurrencesOf('', 'x')).toEqual([]);
});
