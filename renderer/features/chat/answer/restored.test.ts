import fc from 'fast-check';
import { expect, it } from 'vitest';
import { patternOf } from './restored.ts';

const value = (original: string) => ({ original, placeholder: '[[x]]', category: 'person' });
const found = (text: string, ...originals: string[]) => text.match(patternOf(originals.map(value))!) ?? [];

it('finds originals as whole words, the longest first', () => {
  expect(found('Anna and Anna Berg, not Annabel.', 'Anna', 'Anna Berg')).toEqual(['Anna', 'Anna Berg']);
  expect(found('DE89  3704\n0044', 'DE89 3704 0044')).toEqual(['DE89  3704\n0044']);
  expect(patternOf([])).toBeNull();
  expect(patternOf([value(' ')])).toBeNull();
});

it('takes every text as it is written', () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }).filter((original) => original.trim() !== '');
  fc.assert(
    fc.property(text, (original) => {
      expect(found(original, original)).toEqual([original]);
    }),
  );
  expect(found('pay a-b/c (1) [2] {3} $4^5|6? now', 'a-b/c (1) [2] {3} $4^5|6?')).toHaveLength(1);
});
