import { describe, expect, it } from 'vitest';
import type { Language } from '../../contract/languages.ts';
import { createTextView } from '../view.ts';
import { loadLexicon } from '../../../test/helpers/detection/passes.ts';
import { createWordsAreNoNumbersPass } from './wordsAreNoNumbers.ts';

const lexicon = loadLexicon();

/** Whether a find stays at a level. */
function isKept(
  language: Language,
  text: string,
  value: string,
  source: string,
  category: string,
  level: 'balanced' | 'strict' = 'balanced',
): boolean {
  const start = text.lastIndexOf(value);
  const find = { start, end: start + value.length, category, confidence: 0.55, priority: 35, sources: [source] };
  const view = createTextView(text, language);
  return createWordsAreNoNumbersPass(lexicon)(view, [find], { level, categories: {}, terms: [] }).length === 1;
}

describe('numbers without a figure', () => {
  it.each([
    ['en', 'GST/HST 546076', 'HST', 'reference'],
    ['es', 'factura con NCF válido', 'NCF', 'reference'],
    ['it', 'al 347 000. Il padre', 'Il', 'phone'],
    ['en', 'her husband died last November', 'last', 'birthdate'],
    ['it', 'gratis fino a tredici anni', 'anni', 'age'],
    ['es', 'son ochenta y dos mil pesos', 'ochenta y dos mil', 'reference'],
  ] as const)('%s: %s: are none in one word that the tagger alone sees', (language, text, word, category) => {
    expect(isKept(language, text, word, 'tagger:context', category)).toBe(false);
    expect(isKept(language, text, word, 'tagger:context', category, 'strict')).toBe(true);
  });

  it.each([
    ['de', 'Unser Zeichen: sch', 'sch', 'label:reference', 'reference'],
    ['it', 'pratica trecentododici barra b', 'trecentododici barra b', 'tagger:context', 'reference'],
    ['en', 'PO 70418', 'PO 70418', 'tagger:context', 'reference'],
    ['en', 'under RMA RM-0338.', 'RM', 'tagger:context', 'reference'],
    ['es', 'Sr. De llamó', 'De', 'tagger:context', 'person'],
    ['it', 'quanti anni? settantotto', 'settantotto', 'tagger:context', 'age'],
    ['es', 'ya tiene ochenta y dos', 'ochenta y dos', 'tagger:context', 'age'],
    ['es', 'al nueve uno cinco', 'nueve uno cinco', 'tagger:context', 'phone'],
    ['it', 'la madre, trentaseienne', 'trentaseienne', 'tagger:context', 'age'],
    ['de', 'geb. am dritten Mai', 'dritten Mai', 'tagger:context', 'birthdate'],
  ] as const)(
    '%s: %s: stay behind a label, spelled out, or with a figure',
    (language, text, value, source, category) => {
      expect(isKept(language, text, value, source, category)).toBe(true);
    },
  );
});
