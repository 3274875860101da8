import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareStates, hasMarkers, mergedText } from './merge.ts';

const MARKERS = { mine: 'mine', theirs: 'theirs' };
const merge = (base: string, mine: string, theirs: string) => mergedText(compareStates(base, mine, theirs), MARKERS);
const texts = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'));

describe('two states of a text', () => {
  it('are joined where they changed different lines', () => {
    expect(merge('1\n2\n3\n4\n5', '1\nzwei\n3\n4\n5', '1\n2\n3\nvier\n5\n6')).toEqual({
      text: '1\nzwei\n3\nvier\n5\n6',
      conflicts: 0,
    });
  });

  it('stand side by side where they contradict each other', () => {
    const { text, conflicts } = merge('Rent: 900\nDue: May', 'Rent: 950\nDue: May', 'Rent: 980\nDue: May');
    expect(conflicts).toBe(1);
    expect(text).toBe('<<<<<<< mine\nRent: 950\n=======\nRent: 980\n>>>>>>> theirs\nDue: May');
    expect(hasMarkers(text)).toBe(true);
    expect(hasMarkers('Rent: 950\n=======\nDue: May')).toBe(false);
  });

  it('are no conflict where both made the same change', () => {
    expect(merge('a\nb', 'a\nx', 'a\nx')).toEqual({ text: 'a\nx', conflicts: 0 });
  });

  it('make the one that changed when the other did not, whatever it is', () => {
    fc.assert(
      fc.property(texts, texts, (base, changed) => {
        expect(merge(base, changed, base)).toEqual({ text: changed, conflicts: 0 });
        expect(merge(base, base, changed)).toEqual({ text: changed, conflicts: 0 });
        expect(merge(base, changed, changed)).toEqual({ text: changed, conflicts: 0 });
      }),
    );
  });

  it('are both complete in the comparison', () => {
    fc.assert(
      fc.property(texts, texts, texts, (base, mine, theirs) => {
        const regions = compareStates(base, mine, theirs);
        expect(regions.flatMap((region) => region.mine).join('\n')).toBe(mine);
        expect(regions.flatMap((region) => region.theirs).join('\n')).toBe(theirs);
      }),
    );
  });
});
