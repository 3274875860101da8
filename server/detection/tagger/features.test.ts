import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../contract/languages.ts';
import { loadGazetteers } from '../gazetteers/index.ts';
import { createLexiconSource } from '../gazetteers/lexicon.ts';
import type { TextView } from '../recognizer.ts';
import { createTextView } from '../view.ts';
import { PLACE_FEATURES, placeFeatures, WORD_FEATURES, WORD_ROWS, wordFeatures } from './features.ts';

const gazetteers = loadGazetteers(join(import.meta.dirname, '../../../resources/gazetteers'));
const lexiconOf = createLexiconSource(gazetteers);
const PLACE_SIZES = Object.values(PLACE_FEATURES);
const PLACE_NAMES = Object.keys(PLACE_FEATURES);
/** Made once, outside of the tests: making it takes seconds, more than a test may last on a busy machine. */
const ANY_TEXT = fc.string({ unit: 'binary', maxLength: 60 });

function rowsOf(view: TextView, index: number): number[] {
  const rows = new Int32Array(WORD_FEATURES.length);
  wordFeatures(view, lexiconOf(view), gazetteers, index, rows);
  return [...rows];
}

/** Features of the place of the first token with this text. */
function placeOf(text: string, word: string, language: Language = 'de'): Record<string, number> {
  const view = createTextView(text, language);
  const index = view.tokens.findIndex((token) => token.text === word);
  const values = placeFeatures(view, lexiconOf(view));
  return Object.fromEntries(PLACE_NAMES.map((name, k) => [name, values[index * PLACE_NAMES.length + k]!]));
}

describe('features of words', () => {
  it('depend on the word and the language alone', () => {
    const first = createTextView('Anna rief Kowalczyk an.\nKowalczyk kam.', 'de');
    const second = createTextView('– Kowalczyk!', 'de');
    const [inside, opening] = first.tokens.flatMap((token, index) => (token.text === 'Kowalczyk' ? [index] : []));
    expect(rowsOf(first, inside!)).toEqual(rowsOf(first, opening!));
    expect(rowsOf(first, inside!)).toEqual(rowsOf(second, 1));
  });

  it('see numbers by their form', () => {
    const view = createTextView('PLZ 20095 und 80331 oder 8033', 'de');
    expect(rowsOf(view, 1)).toEqual(rowsOf(view, 3));
    expect(rowsOf(view, 1)).not.toEqual(rowsOf(view, 5));
  });

  it('stay inside their table for any text', () => {
    fc.assert(
      fc.property(ANY_TEXT, fc.constantFrom(...LANGUAGES), (text, language) => {
        const view = createTextView(text, language);
        const values = placeFeatures(view, lexiconOf(view));
        return view.tokens.every(
          (_, index) =>
            rowsOf(view, index).every((row) => row >= -1 && row < WORD_ROWS) &&
            PLACE_SIZES.every((size, k) => values[index * PLACE_SIZES.length + k]! < size),
        );
      }),
    );
  });
});

describe('features of places', () => {
  it('tell columns from words of a sentence', () => {
    expect(placeOf('Name      Betrag', 'Betrag')['spacing']).not.toBe(placeOf('Name Betrag', 'Betrag')['spacing']);
  });

  it('carry a label to the words behind it, also over one line break', () => {
    const beside = placeOf('Kundennummer: 4711', '4711')['label'];
    expect(beside).not.toBe(0);
    expect(placeOf('Kundennummer:\n4711', '4711')['label']).toBe(beside);
    expect(placeOf('Kundennummer:\n\n\n4711', '4711')['label']).toBe(0);
    expect(placeOf('Es waren 4711', '4711')['label']).toBe(0);
  });

  it('know whether a word stands elsewhere too, in small letters or inside a sentence', () => {
    const alone = placeOf('Klein kam.', 'Klein')['repetition'];
    const small = placeOf('Klein kam, aber klein war er nicht.', 'Klein')['repetition'];
    const capital = placeOf('Klein kam. Wir sahen Klein.', 'Klein')['repetition'];
    expect(new Set([alone, small, capital]).size).toBe(3);
  });
});
