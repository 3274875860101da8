import { z } from 'zod';
import { maxCharacters } from '../characters.ts';
import { booleanText, empty, timestamp, uuid } from '../common.ts';
import { endpoint, json } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import {
  NODE_ERRORS,
  nodeName,
  nodeParams,
  parentId,
  projectId,
  revision,
  revisionText,
  workspaceBase,
  workspaceNode,
  WRITE_ERRORS,
} from './node.ts';

const base = { ...workspaceBase, tag: 'Workspace: content' } as const;
const CONTENT_ERRORS = [
  'FILE_TOO_LARGE',
  'CONTENT_MISMATCH',
  'ZIP_RATIO_SUSPICIOUS',
  'BLOCKED_TYPE',
  'UNSUPPORTED_TYPE',
  'QUOTA_EXCEEDED',
] as const;

export const uploadNode = endpoint({
  ...base,
  id: 'uploadNode',
  agents: 'yes',
  method: 'post',
  path: '/v1/workspace/upload',
  summary: 'Upload a file',
  description:
    'A name that is taken becomes `name (2)`. Content has to fit the extension. A file that cannot be anonymized is stored all the same; its anonymizationStatus is `failed`.',
  body: {
    kind: 'multipart',
    unknownFields: 'refused',
    fields: z.object({
      parentId: parentId.optional(),
      projectId: projectId.optional(),
      withAnonymization: booleanText.default(false).meta({ description: 'Anonymize on upload.' }),
    }),
    fileField: 'file',
    maxFileBytes: LIMITS.fileBytes,
  },
  status: 201,
  response: json(z.object({ node: workspaceNode }), 'The new file.'),
  errors: ['NOT_A_FOLDER', 'INVALID_BODY', ...CONTENT_ERRORS, ...WRITE_ERRORS],
});

export const replaceContent = endpoint({
  ...base,
  id: 'replaceContent',
  agents: 'yes',
  ifMatch: true,
  method: 'put',
  path: '/v1/workspace/nodes/:id/content',
  summary: 'Replace the bytes of a file',
  description: 'The previous state becomes a version. Without a revision the write overwrites blindly.',
  params: nodeParams,
  query: z.object({ revision: revisionText.optional() }),
  body: { kind: 'bytes', maxBytes: LIMITS.fileBytes, tooLargeCode: 'FILE_TOO_LARGE' },
  status: 200,
  response: json(z.object({ node: workspaceNode }), 'The file with its new revision.'),
  errors: ['NOT_A_FILE', 'REVISION_CONFLICT', ...CONTENT_ERRORS, ...WRITE_ERRORS],
});

const sessionState = {
  sessionId: uuid,
  nextExpectedRanges: z.array(z.string()).meta({ description: 'The offset that is missing, in the form `<offset>-`.' }),
  expiresAt: timestamp,
  expirationDateTime: timestamp.meta({ description: 'expiresAt under the name that Microsoft Graph clients read.' }),
};

export const createUpload = endpoint({
  ...base,
  id: 'createUpload',
  agents: 'yes',
  ifMatch: true,
  method: 'post',
  path: '/v1/workspace/uploads',
  summary: 'Begin a chunked upload',
  description: 'Size, type and quota are checked before the first byte. The session ends one hour after it began.',
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z.object({
      name: nodeName,
      sizeBytes: z.number().int().nonnegative().meta({ description: 'Of the whole file.' }),
      parentId: parentId.nullable().optional(),
      projectId: projectId.nullable().optional(),
      nodeId: uuid.optional().meta({ description: 'Replace the content of this file instead.' }),
      revision: revision.optional(),
    }),
  },
  status: 201,
  response: json(
    z.object({
      ...sessionState,
      uploadUrl: z.url().meta({ description: 'Absolute; carries its own secret, so chunks need no Authorization.' }),
      chunkSizeBytes: z.number().int(),
    }),
    'The session.',
  ),
  errors: ['INVALID_BODY', 'NOT_A_FOLDER', 'NOT_A_FILE', 'REVISION_CONFLICT', ...CONTENT_ERRORS, ...WRITE_ERRORS],
});

const finishedUpload = z.object({ node: workspaceNode, id: uuid, name: z.string(), size: z.number().int() });
const FINISHED =
  'The file, after the last chunk: `node`, and its `id`, `name` and `size` beside it. The same until the session expires, whatever becomes of the file.';

