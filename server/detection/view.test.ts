import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, isWholeWord } from './characters.ts';
import { createTextView } from './view.ts';

/** Made once, outside of the tests: making it takes seconds, more than a test may last on a busy machine. */
const ANY_TEXT = fc.string({ unit: 'binary', maxLength: 200 });

const kinds = (text: string): string[] =>
  createTextView(text, 'de').tokens.map((token) => `${token.kind}:${token.text}`);

describe('tokens', () => {
  it('separates words, numbers, mixtures, marks and breaks', () => {
    expect(kinds('Haus 48c, 12\r\n№')).toEqual([
      'word:Haus',
      'mixed:48c',
      'mark:,',
      'number:12',
      'break:\r\n',
      'mark:№',
    ]);
  });

  it('keeps combining marks, joiners and surrogate pairs with their character', () => {
    expect(kinds('Mu\u0308ller Stra\u00ADße 👩\u200D 𝒜b')).toEqual([
      'word:Mu\u0308ller',
      'word:Stra\u00ADße',
      'mark:👩\u200D',
      'word:𝒜b',
    ]);
  });

  it('covers every character that is no space exactly once, in order', () => {
    fc.assert(
      fc.property(ANY_TEXT, (text) => {
        let at = 0;
        for (const token of createTextView(text, 'en').tokens) {
          expect(text.slice(at, token.start)).toMatch(/^[\p{Zs}\t]*$/u);
          expect(token.text).toBe(text.slice(token.start, token.end));
          expect(token.end).toBeGreaterThan(token.start);
          at = token.end;
        }
        expect(text.slice(at)).toMatch(/^[\p{Zs}\t]*$/u);
      }),
    );
  });
});

describe('lines', () => {
  it('finds starts and ends for every kind of line break', () => {
    const view = createTextView('a\r\nbc\n\rd\u2028', 'de');
    expect([...view.lineStarts]).toEqual([0, 3, 6, 7, 9]);
    expect([0, 1, 2, 3, 4].map((line) => view.text.slice(view.lineStarts[line], view.lineEnd(line)))).toEqual([
      'a',
      'bc',
      '',
      'd',
      '',
    ]);
    expect([0, 2, 3, 6, 7, 99].map((offset) => view.lineAt(offset))).toEqual([0, 0, 1, 2, 3, 4]);
  });

  it('finds tokens by offset', () => {
    const view = createTextView('ab  cd', 'de');
    expect([0, 1, 2, 4, 6].map((offset) => view.tokenAt(offset))).toEqual([0, 0, 1, 1, 2]);
  });
});

describe('characters', () => {
  it('folds case and diacritics', () => {
    expect(['MÜLLER', 'groß', 'GROSS', 'Łódź', 'Œuvre', 'Mu\u0308ller'].map(fold)).toEqual([
      'muller',
      'gross',
      'gross',
      'lodz',
      'oeuvre',
      'muller',
    ]);
  });

  it('knows whole words', () => {
    const text = 'Anna-Lena 𝒜nna';
    expect(isWholeWord(text, 0, 4)).toBe(true);
    expect(isWholeWord(text, 0, 3)).toBe(false);
    expect(isWholeWord(text, 12, 15)).toBe(false);
  });
});

describe('spaces and hyphens of typesetting', () => {
  it('become plain ones at the same offsets', () => {
    expect(createTextView('12\u00a0345\u202f678\u20119 🙂\u2009x', 'fr').text).toBe('12 345 678-9 🙂 x');
  });
});
