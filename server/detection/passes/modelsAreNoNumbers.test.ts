import { describe, expect, it } from 'vitest';
import { createModelsAreNoNumbersPass } from './modelsAreNoNumbers.ts';
import { keeps } from '../../../test/helpers/detection/passes.ts';

const pass = createModelsAreNoNumbersPass();

describe('codes of models', () => {
  it.each([
    ['de', 'Waschmaschine, Typ: WHX30Q51,', 'WHX30Q51', 'deviceid'],
    ['en', 'the oven (model KX44TR18, serial 8812)', 'KX44TR18', 'deviceid'],
    ['en', 'driver e1000e loaded', 'e1000e', 'deviceid'],
    ['fr', 'modèle n° TX-440', 'TX-440', 'reference'],
    ['es', 'modelo KD43X', 'KD43X', 'licenseplate'],
    ['it', 'mod. GX15', 'GX15', 'idcard'],
  ] as const)('%s: are no numbers of somebody: %s', (language, text, code, category) => {
    expect(keeps(pass, language, text, code, { category })).toBe(false);
    expect(keeps(pass, language, text, code, { category }, 'strict')).toBe(true);
  });

  it.each([
    ['en', 'the oven (model B57, serial 8812)', '8812', { category: 'deviceid' }],
    ['de', 'Typ: 4711', '4711', { category: 'deviceid', sources: ['label:deviceid'] }],
    ['de', 'Prototyp KD-1', 'KD-1', { category: 'reference' }],
    ['es', 'modelo Lucía', 'Lucía', { category: 'person' }],
  ] as const)('%s: leaves the rest: %s', (language, text, code, rest) => {
    expect(keeps(pass, language, text, code, rest)).toBe(true);
  });
});
