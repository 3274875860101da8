import { AGENTS } from './agents.ts';
import { z } from 'zod';
import { maxCharacters, minCharacters } from './characters.ts';
import { level } from './anonymization.ts';
import { categorySwitches } from './categories.ts';
import { empty, idParams, interfaceLanguage, language, pageFields, pageQuery, timestamp, uuid } from './common.ts';
import { endpoint, json, KEY_SCOPES } from './endpoint.ts';
import { secondFactorState } from './secondFactor.ts';

const ACCOUNT = 'Account';

export const TEAM_ROLES = ['owner', 'admin', 'member'] as const;
export const teamRole = z.enum(TEAM_ROLES).meta({ id: 'TeamRole' });
export type TeamRole = z.output<typeof teamRole>;

/** Shortest password, in characters. */
export const PASSWORD_MIN_CHARACTERS = 12;
/** NIST SP 800-63B: length and what is guessed first decide, no composition rules; the upper bound keeps hashing bounded. */
export const password = z.string().check(minCharacters(PASSWORD_MIN_CHARACTERS), maxCharacters(256));
/** Opens the app lock of this machine; it is no login. */
export const passphrase = z.string().min(10).max(256);
export const personName = z.string().trim().min(1).check(maxCharacters(200));

/** Settings a person chooses for their own account. */
export const accountSettings = z
  .object({
    interfaceLanguage: interfaceLanguage.nullable().meta({ description: 'null follows the browser.' }),
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
    secondFactor: secondFactorState,
  })
  .meta({ id: 'Account' });
export type Account = z.output<typeof account>;

const accountAnswer = json(z.object({ account }), 'The account.');

export const getAccount = endpoint({
  id: 'getAccount',
  agents: 'yes',
  method: 'get',
  path: '/v1/account',
  summary: 'Own account',
  tag: ACCOUNT,
  access: 'session_or_key',
  beforeSecondFactor: true,
  rateGroup: 'other',
  status: 200,
  response: accountAnswer,
  errors: [],
});
export const updateAccount = endpoint({
  id: 'updateAccount',
  ...AGENTS.settings,
  method: 'patch',
  path: '/v1/account',
  summary: 'Change name, password or settings',
  tag: ACCOUNT,
  access: 'session_or_key',
  rateGroup: 'other',
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z.object({
      name: personName.optional(),
      settings: accountSettings.partial().optional(),
      password: z
        .object({ current: z.string().max(256), next: password, endKeys: z.boolean().optional() })
        .optional()
        .meta({
          description:
            'Sessions only; ends every other session of the account, and with `endKeys: true` its API keys as well.',
        }),
    }),
  },
  status: 200,
  response: accountAnswer,
  errors: ['INVALID_BODY', 'INVALID_CREDENTIALS', 'LOGIN_SLOWED_DOWN', 'FORBIDDEN', 'WEAK_PASSWORD'],
});
export const setAppLock = endpoint({
  id: 'setAppLock',
  ...AGENTS.session,
  method: 'put',
  path: '/v1/account/app-lock',
  summary: 'Set or remove the app lock',
  tag: ACCOUNT,
  access: 'session_only',
  rateGroup: 'other',
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z.object({
      passphrase: passphrase.nullable().meta({ description: 'null removes the lock.' }),
      current: z.string().max(256).optional().meta({ description: 'Required while a lock is set.' }),
    }),
  },
  status: 200,
  response: accountAnswer,
  errors: ['WRONG_PASSPHRASE', 'LOGIN_SLOWED_DOWN', 'FORBIDDEN', 'CSRF_REQUIRED'],
});

/** Limits that a key gets when it is made. */
const keyRights = {
  scope: z.enum(KEY_SCOPES).meta({
    id: 'KeyScope',
    description:
      'gateway: language models only; anonymize: texts, documents and jobs only; tools: the tool endpoint only.',
  }),
  toolAccess: z
    .enum(['read', 'write'])
    .meta({ id: 'ToolAccess', description: 'What the tool endpoint lets an agent do.' }),
  clearText: z.boolean().meta({
    description: 'Keys of agents: originals of all jobs; without it only those of jobs that the key itself made.',
  }),
};

export const apiKey = z
  .object({
    id: uuid,
    name: z.string(),
    prefix: z.string().meta({ description: 'First characters of the secret, to tell keys apart.' }),
    agent: z.object({ id: uuid, name: z.string() }).nullable().meta({ description: 'Set for keys of agents.' }),
    scope: keyRights.scope,
    toolAccess: keyRights.toolAccess.nullable().meta({ description: 'Keys of agents only.' }),
    clearText: keyRights.clearText,
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
    lastUsedFrom: z.string().nullable().meta({ description: 'Address of the last use.' }),
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
  ...AGENTS.keys,
  method: 'get',
  path: '/v1/account/keys',
  summary: 'Own API keys',
  tag: ACCOUNT,
  access: 'session_or_key',
  rateGroup: 'other',
  query: pageQuery,
  status: 200,
  response: json(
    z.object({ keys: z.array(apiKey), ...pageFields }),
    'A page of keys, newest first, revoked ones for 30 days.',
  ),
  errors: [],
});
export const createKey = endpoint({
  id: 'createKey',
  ...AGENTS.keys,
  method: 'post',
  path: '/v1/account/keys',
  summary: 'Create an API key',
  tag: ACCOUNT,
  access: 'session_or_key',
  rateGroup: 'other',
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z.object({
      name: z.string().trim().min(1).check(maxCharacters(100)),
      expiresAt: timestamp.optional().meta({ description: 'In the future.' }),
      scope: keyRights.scope.default('all'),
      agent: z.object({ name: z.string().trim().min(1).check(maxCharacters(100)) }).optional(),
      toolAccess: keyRights.toolAccess.optional().meta({ description: 'Keys of agents only; read when absent.' }),
      clearText: keyRights.clearText
        .default(false)
        .meta({ description: 'Keys of agents only; set by a login session, never by a key.' }),
    }),
  },
  status: 201,
  response: json(newKey, 'The key with its secret, shown once.'),
  errors: ['INVALID_BODY', 'FORBIDDEN'],
});
export const revokeKey = endpoint({
  id: 'revokeKey',
  ...AGENTS.keys,
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
  ...AGENTS.keys,
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
