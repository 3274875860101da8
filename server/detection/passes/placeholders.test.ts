import { describe, expect, it } from 'vitest';
import { createPlaceholdersAreNoValuesPass } from './placeholdersAreNoValues.ts';
import { keeps } from '../../../test/helpers/detection/passes.ts';

const pass = createPlaceholdersAreNoValuesPass();

describe('placeholders', () => {
  it.each([
    ['Was ist [[username-d82eezm4]] hier?', 'username-d82eezm4'],
    ['Was ist [[username-d82eezm4]] hier?', '[[username-d82eezm4]]'],
    ['Und [[person-k3v9q2xd]] mit [PERSON-K3V9Q2XD]?', 'K3V9Q2XD'],
  ])('hold no values: %s', (text, value) => {
    expect(keeps(pass, 'de', text, value, { category: 'username' })).toBe(false);
  });

  it.each([
    ['Was ist [[username-d82eezm4]] hier?', 'ist [[username-d82eezm4]]'],
    ['Herr [[Wiese]] kam', 'Wiese'],
    ['[[username-d82eezm4]] wiese_kd', 'wiese_kd'],
    ['wiese_kd [[username-d82eezm4]]', 'wiese_kd'],
  ])('do not touch what stands beside them: %s', (text, value) => {
    expect(keeps(pass, 'de', text, value, { category: 'username' })).toBe(true);
  });
});
