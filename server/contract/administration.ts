import { AGENTS } from './agents.ts';
import { z } from 'zod';
import { maxCharacters } from './characters.ts';
import { account, password, personName, teamRole } from './accounts.ts';
import { email, empty, idParams, pageFields, pageQuery, timestamp, uuid } from './common.ts';
import { endpoint, json } from './endpoint.ts';

const ADMIN = 'Administration';

/** What all of the administration has in common. */
export const admin = { tag: ADMIN, access: 'session_or_key', roles: ['owner', 'admin'], rateGroup: 'other' } as const;
const userAnswer = json(z.object({ user: account }), 'The user.');

export const listUsers = endpoint({
  ...admin,
  id: 'listUsers',
  ...AGENTS.administration,
  method: 'get',
  path: '/v1/admin/users',
  summary: 'Users of the team',
  query: pageQuery.extend({ q: z.string().check(maxCharacters(255)).optional() }),
  status: 200,
  response: json(z.object({ users: z.array(account), ...pageFields }), 'A page of users.'),
  errors: ['FORBIDDEN'],
});
export const createUser = endpoint({
  ...admin,
  id: 'createUser',
  ...AGENTS.administration,
  method: 'post',
  path: '/v1/admin/users',
  summary: 'Add a user',
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z.object({ email, name: personName, role: teamRole.default('member'), password }),
  },
  status: 201,
  response: userAnswer,
  errors: ['INVALID_BODY', 'FORBIDDEN', 'EMAIL_TAKEN', 'WEAK_PASSWORD'],
});
export const updateUser = endpoint({
  ...admin,
  id: 'updateUser',
  ...AGENTS.administration,
  method: 'patch',
  path: '/v1/admin/users/:id',
  summary: 'Change a user',
  description:
    'Only an owner may make or change owners. Disabling ends all sessions and keys of the user. Passwords are reset with a link, never set.',
  params: idParams,
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z.object({
      name: personName.optional(),
      role: teamRole.optional(),
      disabled: z.boolean().optional(),
      workspaceCollaboration: z.boolean().optional(),
    }),
  },
  status: 200,
  response: userAnswer,
  errors: ['INVALID_BODY', 'FORBIDDEN', 'USER_NOT_FOUND', 'LAST_OWNER', 'ACCOUNT_BEING_DELETED'],
});

export const group = z
  .object({ id: uuid, name: z.string(), memberIds: z.array(uuid), createdAt: timestamp })
  .meta({ id: 'Group' });
export type Group = z.output<typeof group>;
const groupName = z.string().trim().min(1).check(maxCharacters(200));
const groupAnswer = json(z.object({ group }), 'The group.');

export const listGroups = endpoint({
  ...admin,
  id: 'listGroups',
  ...AGENTS.administration,
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
  ...AGENTS.administration,
  method: 'post',
  path: '/v1/admin/groups',
  summary: 'Add a group',
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z.object({ name: groupName, memberIds: z.array(uuid).max(10_000).default([]) }),
  },
  status: 201,
  response: groupAnswer,
  errors: ['INVALID_BODY', 'FORBIDDEN', 'NAME_TAKEN', 'USER_NOT_FOUND'],
});
export const updateGroup = endpoint({
  ...admin,
  id: 'updateGroup',
  ...AGENTS.administration,
  method: 'patch',
  path: '/v1/admin/groups/:id',
  summary: 'Rename a group or set its members',
  params: idParams,
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z.object({ name: groupName.optional(), memberIds: z.array(uuid).max(10_000).optional() }),
  },
  status: 200,
  response: groupAnswer,
  errors: ['INVALID_BODY', 'FORBIDDEN', 'NAME_TAKEN', 'GROUP_NOT_FOUND', 'USER_NOT_FOUND'],
});
export const deleteGroup = endpoint({
  ...admin,
  id: 'deleteGroup',
  ...AGENTS.administration,
  method: 'delete',
  path: '/v1/admin/groups/:id',
  summary: 'Remove a group',
  params: idParams,
  status: 204,
  response: empty,
  errors: ['FORBIDDEN', 'GROUP_NOT_FOUND'],
});

/** What the audit log remembers: `thing.verb`. */
export const AUDIT_ACTIONS = [
  'account.changed',
  'account.key_rotation_started',
  'account.key_rotated',
  'app_lock.set',
  'app_lock.removed',
  'detector.created',
  'detector.changed',
  'detector.deleted',
  'group.created',
  'group.changed',
  'group.deleted',
  'job.created',
  'job.reviewed',
  'job.exported',
  'job.deleted',
  'key.created',
  'key.rotated',
  'key.revoked',
  'login.succeeded',
  'login.failed',
  'logout',
  'model_access.changed',
  'model_aliases.changed',
  'node.shared',
  'node.unshared',
  'node.purged',
  'password.changed',
  'project.created',
  'project.renamed',
  'project.deleted',
  'project.member_set',
  'project.member_removed',
  'provider.created',
  'provider.changed',
  'provider.deleted',
  'restore.overridden',
  'second_factor.set_up',
  'second_factor.codes_renewed',
  'second_factor.recovery_code_used',
  'second_factor.removed',
  'session.ended',
  'session.others_ended',
  'settings.changed',
  'text.deanonymized',
  'user.created',
  'user.changed',
  'user.disabled',
  'user.password_reset',
  'user.deleted',
  'user.erased',
  'user.second_factor_removed',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
/** What an entry of the audit log may be about. */
export const AUDIT_TARGETS = [
  'detector',
  'group',
  'job',
  'key',
  'node',
  'project',
  'provider',
  'session',
  'user',
] as const;
export type AuditTarget = (typeof AUDIT_TARGETS)[number];

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
  ...AGENTS.administration,
  method: 'get',
  path: '/v1/admin/audit',
  summary: 'Audit log, newest first',
  query: pageQuery.extend({
    action: z.string().check(maxCharacters(100)).optional(),
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
    teamName: z.string().check(maxCharacters(200)),
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
    exchangeRetentionDays: z
      .number()
      .int()
      .min(0)
      .max(3650)
      .meta({ description: 'What language models saw in anonymous requests is kept this long; 0 keeps nothing.' }),
    requireSecondFactor: z.boolean().meta({
      description:
        'Everybody sets up a second factor within seven days, counted from this setting or from the creation of their account, whichever is later.',
    }),
  })
  .meta({ id: 'TeamSettings' });
export type TeamSettings = z.output<typeof teamSettings>;
export const DEFAULT_TEAM_SETTINGS: TeamSettings = Object.freeze({
  teamName: '',
  sessionHours: 12,
  jobRetentionDays: null,
  auditRetentionDays: 365,
  exchangeRetentionDays: 30,
  requireSecondFactor: false,
});
const settingsAnswer = json(z.object({ settings: teamSettings }), 'The settings.');
export const getTeamSettings = endpoint({
  ...admin,
  id: 'getTeamSettings',
  ...AGENTS.administration,
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
  ...AGENTS.administration,
  method: 'patch',
  path: '/v1/admin/settings',
  summary: 'Change settings of the installation',
  body: { kind: 'json', unknownFields: 'refused', schema: teamSettings.partial() },
  status: 200,
  response: settingsAnswer,
  errors: ['INVALID_BODY', 'FORBIDDEN'],
});
