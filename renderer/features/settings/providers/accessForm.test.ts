import { expect, it } from 'vitest';
import type { ModelAccess } from '../../../../server/contract/gatewayModels.ts';
import { accessFormOf, accessOf } from './accessForm.ts';

const ACCESS: ModelAccess = {
  everyone: ['openai/gpt-mini', 'local/*'],
  grants: [
    { subject: { kind: 'role', role: 'admin' }, models: ['*'] },
    { subject: { kind: 'group', id: '6f2f5a3c-0d0c-4f5e-9d0a-0a8a4f6f3b11' }, models: ['anthropic/*'] },
  ],
};

it('holds the rules and gives them back', () => {
  expect(accessOf(accessFormOf(ACCESS))).toEqual(ACCESS);
  const open: ModelAccess = { everyone: ['*'], grants: [] };
  expect(accessFormOf(open)).toMatchObject({ all: true, everyone: '' });
  expect(accessOf(accessFormOf(open))).toEqual(open);
});

it('refuses a star in the middle and rules for nobody', () => {
  const form = accessFormOf(ACCESS);
  expect(accessOf({ ...form, everyone: 'a*b' })).toBeNull();
  expect(accessOf({ ...form, grants: [{ who: '', models: '*' }] })).toBeNull();
});
