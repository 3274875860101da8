import { z } from 'zod';
import { maxCharacters } from '../characters.ts';
import { integerText, timestamp, uuid } from '../common.ts';
import { LIMITS } from '../limits.ts';

/** Section of the OpenAPI document and access of every workspace route. */
export const workspaceBase = {
  access: 'session_or_key',
  rateGroup: 'workspace',
} as const;

/** What a caller may do with a node, strongest first: owner everything, editor write, commenter comment, viewer read. */
export const NODE_ROLES = ['owner', 'editor', 'commenter', 'viewer'] as const;
export const nodeRole = z
  .enum(NODE_ROLES)
  .meta({ id: 'NodeRole', description: 'owner: everything; editor: write; commenter: comment; viewer: read.' });
export type NodeRole = z.output<typeof nodeRole>;

export const NODE_KINDS = [
  'document',
  'presentation',
  'deck',
  'sheet',
  'sketch',
  'text',
  'markdown',
  'code',
  'pdf',
  'image',
] as const;
export const nodeKind = z.enum(NODE_KINDS).meta({ id: 'NodeKind', description: 'Told from the MIME type.' });
export type NodeKind = z.output<typeof nodeKind>;

export const NODE_COLORS = ['amber', 'tuareg', 'teal', 'green', 'red', 'purple', 'pink', 'slate'] as const;
export const nodeColor = z.enum(NODE_COLORS).meta({ id: 'NodeColor' });
export type NodeColor = z.output<typeof nodeColor>;

export const NODE_ICONS = [
  'star',
  'team',
  'project',
  'document',
  'image',
  'chart',
  'money',
  'lock',
  'code',
  'cloud',
  'flag',
  'heart',
] as const;
export const nodeIcon = z.enum(NODE_ICONS).meta({ id: 'NodeIcon' });
export type NodeIcon = z.output<typeof nodeIcon>;

export const thumbnailState = z.enum(['unsupported', 'ready', 'failed']).meta({
  id: 'ThumbnailState',
  description: 'unsupported: files of this type have none; failed: none could be made of this one.',
});
export type ThumbnailState = z.output<typeof thumbnailState>;

export const anonymizationStatus = z
  .enum(['none', 'processing', 'ready', 'failed'])
  .meta({ id: 'NodeAnonymizationStatus', description: 'Of the last job that anonymized the file.' });
export type NodeAnonymizationStatus = z.output<typeof anonymizationStatus>;

export const nodeName = z.string().min(1).check(maxCharacters(LIMITS.nodeNameCharacters)).meta({
  description:
    'NFC-normalized; no `/`, `\\`, control characters, not `.` or `..`, no space at either end. No characters that are not seen: directional formatting (U+202A to U+202E, U+2066 to U+2069), characters without width; joiners only where a script or an emoji needs them. None of the names that Windows reserves (`CON`, `nul.txt`, …). Unique among siblings case-insensitively.',
});

/** What spreadsheet programs refuse in the name of a worksheet. */
const NO_WORKSHEET_NAME = /[\p{Cc}[\]:*?/\\]|^'|'$|^\s*$|^history$/iu;
export const worksheetName = z
  .string()
  .min(1)
  .check(maxCharacters(LIMITS.sheetNameCharacters))
  .refine((name) => name.isWellFormed() && !NO_WORKSHEET_NAME.test(name), 'INVALID_BODY')
  .meta({ description: 'Without `[ ] : * ? / \\`, not in apostrophes, not `History`.' });

/** Integer in a query or a body that names a state of a file's content. */
export const revision = z
  .number()
  .int()
  .nonnegative()
  .meta({ description: 'Revision of the content that the caller has seen.' });
export const revisionText = integerText(z.number().int().nonnegative()).meta({
  description: 'Revision of the content.',
});

export const actor = z.object({ id: uuid, name: z.string() }).meta({ id: 'Person' });
export type Person = z.output<typeof actor>;

export const workspaceNode = z
  .object({
    id: uuid,
    parentId: uuid.nullable().meta({ description: 'null at the root and where the caller cannot see the parent.' }),
    projectId: uuid.nullable().meta({ description: 'Set in a project space.' }),
    mountId: uuid.nullable().meta({ description: 'Set when the node comes from a mounted drive.' }),
    type: z.enum(['folder', 'file']),
    name: z.string(),
    kind: nodeKind.nullable().meta({ description: 'null for folders and for files of no known kind.' }),
    mimeType: z.string().optional().meta({ description: 'Files only.' }),
    sizeBytes: z.number().int().optional().meta({ description: 'Files only.' }),
    revision: z.number().int().optional().meta({ description: 'Files only: grows by one with every write.' }),
    role: nodeRole,
    starred: z.boolean().meta({ description: 'Personal star of the caller.' }),
    color: nodeColor.nullable(),
    icon: nodeIcon.nullable(),
    description: z.string().nullable(),
    trashedAt: timestamp.nullable().meta({ description: 'null outside of the trash.' }),
    childCount: z.number().int().nullable().meta({ description: 'Folders only.' }),
    thumbnailState,
    isAnonymized: z.boolean().meta({ description: 'An anonymized text of some revision is there.' }),
    anonymizationStatus,
    anonymizationStale: z.boolean().meta({ description: 'The content is newer than its anonymization.' }),
    anonymizationJobId: uuid.nullable().meta({ description: 'Job that anonymized it, where it is the caller’s own.' }),
    agentRead: z.boolean().nullable().meta({ description: 'Own setting of the agent lock; null inherits.' }),
    agentWrite: z.boolean().nullable().meta({ description: 'As agentRead, for changes.' }),
    shared: z.boolean().meta({ description: 'The node itself is shared with somebody.' }),
    owner: actor.nullable().meta({ description: 'Owner of the personal space; null in a project.' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Node' });
export type WorkspaceNode = z.output<typeof workspaceNode>;

export const breadcrumb = z.object({ id: uuid, name: z.string() }).meta({ id: 'Breadcrumb' });
export type Breadcrumb = z.output<typeof breadcrumb>;
export const breadcrumbs = z
  .array(breadcrumb)
  .meta({ description: 'From the root, or the uppermost folder the caller can see, down to the folder itself.' });

export const nodeId = uuid.meta({ description: 'A file or folder.' });
export const nodeParams = z.object({ id: nodeId });

/** Where something is made or looked for. */
export const parentId = uuid.meta({ description: 'A folder; without it, the root of the space.' });
export const projectId = uuid.meta({ description: 'The space of this project; without it, the personal one.' });

/** Codes of every route that names a node. */
export const NODE_ERRORS = ['NOT_FOUND'] as const;
export const WRITE_ERRORS = ['NOT_FOUND', 'FORBIDDEN'] as const;
