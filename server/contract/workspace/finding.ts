import { z } from 'zod';
import { maxCharacters } from '../characters.ts';
import { cursorText, integerText, pageFields, pageQuery, timestamp, uuid } from '../common.ts';
import { endpoint, json } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { NODE_ERRORS, projectId, workspaceBase, workspaceNode } from './node.ts';
import { activityEntry } from './sharing.ts';

const base = { ...workspaceBase, tag: 'Workspace: finding' } as const;

export const searchHit = workspaceNode
  .extend({ path: z.string().meta({ description: 'Folders above, as far as the caller sees them.' }) })
  .meta({ id: 'SearchHit' });

const searchDate = z.union([z.iso.datetime({ offset: true, local: true }), z.iso.date()]);

export const searchNodes = endpoint({
  ...base,
  id: 'searchNodes',
  agents: 'yes',
  method: 'get',
  path: '/v1/workspace/search',
  summary: 'Find files and folders',
  description: 'Parts of names, case- and accent-insensitive; with in=content whole words inside documents.',
  query: pageQuery.extend({
    q: z
      .string()
      .check(maxCharacters(LIMITS.searchCharacters))
      .optional()
      .meta({ description: 'A part of the name; with in=content words that all have to be in the text.' }),
    in: z.enum(['names', 'content']).default('names').meta({ description: 'Where to look.' }),
    kind: z.enum(['all', 'folder', 'file']).default('all').meta({ description: 'What to look for.' }),
    owner: z
      .enum(['alle', 'ich', 'andere'])
      .default('alle')
      .meta({ description: 'ich: in the own space or made by the caller; andere: all the rest.' }),
    locationId: uuid.optional().meta({ description: 'Only below this folder.' }),
    projectId: uuid.optional().meta({ description: 'Only in this project.' }),
    modifiedFrom: searchDate
      .optional()
      .meta({ description: 'ISO 8601, UTC unless it names an offset; a day alone begins at midnight UTC.' }),
    modifiedTo: searchDate
      .optional()
      .meta({ description: 'ISO 8601, UTC unless it names an offset; a day alone lasts until it ends, UTC.' }),
  }),
  status: 200,
  response: json(z.object({ nodes: z.array(searchHit), ...pageFields }), 'Best matches first.'),
  errors: ['INVALID_QUERY'],
});

export const OVERVIEWS = ['home', 'activity', 'recent', 'shared', 'starred', 'trash'] as const;
export const overview = endpoint({
  ...base,
  id: 'overview',
  agents: 'yes',
  method: 'get',
  path: '/v1/workspace/overview',
  summary: 'Start page, activity, recent, shared, starred or trash',
  description: 'What the caller sees of the whole workspace.',
  query: pageQuery.extend({
    view: z.enum(OVERVIEWS, { error: 'INVALID_VIEW' }).meta({ description: 'Which overview.' }),
    projectId: uuid.optional().meta({ description: 'trash: of this project.' }),
  }),
  status: 200,
  response: json(
    z.object({
      view: z.enum(OVERVIEWS),
      nodes: z.array(workspaceNode.extend({ path: z.string().optional() })).meta({
        description:
          'home and recent: files, the latest first, with the path of the folders above; shared: what others have shared with the caller.',
      }),
      folders: z.array(workspaceNode).optional().meta({ description: 'home: the folders of the root.' }),
      activity: z.array(activityEntry).optional().meta({ description: 'activity only.' }),
      ...pageFields,
    }),
    'The view.',
  ),
  errors: ['INVALID_VIEW', 'INVALID_QUERY', ...NODE_ERRORS],
});

export const CHANGE_ACTIONS = [
  'created',
  'updated',
  'renamed',
  'moved',
  'trashed',
  'restored',
  'deleted',
  'shared',
  'unshared',
  'described',
] as const;
export const changeAction = z.enum(CHANGE_ACTIONS).meta({
  id: 'ChangeAction',
  description:
    '`shared`: the node has come into the caller’s view, with everything below it in records of their own; `unshared`: it has left it.',
});
export type ChangeAction = z.output<typeof changeAction>;
export const changeRecord = z
  .object({
    id: uuid,
    action: changeAction,
    at: timestamp,
    node: z.object({
      id: uuid,
      name: z.string(),
      type: z.enum(['folder', 'file']),
      parent_id: uuid.nullable(),
      project_id: uuid.nullable(),
      revision: z.number().int().nullable(),
      trashed_at: timestamp.nullable(),
    }),
    actor: z.object({ user_id: uuid.nullable(), agent_id: uuid.nullable() }),
  })
  .meta({ id: 'Change' });
export type ChangeRecord = z.output<typeof changeRecord>;

export const delta = endpoint({
  ...base,
  id: 'delta',
  agents: 'yes',
  method: 'get',
  path: '/v1/workspace/delta',
  summary: 'Changes since a cursor',
  description:
    'First without a cursor, then always with the latest one. The records are the caller’s own view in the order of their happening; whoever applies them from nothing has the exact tree. Cursors never expire.',
  query: z.object({
    cursor: cursorText
      .optional()
      .meta({ description: '`latest` gives the newest cursor and no changes, for callers that list the tree anew.' }),
    limit: integerText(z.number().int().min(1))
      .default(200)
      .transform((n) => Math.min(n, 1_000))
      .meta({ description: 'At most 1000.' }),
  }),
  status: 200,
  response: json(
    z.object({ changes: z.array(changeRecord), cursor: z.string(), has_more: z.boolean() }),
    'The next changes.',
  ),
  errors: ['INVALID_QUERY'],
});

export const usage = endpoint({
  ...base,
  id: 'usage',
  agents: 'yes',
  method: 'get',
  path: '/v1/workspace/usage',
  summary: 'Storage used',
  description: 'The trash and kept versions count.',
  query: z.object({ projectId: projectId.optional() }),
  status: 200,
  response: json(
    z.object({
      bytesUsed: z.number().int(),
      maxBytes: z.number().int(),
      fileCount: z.number().int(),
      maxFiles: z.number().int(),
    }),
    'The figures.',
  ),
  errors: ['INVALID_QUERY', ...NODE_ERRORS],
});
