import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DetectionTerm } from '../types.ts';
import { createStringSearch } from './ahoCorasick.ts';
import { createTermMatcher } from './index.ts';
import { compilePattern } from './pattern.ts';

const term = (value: string, rest: Partial<DetectionTerm> = {}): DetectionTerm => ({
  id: value,
  kind: 'mask',
  value,
  category: 'custom',
  caseSensitive: false,
  wholeWord: true,
  enabled: true,
  ...rest,
});
const found = (text: string, ...terms: DetectionTerm[]): string[] =>
  createTermMatcher(terms)
    .find(text)
    .map(({ start, end }) => text.slice(start, end));

describe('terms', () => {
  it('ignores case by Unicode folding and keeps exact offsets', () => {
    expect(found('👍 STRASSE, straße; Straße!', term('Straße'))).toEqual(['STRASSE', 'straße', 'Straße']);
    expect(found('Ünal ünal UNAL', term('ünal'))).toEqual(['Ünal', 'ünal']);
  });

  it('finds composed and decomposed spellings alike', () => {
    expect(found('Jose\u0301 und José', term('José'))).toEqual(['Jose\u0301', 'José']);
    expect(found('Jose\u0301', term('Jose'))).toEqual([]);
  });

  it('matches whole words only, unless told otherwise', () => {
    expect(found('Roth Rothe Roth-Mayer', term('Roth'))).toEqual(['Roth', 'Roth']);
    expect(found('Rothe', term('Roth', { wholeWord: false }))).toEqual(['Roth']);
  });

  it('respects case where asked and skips disabled terms', () => {
    expect(found('ACME Acme', term('ACME', { caseSensitive: true }))).toEqual(['ACME']);
    expect(found('ACME', term('ACME', { enabled: false }))).toEqual([]);
  });

  it('bridges line breaks, several spaces and soft hyphens', () => {
    expect(found('Projekt\r\n  Nord\u00ADstern', term('Projekt Nordstern'))).toEqual(['Projekt\r\n  Nord\u00ADstern']);
  });

  it('finds every occurrence that a plain search finds', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { maxLength: 6 }),
        fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 40 }),
        (words, text) => {
          const hits: string[] = [];
          createStringSearch(words).search(text, (index, end) => hits.push(`${words[index]}@${end}`));
          const expected = words.flatMap((each) =>
            Array.from({ length: text.length + 1 }, (_, end) => end)
              .filter((end) => text.slice(0, end).endsWith(each))
              .map((end) => `${each}@${end}`),
          );
          expect(hits.sort()).toEqual(expected.sort());
        },
      ),
    );
  });

  it('stays fast with 2,000 terms', () => {
    const terms = Array.from({ length: 2_000 }, (_, index) => term(`Begriff ${index} der Liste`));
    const text = 'Begriff 1234 der Liste und mehr. '.repeat(3_000);
    expect(found(text, ...terms)).toHaveLength(3_000);
  });
});

describe('allow terms', () => {
  it('names finds by their whole text, but never own finds', () => {
    const matcher = createTermMatcher([term('Deutsche Bahn', { kind: 'allow' })]);
    const text = 'DEUTSCHE  BAHN';
    const find = { start: 0, end: text.length, category: 'organization', priority: 50, confidence: 1, sources: [] };
    expect(matcher.isAllowed(text, find)).toBe(true);
    expect(matcher.isAllowed(text, { ...find, end: 8 })).toBe(false);
    expect(matcher.isAllowed(text, { ...find, priority: 90 })).toBe(false);
    expect(matcher.candidates(text)).toEqual([]);
  });
});

describe('own patterns', () => {
  it('finds all matches with offsets in UTF-16', () => {
    const text = '👍 AB-123, ab-9';
    expect(compilePattern('[A-Z]{2}-\\d+', false).matches(text)).toEqual([
      { start: 3, end: 9 },
      { start: 11, end: 15 },
    ]);
    expect(compilePattern('[A-Z]{2}-\\d+', true).matches(text)).toHaveLength(1);
  });

  it.each([
    'a*',
    '',
    '\\b',
    '^',
    '(',
    '(?=a)',
    'a{1001}',
    '((a{100}){100}){100}',
    'x'.repeat(1_001),
    '(\\pL{200}){50}',
    'a|b*',
  ])('refuses %j', (expression) => {
    expect(() => compilePattern(expression, false)).toThrow(expect.objectContaining({ code: 'INVALID_PATTERN' }));
  });

  it('never quotes the expression in the message', () => {
    try {
      compilePattern('geheim(', false);
      expect.unreachable();
    } catch (error) {
      expect((error as Error).message).not.toContain('geheim');
    }
  });

  it('does not backtrack', () => {
    expect(compilePattern('(a+)+$', true).matches(`${'a'.repeat(50_000)}!`)).toEqual([]);
  });
});
