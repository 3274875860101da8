import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareLines, linesOf } from './lines.ts';

describe('lines', () => {
  it('end with any line end, and the last one needs none', () => {
    expect(linesOf('a\nb\r\nc\rd')).toEqual(['a', 'b', 'c', 'd']);
    expect(linesOf('a\n\n')).toEqual(['a', '']);
    expect(linesOf('')).toEqual([]);
  });

  it('compared give both texts back, numbered without gaps', () => {
    const text = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'd'), { maxLength: 40 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = compareLines(before, after);
        const old = lines.filter(({ op }) => op !== 'added');
        const now = lines.filter(({ op }) => op !== 'removed');
        expect(old.map((line) => line.text)).toEqual(before);
        expect(now.map((line) => line.text)).toEqual(after);
        expect(old.map(({ oldLine }) => oldLine)).toEqual(before.map((_, index) => index + 1));
        expect(now.map(({ newLine }) => newLine)).toEqual(after.map((_, index) => index + 1));
      }),
    );
  });

  it('that were added alone are all that is shown as added', () => {
    const lines = compareLines(['a', 'b', 'c'], ['a', 'x', 'b', 'c', 'y']);
    expect(lines.filter(({ op }) => op !== 'equal').map(({ op, text }) => [op, text])).toEqual([
      ['added', 'x'],
      ['added', 'y'],
    ]);
  });

  it('of texts that differ too much are one block removed and one added', () => {
    const [before, after] = [1, 2].map((seed) =>
      Array.from({ length: 10_000 }, (_, at) => `${(at * 7 + seed) % 9973}`),
    );
    const lines = compareLines(['same', ...before!, 'end'], ['same', ...after!.toReversed(), 'end']);
    expect([lines[0]!.op, lines.at(-1)!.op]).toEqual(['equal', 'equal']);
    expect(lines.filter(({ op }) => op !== 'added').map(({ text }) => text)).toEqual(['same', ...before!, 'end']);
  });
});