/** The secret of a session's address. */
const sessionQuery = z.object({
  access: z.string().max(100).optional().meta({ description: 'The secret in uploadUrl, instead of a key.' }),
});
const sessionParams = z.object({ sessionId: uuid.meta({ description: 'The sessionId of a chunked upload.' }) });
const link = { ...base, access: 'session_key_or_link' } as const;

export const putChunk = endpoint({
  ...link,
  id: 'putChunk',
  agents: 'yes',
  method: 'put',
  path: '/v1/workspace/uploads/:sessionId',
  summary: 'Send the next chunk',
  description:
    'Header `Content-Range: bytes <start>-<end>/<total>` (RFC 9110, 14.4); `bytes */0` for an empty file. The last range makes the file. Sent again, as after a lost answer, it is answered with the same 201 until the session expires; nothing is made a second time. What refuses it ends the session, except QUOTA_EXCEEDED: the last range may be sent again.',
  params: sessionParams,
  query: sessionQuery,
  body: { kind: 'bytes', maxBytes: LIMITS.fileBytes, tooLargeCode: 'FILE_TOO_LARGE' },
  status: 202,
  otherAnswers: { 201: FINISHED },
  response: json(z.union([z.object(sessionState), finishedUpload]), 'Bytes are missing.'),
  errors: [
    'INVALID_RANGE',
    'SESSION_NOT_FOUND',
    'RANGE_MISMATCH',
    'REVISION_CONFLICT',
    'SESSION_EXPIRED',
    'NOT_A_FOLDER',
    'INVALID_PATH',
    'BLOB_UNAVAILABLE',
    ...CONTENT_ERRORS,
    ...WRITE_ERRORS,
  ],
});
export const getUpload = endpoint({
  ...link,
  id: 'getUpload',
  agents: 'yes',
  method: 'get',
  path: '/v1/workspace/uploads/:sessionId',
  summary: 'State of a chunked upload',
  description: 'Tells where to go on after an interruption; 201 with the file when nothing is missing.',
  params: sessionParams,
  query: sessionQuery,
  status: 200,
  otherAnswers: { 201: FINISHED },
  response: json(
    z.union([
      z.object({
        ...sessionState,
        name: z.string(),
        sizeBytes: z.number().int(),
        receivedBytes: z.number().int(),
        chunkSizeBytes: z.number().int(),
      }),
      finishedUpload,
    ]),
    'The session.',
  ),
  errors: ['SESSION_NOT_FOUND', 'SESSION_EXPIRED'],
});
export const abortUpload = endpoint({
  ...link,
  id: 'abortUpload',
  agents: 'yes',
  method: 'delete',
  path: '/v1/workspace/uploads/:sessionId',
  summary: 'Abort a chunked upload',
  description: 'What was received is removed. SESSION_NOT_FOUND once the file is there.',
  params: sessionParams,
  query: sessionQuery,
  status: 204,
  response: empty,
  errors: ['SESSION_NOT_FOUND', 'SESSION_EXPIRED'],
});

/** Formats of a converted download; conversion itself is a feature of its own. */
export const DOWNLOAD_FORMATS = ['docx', 'pdf', 'odt', 'rtf', 'epub', 'md', 'txt', 'html', 'csv'] as const;
export const downloadNode = endpoint({
  ...base,
  id: 'downloadNode',
  agents: 'yes',
  method: 'get',
  path: '/v1/workspace/nodes/:id/download',
  summary: 'Download a file',
  description: 'Byte for byte as it was stored, always as an attachment.',
  params: nodeParams,
  query: z
    .object({
      format: z
        .enum(DOWNLOAD_FORMATS, { error: 'INVALID_FORMAT' })
        .optional()
        .meta({ description: 'The original if omitted.' }),
      sheet: z
        .string()
        .min(1)
        .check(maxCharacters(255))
        .optional()
        .meta({ description: 'Name or index of a sheet; with format=csv only.' }),
      revision: revisionText.optional().meta({ description: 'A kept version instead of the present state.' }),
    })
    .refine(({ format, sheet }) => sheet === undefined || format === 'csv', { path: ['sheet'] }),
  status: 200,
  response: {
    kind: 'binary',
    contentTypes: ['application/octet-stream'],
    description: 'The file. Its ETag is the revision of the content.',
    conditional: true,
  },
  errors: ['INVALID_QUERY', 'INVALID_FORMAT', 'NOT_A_FILE', 'NOT_EXPORTABLE', 'BLOB_UNAVAILABLE', ...NODE_ERRORS],
});

