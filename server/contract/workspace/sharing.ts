import { AGENTS } from '../agents.ts';
import { z } from 'zod';
import { maxCharacters } from '../characters.ts';
import { email, empty, pageFields, pageQuery, storedText, timestamp, uuid } from '../common.ts';
import { endpoint, json } from '../endpoint.ts';
import { actor, NODE_ERRORS, nodeParams, nodeRole, workspaceBase, WRITE_ERRORS } from './node.ts';

const base = { ...workspaceBase, tag: 'Workspace: sharing' } as const;

export const SHARE_ROLES = ['viewer', 'editor'] as const;
export const shareRole = z.enum(SHARE_ROLES, { error: 'INVALID_ROLE' });
export type ShareRole = z.output<typeof shareRole>;

export const share = z
  .object({
    id: uuid,
    kind: z.enum(['user', 'group']),
    email: z.string().optional().meta({ description: 'For users.' }),
    userId: uuid.optional(),
    groupId: uuid.optional(),
    name: z.string().meta({ description: 'Of the person or the group.' }),
    role: shareRole,
    source: z.string().meta({ description: '`manual` for shares made by hand.' }),
    syncedAt: timestamp.nullable(),
    inheritedFrom: z
      .object({ id: uuid, name: z.string() })
      .nullable()
      .meta({ description: 'Folder the share was made on; null: this node.' }),
    createdAt: timestamp,
  })
  .meta({ id: 'Share' });
export type Share = z.output<typeof share>;

export const listShares = endpoint({
  ...base,
  id: 'listShares',
  agents: 'yes',
  method: 'get',
  path: '/v1/workspace/nodes/:id/shares',
  summary: 'Who has access to a node',
  description: 'Its own shares and those of the folders above that the caller sees, the oldest first.',
  params: nodeParams,
  query: pageQuery,
  status: 200,
  response: json(
    z.object({
      shares: z.array(share),
      pendingShares: z
        .array(z.object({ email: z.string(), role: shareRole, source: z.string() }))
        .meta({ description: 'Taken over from a mounted drive for people without an account here.' }),
      availableGroups: z.array(z.object({ id: uuid, name: z.string() })),
      isTeamMember: z.boolean(),
      canManage: z.boolean(),
      canManageGroups: z.boolean(),
      role: nodeRole,
      ...pageFields,
    }),
    'A page of shares.',
  ),
  errors: ['INVALID_QUERY', ...NODE_ERRORS],
});
export const grantShare = endpoint({
  ...base,
  id: 'grantShare',
  ...AGENTS.sharing,
  method: 'post',
  path: '/v1/workspace/nodes/:id/shares',
  summary: 'Share a node',
  description: 'Granting again changes the role. Editors may share with people, owners also with groups.',
  params: nodeParams,
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z
      .object({
        kind: z.enum(['user', 'group'], { error: 'INVALID_KIND' }).meta({ description: 'Whom to share with.' }),
        email: email.optional().meta({ description: 'Of a person with an account here.' }),
        groupId: uuid.optional().meta({ description: 'A group of the team.' }),
        role: shareRole.meta({ description: 'What they may do.' }),
      })
      .refine(({ kind, email, groupId }) => (kind === 'user' ? email : groupId) !== undefined, 'INVALID_BODY'),
  },
  status: 201,
  response: json(z.object({ share }), 'The share.'),
  errors: [
    'INVALID_BODY',
    'INVALID_ROLE',
    'INVALID_KIND',
    'USER_NOT_FOUND',
    'GROUP_NOT_FOUND',
    'MANAGED_BY_SYNC',
    ...WRITE_ERRORS,
  ],
});
export const revokeShare = endpoint({
  ...base,
  id: 'revokeShare',
  ...AGENTS.sharing,
  method: 'delete',
  path: '/v1/workspace/nodes/:id/shares',
  summary: 'Revoke a share',
  description: 'Whoever has been given the share may also give it up.',
  params: nodeParams,
  query: z.object({ shareId: uuid.meta({ description: 'A share made on this node.' }) }),
  status: 204,
  response: empty,
  errors: ['INVALID_QUERY', 'MANAGED_BY_SYNC', ...WRITE_ERRORS],
});

