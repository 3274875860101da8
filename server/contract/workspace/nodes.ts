import { AGENTS } from '../agents.ts';
import { z } from 'zod';
import { maxCharacters } from '../characters.ts';
import { booleanText, empty, pageFields, pageQuery, storedText, uuid } from '../common.ts';
import { endpoint, json } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import {
  breadcrumbs,
  NODE_ERRORS,
  nodeColor,
  nodeIcon,
  nodeName,
  nodeParams,
  nodeRole,
  parentId,
  projectId,
  revision,
  workspaceBase,
  worksheetName,
  workspaceNode,
  WRITE_ERRORS,
} from './node.ts';

const base = { ...workspaceBase, tag: 'Workspace: files and folders' } as const;
const nodeAnswer = json(z.object({ node: workspaceNode }), 'The node.');

export const NODE_SORTS = ['name', 'updatedAt', 'sizeBytes', 'kind'] as const;
export const listNodes = endpoint({
  ...base,
  id: 'listNodes',
  agents: 'yes',
  method: 'get',
  path: '/v1/workspace/nodes',
  summary: 'Children of a folder',
  description: 'Folders come before files. Without parentId: the root of the personal space, or of the project.',
  query: pageQuery.extend({
    parentId: parentId.optional(),
    projectId: projectId.optional(),
    sort: z.enum(NODE_SORTS).default('name').meta({ description: 'Within folders and within files.' }),
    order: z.enum(['asc', 'desc']).default('asc').meta({ description: 'Of the sort.' }),
  }),
  status: 200,
  response: json(
    z.object({ nodes: z.array(workspaceNode), breadcrumbs, role: nodeRole, ...pageFields }),
    'A page of children.',
  ),
  errors: ['INVALID_QUERY', 'NOT_A_FOLDER', ...NODE_ERRORS],
});

export const getNode = endpoint({
  ...base,
  id: 'getNode',
  agents: 'yes',
  method: 'get',
  path: '/v1/workspace/nodes/:id',
  summary: 'One node',
  description: 'With the folders above it, as far as the caller sees them.',
  params: nodeParams,
  query: z.object({
    content: booleanText.default(false).meta({ description: '1: with the editor content of a Word file.' }),
  }),
  status: 200,
  response: json(
    z.object({
      node: workspaceNode,
      breadcrumbs,
      content: z.record(z.string(), z.unknown()).optional().meta({ description: 'Only with content=1.' }),
    }),
    'The node.',
  ),
  errors: [...NODE_ERRORS, 'NOT_READABLE', 'IMPORT_FAILED', 'BLOB_UNAVAILABLE'],
});

export const CREATE_KINDS = ['folder', 'doc', 'sheet', 'slides', 'sketch'] as const;
export const createNode = endpoint({
  ...base,
  id: 'createNode',
  agents: 'yes',
  method: 'post',
  path: '/v1/workspace/nodes',
  summary: 'Create a folder or an empty document',
  description:
    'doc makes a Word file, sheet a workbook, slides a presentation, sketch an Excalidraw drawing; a missing extension is added. A name that is taken becomes `name (2)`.',
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z.object({
      kind: z.enum(CREATE_KINDS).meta({ description: 'What is made.' }),
      name: nodeName,
      parentId: parentId.nullable().optional(),
      projectId: projectId.nullable().optional(),
      sheetName: worksheetName.default('Tabelle1'),
    }),
  },
  status: 201,
  response: nodeAnswer,
  errors: ['INVALID_BODY', 'NOT_A_FOLDER', 'QUOTA_EXCEEDED', 'INVALID_PATH', ...WRITE_ERRORS],
});

/** The shapes of a change; each call takes exactly one of them. */
export const NODE_CHANGES = Object.freeze({
  rename: ['name'],
  move: ['parentId'],
  describe: ['description'],
  star: ['starred'],
  style: ['color', 'icon'],
  agentLock: ['agentRead', 'agentWrite'],
  content: ['doc', 'revision'],
} as const);

