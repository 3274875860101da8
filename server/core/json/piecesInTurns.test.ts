import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLargeJson, jsonBytesInTurns, jsonInTurns } from './piecesInTurns.ts';

const written = async (value: unknown): Promise<string> => {
  let text = '';
  for await (const piece of jsonInTurns(value)) text += piece;
  return text;
};

it('writes what JSON.stringify writes', async () => {
  const long = ['a', '"', '\ud83d\ude00', '\udc00', '\u0001'].map((unit) => `x${unit.repeat(150_001)}`);
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constantFrom(null, undefined)),
      fc.array(tie('tree')),
      fc.dictionary(fc.string(), tie('tree')),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(tree, fc.constantFrom(...long), async (value, text) => {
      const whole = { value, other: [text, value, undefined], [text]: [value] };
      const expected = JSON.stringify(whole);
      expect((await written(whole)) === expected).toBe(true);
      expect((await jsonBytesInTurns(whole)).toString() === expected).toBe(true);
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

it('gives everybody else a turn', async () => {
  const value = { list: Array.from({ length: 500_000 }, (_, at) => ({ at })), text: '"'.repeat(8_000_000) };
  expect(isLargeJson(value)).toBe(true);
  let turns = 0;
  const timer = setInterval(() => (turns += 1));
  expect((await written(value)) === JSON.stringify(value)).toBe(true);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(1);
});

it('takes what is small at once', () => {
  expect(isLargeJson({ text: 'a'.repeat(1_000), list: [1, 2, 3] })).toBe(false);
  expect(isLargeJson(['a'.repeat(200_000)])).toBe(true);
  expect(isLargeJson({ ['a'.repeat(200_000)]: 1 })).toBe(true);
});
