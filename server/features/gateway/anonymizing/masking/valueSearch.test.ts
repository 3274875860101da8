import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ON_ANY_MACHINE, tooFast } from '../../../../../test/helpers/growth.ts';
import { createValueSearch, isTelling } from './valueSearch.ts';

const find = (text: string, ...values: readonly (readonly [text: string, category: string])[]) =>
  createValueSearch(values.map(([value, category]) => ({ text: value, category })))
    .find(text)
    .map(({ start, end }) => text.slice(start, end));

it('finds whole words only, names in their own case and addresses in any', () => {
  expect(find('Rose, rose, Rosenbaum, _Rose_, Rosé', ['Rose', 'person'])).toEqual(['Rose', 'Rose']);
  expect(find('MIRA@HOLM.DE; amira@holm.de', ['mira@holm.de', 'email'])).toEqual(['MIRA@HOLM.DE']);
  expect(find('(+49 341) 1, +49 341', ['+49 341', 'person'])).toEqual(['+49 341', '+49 341']);
});

it('finds numbers in any grouping, and only as a whole', () => {
  const iban = ['DE89 3704 0044 0532 0130 00', 'iban'] as const;
  expect(find('DE89370400440532013000 de89-3704-0044-0532-0130-00', iban)).toHaveLength(2);
  expect(find('DE893704004405320130001', iban)).toEqual([]);
  expect(find('0341/86.71 40', ['0341 867140', 'phone'])).toEqual(['0341/86.71 40']);
});

it('finds every value that stands between spaces in any text', () => {
  const value = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
    .filter((text) => /^[\p{L}\p{N}]/u.test(text));
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 6 }), (values) => {
      const search = createValueSearch(values.map((text) => ({ text, category: 'person' })));
      const text = values.join(' \n');
      for (const wanted of values)
        expect(search.find(text).some(({ value: { text: got } }) => got === wanted)).toBe(true);
      expect(search.has(text)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

it('takes initials and short numbers for nothing', () => {
  expect(['B.', '45', '7 a', 'Ed', '112', 'É'].filter(isTelling)).toEqual(['Ed', '112']);
});

it(
  'takes no more than twice the time for twice the digits, also of a value that is all of the text',
  ON_ANY_MACHINE,
  async () => {
    const found: number[] = [];
    const shapes = { 'words of one digit': (length: number) => '1 '.repeat(length / 2) };
    const work = (text: string) => found.push(find(text, [text.trim(), 'reference']).length);
    expect(await tooFast(work, 20_000, shapes)).toEqual([]);
    expect(Math.min(...found)).toBeGreaterThan(0);
  },
);
