import { z } from 'zod';
import { level } from './anonymization.ts';
import { categorySwitches } from './categories.ts';
import { email, empty, idParams, language, pageFields, pageQuery, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

const AUTH = 'Sessions';
const ACCOUNT = 'Account';
const ADMIN = 'Administration';
const json = <S extends z.ZodType>(schema: S, description: string) => ({ kind: 'json', schema, description }) as const;

export const TEAM_ROLES = ['owner', 'admin', 'member'] as const;
export const teamRole = z.enum(TEAM_ROLES).meta({ id: 'TeamRole' });
export type TeamRole = z.output<typeof teamRole>;

/** NIST SP 800-63B: length decides, no composition rules; the upper bound keeps hashing bounded. */
export const password = z.string().min(10).max(256);
export const personName = z.string().trim().min(1).max(200);

/** Settings a person chooses for their own account. */
export const accountSettings = z
  .object({
    interfaceLanguage: language.nullable().meta({ description: 'null follows the browser.' }),
    theme: z.enum(['system', 'light', 'dark']),
    categories: categorySwitches.meta({ description: 'Deviations from the defaults of the categories.' }),
    level,
    defaultLanguage: language.nullable().meta({ description: 'Language of texts; null detects it.' }),
    welcomeDone: z.boolean(),
  })
  .meta({ id: 'AccountSettings' });
export type AccountSettings = z.output<typeof accountSettings>;
export const DEFAULT_ACCOUNT_SETTINGS: AccountSettings = Object.freeze({
  interfaceLanguage: null,
  theme: 'system',
  categories: {},
  level: 'balanced',
  defaultLanguage: null,
  welcomeDone: false,
});

export const account = z
  .object({
    id: uuid,
    email: z.string(),
    name: z.string(),
    role: teamRole,
    disabled: z.boolean(),
    workspaceCollaboration: z.boolean().meta({ description: 'Entitlement for private office views.' }),
    settings: accountSettings,
    appLock: z.boolean().meta({ description: 'Desktop: a passphrase is asked for.' }),
    createdAt: timestamp,
  })
  .meta({ id: 'Account' });
export type Account = z.output<typeof account>;

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
    version: z.string(),
  })
  .meta({ id: 'SessionState' });
export type SessionState = z.output<typeof sessionState>;

const sessionAnswer = json(z.object({ session: sessionState }), 'The session; the cookie is set.');

export const login = endpoint({
  id: 'login',
  method: 'post',
  path: '/v1/auth/login',
  summary: 'Log in',
  description: 'After five failures for an address every further try has to wait, twice as long each time.',
  tag: AUTH,
  access: 'none',
  rateGroup: 'other',
  body: { kind: 'json', schema: z.object({ email: z.string().max(254), password: z.string().max(256) }) },
  status: 200,
  response: sessionAnswer,
  errors: ['INVALID_CREDENTIALS', 'LOGIN_SLOWED_DOWN'],
});
export const logout = endpoint({
  id: 'logout',
  method: 'post',
  path: '/v1/auth/logout',
  summary: 'End the session',
  tag: AUTH,
  access: 'session_only',
  rateGroup: 'other',
  status: 204,
  response: empty,
  errors: ['CSRF_REQUIRED'],
});
export const getSession = endpoint({
  id: 'getSession',
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
  method: 'post',
  path: '/v1/auth/setup',
  summary: 'Create the owner with the printed set-up link',
  tag: AUTH,
  access: 'none',
  rateGroup: 'other',
  body: { kind: 'json', schema: z.object({ token: z.string(), email, name: personName, password }) },
  status: 201,
  response: sessionAnswer,
  errors: ['INVALID_SETUP_TOKEN', 'ALREADY_SET_UP'],
});
export const launch = endpoint({
  id: 'launch',
  method: 'post',
  path: '/v1/auth/launch',
  summary: 'Open the local account with the one-time link of this start',
  description: 'Local mode only: npm start opens the browser with a link that carries the token in its fragment.',
  tag: AUTH,
  access: 'none',
  rateGroup: 'other',
  body: { kind: 'json', schema: z.object({ token: z.string() }) },
  status: 200,
  response: sessionAnswer,
  errors: ['INVALID_SETUP_TOKEN'],
});
export const lock = endpoint({
  id: 'lockApp',
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
  method: 'post',
  path: '/v1/auth/unlock',
  summary: 'Unlock the app',
  tag: AUTH,
  access: 'session_only',
  rateGroup: 'other',
  body: { kind: 'json', schema: z.object({ passphrase: z.string().max(256) }) },
  status: 200,
  response: sessionAnswer,
  errors: ['WRONG_PASSPHRASE', 'LOGIN_SLOWED_DOWN', 'CSRF_REQUIRED'],
});

