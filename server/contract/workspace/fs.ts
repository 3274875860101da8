import { AGENTS } from '../agents.ts';
import { z } from 'zod';
import { maxCharacters } from '../characters.ts';
import { storedText, uuid } from '../common.ts';
import { endpoint, json } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { nodeName, revision, workspaceBase, workspaceNode, worksheetName } from './node.ts';

const path = z
  .string({ error: 'INVALID_PATH' })
  .check(maxCharacters(9_000, 'INVALID_PATH'))
  .meta({ description: 'Absolute, in the personal space.' });
const content = storedText.check(maxCharacters(LIMITS.textCharacters));

const cell = z.union([storedText.check(maxCharacters(LIMITS.cellCharacters)), z.number(), z.boolean(), z.null()]);
/** A workbook as values: what create_xlsx and update_xlsx write. */
export const plainWorkbook = z
  .object({
    sheets: z
      .array(
        z.object({
          name: worksheetName,
          rows: z.array(z.array(cell).max(16_384)).max(100_000).meta({
            description: 'Values from A1 on; a text that begins with = is a formula.',
          }),
        }),
      )
      .min(1)
      .max(100)
      .refine((sheets) => new Set(sheets.map(({ name }) => name.toLowerCase())).size === sheets.length, 'INVALID_BODY'),
  })
  .meta({ id: 'PlainWorkbook' });
export type PlainWorkbook = z.output<typeof plainWorkbook>;

const seenRevision = revision.meta({ description: 'State of the file the caller has seen; 0: none yet.' });

export const fsBody = z
  .discriminatedUnion('aktion', [
    z.object({ aktion: z.literal('read'), path }),
    z.object({ aktion: z.literal('write'), path, content, revision: seenRevision.optional() }),
    z.object({
      aktion: z.literal('edit'),
      path,
      alt: storedText.min(1),
      neu: storedText,
      alle_vorkommen: z.boolean().default(false),
      revision: revision.optional(),
    }),
    z
      .object({
        aktion: z.literal('manage'),
        path,
        unteraktion: z.enum(['mkdir', 'move', 'delete']),
        to: path.optional().meta({ description: 'move: the new path, name included.' }),
      })
      .refine(({ unteraktion, to }) => (unteraktion === 'move') === (to !== undefined), 'INVALID_BODY'),
    z.object({
      aktion: z.literal('create_xlsx'),
      name: nodeName.check(maxCharacters(LIMITS.workbookNameCharacters)),
      folder_id: uuid.nullable().optional(),
      workbook: plainWorkbook,
    }),
    z.object({ aktion: z.literal('update_xlsx'), node_id: uuid, revision, workbook: plainWorkbook }),
  ])
  .meta({ id: 'FileSystemAction' });
export type FsBody = z.output<typeof fsBody>;

export const fileSystem = endpoint({
  ...workspaceBase,
  tag: 'Workspace: files and folders',
  id: 'fileSystem',
  ...AGENTS.wider,
  ifMatch: true,
  method: 'post',
  path: '/v1/workspace/fs',
  summary: 'Work with paths of the personal space',
  description:
    'read and write text files, edit one place, make, move and trash, create and replace plain workbooks. write makes missing folders and stores UTF-8; edit needs alle_vorkommen when alt occurs more than once; move takes the whole new path, in a folder that is there, or the path of a folder into which the node goes under its own name. Answers about a file carry the ETag of its revision. update_xlsx replaces all values of a workbook that was made here; details.hint of WOULD_DESTROY_CONTENT says what would be lost.',
  body: { kind: 'json', unknownFields: 'refused', schema: fsBody, maxBytes: LIMITS.textBodyBytes },
  status: 200,
  response: json(
    z.object({
      aktion: z.string(),
      path: z.string(),
      node: workspaceNode.nullable().meta({ description: 'null for the root itself.' }),
      content: z.string().optional().meta({ description: 'read of a file.' }),
      children: z.array(workspaceNode).optional().meta({ description: 'read of a folder, at most 200.' }),
      replacements: z.number().int().optional().meta({ description: 'edit.' }),
      created: z.boolean().optional().meta({ description: 'write and mkdir: whether the node is new.' }),
    }),
    'The node after the action.',
  ),
  errors: [
    'INVALID_BODY',
    'INVALID_PATH',
    'NOT_FOUND',
    'FORBIDDEN',
    'NOT_A_FILE',
    'NOT_A_FOLDER',
    'NOT_READABLE',
    'NAME_TAKEN',
    'CYCLE',
    'REVISION_CONFLICT',
    'WOULD_DESTROY_CONTENT',
    'NOT_A_XLSX',
    'UNSUPPORTED_TYPE',
    'BLOCKED_TYPE',
    'CONTENT_MISMATCH',
    'ZIP_RATIO_SUSPICIOUS',
    'FILE_TOO_LARGE',
    'QUOTA_EXCEEDED',
    'BLOB_UNAVAILABLE',
  ],
});