export const agentLock = endpoint({
  ...base,
  id: 'agentLock',
  agents: 'yes',
  method: 'get',
  path: '/v1/workspace/nodes/:id/agent-lock',
  summary: 'What agents may do with a node',
  description: 'The effective values; readGeerbt and writeGeerbt are true when a folder above decides.',
  params: nodeParams,
  status: 200,
  response: json(
    z.object({ read: z.boolean(), write: z.boolean(), readGeerbt: z.boolean(), writeGeerbt: z.boolean() }),
    'The lock.',
  ),
  errors: NODE_ERRORS,
});

/** What the history of a file tells beside the actions of the change feed. */
export const NOTED_ACTIONS = ['commented', 'version_restored', 'anonymized'] as const;
export const activityEntry = z
  .object({
    id: uuid,
    action: z.string().meta({ description: 'As in the change feed; also commented, version_restored, anonymized.' }),
    at: timestamp,
    node: z.object({ id: uuid, name: z.string(), type: z.enum(['folder', 'file']) }),
    actor: actor.nullable(),
    agent: actor.nullable(),
    revision: z.number().int().nullable(),
  })
  .meta({ id: 'ActivityEntry' });
export type ActivityEntry = z.output<typeof activityEntry>;
export const nodeActivity = endpoint({
  ...base,
  id: 'nodeActivity',
  agents: 'yes',
  method: 'get',
  path: '/v1/workspace/nodes/:id/activity',
  summary: 'History of a file, or of a folder and what is in it',
  description: 'As far as the caller sees it; a page may be shorter than the limit.',
  params: nodeParams,
  query: pageQuery,
  status: 200,
  response: json(z.object({ activity: z.array(activityEntry), ...pageFields }), 'Newest first.'),
  errors: ['INVALID_QUERY', ...NODE_ERRORS],
});

export const INBOX_KINDS = ['share', 'comment', 'restore_request', 'restore_answer'] as const;
export const inboxEntry = z
  .object({
    id: uuid,
    kind: z.enum(INBOX_KINDS),
    read: z.boolean(),
    createdAt: timestamp,
    actor: actor.nullable(),
    node: z.object({ id: uuid, name: z.string(), type: z.enum(['folder', 'file']) }).nullable(),
    role: nodeRole.nullable().meta({ description: 'Of a share.' }),
    threadId: uuid.nullable().meta({ description: 'Of a comment.' }),
    requestId: uuid.nullable().meta({ description: 'Of a request to restore a version.' }),
    status: z.string().nullable().meta({ description: 'Of the request.' }),
  })
  .meta({ id: 'InboxEntry' });
export type InboxEntry = z.output<typeof inboxEntry>;
export const listInbox = endpoint({
  ...base,
  id: 'listInbox',
  agents: 'yes',
  method: 'get',
  path: '/v1/workspace/inbox',
  summary: 'Own inbox, newest first',
  description: 'Shares, comments, requests to restore a version and their answers.',
  query: pageQuery.extend({ unread: z.enum(['0', '1']).optional().meta({ description: '1: unread entries only.' }) }),
  status: 200,
  response: json(
    z.object({ entries: z.array(inboxEntry), unreadCount: z.number().int(), ...pageFields }),
    'A page of entries.',
  ),
  errors: ['INVALID_QUERY'],
});
export const markInbox = endpoint({
  ...base,
  id: 'markInbox',
  agents: 'yes',
  method: 'post',
  path: '/v1/workspace/inbox',
  summary: 'Mark entries as read',
  description: 'Either ids or all; entries of others are passed over.',
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z
      .object({
        ids: z.array(uuid).max(200).optional().meta({ description: 'Entries of the own inbox.' }),
        all: z.boolean().optional().meta({ description: 'true: every entry.' }),
      })
      .refine(({ ids, all }) => (ids === undefined) !== (all !== true), 'INVALID_BODY'),
  },
  status: 200,
  response: json(z.object({ marked: z.number().int(), unreadCount: z.number().int() }), 'How many changed.'),
  errors: ['INVALID_BODY'],
});