const accountAnswer = json(z.object({ account }), 'The account.');

export const getAccount = endpoint({
  id: 'getAccount',
  method: 'get',
  path: '/v1/account',
  summary: 'Own account',
  tag: ACCOUNT,
  access: 'session_or_key',
  rateGroup: 'other',
  status: 200,
  response: accountAnswer,
  errors: [],
});
export const updateAccount = endpoint({
  id: 'updateAccount',
  method: 'patch',
  path: '/v1/account',
  summary: 'Change name, password or settings',
  tag: ACCOUNT,
  access: 'session_or_key',
  rateGroup: 'other',
  body: {
    kind: 'json',
    schema: z.object({
      name: personName.optional(),
      settings: accountSettings.partial().optional(),
      password: z
        .object({ current: z.string().max(256), next: password })
        .optional()
        .meta({ description: 'Sessions only; ends every other session of the account.' }),
    }),
  },
  status: 200,
  response: accountAnswer,
  errors: ['INVALID_BODY', 'INVALID_CREDENTIALS', 'LOGIN_SLOWED_DOWN', 'FORBIDDEN'],
});
export const setAppLock = endpoint({
  id: 'setAppLock',
  method: 'put',
  path: '/v1/account/app-lock',
  summary: 'Set or remove the app lock',
  tag: ACCOUNT,
  access: 'session_only',
  rateGroup: 'other',
  body: {
    kind: 'json',
    schema: z.object({
      passphrase: password.nullable().meta({ description: 'null removes the lock.' }),
      current: z.string().max(256).optional().meta({ description: 'Required while a lock is set.' }),
    }),
  },
  status: 200,
  response: accountAnswer,
  errors: ['WRONG_PASSPHRASE', 'LOGIN_SLOWED_DOWN', 'FORBIDDEN', 'CSRF_REQUIRED'],
});

