import { describe, expect, it } from 'vitest';
import { DEFAULT_ACCOUNT_SETTINGS } from '../server/contract/accounts.ts';
import { type SessionState } from '../server/contract/sessions.ts';
import { redirectFor } from './router.ts';

const state = (fields: Partial<SessionState>): SessionState => ({
  mode: 'team',
  authenticated: false,
  locked: false,
  setupRequired: false,
  account: null,
  expiresAt: null,
  passwordReset: null,
  version: '0',
  ...fields,
});
const session = (fields: Partial<SessionState> | null, welcomeDone = true) => ({
  ready: true,
  state: fields === null ? null : state(fields),
  settings: { ...DEFAULT_ACCOUNT_SETTINGS, welcomeDone },
});
const page = (name: string, open = false) => ({ name, fullPath: `/${name}`, meta: { open } });

describe('redirectFor', () => {
  it('sends strangers to the login and remembers where they wanted to go', () => {
    expect(redirectFor(page('history'), session({}))).toEqual({ name: 'login', query: { next: '/history' } });
    expect(redirectFor(page('anonymize'), session({}))).toEqual({ name: 'login' });
    expect(redirectFor(page('setup', true), session({}))).toBeNull();
  });
  it('lets people in, newcomers first to the introduction', () => {
    expect(redirectFor(page('history'), session({ authenticated: true }))).toBeNull();
    expect(redirectFor(page('login', true), session({ authenticated: true }))).toEqual({ name: 'anonymize' });
    expect(redirectFor(page('history'), session({ authenticated: true }, false))).toEqual({ name: 'welcome' });
    expect(redirectFor(page('welcome'), session({ authenticated: true }, false))).toBeNull();
  });
  it('keeps the address while the app is locked or the server does not answer', () => {
    expect(redirectFor(page('history'), session({ locked: true }))).toBeNull();
    expect(redirectFor(page('history'), session(null))).toBeNull();
  });
});
