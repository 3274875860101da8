import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Language } from '../../contract/languages.ts';
import { loadGazetteers } from '../gazetteers/index.ts';
import { createLexiconSource } from '../gazetteers/lexicon.ts';
import { createTextView } from '../view.ts';
import { createSmallWordsAreNoNamesPass } from './smallWordsAreNoNames.ts';

const lexicon = createLexiconSource(loadGazetteers(join(import.meta.dirname, '../../../resources/gazetteers')));

/** Whether a find of a word stays. */
function isKept(
  language: Language,
  text: string,
  value: string,
  sources: readonly string[],
  category = 'person',
  level: 'balanced' | 'strict' = 'balanced',
): boolean {
  const start = text.indexOf(value);
  const find = { start, end: start + value.length, category, confidence: 0.55, priority: 35, sources };
  const options = { level, categories: {}, terms: [] };
  return createSmallWordsAreNoNamesPass(lexicon)(createTextView(text, language), [find], options).length === 1;
}

describe('words of every text', () => {
  it.each([
    ['es', 'De Ripoll a Mascaró', 'De', 'names:rare-word'],
    ['es', 'Los García van', 'Los', 'names:rare-word'],
    ['de', 'In Hönbach ging es', 'In', 'names:given'],
    ['en', 'the lawyer (Me Cottier) asked', 'Me', 'organizations:sequence'],
  ] as const)('%s: %s: %s is no name', (language, text, word, source) => {
    expect(isKept(language, text, word, [source])).toBe(false);
    expect(isKept(language, text, word, [source], 'person', 'strict')).toBe(true);
  });

  it.each([
    ['en', 'Long presented the report', 'Long', 'document:repeated'],
    ['fr', 'Sans a signé', 'Sans', 'names:surname'],
    ['en', 'Will drove home', 'Will', 'names:given'],
    ['en', 'May rang again', 'May', 'names:given'],
    ['en', 'Mark spoke first', 'Mark', 'names:given'],
    ['de', 'Kurz kam später', 'Kurz', 'names:surname'],
    ['de', 'Lange fehlte', 'Lange', 'names:surname'],
    ['es', 'Alba firmó', 'Alba', 'names:given'],
    ['it', 'Bella ha scritto', 'Bella', 'names:given'],
    ['fr', 'Petit répond', 'Petit', 'names:surname'],
  ] as const)('%s: %s: %s stays somebody’s name', (language, text, word, source) => {
    expect(isKept(language, text, word, [source])).toBe(true);
  });

  it('stay where a title stands before them or the tagger seconds', () => {
    expect(isKept('es', 'Sr. De llamó', 'De', ['names:title'])).toBe(true);
    expect(isKept('es', 'De Ripoll', 'De', ['names:rare-word', 'tagger:context'])).toBe(true);
  });
});

describe('numbers without a figure', () => {
  it('are none in one word that the tagger alone sees', () => {
    expect(isKept('en', 'GST/HST 546076', 'HST', ['tagger:context'], 'reference')).toBe(false);
    expect(isKept('it', 'al 347 000. Il padre', 'Il', ['tagger:context'], 'phone')).toBe(false);
  });
  it('stay behind a label, spelled out, or with a figure', () => {
    expect(isKept('de', 'Unser Zeichen: sch', 'sch', ['label:reference'], 'reference')).toBe(true);
    expect(
      isKept('it', 'pratica trecentododici barra b', 'trecentododici barra b', ['tagger:context'], 'reference'),
    ).toBe(true);
    expect(isKept('en', 'PO 70418', 'PO 70418', ['tagger:context'], 'reference')).toBe(true);
  });
});