export const apiKey = z
  .object({
    id: uuid,
    name: z.string(),
    prefix: z.string().meta({ description: 'First characters of the secret, to tell keys apart.' }),
    agent: z.object({ id: uuid, name: z.string() }).nullable().meta({ description: 'Set for keys of agents.' }),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
    expiresAt: timestamp.nullable(),
    revokedAt: timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.output<typeof apiKey>;
export const newKey = z
  .object({ key: apiKey, secret: z.string().meta({ description: 'Shown once; only its SHA-256 is stored.' }) })
  .meta({ id: 'NewApiKey' });

export const listKeys = endpoint({
  id: 'listKeys',
  method: 'get',
  path: '/v1/account/keys',
  summary: 'Own API keys',
  tag: ACCOUNT,
  access: 'session_or_key',
  rateGroup: 'other',
  status: 200,
  response: json(z.object({ keys: z.array(apiKey) }), 'Keys, newest first, revoked ones for 30 days.'),
  errors: [],
});
export const createKey = endpoint({
  id: 'createKey',
  method: 'post',
  path: '/v1/account/keys',
  summary: 'Create an API key',
  tag: ACCOUNT,
  access: 'session_or_key',
  rateGroup: 'other',
  body: {
    kind: 'json',
    schema: z.object({
      name: z.string().trim().min(1).max(100),
      expiresAt: timestamp.optional().meta({ description: 'In the future.' }),
      agent: z.object({ name: z.string().trim().min(1).max(100) }).optional(),
    }),
  },
  status: 201,
  response: json(newKey, 'The key with its secret, shown once.'),
  errors: ['INVALID_BODY', 'FORBIDDEN'],
});
export const revokeKey = endpoint({
  id: 'revokeKey',
  method: 'delete',
  path: '/v1/account/keys/:id',
  summary: 'Revoke an API key',
  tag: ACCOUNT,
  access: 'session_or_key',
  rateGroup: 'other',
  params: idParams,
  status: 204,
  response: empty,
  errors: ['KEY_NOT_FOUND', 'FORBIDDEN'],
});
export const rotateKey = endpoint({
  id: 'rotateKey',
  method: 'post',
  path: '/v1/account/keys/:id/rotate',
  summary: 'Make a new secret and end the old one at once',
  tag: ACCOUNT,
  access: 'session_or_key',
  rateGroup: 'other',
  params: idParams,
  status: 200,
  response: json(newKey, 'The key with its new secret.'),
  errors: ['KEY_NOT_FOUND', 'KEY_REVOKED', 'FORBIDDEN'],
});

const admin = { tag: ADMIN, access: 'session_or_key', roles: ['owner', 'admin'], rateGroup: 'other' } as const;
const userAnswer = json(z.object({ user: account }), 'The user.');

export const listUsers = endpoint({
  ...admin,
  id: 'listUsers',
  method: 'get',
  path: '/v1/admin/users',
  summary: 'Users of the team',
  query: pageQuery.extend({ q: z.string().max(255).optional() }),
  status: 200,
  response: json(z.object({ users: z.array(account), ...pageFields }), 'A page of users.'),
  errors: ['FORBIDDEN'],
});
export const createUser = endpoint({
  ...admin,
  id: 'createUser',
  method: 'post',
  path: '/v1/admin/users',
  summary: 'Add a user',
  body: { kind: 'json', schema: z.object({ email, name: personName, role: teamRole.default('member'), password }) },
  status: 201,
  response: userAnswer,
  errors: ['INVALID_BODY', 'FORBIDDEN', 'EMAIL_TAKEN'],
});
export const updateUser = endpoint({
  ...admin,
  id: 'updateUser',
  method: 'patch',
  path: '/v1/admin/users/:id',
  summary: 'Change a user',
  description: 'Only an owner may make or change owners. Disabling ends all sessions and keys of the user.',
  params: idParams,
  body: {
    kind: 'json',
    schema: z.object({
      name: personName.optional(),
      role: teamRole.optional(),
      disabled: z.boolean().optional(),
      password: password.optional(),
      workspaceCollaboration: z.boolean().optional(),
    }),
  },
  status: 200,
  response: userAnswer,
  errors: ['INVALID_BODY', 'FORBIDDEN', 'USER_NOT_FOUND', 'LAST_OWNER'],
});

export const group = z
  .object({ id: uuid, name: z.string(), memberIds: z.array(uuid), createdAt: timestamp })
  .meta({ id: 'Group' });
export type Group = z.output<typeof group>;
const groupName = z.string().trim().min(1).max(200);
const groupAnswer = json(z.object({ group }), 'The group.');

export const listGroups = endpoint({
  ...admin,
  id: 'listGroups',
  method: 'get',
  path: '/v1/admin/groups',
  summary: 'Groups',
  query: pageQuery,
  status: 200,
  response: json(z.object({ groups: z.array(group), ...pageFields }), 'A page of groups.'),
  errors: ['FORBIDDEN'],
});
export const createGroup = endpoint({
  ...admin,
  id: 'createGroup',
  method: 'post',
  path: '/v1/admin/groups',
  summary: 'Add a group',
  body: { kind: 'json', schema: z.object({ name: groupName, memberIds: z.array(uuid).max(10_000).default([]) }) },
  status: 201,
  response: groupAnswer,
  errors: ['INVALID_BODY', 'FORBIDDEN', 'NAME_TAKEN', 'USER_NOT_FOUND'],
});
export const updateGroup = endpoint({
  ...admin,
  id: 'updateGroup',
  method: 'patch',
  path: '/v1/admin/groups/:id',
  summary: 'Rename a group or set its members',
  params: idParams,
  body: {
    kind: 'json',
    schema: z.object({ name: groupName.optional(), memberIds: z.array(uuid).max(10_000).optional() }),
  },
  status: 200,
  response: groupAnswer,
  errors: ['INVALID_BODY', 'FORBIDDEN', 'NAME_TAKEN', 'GROUP_NOT_FOUND', 'USER_NOT_FOUND'],
});
export const deleteGroup = endpoint({
  ...admin,
  id: 'deleteGroup',
  method: 'delete',
  path: '/v1/admin/groups/:id',
  summary: 'Remove a group',
  params: idParams,
  status: 204,
  response: empty,
  errors: ['FORBIDDEN', 'GROUP_NOT_FOUND'],
});

export const auditEntry = z
  .object({
    id: uuid,
    at: timestamp,
    action: z.string().meta({ description: 'For example key.created, job.deleted, login.failed.' }),
    actor: z.object({
      accountId: uuid.nullable(),
      name: z.string().nullable(),
      via: z.enum(['session', 'api_key', 'desktop', 'system']),
      keyId: uuid.nullable(),
      agentId: uuid.nullable(),
    }),
    target: z.object({ kind: z.string(), id: z.string() }).nullable(),
  })
  .meta({ id: 'AuditEntry', description: 'Who did what when; never what a document says.' });
export type AuditEntry = z.output<typeof auditEntry>;
export const listAudit = endpoint({
  ...admin,
  id: 'listAudit',
  method: 'get',
  path: '/v1/admin/audit',
  summary: 'Audit log, newest first',
  query: pageQuery.extend({
    action: z.string().max(100).optional(),
    accountId: uuid.optional(),
    from: timestamp.optional(),
    to: timestamp.optional(),
  }),
  status: 200,
  response: json(z.object({ entries: z.array(auditEntry), ...pageFields }), 'A page of entries.'),
  errors: ['FORBIDDEN', 'INVALID_QUERY'],
});

/** Settings of the whole installation. */
export const teamSettings = z
  .object({
    teamName: z.string().max(200),
    sessionHours: z
      .number()
      .int()
      .min(1)
      .max(24 * 90)
      .meta({ description: 'Lifetime of a login session, in hours.' }),
    jobRetentionDays: z
      .number()
      .int()
      .min(1)
      .max(3650)
      .nullable()
      .meta({ description: 'Finished jobs older than this are deleted; null keeps them.' }),
    auditRetentionDays: z.number().int().min(30).max(3650),
  })
  .meta({ id: 'TeamSettings' });
export type TeamSettings = z.output<typeof teamSettings>;
export const DEFAULT_TEAM_SETTINGS: TeamSettings = Object.freeze({
  teamName: '',
  sessionHours: 12,
  jobRetentionDays: null,
  auditRetentionDays: 365,
});
const settingsAnswer = json(z.object({ settings: teamSettings }), 'The settings.');
export const getTeamSettings = endpoint({
  ...admin,
  id: 'getTeamSettings',
  method: 'get',
  path: '/v1/admin/settings',
  summary: 'Settings of the installation',
  status: 200,
  response: settingsAnswer,
  errors: ['FORBIDDEN'],
});
export const updateTeamSettings = endpoint({
  ...admin,
  id: 'updateTeamSettings',
  method: 'patch',
  path: '/v1/admin/settings',
  summary: 'Change settings of the installation',
  body: { kind: 'json', schema: teamSettings.partial() },
  status: 200,
  response: settingsAnswer,
  errors: ['INVALID_BODY', 'FORBIDDEN'],
});
