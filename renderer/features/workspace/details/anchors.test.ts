import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorAt, anchorOnFile, placeOf, quotable, sameWords } from './anchors.ts';

const TEXT = 'The rent is 900 euros.\nThe deposit is 900 euros, too.';

describe('anchors of comments', () => {
  it('quote the words without white space around them, and what stands beside them', () => {
    const range = quotable(TEXT, { from: 3, to: 9 });
    expect(range).toEqual({ from: 4, to: 8 });
    expect(anchorAt(TEXT, range!, 7)).toMatchObject({ revision: 7, exactQuote: 'rent', prefix: 'The ' });
    expect(quotable(TEXT, { from: 3, to: 4 })).toBeNull();
    expect(quotable('x'.repeat(6_000), { from: 0, to: 6_000 })).toBeNull();
  });

  it('lead back to their words', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.nat(), (text, a, b) => {
        const [from, to] = [a % text.length, b % text.length].sort((x, y) => x - y) as [number, number];
        const range = quotable(text, { from, to: to + 1 });
        if (range === null) return;
        expect(placeOf({ anchor: anchorAt(text, range, 1), orphaned: false }, text)).toEqual(range);
      }),
    );
  });

  it('have no place when their words are gone, or others stand there', () => {
    const anchor = anchorAt(TEXT, { from: 4, to: 8 }, 1);
    expect(placeOf({ anchor, orphaned: true }, TEXT)).toBeNull();
    expect(placeOf({ anchor, orphaned: false }, `A ${TEXT}`)).toBeNull();
  });

  it('of a file without text quote its name', () => {
    expect(anchorOnFile({ name: 'scan.pdf', revision: 3 })).toMatchObject({ exactQuote: 'scan.pdf', from: 0, to: 8 });
  });

  it('find the same occurrence in the source of a page', () => {
    const source = '**900** euros, or *900* euros';
    const page = '900 euros, or 900 euros';
    expect(sameWords('900', 0, page, source)).toEqual({ from: 2, to: 5 });
    expect(sameWords('900', 14, page, source)).toEqual({ from: 19, to: 22 });
    expect(sameWords('900 euros', 0, page, source)).toBeNull();
  });
});