const projects = { ...base, tag: 'Projects', rateGroup: 'other' } as const;
export const projectMember = z.object({ userId: uuid, name: z.string(), email: z.string(), role: nodeRole });
export const project = z
  .object({
    id: uuid,
    name: z.string(),
    role: nodeRole.meta({ description: 'The caller’s own.' }),
    members: z.array(projectMember),
    createdAt: timestamp,
  })
  .meta({ id: 'Project' });
export type Project = z.output<typeof project>;
const projectName = storedText.trim().min(1).check(maxCharacters(200)).meta({ description: 'Need not be unique.' });
const projectParams = z.object({ id: uuid.meta({ description: 'A project.' }) });
const projectAnswer = json(z.object({ project }), 'The project.');

export const listProjects = endpoint({
  ...projects,
  id: 'listProjects',
  agents: 'yes',
  method: 'get',
  path: '/v1/projects',
  summary: 'Projects the caller is a member of',
  description: 'With their members and the role of the caller.',
  query: pageQuery,
  status: 200,
  response: json(z.object({ projects: z.array(project), ...pageFields }), 'A page of projects, by name.'),
  errors: ['INVALID_QUERY'],
});
export const createProject = endpoint({
  ...projects,
  id: 'createProject',
  ...AGENTS.sharing,
  method: 'post',
  path: '/v1/projects',
  summary: 'Make a project with a space of its own',
  description: 'The caller becomes its owner.',
  body: { kind: 'json', unknownFields: 'refused', schema: z.object({ name: projectName }) },
  status: 201,
  response: projectAnswer,
  errors: ['INVALID_BODY', 'FORBIDDEN'],
});
export const getProject = endpoint({
  ...projects,
  id: 'getProject',
  agents: 'yes',
  method: 'get',
  path: '/v1/projects/:id',
  summary: 'One project',
  description: 'For its members.',
  params: projectParams,
  status: 200,
  response: projectAnswer,
  errors: NODE_ERRORS,
});
export const updateProject = endpoint({
  ...projects,
  id: 'updateProject',
  ...AGENTS.sharing,
  method: 'patch',
  path: '/v1/projects/:id',
  summary: 'Rename a project',
  description: 'For its owners.',
  params: projectParams,
  body: { kind: 'json', unknownFields: 'refused', schema: z.object({ name: projectName }) },
  status: 200,
  response: projectAnswer,
  errors: ['INVALID_BODY', ...WRITE_ERRORS],
});
export const deleteProject = endpoint({
  ...projects,
  id: 'deleteProject',
  ...AGENTS.sharing,
  method: 'delete',
  path: '/v1/projects/:id',
  summary: 'Delete a project with all its files',
  description: 'For good, without the trash; for its owners.',
  params: projectParams,
  status: 204,
  response: empty,
  errors: WRITE_ERRORS,
});
export const setProjectMember = endpoint({
  ...projects,
  id: 'setProjectMember',
  ...AGENTS.sharing,
  method: 'post',
  path: '/v1/projects/:id/members',
  summary: 'Add a member or change the role',
  description: 'For owners of the project. One owner has to stay.',
  params: projectParams,
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z
      .object({
        userId: uuid.optional().meta({ description: 'A person with an account here.' }),
        email: email.optional().meta({ description: 'Instead of userId.' }),
        role: nodeRole,
      })
      .refine(({ userId, email }) => (userId === undefined) !== (email === undefined), 'INVALID_BODY')
      .meta({ description: 'The person by userId or by email.' }),
  },
  status: 201,
  response: projectAnswer,
  errors: ['INVALID_BODY', 'USER_NOT_FOUND', 'LAST_OWNER', ...WRITE_ERRORS],
});
export const removeProjectMember = endpoint({
  ...projects,
  id: 'removeProjectMember',
  ...AGENTS.sharing,
  method: 'delete',
  path: '/v1/projects/:id/members/:userId',
  summary: 'Remove a member',
  description: 'Members may also leave by themselves.',
  params: projectParams.extend({ userId: uuid.meta({ description: 'The member.' }) }),
  status: 204,
  response: empty,
  errors: ['LAST_OWNER', ...WRITE_ERRORS],
});
