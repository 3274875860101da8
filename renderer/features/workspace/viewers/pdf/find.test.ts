import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesIn, plain } from './find.ts';

describe('words in a page', () => {
  it('are found without case, accents and the same white space', () => {
    expect(matchesIn(3, 'Die Prämie\nbeträgt. DIE PRAMIE!', 'die prämie')).toEqual([
      { page: 3, from: 0, to: 10 },
      { page: 3, from: 20, to: 30 },
    ]);
    expect(matchesIn(0, 'a.b', '.')).toHaveLength(1);
    expect(matchesIn(0, 'anything', '  ')).toEqual([]);
  });

  it('keep their offsets', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(plain(text)).toHaveLength(text.length);
      }),
    );
  });
});
