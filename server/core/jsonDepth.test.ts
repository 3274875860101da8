import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MOST_JSON_LEVELS, nestsTooDeep } from './jsonDepth.ts';

const nested = (levels: number, inner = '1') => '[{"a":'.repeat(levels / 2) + inner + '}]'.repeat(levels / 2);

it('allows 200 levels and no more', () => {
  expect(nestsTooDeep(nested(MOST_JSON_LEVELS))).toBe(false);
  expect(nestsTooDeep(nested(MOST_JSON_LEVELS, '[]'))).toBe(true);
  expect(nestsTooDeep(`[${'[],'.repeat(1_000)}[]]`)).toBe(false);
});

it('counts no bracket in a string, whatever is escaped in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('[', '{', '"', '\\', 'a') }), (text) => {
      const string = JSON.stringify(text + '['.repeat(MOST_JSON_LEVELS + 1));
      expect(nestsTooDeep(`[${string}]`)).toBe(false);
      expect(nestsTooDeep(`{${string}:${nested(MOST_JSON_LEVELS)}}`)).toBe(true);
    }),
  );
});
