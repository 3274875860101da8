import { AGENTS } from '../agents.ts';
import { z } from 'zod';
import { maxCharacters } from '../characters.ts';
import { pageFields, pageQuery, storedText, timestamp, uuid } from '../common.ts';
import { endpoint, json } from '../endpoint.ts';
import { actor, NODE_ERRORS, nodeId, nodeParams, revision, revisionText, workspaceBase, WRITE_ERRORS } from './node.ts';

const versionParams = z.object({ id: uuid.meta({ description: 'A version.' }) });
const requestParams = z.object({ id: uuid.meta({ description: 'A request to restore a version.' }) });
const base = { ...workspaceBase, tag: 'Workspace: versions' } as const;

export const versionRecord = z
  .object({
    id: uuid,
    revision: z.number().int(),
    size_bytes: z.number().int(),
    actor: z.enum(['user', 'agent', 'system']),
    agent_id: uuid.nullable(),
    author: actor,
    agent: actor.nullable(),
    author_source: z.enum(['session', 'api_key', 'mcp', 'sync', 'restore']),
    pinned: z.boolean().meta({ description: 'Kept beyond max_versionen.' }),
    label: z.string().nullable(),
    created_at: timestamp.meta({ description: 'When this state was written.' }),
  })
  .meta({ id: 'Version' });
export type VersionRecord = z.output<typeof versionRecord>;

export const listVersions = endpoint({
  ...base,
  id: 'listVersions',
  agents: 'yes',
  method: 'get',
  path: '/v1/workspace/versions',
  summary: 'Versions of a file',
  description:
    'Newest first; the first one is the present state, which max_versionen does not count: it is the number of earlier ones that are kept.',
  query: pageQuery.extend({ node_id: nodeId }),
  status: 200,
  response: json(
    z.object({
      node_id: uuid,
      current_revision: z.number().int(),
      max_versionen: z.number().int(),
      versions: z.array(versionRecord),
      ...pageFields,
    }),
    'The versions.',
  ),
  errors: ['INVALID_QUERY', 'NOT_A_FILE', ...NODE_ERRORS],
});

export const restoreVersion = endpoint({
  ...base,
  id: 'restoreVersion',
  agents: 'yes',
  ifMatch: true,
  method: 'post',
  path: '/v1/workspace/versions',
  summary: 'Restore a version',
  description:
    'At once when everything that would drop out was written by the caller or by people without access; else the author of the newest such revision is asked and has 14 days to answer. Of the present state: 409 STALE with `details.reason` "current". CONTENT_MISMATCH: the file has another type by now.',
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z.object({
      node_id: nodeId,
      revision: revision.meta({ description: 'The version that is to come back.' }),
      currentRevision: revision
        .optional()
        .meta({ description: 'Revision the caller has seen; 409 STALE if it changed.' }),
    }),
  },
  status: 200,
  response: json(
    z.discriminatedUnion('art', [
      z.object({ art: z.literal('wiederhergestellt'), revision: z.number().int() }),
      z.object({ art: z.literal('angefragt'), requestId: uuid }),
    ]),
    'Restored, or asked for.',
  ),
  errors: [
    'INVALID_BODY',
    'NOT_A_FILE',
    'ALREADY_PENDING',
    'STALE',
    'BLOB_UNAVAILABLE',
    'CONTENT_MISMATCH',
    'QUOTA_EXCEEDED',
    ...WRITE_ERRORS,
  ],
});

export const updateVersion = endpoint({
  ...base,
  id: 'updateVersion',
  agents: 'yes',
  method: 'patch',
  path: '/v1/workspace/versions/:id',
  summary: 'Pin or label a version',
  description: 'A pinned version stays when newer ones push old ones out.',
  params: versionParams,
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z
      .object({
        pinned: z.boolean().optional().meta({ description: 'Keep it beyond max_versionen.' }),
        label: storedText
          .trim()
          .min(1)
          .check(maxCharacters(200))
          .nullable()
          .optional()
          .meta({ description: 'null removes it.' }),
      })
      .refine(({ pinned, label }) => pinned !== undefined || label !== undefined, 'INVALID_BODY'),
  },
  status: 200,
  response: json(z.object({ version: versionRecord }), 'The version.'),
  errors: ['INVALID_BODY', ...WRITE_ERRORS],
});