export const getThumbnail = endpoint({
  ...base,
  id: 'getThumbnail',
  agents: 'yes',
  method: 'get',
  path: '/v1/workspace/nodes/:id/thumbnail',
  summary: 'Thumbnail of a file',
  description: 'NO_THUMBNAIL where none is there; `state` beside the code says why.',
  params: nodeParams,
  query: z.object({ revision: revisionText.optional().meta({ description: 'Only to keep caches apart.' }) }),
  status: 200,
  response: {
    kind: 'binary',
    contentTypes: ['image/webp'],
    description: 'At most 400 pixels on the longer side.',
    conditional: true,
  },
  errors: ['NOT_FOUND', 'NO_THUMBNAIL'],
});

export const getPreview = endpoint({
  ...base,
  id: 'getPreview',
  agents: 'yes',
  method: 'get',
  path: '/v1/workspace/nodes/:id/preview',
  summary: 'A presentation as PDF',
  description: 'PREVIEW_UNAVAILABLE where the server has no program that renders presentations.',
  params: nodeParams,
  status: 200,
  response: { kind: 'binary', contentTypes: ['application/pdf'], description: 'The slides.' },
  errors: ['NOT_FOUND', 'UNSUPPORTED_TYPE', 'PREVIEW_UNAVAILABLE', 'BLOB_UNAVAILABLE'],
  errorStatuses: { UNSUPPORTED_TYPE: 404 },
});

const imageAnswer = json(z.object({ url: z.string().meta({ description: 'Path of the stored image.' }) }), 'Stored.');
export const uploadImage = endpoint({
  ...base,
  id: 'uploadImage',
  agents: 'yes',
  method: 'post',
  path: '/v1/workspace/images',
  summary: 'Store an image for documents',
  description: 'PNG, JPEG, GIF or WebP; it counts for the personal quota.',
  body: {
    kind: 'multipart',
    unknownFields: 'refused',
    fields: z.object({}),
    fileField: 'file',
    maxFileBytes: LIMITS.fileBytes,
  },
  status: 201,
  response: imageAnswer,
  errors: ['UNSUPPORTED_TYPE', 'QUOTA_EXCEEDED'],
});
export const imageFromUrl = endpoint({
  ...base,
  id: 'imageFromUrl',
  agents: 'yes',
  method: 'post',
  path: '/v1/workspace/images/from-url',
  summary: 'Fetch and store an image',
  description: 'https only; private, loopback, link-local and reserved addresses are refused.',
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z.object({
      url: z.string({ error: 'INVALID_URL' }).max(2048, 'INVALID_URL').meta({ description: 'Public https address.' }),
    }),
  },
  status: 201,
  response: imageAnswer,
  errors: ['INVALID_BODY', 'INVALID_URL', 'FETCH_FAILED', 'UNSUPPORTED_TYPE', 'FILE_TOO_LARGE', 'QUOTA_EXCEEDED'],
});
const imageParams = z.object({
  name: z
    .string()
    .regex(/^[0-9a-f-]{36}\.(?:png|jpg|gif|webp)$/)
    .meta({ description: 'Last part of the url of the stored image.' }),
});
export const getImage = endpoint({
  ...base,
  id: 'getImage',
  agents: 'yes',
  method: 'get',
  path: '/v1/workspace/images/:name',
  summary: 'A stored image',
  description:
    'Images belong to the account that stored them. Whoever may read a text document that shows one sees it as part of that document: the address of the image stands in its present content, written there by a person who could see the image.',
  params: imageParams,
  query: z.object({
    node: uuid.optional().meta({ description: 'The document that shows the image; needed for images of others.' }),
  }),
  status: 200,
  response: {
    kind: 'binary',
    contentTypes: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
    description: 'The image; the bytes under an address never change.',
    conditional: true,
  },
  errors: ['NOT_FOUND', 'BLOB_UNAVAILABLE'],
});
export const deleteImage = endpoint({
  ...base,
  id: 'deleteImage',
  agents: 'yes',
  method: 'delete',
  path: '/v1/workspace/images/:name',
  summary: 'Delete a stored image',
  description:
    'By the account that stored it, whose quota gets the room back. Documents that show it show nothing there.',
  params: imageParams,
  status: 204,
  response: empty,
  errors: ['NOT_FOUND'],
});
