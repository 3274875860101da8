import { AGENTS } from './agents.ts';
import { z } from 'zod';
import { account, password, personName } from './accounts.ts';
import { email, empty, timestamp } from './common.ts';
import { endpoint, json } from './endpoint.ts';
import { passwordReset } from './passwordResets.ts';
import { secondFactorCode } from './secondFactor.ts';

const AUTH = 'Sessions';

export const sessionState = z
  .object({
    mode: z.enum(['local', 'team']).meta({ description: 'local: one account without a login (desktop app).' }),
    authenticated: z.boolean(),
    locked: z.boolean().meta({ description: 'The app lock is on; POST /v1/auth/unlock opens it.' }),
    setupRequired: z
      .boolean()
      .meta({ description: 'No account exists yet; the printed set-up link creates the owner.' }),
    account: account.nullable(),
    expiresAt: timestamp.nullable(),
    passwordReset: passwordReset
      .nullable()
      .meta({ description: 'An administrator has reset the password, and this is the first session since.' }),
    version: z.string(),
  })
  .meta({ id: 'SessionState' });
export type SessionState = z.output<typeof sessionState>;

const sessionAnswer = json(z.object({ session: sessionState }), 'The session; the cookie is set.');

export const login = endpoint({
  id: 'login',
  agents: 'yes',
  method: 'post',
  path: '/v1/auth/login',
  summary: 'Log in',
  description:
    'After five failures for an address every further try has to wait, twice as long each time. An account with a second factor answers SECOND_FACTOR_REQUIRED to the right ' +
    'password alone, which is no failure; a wrong code is one.',
  tag: AUTH,
  access: 'none',
  rateGroup: 'other',
  body: {
    kind: 'json',
    unknownFields: 'ignored',
    schema: z.object({
      email: z.string().max(254),
      password: z.string().max(256),
      code: secondFactorCode.optional(),
    }),
  },
  status: 200,
  response: sessionAnswer,
  errors: ['INVALID_CREDENTIALS', 'PASSWORD_RESET', 'SECOND_FACTOR_REQUIRED', 'LOGIN_SLOWED_DOWN'],
});
export const logout = endpoint({
  id: 'logout',
  ...AGENTS.session,
  method: 'post',
  path: '/v1/auth/logout',
  summary: 'End the session',
  tag: AUTH,
  access: 'session_only',
  beforeSecondFactor: true,
  rateGroup: 'other',
  status: 204,
  response: empty,
  errors: ['CSRF_REQUIRED'],
});
export const getSession = endpoint({
  id: 'getSession',
  agents: 'yes',
  method: 'get',
  path: '/v1/auth/session',
  summary: 'Who is logged in',
  tag: AUTH,
  access: 'none',
  rateGroup: 'other',
  status: 200,
  response: json(z.object({ session: sessionState }), 'The state; also without a session.'),
  errors: [],
});
export const setUp = endpoint({
  id: 'setUp',
  agents: 'yes',
  method: 'post',
  path: '/v1/auth/setup',
  summary: 'Create the owner with the printed set-up link',
  tag: AUTH,
  access: 'none',
  rateGroup: 'other',
  body: {
    kind: 'json',
    unknownFields: 'ignored',
    schema: z.object({ token: z.string(), email, name: personName, password }),
  },
  status: 201,
  response: sessionAnswer,
  errors: ['INVALID_SETUP_TOKEN', 'ALREADY_SET_UP', 'WEAK_PASSWORD'],
});
export const launch = endpoint({
  id: 'launch',
  agents: 'yes',
  method: 'post',
  path: '/v1/auth/launch',
  summary: 'Open the local account with the one-time link of this start',
  description: 'Local mode only: npm start opens the browser with a link that carries the token in its fragment.',
  tag: AUTH,
  access: 'none',
  rateGroup: 'other',
  body: { kind: 'json', unknownFields: 'ignored', schema: z.object({ token: z.string() }) },
  status: 200,
  response: sessionAnswer,
  errors: ['INVALID_SETUP_TOKEN'],
});
export const lock = endpoint({
  id: 'lockApp',
  ...AGENTS.session,
  method: 'post',
  path: '/v1/auth/lock',
  summary: 'Lock the app until the passphrase is given',
  tag: AUTH,
  access: 'session_only',
  rateGroup: 'other',
  status: 204,
  response: empty,
  errors: ['CSRF_REQUIRED'],
});
export const unlock = endpoint({
  id: 'unlockApp',
  ...AGENTS.session,
  method: 'post',
  path: '/v1/auth/unlock',
  summary: 'Unlock the app',
  tag: AUTH,
  access: 'session_only',
  rateGroup: 'other',
  body: { kind: 'json', unknownFields: 'ignored', schema: z.object({ passphrase: z.string().max(256) }) },
  status: 200,
  response: sessionAnswer,
  errors: ['WRONG_PASSPHRASE', 'LOGIN_SLOWED_DOWN', 'CSRF_REQUIRED'],
});