export const RESTORE_STATES = ['pending', 'approved', 'declined', 'overridden', 'expired'] as const;
export const restoreRequest = z
  .object({
    id: uuid,
    nodeId: uuid,
    nodeName: z.string(),
    revision: z.number().int().meta({ description: 'The version that is to come back.' }),
    currentRevision: z.number().int().meta({ description: 'Revision at the time of asking.' }),
    status: z.enum(RESTORE_STATES),
    requestedBy: actor,
    askedOf: actor,
    answeredBy: actor.nullable(),
    canOverride: z.boolean().meta({ description: 'The caller’s team role allows an override.' }),
    createdAt: timestamp,
    expiresAt: timestamp,
    answeredAt: timestamp.nullable(),
  })
  .meta({ id: 'RestoreRequest' });
export type RestoreRequest = z.output<typeof restoreRequest>;

export const getRestoreRequest = endpoint({
  ...base,
  id: 'getRestoreRequest',
  agents: 'yes',
  method: 'get',
  path: '/v1/workspace/restore-requests/:id',
  summary: 'A request to restore a version',
  description: 'For everybody who sees the file.',
  params: requestParams,
  status: 200,
  response: json(z.object({ request: restoreRequest }), 'The request.'),
  errors: NODE_ERRORS,
});
export const answerRestoreRequest = endpoint({
  ...base,
  id: 'answerRestoreRequest',
  ...AGENTS.consent,
  ifMatch: true,
  method: 'post',
  path: '/v1/workspace/restore-requests/:id',
  summary: 'Approve, reject or override a request',
  description: 'Who was asked approves or rejects; owners and admins of the team may override.',
  params: requestParams,
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z.object({ action: z.enum(['approve', 'reject', 'override']).meta({ description: 'The answer.' }) }),
  },
  status: 200,
  response: json(
    z.object({
      request: restoreRequest,
      revision: z.number().int().nullable().meta({ description: 'The new revision; null when declined.' }),
    }),
    'The answered request.',
  ),
  errors: [
    'INVALID_BODY',
    'FORBIDDEN',
    'NOT_FOUND',
    'NOT_PENDING',
    'STALE',
    'BLOB_UNAVAILABLE',
    'CONTENT_MISMATCH',
    'QUOTA_EXCEEDED',
  ],
});

export const diffLine = z.object({
  op: z.enum(['equal', 'removed', 'added']),
  text: z.string(),
  oldLine: z.number().int().nullable().meta({ description: 'Counted from 1; null for an added line.' }),
  newLine: z.number().int().nullable(),
});
export const diffNode = endpoint({
  ...base,
  id: 'diffNode',
  agents: 'yes',
  method: 'get',
  path: '/v1/workspace/nodes/:id/diff',
  summary: 'A version and the present state, line by line',
  description: 'Of texts, and of documents by their text.',
  params: nodeParams,
  query: z.object({ revision: revisionText.meta({ description: 'The version to compare with.' }) }),
  status: 200,
  response: json(
    z.object({
      node_id: uuid,
      from_revision: z.number().int(),
      to_revision: z.number().int(),
      added: z.number().int(),
      removed: z.number().int(),
      lines: z.array(diffLine),
    }),
    'All lines of both states.',
  ),
  errors: [
    'INVALID_QUERY',
    'NOT_A_FILE',
    'NO_BASELINE',
    'BLOB_UNAVAILABLE',
    'TOO_LARGE',
    'UNSUPPORTED_FORMAT',
    ...NODE_ERRORS,
  ],
  errorStatuses: { BLOB_UNAVAILABLE: 410 },
});