export const nodePatch = z
  .strictObject({
    name: nodeName.optional(),
    parentId: uuid.nullable().optional().meta({ description: 'null: the root of the space.' }),
    description: storedText
      .check(maxCharacters(LIMITS.descriptionCharacters))
      .nullable()
      .optional()
      .meta({ description: 'null removes it.' }),
    starred: z.boolean().optional().meta({ description: 'The own star.' }),
    color: nodeColor.nullable().optional(),
    icon: nodeIcon.nullable().optional(),
    agentRead: z
      .boolean()
      .nullable()
      .optional()
      .meta({ description: 'Whether agents may read it and what is in it; null inherits.' }),
    agentWrite: z.boolean().nullable().optional().meta({ description: 'Whether agents may change it; null inherits.' }),
    doc: z.record(z.string(), z.unknown()).optional().meta({ description: 'Editor content of a Word file.' }),
    revision: revision.optional(),
  })
  .refine(
    (patch) =>
      Object.values(NODE_CHANGES).filter((fields) => fields.some((field) => patch[field] !== undefined)).length === 1,
    'INVALID_BODY',
  )
  .refine((patch) => (patch.doc === undefined) === (patch.revision === undefined), 'INVALID_BODY');
export type NodePatch = z.output<typeof nodePatch>;

export const updateNode = endpoint({
  ...base,
  id: 'updateNode',
  ...AGENTS.wider,
  ifMatch: true,
  method: 'patch',
  path: '/v1/workspace/nodes/:id',
  summary: 'Rename, move, describe, star, color, lock or save',
  description:
    'Exactly one of: name; parentId; description; starred; color and/or icon; agentRead and/or agentWrite; doc with revision. Moving and the agent lock are for owners. A new extension has to fit the content.',
  params: nodeParams,
  body: { kind: 'json', unknownFields: 'refused', schema: nodePatch, maxBytes: 8 * 1024 * 1024 },
  status: 200,
  response: nodeAnswer,
  errors: [
    'INVALID_BODY',
    'NOT_A_FOLDER',
    'NAME_TAKEN',
    'REVISION_CONFLICT',
    'SCOPE_CHANGE',
    'MOUNT_TARGET',
    'CYCLE',
    'INVALID_PATH',
    'NOT_READABLE',
    'BLOCKED_TYPE',
    'CONTENT_MISMATCH',
    'ZIP_RATIO_SUSPICIOUS',
    'BLOB_UNAVAILABLE',
    ...WRITE_ERRORS,
  ],
});

export const trashNode = endpoint({
  ...base,
  id: 'trashNode',
  agents: 'yes',
  method: 'delete',
  path: '/v1/workspace/nodes/:id',
  summary: 'Move to the trash',
  description: 'A folder goes with everything below it. A node that is in the trash already stays as it is.',
  params: nodeParams,
  status: 200,
  response: nodeAnswer,
  errors: WRITE_ERRORS,
});
export const restoreNode = endpoint({
  ...base,
  id: 'restoreNode',
  agents: 'yes',
  method: 'post',
  path: '/v1/workspace/nodes/:id/restore',
  summary: 'Restore from the trash',
  description: 'To its old place, or to the root when that is gone. A name taken meanwhile becomes `name (2)`.',
  params: nodeParams,
  status: 200,
  response: nodeAnswer,
  errors: [...WRITE_ERRORS, 'NOT_IN_TRASH'],
});
export const purgeNode = endpoint({
  ...base,
  id: 'purgeNode',
  agents: 'yes',
  method: 'delete',
  path: '/v1/workspace/nodes/:id/permanent',
  summary: 'Remove for good',
  description: 'With all versions, comments and shares. Only from the trash; only by owners.',
  params: nodeParams,
  status: 204,
  response: empty,
  errors: [...WRITE_ERRORS, 'NOT_IN_TRASH', 'PURGE_CONFLICT'],
});
export const emptyTrash = endpoint({
  ...base,
  id: 'emptyTrash',
  ...AGENTS.emptying,
  method: 'delete',
  path: '/v1/workspace/trash',
  summary: 'Remove everything in the trash for good',
  description: 'Of the own space, or of a project whose owner the caller is.',
  query: z.object({ projectId: projectId.optional() }),
  status: 200,
  response: json(z.object({ removed: z.number().int() }), 'How many nodes were removed.'),
  errors: WRITE_ERRORS,
});

