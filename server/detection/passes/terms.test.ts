import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Language } from '../../contract/languages.ts';
import { loadGazetteers } from '../gazetteers/index.ts';
import { createLexiconSource } from '../gazetteers/lexicon.ts';
import { createTextView } from '../view.ts';
import { createLawsAreNoReferencesPass } from './lawsAreNoReferences.ts';
import { createTermsAreNoNamesPass } from './termsAreNoNames.ts';
import { keeps } from '../../../test/helpers/detection/passes.ts';

const lexicon = createLexiconSource(loadGazetteers(join(import.meta.dirname, '../../../resources/gazetteers')));
const OPTIONS = { level: 'balanced', categories: {}, terms: [] } as const;

describe('names of diseases, scales and medicines', () => {
  const isKept = (language: Language, text: string, name: string, source: string): boolean => {
    const start = text.indexOf(name);
    const sources = [source];
    const find = { start, end: start + name.length, category: 'person', confidence: 0.8, priority: 41, sources };
    return createTermsAreNoNamesPass(lexicon)(createTextView(text, language), [find], OPTIONS).length === 1;
  };

  it.each([
    ['de', 'Braden-Skala 14', 'Braden'],
    ['de', 'Torasemid 10 mg morgens', 'Torasemid'],
    ['en', 'the Epworth scale was used', 'Epworth'],
    ['fr', 'fracture de Pouteau-Colles', 'Pouteau-Colles'],
    ['es', 'Seguril 40 (1-0-0), Sinemet ½-½-½', 'Sinemet'],
    ['es', 'síndrome de Zollinger', 'Zollinger'],
    ['it', 'morbo di Osgood-Schlatter', 'Osgood-Schlatter'],
  ] as const)('%s: %s are no persons', (language, text, name) => {
    expect(isKept(language, text, name, 'tagger:context')).toBe(false);
  });

  it.each([
    ['de', 'Frau Braden kam', 'Braden', 'names:title'],
    ['de', 'Skala und Braden kamen', 'Braden kamen', 'tagger:context'],
    ['it', 'Grimaldi la scala e Jafari la pazienza', 'Jafari', 'tagger:context'],
    ['de', 'Kaya 12,50 €', 'Kaya', 'tagger:context'],
    ['en', 'Meier 3 points', 'Meier', 'tagger:context'],
  ] as const)('%s: %s are persons', (language, text, name, source) => {
    expect(isKept(language, text, name, source)).toBe(true);
  });
});

describe('numbers of laws', () => {
  const isKept = (text: string, value: string, source: string): boolean => {
    const start = text.indexOf(value);
    const sources = [source];
    const find = { start, end: start + value.length, category: 'reference', confidence: 0.8, priority: 41, sources };
    return createLawsAreNoReferencesPass()(createTextView(text, 'fr'), [find], OPTIONS).length === 1;
  };

  it('are nobody’s', () => {
    expect(isKept('le décret n° 2002-120 exige', '2002-120', 'tagger:context')).toBe(false);
    expect(isKept('ISBN 978-2-88000-117-9', '978-2-88000-117-9', 'tagger:context')).toBe(false);
    expect(isKept('le décret n° 2002-120 exige', '120', 'tagger:context')).toBe(false);
    expect(isKept('notre dossier 2002-120 exige', '2002-120', 'tagger:context')).toBe(true);
  });

  it.each([
    ['alla legge 313/2004, in', '313/2004', 'phone', false],
    ['ai sensi della L. 300/1970', '300/1970', 'phone', false],
    ['Rossi L. 347/2212', '347/2212', 'phone', true],
    ['Rossi L. 347 221 2004', '347 221 2004', 'phone', true],
    ['APE 0130Z – TVA', 'APE 0130Z', 'reference', false],
    ['code APE : 0130Z', '0130Z', 'companyregister', false],
    ['NAPE 0130', '0130', 'reference', true],
    ['apnea (CIE-10 G47.3)', '10 G47.3', 'idcard', false],
    ['CIE CA10422AB', 'CA10422AB', 'idcard', true],
  ] as const)('%s: %s as %s stays: %s', (text, value, category, stays) => {
    expect(keeps(createLawsAreNoReferencesPass(), 'it', text, value, { category })).toBe(stays);
  });
});
