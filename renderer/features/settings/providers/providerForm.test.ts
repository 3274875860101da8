import { describe, expect, it } from 'vitest';
import type { ShownProvider } from '../../../../server/contract/gatewayProviders.ts';
import { changeOf, formOf, freeId, providerOf, withKind } from './providerForm.ts';

const STORED: ShownProvider = {
  id: 'mistral',
  kind: 'mistral',
  baseUrl: 'https://api.mistral.ai/v1',
  enabled: true,
  models: ['small', 'large'],
  prices: { small: { input: 0.1, output: 0.3, cachedInput: 0.05 } },
  currency: 'EUR',
  apiVersion: null,
  hasKey: true,
  keyEnd: '1234',
  origin: 'settings',
  createdAt: null,
};
const valid = (form: Parameters<typeof providerOf>[0]) => {
  const outcome = providerOf(form, true);
  if (!('provider' in outcome)) throw new Error([...outcome.problems].join());
  return outcome.provider;
};
const problems = (form: Parameters<typeof providerOf>[0]) => {
  const outcome = providerOf(form, true);
  return 'problems' in outcome ? [...outcome.problems] : [];
};

describe('the fields of a provider', () => {
  it('hold a stored one and give it back unchanged, without its key', () => {
    const form = formOf(STORED);
    expect(form.apiKey).toBe('');
    const given = valid(form);
    const { apiKey, ...definition } = given;
    expect(STORED).toMatchObject(definition);
    expect(apiKey).toBeNull();
  });

  it('change the key only when a new one was typed, or it is to go', () => {
    const form = formOf(STORED);
    expect(changeOf(form, valid(form))).not.toHaveProperty('apiKey');
    expect(changeOf(form, valid(form))).not.toHaveProperty('id');
    const typed = { ...form, apiKey: ' sk-new ' };
    expect(changeOf(typed, valid(typed))).toMatchObject({ apiKey: 'sk-new' });
    const removed = { ...form, removeKey: true };
    expect(changeOf(removed, valid(removed))).toMatchObject({ apiKey: null });
  });

  it('follow the kind until the person writes something else', () => {
    const form = withKind(formOf(null), 'ollama', ['ollama']);
    expect(form).toMatchObject({ kind: 'ollama', id: 'ollama-2', baseUrl: 'http://127.0.0.1:11434/v1' });
    const own = withKind({ ...form, id: 'house', baseUrl: 'http://10.0.0.5/v1' }, 'vllm', []);
    expect(own).toMatchObject({ kind: 'vllm', id: 'house', baseUrl: 'http://10.0.0.5/v1' });
  });

  it('say what is wrong', () => {
    const form = formOf(null);
    expect(problems({ ...form, id: 'has a blank' })).toEqual(['id']);
    expect(problems({ ...form, baseUrl: 'ftp://example.org' })).toEqual(['baseUrl']);
    expect(problems({ ...form, baseUrl: 'https://user:pw@example.org' })).toEqual(['baseUrl']);
    expect(problems({ ...form, currency: 'euro' })).toEqual(['currency']);
    expect(problems({ ...form, allModels: false, models: ' \n' })).toEqual(['models']);
    const row = { model: 'm', input: '1,5', output: '2', cachedInput: '' };
    expect(valid({ ...form, prices: [row] }).prices).toEqual({ m: { input: 1.5, output: 2 } });
    expect(problems({ ...form, prices: [{ ...row, input: 'x' }] })).toEqual(['prices']);
    expect(problems({ ...form, prices: [row, row] })).toEqual(['prices']);
  });
});

it('finds a free short name', () => {
  expect(freeId('openai', [])).toBe('openai');
  expect(freeId('openai', ['OpenAI', 'openai-2'])).toBe('openai-3');
});
