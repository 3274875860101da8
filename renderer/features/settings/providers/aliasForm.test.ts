import { expect, it } from 'vitest';
import { aliasFormOf, aliasOf } from './aliasForm.ts';

const ALIAS = {
  name: 'standard',
  targets: [
    { model: 'openai/gpt', weight: 3 },
    { model: 'local/llama', weight: 1 },
  ],
  fallbacks: ['anthropic/claude'],
};

it('holds an alias and gives it back', () => {
  expect(aliasOf(aliasFormOf(ALIAS))).toEqual({ alias: ALIAS });
});

it('says what is wrong', () => {
  const problems = (change: Partial<ReturnType<typeof aliasFormOf>>) => {
    const outcome = aliasOf({ ...aliasFormOf(ALIAS), ...change });
    return 'problems' in outcome ? [...outcome.problems] : [];
  };
  expect(problems({ name: 'a/b' })).toEqual(['name']);
  expect(problems({ targets: [] })).toEqual(['targets']);
  expect(problems({ targets: [{ model: 'no provider', weight: '1' }] })).toEqual(['targets']);
  expect(problems({ targets: [{ model: 'a/b', weight: '0.5' }] })).toEqual(['targets']);
  expect(problems({ fallbacks: 'a/b\nwrong' })).toEqual(['fallbacks']);
});
