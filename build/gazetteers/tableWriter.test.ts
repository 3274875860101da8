import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StaticTable } from '../../server/detection/gazetteers/table.ts';
import { createTableBuilder } from './tableWriter.ts';

const keepLast = (_existing: number, added: number): number => added;

describe('createTableBuilder', () => {
  it('gives every stored value back', () => {
    const word = fc.stringMatching(/^[a-zäöüñ]{1,12}$/);
    fc.assert(
      fc.property(fc.dictionary(word, fc.integer({ min: 1, max: 0xffff }), { maxKeys: 200 }), (entries) => {
        const builder = createTableBuilder();
        const expected = new Map<string, number>();
        const fold = (key: string): string => key.normalize('NFD').replace(/\p{M}/gu, '');
        for (const [key, value] of Object.entries(entries)) {
          builder.add(key, value, keepLast);
          expected.set(fold(key), value);
        }
        const table = new StaticTable(builder.write());
        for (const [key, value] of expected) expect(table.getRange(key, 0, key.length)).toBe(value);
      }),
      { numRuns: 50 },
    );
  });

  it('does not depend on the order of the entries', () => {
    const words = Array.from({ length: 500 }, (_, i) => `wort${i}`);
    const build = (list: readonly string[]): Uint8Array => {
      const builder = createTableBuilder();
      for (const word of list) builder.add(word, word.length, keepLast);
      return builder.write();
    };
    expect(build(words)).toEqual(build(words.toReversed()));
  });

  it('refuses values over 16 bits', () => {
    const builder = createTableBuilder();
    builder.add('wort', 0x1_0000, keepLast);
    expect(() => builder.write()).toThrow(RangeError);
  });
});
