import { describe, expect, it } from 'vitest';
import { createKnownThingsAreNoNamesPass } from './knownThingsAreNoNames.ts';
import { keeps, loadLexicon, loadThings } from '../../../test/helpers/detection/passes.ts';

const pass = createKnownThingsAreNoNamesPass(loadLexicon(), loadThings());

describe('things that everybody knows', () => {
  it.each([
    ['de', 'Cheyne-Stokes-Atmung', 'Cheyne-Stokes', {}],
    ['de', 'Ruhe-EKG, SOKOLOW-LYON unauffällig', 'SOKOLOW-LYON', {}],
    ['en', 'a Massey Ferguson 5S, 2019', 'Massey Ferguson 5S', { category: 'organization', confidence: 0.7 }],
    ['en', 'we watched the Nutcracker', 'Nutcracker', {}],
    ['fr', 'un plat de Bouillabaisse', 'Bouillabaisse', {}],
    ['fr', 'Essai de Modopar 62,5', 'Modopar', {}],
    ['es', 'vino de la Ribeira Sacra', 'Ribeira', { sources: ['tagger:context', 'names:surname'] }],
    ['es', 'vino de la Ribeira Sacra', 'Sacra', { category: 'organization', confidence: 0.7 }],
    ['it', 'due bottiglie di Grand Marnier', 'Marnier', {}],
  ] as const)('%s: are no names: %s', (language, text, name, rest) => {
    expect(keeps(pass, language, text, name, rest)).toBe(false);
    expect(keeps(pass, language, text, name, rest, 'strict')).toBe(true);
  });

  it.each([
    ['de', 'Herr Bouillabaisse kam', 'Bouillabaisse', { sources: ['names:title'] }],
    ['de', 'Bouillabaisse kam', 'Bouillabaisse', { confidence: 0.999 }],
    ['de', 'Kuhn hat unterschrieben', 'Kuhn', {}],
    ['de', 'Wir fahren nach Weimar', 'Weimar', { category: 'location' }],
    ['en', 'Massey called', 'Massey', {}],
    ['en', 'Tom Collins wrote', 'Tom Collins', {}],
    ['en', 'a contract with WMF', 'WMF', { category: 'organization', confidence: 0.7 }],
    ['en', 'she works for Massey Ferguson', 'Massey Ferguson', { category: 'organization' }],
    ['en', 'Bouillabaisse Harbottle wrote', 'Bouillabaisse Harbottle', {}],
    ['fr', 'la nutcracker bouillabaisse', 'la nutcracker', {}],
  ] as const)('%s: leaves what may be somebody: %s', (language, text, name, rest) => {
    expect(keeps(pass, language, text, name, rest)).toBe(true);
  });
});
