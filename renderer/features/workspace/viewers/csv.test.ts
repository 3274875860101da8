import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRows, separatorOf } from './csv.ts';

describe('comma-separated values', () => {
  it('are parsed with quotes, separators and line ends in fields', () => {
    expect(parseRows('a,"b, c","d ""e"""\n1,"two\nlines",\n', ',')).toEqual([
      ['a', 'b, c', 'd "e"'],
      ['1', 'two\nlines', ''],
    ]);
    expect(parseRows('"open', ',')).toEqual([['open']]);
  });

  it('tell their separator', () => {
    expect(separatorOf('Name;Betrag\nMüller;1.200,50\nÖz;3,00\n')).toBe(';');
    expect(separatorOf('a\tb\n1\t2\n')).toBe('\t');
    expect(separatorOf('one\ntwo')).toBe(',');
  });

  it('come back as they were written', () => {
    const field = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', ' ', 'é'), maxLength: 6 });
    const rows = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(rows, (table) => {
        const written = table.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')).join('\n');
        expect(parseRows(written, ',')).toEqual(table);
      }),
    );
  });
});
