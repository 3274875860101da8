import { z } from 'zod';
import { AGENTS } from './agents.ts';
import { idParams, timestamp, uuid } from './common.ts';
import { endpoint, json } from './endpoint.ts';

/** Share of the work that is done, 0 to 1. */
const progress = z.number().min(0).max(1);

/** Stands where a person stood whose account was deleted: as author of comments, versions and changes in files of others. */
export const FORMER_MEMBER_ID = '00000000-0000-0000-0000-000000000000';

export const accountDeletion = z
  .object({
    userId: uuid,
    transferTo: uuid.nullable().meta({ description: 'Who takes over; null: everything is erased.' }),
    progress,
    startedAt: timestamp,
  })
  .meta({ id: 'AccountDeletion' });
export type AccountDeletion = z.output<typeof accountDeletion>;
const deletionAnswer = json(z.object({ deletion: accountDeletion }), 'The deletion, which goes on in the background.');

export const deleteUser = endpoint({
  id: 'deleteUser',
  ...AGENTS.administration,
  method: 'delete',
  path: '/v1/admin/users/:id',
  summary: 'Delete an account',
  description:
    'With `transferTo` the files of the person become a project of that user, who also takes over the projects that nobody else owns, and the prompts that were shared with ' +
    'the team. With `erase` they are removed; a project with other members gets the longest member of the highest role as its owner. Everything else of the account is removed: ' +
    'sessions, keys, jobs with their values, terms, chats, records of the gateway, shares, inbox. Comments and versions in files of others stay and name a former member ' +
    '(`00000000-0000-0000-0000-000000000000`). The account is disabled at once and cannot be enabled again; the work goes on in the background and over a restart, and the user ' +
    'is unknown when it has ended. Entries of the audit log stay. Only an owner may delete an owner, and nobody themself.',
  tag: 'Administration',
  access: 'session_or_key',
  roles: ['owner', 'admin'],
  rateGroup: 'other',
  params: idParams,
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z
      .object({ transferTo: uuid.optional(), erase: z.literal(true).optional() })
      .refine(({ transferTo, erase }) => (transferTo === undefined) !== (erase === undefined), {
        message: 'Either transferTo or erase.',
      }),
  },
  status: 202,
  response: deletionAnswer,
  errors: ['INVALID_BODY', 'FORBIDDEN', 'USER_NOT_FOUND', 'LAST_OWNER', 'ACCOUNT_BEING_DELETED'],
});
export const getUserDeletion = endpoint({
  id: 'getUserDeletion',
  ...AGENTS.administration,
  method: 'get',
  path: '/v1/admin/users/:id/deletion',
  summary: 'How far the deletion of an account is',
  description: 'USER_NOT_FOUND when it has ended, NOT_FOUND for a user who is not being deleted.',
  tag: 'Administration',
  access: 'session_or_key',
  roles: ['owner', 'admin'],
  rateGroup: 'other',
  params: idParams,
  status: 200,
  response: deletionAnswer,
  errors: ['FORBIDDEN', 'USER_NOT_FOUND', 'NOT_FOUND'],
});

export const keyRotation = z
  .object({
    status: z.enum(['idle', 'running']),
    progress: progress.nullable().meta({ description: 'null while nothing runs.' }),
    startedAt: timestamp.nullable(),
    keyCreatedAt: timestamp.meta({ description: 'When the present data key was made.' }),
  })
  .meta({ id: 'KeyRotation' });
export type KeyRotation = z.output<typeof keyRotation>;
const rotationAnswer = json(z.object({ rotation: keyRotation }), 'The state of the rotation.');

export const rotateDataKey = endpoint({
  id: 'rotateDataKey',
  ...AGENTS.keys,
  method: 'post',
  path: '/v1/account/rotate-key',
  summary: 'Encrypt everything of the own account under a new data key',
  description:
    'Goes on in the background and over a restart, while the account works as before; the former key is destroyed at the end. Placeholders stay what they are. While a rotation runs, ' +
    'another request answers its state. Projects have data keys of their own, which stay.',
  tag: 'Account',
  access: 'session_or_key',
  rateGroup: 'other',
  status: 202,
  response: rotationAnswer,
  errors: ['FORBIDDEN'],
});
export const getDataKeyRotation = endpoint({
  id: 'getDataKeyRotation',
  ...AGENTS.keys,
  method: 'get',
  path: '/v1/account/rotate-key',
  summary: 'Age of the own data key, and how far its rotation is',
  tag: 'Account',
  access: 'session_or_key',
  rateGroup: 'other',
  status: 200,
  response: rotationAnswer,
  errors: [],
});
