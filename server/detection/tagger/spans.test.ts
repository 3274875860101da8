import { describe, expect, it } from 'vitest';
import { createTextView } from '../view.ts';
import { TAGGER_CATEGORIES } from './categories.ts';
import { readValues } from './spans.ts';

interface Tag {
  readonly p: number;
  readonly category?: (typeof TAGGER_CATEGORIES)[number];
  readonly begin?: number;
}

/** Reads values of a text whose tokens have these tags; tokens without one are nothing. */
function read(text: string, tags: Readonly<Record<string, Tag>>): [string, string, number][] {
  const { tokens } = createTextView(text, 'de');
  const of = (value: (tag: Tag) => number): Float32Array =>
    Float32Array.from(tokens, (token) => value(tags[token.text] ?? { p: 0 }));
  const found = readValues(tokens, {
    any: of(({ p }) => p),
    best: of(({ p }) => p),
    begin: of(({ begin }) => begin ?? 0),
    category: Uint8Array.from(of(({ category }) => TAGGER_CATEGORIES.indexOf(category ?? 'person'))),
  });
  return found.map(({ start, end, category, confidence }) => [
    text.slice(start, end),
    category,
    Math.round(confidence * 100) / 100,
  ]);
}

describe('values read from probabilities', () => {
  it('are as certain as their least certain word', () => {
    expect(read('von Anna Roth heute', { Anna: { p: 0.9, begin: 1 }, Roth: { p: 0.7 } })).toEqual([
      ['Anna Roth', 'person', 0.7],
    ]);
  });

  it('are longer in the readings of stricter levels', () => {
    const tags = { Anna: { p: 0.9, begin: 1 }, Roth: { p: 0.55 }, Rose: { p: 0.35 } };
    expect(read('Anna Roth Rose', tags)).toEqual([
      ['Anna', 'person', 0.9],
      ['Anna Roth', 'person', 0.55],
      ['Anna Roth Rose', 'person', 0.35],
    ]);
  });

  it('end where the next begins', () => {
    const tags = { Anna: { p: 0.9, begin: 1 }, Ben: { p: 0.9, begin: 0.8 } };
    expect(read('Anna Ben', tags).map(([text]) => text)).toEqual(['Anna', 'Ben']);
    const other = { Anna: { p: 0.9, begin: 1 }, Kiel: { p: 0.9, begin: 0.3, category: 'location' as const } };
    expect(read('Anna Kiel', other).map(([text, category]) => [text, category])).toEqual([
      ['Anna', 'person'],
      ['Kiel', 'location'],
    ]);
  });

  it('hold marks between their words and none at their ends', () => {
    const tags = { Anna: { p: 0.9, begin: 1 }, '-': { p: 0.2 }, Lena: { p: 0.9 }, ',': { p: 0.9 } };
    expect(read('Anna-Lena, dann', tags)).toEqual([['Anna-Lena', 'person', 0.9]]);
  });

  it('are no single letter, but may be a single sign that is a word', () => {
    expect(read('Fall K und 李', { K: { p: 0.9, begin: 1 }, 李: { p: 0.9, begin: 1 } })).toEqual([
      ['李', 'person', 0.9],
    ]);
    expect(read('Fall K', { K: { p: 0.9, category: 'username' } })).toEqual([]);
    expect(read('Anna K', { Anna: { p: 0.9, begin: 1 }, K: { p: 0.9 } })).toEqual([['Anna K', 'person', 0.9]]);
  });

  it('hold the sign they begin with', () => {
    const phone = { '+': { p: 0.9, category: 'phone' as const }, 49: { p: 0.9, category: 'phone' as const } };
    expect(read('ruf +49', phone)).toEqual([['+49', 'phone', 0.9]]);
  });

  it('are no codes when they are too short for one', () => {
    const tag = { p: 0.9, category: 'iban' as const };
    expect(read('Konto DE8 heute', { DE8: tag })).toEqual([]);
    expect(read('Konto DE89370400 heute', { DE89370400: tag })).toHaveLength(1);
  });

  it('are what most of their words are', () => {
    const tags = {
      Haus: { p: 0.6, category: 'location' as const, begin: 1 },
      Roth: { p: 0.9, category: 'organization' as const },
      KG: { p: 0.9, category: 'organization' as const },
    };
    expect(read('Haus Roth KG', tags).map(([, category]) => category)).toContain('organization');
    expect(read('Haus Roth KG', tags).map(([, category]) => category)).not.toContain('location');
  });
});
