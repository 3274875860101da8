import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folded, type DiffLine } from './diff.ts';

const line = (op: DiffLine['op'], text = ''): DiffLine => ({ op, text, oldLine: null, newLine: null });

describe('a comparison of lines', () => {
  it('folds what did not change, except around changes', () => {
    const lines = [...Array.from({ length: 20 }, () => line('equal')), line('added'), line('equal')];
    expect(folded(lines).map((part) => [part.folded, part.lines.length])).toEqual([
      [true, 17],
      [false, 3],
      [false, 1],
      [false, 1],
    ]);
  });

  it('never loses or folds away a change', () => {
    const any = fc.array(fc.constantFrom(line('equal', 'a'), line('added', 'b'), line('removed', 'c')));
    fc.assert(
      fc.property(any, (lines) => {
        const parts = folded(lines);
        expect(parts.flatMap((part) => part.lines)).toEqual(lines);
        expect(
          parts
            .filter((part) => part.folded)
            .flatMap((part) => part.lines)
            .every(({ op }) => op === 'equal'),
        ).toBe(true);
      }),
    );
  });
});
