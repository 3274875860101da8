import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Language } from '../../contract/languages.ts';
import { loadGazetteers } from '../gazetteers/index.ts';
import { createLexiconSource } from '../gazetteers/lexicon.ts';
import type { Candidate } from '../recognizer.ts';
import { createTextView } from '../view.ts';
import { createOrdinaryWordsPass } from './ordinaryWords.ts';

const pass = createOrdinaryWordsPass(
  createLexiconSource(loadGazetteers(join(import.meta.dirname, '../../../resources/gazetteers'))),
);

function isKept(language: Language, name: string, rest: Partial<Candidate>, level: 'balanced' | 'strict' = 'balanced') {
  const text = `x ${name} y`;
  const sources = ['tagger:context'];
  const bounds = { start: 2, end: 2 + name.length, category: 'person', confidence: 0.7, priority: 41, sources };
  return (
    pass(createTextView(text, language), [{ ...bounds, ...rest }], { level, categories: {}, terms: [] }).length === 1
  );
}

describe('ordinary words that only the tagger finds', () => {
  it('are taken back where it is not sure', () => {
    expect(isKept('de', 'Rohbrandeinprobe', {})).toBe(false);
    expect(isKept('it', 'immobiliare posta', { category: 'organization' })).toBe(false);
    expect(isKept('fr', 'maison', {})).toBe(false);
  });

  it('stay where it is, where others agree, and in the strict level', () => {
    expect(isKept('de', 'Rohbrandeinprobe', { confidence: 0.95 })).toBe(true);
    expect(isKept('de', 'Rohbrandeinprobe', { sources: ['tagger:context', 'names:title'] })).toBe(true);
    expect(isKept('de', 'Rohbrandeinprobe', {}, 'strict')).toBe(true);
  });

  it('are not names in small letters, short unknown names and known ones', () => {
    expect(isKept('es', 'fabi', {})).toBe(true);
    expect(isKept('de', 'Zqwirk', {})).toBe(true);
    expect(isKept('de', 'Wackernagel', {})).toBe(true);
    expect(isKept('en', 'Featherstonehaugh', {})).toBe(true);
  });
});
