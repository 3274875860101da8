import { describe, expect, it } from 'vitest';
import { createDepartmentsAreNoNamesPass } from './departmentsAreNoNames.ts';
import { createFunctionWordsPass } from './functionWords.ts';
import { createTextView } from '../view.ts';
import { keeps, loadLexicon } from '../../../test/helpers/detection/passes.ts';

const lexicon = loadLexicon();

describe('departments', () => {
  const pass = createDepartmentsAreNoNamesPass(lexicon);
  const company = { category: 'organization' };

  it.each([
    ['de', 'Kündigungsabteilung', 'Kündigungsabteilung', { sources: ['document:above-address'] }],
    ['en', 'Staff Nurse, Acute Medical Unit', 'Acute Medical Unit', { sources: ['organizations:keyword'] }],
    ['fr', 'Assurance\nService Sinistres Habitation\n', 'Service Sinistres Habitation', {}],
    ['fr', 'Centre de gestion – TSA', 'Centre de gestion', {}],
    ['es', 'Control en su Centro de Salud', 'Centro de Salud', {}],
    ['it', 'Direzione Risorse Umane', 'Direzione Risorse Umane', {}],
  ] as const)('%s: are no companies: %s', (language, text, name, rest) => {
    expect(keeps(pass, language, text, name, { ...company, ...rest })).toBe(false);
    expect(keeps(pass, language, text, name, { ...company, ...rest }, 'strict')).toBe(true);
  });

  it.each([
    ['de', 'Buchhaltung Kowalke', 'Buchhaltung Kowalke'],
    ['de', 'Kundendienst Huber', 'Kundendienst Huber'],
    ['en', 'Okonjo Division', 'Okonjo Division'],
    ['en', 'Hands On Physio', 'Hands On Physio'],
    ['fr', 'Service Dupraz', 'Service Dupraz'],
    ['fr', 'Gestion Martin', 'Gestion Martin'],
    ['fr', 'Centre Équestre Bellahcène', 'Centre Équestre Bellahcène'],
    ['es', 'Servicios Generales Campos', 'Servicios Generales Campos'],
    ['es', 'Gestión Salvat', 'Gestión Salvat'],
    ['it', 'Ufficio Più', 'Ufficio Più'],
    ['it', 'Gestione Zuccarello', 'Gestione Zuccarello'],
  ] as const)('%s: leaves companies: %s', (language, text, name) => {
    expect(keeps(pass, language, text, name, company)).toBe(true);
  });
});

describe('words without which no sentence is made', () => {
  const pass = createFunctionWordsPass(lexicon);

  it.each([
    ['de', 'Kommt Der noch?', 'Der', {}],
    ['fr', '[09:30] Papa : j’arrive', 'Papa', { sources: ['names:speaker'] }],
    ['es', 'De Abdou a Mercè: he dejado', 'De', { sources: ['names:surname'] }],
    ['en', 'Dear Sirs\n\nWe act for', 'Sirs', {}],
    ['it', 'Le scrivo perché, come da Suo invito, Ella ha chiesto', 'Ella', {}],
  ] as const)('%s: are no persons: %s', (language, text, name, rest) => {
    expect(keeps(pass, language, text, name, rest)).toBe(false);
    expect(keeps(pass, language, text, name, rest, 'strict')).toBe(true);
  });

  it.each([
    ['en', 'Will to lead a working party', 'Will', {}],
    ['en', 'the third, Little, had little to add', 'Little', {}],
    ['en', 'Mr Will called', 'Will', { sources: ['names:title'] }],
    ['it', 'il signor Papa', 'Papa', { sources: ['names:title'] }],
    ['it', 'ieri Ella ha chiesto', 'Ella', {}],
    ['it', 'come da Suo invito, Ella Zuccarello ha chiesto', 'Ella', {}],
    ['it', 'come da Suo invito, la signora Ella ha chiesto', 'Ella', { sources: ['names:title'] }],
    ['es', 'Do Re Mi', 'Do Re Mi', { category: 'organization' }],
    ['fr', '[09:30] Paule : j’arrive', 'Paule', { sources: ['names:speaker'] }],
  ] as const)('%s: leaves names: %s', (language, text, name, rest) => {
    expect(keeps(pass, language, text, name, rest)).toBe(true);
  });

  it('stay where they may be a piece of a name', () => {
    const find = { category: 'person', confidence: 0.8, priority: 41, sources: ['tagger:context'] };
    const finds = [
      { ...find, start: 0, end: 2 },
      { ...find, start: 3, end: 9 },
    ];
    const options = { level: 'balanced', categories: {}, terms: [] } as const;
    expect(pass(createTextView('De Salvat vino', 'es'), finds, options)).toHaveLength(2);
  });
});
