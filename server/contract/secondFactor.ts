import { z } from 'zod';
import { AGENTS } from './agents.ts';
import { empty, idParams, timestamp } from './common.ts';
import { endpoint, json } from './endpoint.ts';

const ACCOUNT = 'Account';

/** How many recovery codes there are after they were made. */
export const RECOVERY_CODES = 10;
/** A code of the second factor as typed; spaces and hyphens do not matter. */
export const secondFactorCode = z.string().max(64).meta({
  description: 'Six digits of the authenticator app (RFC 6238), or a recovery code. Each works once.',
});

/** What an account says of its second factor. */
export const secondFactorState = z
  .object({
    active: z.boolean().meta({ description: 'A login asks for a code.' }),
    dueAt: timestamp.nullable().meta({
      description:
        'By when it has to be set up, because the team requires it; null: it is active, or nobody requires it.',
    }),
    overdue: z.boolean().meta({
      description: 'dueAt is past: sessions reach the second factor, the own account and the logout alone.',
    }),
  })
  .meta({ id: 'SecondFactorState' });
export type SecondFactorState = z.output<typeof secondFactorState>;

export const secondFactor = secondFactorState
  .extend({
    activeSince: timestamp.nullable(),
    recoveryCodesLeft: z.number().int().min(0).max(RECOVERY_CODES),
  })
  .meta({ id: 'SecondFactor' });
export type SecondFactor = z.output<typeof secondFactor>;

const recoveryCodes = z
  .array(z.string())
  .length(RECOVERY_CODES)
  .meta({ description: 'Shown once; only keyed digests are stored. Those before them work no more.' });
/** Both are asked for where a stolen session must not be enough. */
const proof = {
  kind: 'json',
  unknownFields: 'refused',
  schema: z.object({ password: z.string().max(256), code: secondFactorCode }),
} as const;

const own = {
  ...AGENTS.session,
  tag: ACCOUNT,
  access: 'session_only',
  beforeSecondFactor: true,
  rateGroup: 'other',
} as const;

export const getSecondFactor = endpoint({
  ...own,
  id: 'getSecondFactor',
  method: 'get',
  path: '/v1/account/second-factor',
  summary: 'State of the own second factor',
  status: 200,
  response: json(z.object({ secondFactor }), 'The state.'),
  errors: ['FORBIDDEN'],
});
export const beginSecondFactor = endpoint({
  ...own,
  id: 'beginSecondFactor',
  method: 'post',
  path: '/v1/account/second-factor',
  summary: 'Begin to set up a second factor',
  description:
    'Makes a secret for an authenticator app: TOTP (RFC 6238) with SHA-1, six digits and steps of 30 seconds. It is not asked for until it is confirmed; beginning anew makes another one.',
  status: 201,
  response: json(
    z.object({
      secret: z.string().meta({ description: 'Base32 (RFC 4648), for typing.' }),
      uri: z.string().meta({ description: 'The same as otpauth address, for a QR code.' }),
    }),
    'The secret.',
  ),
  errors: ['SECOND_FACTOR_ACTIVE', 'FORBIDDEN'],
});
export const confirmSecondFactor = endpoint({
  ...own,
  id: 'confirmSecondFactor',
  method: 'post',
  path: '/v1/account/second-factor/confirm',
  summary: 'Switch the second factor on with a first code',
  body: { kind: 'json', unknownFields: 'refused', schema: z.object({ code: secondFactorCode }) },
  status: 200,
  response: json(z.object({ secondFactor, recoveryCodes }), 'It is active; the recovery codes.'),
  errors: ['WRONG_CODE', 'SECOND_FACTOR_ACTIVE', 'SECOND_FACTOR_MISSING', 'LOGIN_SLOWED_DOWN', 'FORBIDDEN'],
});
export const renewRecoveryCodes = endpoint({
  ...own,
  id: 'renewRecoveryCodes',
  method: 'post',
  path: '/v1/account/second-factor/recovery-codes',
  summary: 'Make new recovery codes',
  body: proof,
  status: 200,
  response: json(z.object({ secondFactor, recoveryCodes }), 'The recovery codes.'),
  errors: ['INVALID_CREDENTIALS', 'SECOND_FACTOR_MISSING', 'LOGIN_SLOWED_DOWN', 'FORBIDDEN'],
});
export const removeSecondFactor = endpoint({
  ...own,
  id: 'removeSecondFactor',
  method: 'delete',
  path: '/v1/account/second-factor',
  summary: 'Take the own second factor off',
  body: proof,
  status: 204,
  response: empty,
  errors: ['INVALID_CREDENTIALS', 'SECOND_FACTOR_MISSING', 'LOGIN_SLOWED_DOWN', 'FORBIDDEN'],
});

export const removeUserSecondFactor = endpoint({
  id: 'removeUserSecondFactor',
  ...AGENTS.administration,
  method: 'delete',
  path: '/v1/admin/users/:id/second-factor',
  summary: 'Take the second factor of a user off',
  description:
    'For somebody who has lost phone and recovery codes. Ends all sessions of the user. Only an owner may do it for an owner, and nobody for themself.',
  tag: 'Administration',
  access: 'session_or_key',
  roles: ['owner', 'admin'],
  rateGroup: 'other',
  params: idParams,
  status: 204,
  response: empty,
  errors: ['FORBIDDEN', 'USER_NOT_FOUND', 'SECOND_FACTOR_MISSING'],
});
