import { describe, expect, it } from 'vitest';
import { detectorDefinition } from '../../../../server/contract/detectors.ts';
import { classifierRows, definitionOf, formOf, withLabel, type DetectorForm } from './detectorForm.ts';

const define = (rest: object) => detectorDefinition.parse({ name: 'tiny', need: 'optional', enabled: false, ...rest });
const problemsOf = (change: Partial<DetectorForm>): unknown => {
  const base = { ...formOf(null), name: 'tiny', folder: 'tiny', model: 'm' };
  const result = definitionOf({ ...base, ...change }, true);
  return 'problems' in result ? [...result.problems] : [];
};

describe('the form of a model', () => {
  it.each([
    define({ kind: 'token_classification', folder: 'a', labels: { PER: 'person', MISC: null }, threshold: 0.4 }),
    define({ kind: 'gliner', folder: 'b', labels: { doctor: 'person' } }),
    define({ kind: 'language_model', url: 'http://[::1]:1/v1', model: 'm', categories: ['iban'], timeoutSeconds: 9 }),
  ])('gives back what it was given: $kind', (definition) => {
    expect(definitionOf(formOf(definition), false)).toEqual({ definition });
  });

  it('names the fields that are wrong', () => {
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf({ name: 'Große Namen', folder: '' })).toEqual(['name', 'folder']);
    expect(problemsOf({ threshold: '' })).toEqual(['threshold']);
    expect(problemsOf({ threshold: '0,7' })).toEqual([]);
    expect(problemsOf({ kind: 'gliner', prompt: [] })).toEqual(['labels']);
    const twice = { label: 'person', category: 'person' } as const;
    expect(problemsOf({ kind: 'gliner', prompt: [twice, { ...twice, label: ' person ' }] })).toEqual(['labels']);
    expect(problemsOf({ kind: 'language_model', url: 'http://example.org/v1', categories: [] })).toEqual([
      'url',
      'categories',
    ]);
    expect(problemsOf({ kind: 'language_model', timeout: '2.5', model: ' ' })).toEqual(['model', 'timeoutSeconds']);
  });

  it('shows the labels of the model with what was set for them', () => {
    const trial = {
      ...{ finds: [], version: '1', milliseconds: 1 },
      labels: [
        { label: 'PER', category: 'person' as const },
        { label: 'MISC', category: null },
      ],
    };
    const settings = withLabel(withLabel([], { label: 'PER', category: null }), { label: 'MISC', category: 'custom' });
    expect(classifierRows([], trial)).toEqual(trial.labels);
    expect(classifierRows(settings, trial)).toEqual([
      { label: 'PER', category: null },
      { label: 'MISC', category: 'custom' },
    ]);
    expect(withLabel(settings, { label: 'PER', category: 'person' })).toHaveLength(2);
  });
});
