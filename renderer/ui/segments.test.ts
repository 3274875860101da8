import fc from 'fast-check';
import { expect, it } from 'vitest';
import { segmentsOf } from './segments.ts';

it('cuts a text at its matches', () => {
  const match = { start: 3, end: 7 };
  expect(segmentsOf('An Anna.', [match])).toEqual([
    { text: 'An ', match: null },
    { text: 'Anna', match },
    { text: '.', match: null },
  ]);
});

it('never loses or repeats a character, whatever the matches are', () => {
  const span = fc.record({ start: fc.integer({ min: 0, max: 60 }), end: fc.integer({ min: 0, max: 60 }) });
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.array(span), (text, matches) => {
      expect(
        segmentsOf(text, matches)
          .map((segment) => segment.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
