import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMatcher, neededShields } from './matcher.ts';

interface TestPattern {
  readonly text: string;
  readonly id: number;
}
interface TestHit {
  readonly start: number;
  readonly end: number;
  readonly id: number;
}
type Accept = (text: string, start: number, pattern: TestPattern) => boolean;

const found = (texts: readonly string[], text: string, accept?: Accept): TestHit[] => {
  const find = createMatcher(
    texts.map((pattern, id): TestPattern => ({ text: pattern, id })),
    accept,
  );
  return [...find(text)].map(({ start, end, pattern }) => ({ start, end, id: pattern.id }));
};

/** What the matcher promises, without its tables: at each place the longest accepted pattern, the first of those that read alike. */
function foundByLooking(texts: readonly string[], text: string, accept: Accept): TestHit[] {
  const patterns = texts.map((pattern, id): TestPattern => ({ text: pattern, id }));
  const longestFirst = patterns
    .filter((pattern) => pattern.text.length >= 2)
    .sort((a, b) => b.text.length - a.text.length);
  const hits: TestHit[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const hit = longestFirst.find((pattern) => text.startsWith(pattern.text, at) && accept(text, at, pattern));
    if (hit === undefined) continue;
    hits.push({ start: at, end: at + hit.text.length, id: hit.id });
    at += hit.text.length - 1;
  }
  return hits;
}

describe('createMatcher', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'ü', '1'), maxLength: 6 });
  const longText = fc.string({ unit: fc.constantFrom('a', 'b', 'ü', '1'), maxLength: 60 });

  it('finds what looking at every place finds', () => {
    const accept: Accept = (_text, start, { id }) => (start + id) % 3 !== 0;
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 12 }), longText, (texts, text) => {
        expect(found(texts, text, accept)).toEqual(foundByLooking(texts, text, accept));
      }),
    );
  });

  it('takes the longest pattern, and a shorter one where that is not accepted', () => {
    const texts = ['Anna', 'Anna Meier'];
    expect(found(texts, 'Anna Meier')).toEqual([{ start: 0, end: 10, id: 1 }]);
    expect(found(texts, 'Anna Meier', (_text, _start, { id }) => id === 0)).toEqual([{ start: 0, end: 4, id: 0 }]);
  });

  it('tells thousands of values apart that begin alike', () => {
    const texts = Array.from({ length: 20_000 }, (_, index) => `DE89${String(index).padStart(18, '0')}`);
    const hits = found(texts, texts.join(' '));
    expect(hits.map(({ id }) => id)).toEqual(texts.map((_, index) => index));
  });
});

describe('neededShields', () => {
  it('keeps those in which a pattern may begin', () => {
    const shields = ['[[person-k3v9q2xd]]', '[[email-7zzz7zzz]]'].map((text) => ({ text }));
    expect(neededShields(shields, [{ text: 'person' }])).toEqual([shields[0]]);
    expect(neededShields(shields, [{ text: 'Anna' }])).toEqual([]);
  });
});
