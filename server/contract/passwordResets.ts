import { z } from 'zod';
import { password } from './accounts.ts';
import { admin } from './administration.ts';
import { AGENTS } from './agents.ts';
import { empty, idParams, timestamp } from './common.ts';
import { endpoint, json } from './endpoint.ts';

/** What a user is told of a reset at the next login. */
export const passwordReset = z
  .object({
    at: timestamp,
    by: z.string().nullable().meta({ description: 'Name of the administrator; null when the account is gone.' }),
  })
  .meta({ id: 'PasswordReset' });
export type PasswordReset = z.output<typeof passwordReset>;

export const passwordResetLink = z
  .object({
    link: z.url().meta({ description: 'Shown once; whoever has it chooses the password. Only its SHA-256 is stored.' }),
    expiresAt: timestamp.meta({ description: '24 hours later.' }),
  })
  .meta({ id: 'PasswordResetLink' });
export type PasswordResetLink = z.output<typeof passwordResetLink>;

export const resetPassword = endpoint({
  ...admin,
  id: 'resetPassword',
  ...AGENTS.administration,
  method: 'post',
  path: '/v1/admin/users/:id/reset',
  summary: 'Make a one-time link with which a user chooses a new password',
  description:
    'The old password, all sessions and all keys of the user end at once, and an earlier link does. The user is told at the next login. Only an owner may do so for an owner, and nobody for themself.',
  params: idParams,
  status: 201,
  response: json(z.object({ reset: passwordResetLink }), 'The link.'),
  errors: ['FORBIDDEN', 'USER_NOT_FOUND', 'ACCOUNT_BEING_DELETED'],
});
export const setNewPassword = endpoint({
  id: 'setNewPassword',
  agents: 'yes',
  method: 'post',
  path: '/v1/auth/reset',
  summary: 'Choose a new password with the one-time link',
  description: 'It logs nobody in: the login follows, with the second factor where there is one.',
  tag: 'Sessions',
  access: 'none',
  rateGroup: 'other',
  body: { kind: 'json', unknownFields: 'ignored', schema: z.object({ token: z.string().max(100), password }) },
  status: 204,
  response: empty,
  errors: ['INVALID_BODY', 'WEAK_PASSWORD', 'INVALID_RESET_TOKEN'],
});
