import { z } from 'zod';
import { maxCharacters } from '../characters.ts';
import { empty, integerText, pageFields, pageQuery, storedText, timestamp, uuid } from '../common.ts';
import { endpoint, json } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { NODE_ERRORS, nodeId, nodeParams, workspaceBase, WRITE_ERRORS } from './node.ts';

const base = { ...workspaceBase, tag: 'Workspace: comments' } as const;

/** Place of a comment: offsets in the text of a revision, and the words around it (W3C Web Annotation, TextQuoteSelector). */
export const commentAnchor = z
  .strictObject({
    revision: z.number().int().positive(),
    from: z.number().int().nonnegative().meta({ description: 'UTF-16 code units.' }),
    to: z.number().int().positive().meta({ description: 'Exclusive.' }),
    exactQuote: z.string().min(1).check(maxCharacters(5_000)),
    prefix: z.string().check(maxCharacters(200)).default(''),
    suffix: z.string().check(maxCharacters(200)).default(''),
  })
  .refine(({ from, to }) => to > from, 'INVALID_BODY')
  .meta({ id: 'CommentAnchor' });
export type CommentAnchor = z.output<typeof commentAnchor>;

const author = z.object({ id: uuid, displayName: z.string() });
/** White space, controls, and what has neither width nor ink. */
const BLANK = /^[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u;
const body = storedText
  .min(1)
  .check(maxCharacters(LIMITS.commentCharacters))
  .refine((text) => !BLANK.test(text), 'INVALID_BODY')
  .meta({ description: 'Plain text, not blank.' });
const version = z
  .number()
  .int()
  .positive()
  .meta({ description: 'Version of the thread that the caller has seen; 409 when it has changed.' });

export const commentMessage = z.object({
  id: z.string(),
  body: z.string(),
  isRoot: z.boolean(),
  author,
  createdAt: timestamp,
  updatedAt: timestamp,
});
export const commentThread = z
  .object({
    id: uuid,
    nodeId: uuid,
    status: z.enum(['open', 'resolved']),
    version: z.number().int().meta({ description: 'Grows by one with every change of the thread.' }),
    anchor: z.object({
      revision: z.number().int(),
      from: z.number().int(),
      to: z.number().int(),
      exactQuote: z.string(),
      prefix: z.string(),
      suffix: z.string(),
    }),
    orphaned: z
      .boolean()
      .meta({ description: 'The quoted text is no longer in the document; the anchor is the last known place.' }),
    author,
    resolvedBy: author.nullable(),
    resolvedAt: timestamp.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
    messages: z.array(commentMessage),
    messagesTruncated: z.boolean(),
  })
  .meta({ id: 'CommentThread' });
export type CommentThread = z.output<typeof commentThread>;

const threadParams = z.object({ id: nodeId, threadId: uuid.meta({ description: 'A thread of this file.' }) });
const threadAnswer = json(z.object({ comment: commentThread }), 'The thread.');

export const listComments = endpoint({
  ...base,
  id: 'listComments',
  agents: 'yes',
  method: 'get',
  path: '/v1/workspace/nodes/:id/comments',
  summary: 'Comment threads of a file, in the order of the text',
  description: 'Anchors are as they stand in the present content.',
  params: nodeParams,
  query: pageQuery.extend({
    status: z.enum(['open', 'resolved']).optional().meta({ description: 'Both when omitted.' }),
  }),
  status: 200,
  response: json(
    z.object({
      comments: z.array(commentThread),
      commentsTruncated: z.boolean().meta({ description: 'More follow behind `cursor`.' }),
      documentRevision: z.number().int(),
      portability: z
        .string()
        .meta({ description: '`workspace`: comments stay in the workspace and are not written into the file.' }),
      ...pageFields,
    }),
    'A page of threads.',
  ),
  errors: ['INVALID_QUERY', 'NOT_A_FILE', ...NODE_ERRORS],
});
export const createComment = endpoint({
  ...base,
  id: 'createComment',
  agents: 'yes',
  method: 'post',
  path: '/v1/workspace/nodes/:id/comments',
  summary: 'Begin a thread',
  description: 'The anchor moves with the text; where its quote is gone, the thread is kept as orphaned.',
  params: nodeParams,
  body: { kind: 'json', unknownFields: 'refused', schema: z.object({ body, anchor: commentAnchor }) },
  status: 201,
  response: threadAnswer,
  errors: ['INVALID_BODY', 'NOT_A_FILE', 'BLOB_UNAVAILABLE', ...WRITE_ERRORS],
});
export const updateComment = endpoint({
  ...base,
  id: 'updateComment',
  agents: 'yes',
  method: 'patch',
  path: '/v1/workspace/nodes/:id/comments/:threadId',
  summary: 'Resolve, reopen, move or reword a thread',
  description:
    'At least one of status, anchor, body. The body is that of the first message; only its author changes it.',
  params: threadParams,
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z
      .object({
        version,
        status: z.enum(['open', 'resolved']).optional().meta({ description: 'resolved closes, open reopens.' }),
        anchor: commentAnchor.optional(),
        body: body.optional(),
      })
      .refine(
        ({ status, anchor, body: text }) => [status, anchor, text].some((part) => part !== undefined),
        'INVALID_BODY',
      ),
  },
  status: 200,
  response: threadAnswer,
  errors: [
    'INVALID_BODY',
    'FORBIDDEN',
    'COMMENT_NOT_FOUND',
    'NOT_FOUND',
    'COMMENT_VERSION_CONFLICT',
    'BLOB_UNAVAILABLE',
  ],
});
export const deleteComment = endpoint({
  ...base,
  id: 'deleteComment',
  agents: 'yes',
  method: 'delete',
  path: '/v1/workspace/nodes/:id/comments/:threadId',
  summary: 'Delete a thread with its messages',
  description: 'Its author, or an editor.',
  params: threadParams,
  query: z.object({
    version: integerText(
      z.number({ error: 'INVALID_VERSION' }).int('INVALID_VERSION').positive('INVALID_VERSION'),
    ).meta({ description: 'Version of the thread that the caller has seen.' }),
  }),
  status: 204,
  response: empty,
  errors: ['INVALID_VERSION', 'FORBIDDEN', 'COMMENT_NOT_FOUND', 'NOT_FOUND', 'COMMENT_VERSION_CONFLICT'],
});
export const addCommentMessage = endpoint({
  ...base,
  id: 'addCommentMessage',
  agents: 'yes',
  method: 'post',
  path: '/v1/workspace/nodes/:id/comments/:threadId/messages',
  summary: 'Reply',
  description: 'Who has written in the thread, and the owner of the file, are told in their inbox.',
  params: threadParams,
  body: { kind: 'json', unknownFields: 'refused', schema: z.object({ version, body }) },
  status: 201,
  response: threadAnswer,
  errors: ['INVALID_BODY', 'FORBIDDEN', 'COMMENT_NOT_FOUND', 'NOT_FOUND', 'COMMENT_VERSION_CONFLICT'],
});
