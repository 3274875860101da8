import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { namesValue, PLACE, wordsValue } from './format.ts';
import { loadGazetteers } from './index.ts';
import { StaticTable } from './table.ts';

const gazetteers = loadGazetteers(join(import.meta.dirname, '../../../resources/gazetteers'));
const name = (word: string): number => gazetteers.names.getRange(word, 0, word.length);
const common = (word: string): number => gazetteers.words.getRange(word, 0, word.length);
const place = (words: string): number => gazetteers.places.getRange(words, 0, words.length);

describe('the compiled word lists', () => {
  it.each(['Anna', 'Giuseppe', 'François', 'Begoña', 'Ayşe', 'Nguyen'])('knows %s as a name', (word) => {
    const value = name(word);
    expect(Math.max(namesValue.given(value), namesValue.surname(value))).toBeGreaterThanOrEqual(3);
  });

  it('reads words without case and accents', () => {
    expect(name('MÜLLER')).toBe(name('müller'));
    expect(name('Muller')).toBe(name('Müller'));
    expect(name('François')).toBe(name('FRANCOIS'));
    expect(common('Straße')).toBe(common('STRASSE'));
  });

  it('reads a word inside a longer text', () => {
    const text = 'für Torsten Lüdke heute';
    expect(gazetteers.names.getRange(text, 4, 11)).toBe(name('Torsten'));
  });

  it.each([
    ['de', 'Klein'],
    ['de', 'Sommer'],
    ['en', 'Rose'],
    ['en', 'Will'],
    ['es', 'Bueno'],
    ['it', 'Bianchi'],
  ] as const)('knows that in %s "%s" is a name and a word', (language, word) => {
    const value = name(word);
    expect(Math.max(namesValue.given(value), namesValue.surname(value))).toBeGreaterThan(0);
    expect(wordsValue.strength(common(word), language)).toBeGreaterThan(0);
  });

  it('knows towns of one and of several words, and where longer ones begin', () => {
    expect(place('Leipzig') & PLACE.whole).toBe(PLACE.whole);
    expect(place('San Sebastian') & PLACE.whole).toBe(PLACE.whole);
    expect(place('Frankfurt am') & PLACE.prefix).toBe(PLACE.prefix);
    expect(place('Frankfurt am') & PLACE.whole).toBe(0);
    expect(place('Saint Imier') & PLACE.whole).toBe(PLACE.whole);
  });

  it('knows postal codes by country', () => {
    expect(gazetteers.hasPostcode('de', 4229)).toBe(true);
    expect(gazetteers.hasPostcode('ch', 8001)).toBe(true);
    expect(gazetteers.hasPostcode('fr', 75011)).toBe(true);
    expect(gazetteers.hasPostcode('de', 4)).toBe(false);
    expect(gazetteers.hasPostcode('at', 99_999)).toBe(false);
  });

  it('answers 0 for words that no list holds', () => {
    const unknown = Array.from({ length: 5000 }, (_, i) => `zxq${i.toString(36)}wvy`);
    expect(unknown.filter((word) => name(word) !== 0).length).toBeLessThan(5);
  });

  it('refuses files that are no tables', () => {
    expect(() => new StaticTable(new Uint8Array(3))).toThrow(RangeError);
    expect(() => new StaticTable(new Uint8Array(64))).toThrow(RangeError);
  });
});
