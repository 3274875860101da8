import { describe, expect, it } from 'vitest';
import type { Language } from '../../contract/languages.ts';
import type { Candidate } from '../recognizer.ts';
import { createTextView } from '../view.ts';
import { createOrdinaryWordsPass } from './ordinaryWords.ts';
import { keeps, loadLexicon } from '../../../test/helpers/detection/passes.ts';

const pass = createOrdinaryWordsPass(loadLexicon());

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

describe('everyday words where everything has a capital', () => {
  it.each([
    ['de', 'Der Reporter fragt.', 'Reporter'],
    ['es', 'Serra. Silencio, por favor.', 'Silencio'],
    ['it', 'La bambina legge. Preoccupa invece il padre.', 'Preoccupa'],
  ] as const)('%s: are no persons: %s', (language, text, word) => {
    expect(keeps(pass, language, text, word)).toBe(false);
  });

  it.each([
    ['de', 'Frau Sommer fragt.', 'Sommer', {}],
    ['de', 'Der Kiosk', 'Kiosk', { category: 'organization' }],
    ['de', 'Wohnt jetzt in Essen', 'Essen', { category: 'location' }],
    ['en', 'Grace called.', 'Grace', {}],
    ['es', 'Llama Paz. Reina también.', 'Reina', {}],
    ['it', 'Viene Legame domani', 'Legame', { category: 'organization' }],
    ['fr', 'Il faut que Silence vienne', 'Silence', {}],
  ] as const)('%s: leave names, and capitals in the middle of a sentence: %s', (language, text, word, rest) => {
    expect(keeps(pass, language, text, word, rest)).toBe(true);
  });
});