const starAnswer = json(z.object({ starred: z.boolean() }), 'The star as it is now.');
export const starNode = endpoint({
  ...base,
  id: 'starNode',
  agents: 'yes',
  method: 'put',
  path: '/v1/workspace/nodes/:id/star',
  summary: 'Set the own star',
  description: 'Others do not see it.',
  params: nodeParams,
  status: 200,
  response: starAnswer,
  errors: NODE_ERRORS,
});
export const unstarNode = endpoint({
  ...base,
  id: 'unstarNode',
  agents: 'yes',
  method: 'delete',
  path: '/v1/workspace/nodes/:id/star',
  summary: 'Remove the own star',
  description: 'Nothing happens where there is none.',
  params: nodeParams,
  status: 200,
  response: starAnswer,
  errors: NODE_ERRORS,
});

export const nodeByPath = endpoint({
  ...base,
  id: 'nodeByPath',
  agents: 'yes',
  method: 'get',
  path: '/v1/workspace/nodes/by-path',
  summary: 'Resolve a path of the personal space or a project',
  description: 'Names are compared without regard to case. What is below a locked folder has no path for agents.',
  query: z.object({
    path: z
      .string({ error: 'INVALID_PATH' })
      .check(maxCharacters(9_000, 'INVALID_PATH'))
      .meta({ description: 'Absolute, for example `/Files/Letter.docx`; `/` is the root.' }),
    projectId: projectId.optional(),
    children: booleanText.default(false).meta({ description: '1: a folder with its direct children, at most 200.' }),
  }),
  status: 200,
  response: json(
    z.object({
      node: workspaceNode.nullable().meta({ description: 'null for the root itself.' }),
      path: z.string(),
      breadcrumbs,
      role: nodeRole,
      children: z.array(workspaceNode).optional(),
      childrenTruncated: z.boolean().optional(),
    }),
    'The node at the path.',
  ),
  errors: ['INVALID_PATH', ...NODE_ERRORS],
});

export const copyNode = endpoint({
  ...base,
  id: 'copyNode',
  ...AGENTS.wider,
  method: 'post',
  path: '/v1/workspace/nodes/:id/copy',
  summary: 'Copy a file',
  description: 'The extension is kept; the copy begins at revision 1 without versions and comments.',
  params: nodeParams,
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z.object({
      name: nodeName,
      parentId: uuid.nullable().optional().meta({
        description:
          'Folder of the copy; null: the root of the project, else of the own space. If omitted: beside the original where the caller may write there, else in the root of the own space.',
      }),
    }),
  },
  status: 201,
  response: nodeAnswer,
  errors: [
    'INVALID_BODY',
    'NOT_A_FILE',
    'NOT_A_FOLDER',
    'NAME_TAKEN',
    'QUOTA_EXCEEDED',
    'MOUNT_TARGET',
    'BLOB_UNAVAILABLE',
    ...WRITE_ERRORS,
  ],
});

export const anonymizeNode = endpoint({
  ...base,
  id: 'anonymizeNode',
  agents: 'yes',
  method: 'post',
  path: '/v1/workspace/nodes/:id/anonymize',
  summary: 'Anonymize the present content of a file',
  description: 'Makes a job of the caller’s account; the node keeps its result. Poll the node or the job.',
  params: nodeParams,
  status: 202,
  response: json(z.object({ node: workspaceNode, job_id: uuid }), 'The job was created.'),
  errors: [
    'NOT_A_FILE',
    'UNSUPPORTED_TYPE',
    'UNREADABLE_FILE',
    'PASSWORD_PROTECTED',
    'BLOB_UNAVAILABLE',
    ...WRITE_ERRORS,
  ],
});
