import { z } from 'zod';
import { category } from './categories.ts';
import { empty, idParams, uuid } from './common.ts';
import { endpoint, json } from './endpoint.ts';
import { LIMITS } from './limits.ts';

const base = { tag: 'Chat: attachments', access: 'session_or_key' } as const;

/** The workspace file an attachment was taken from. */
export const chatCitation = z
  .object({ nodeId: uuid, name: z.string(), revision: z.number().int() })
  .meta({ id: 'ChatCitation', description: 'The file and the state of it that was read.' });

export const chatAttachment = z
  .object({
    id: uuid,
    name: z.string(),
    kind: z.enum(['document', 'image']),
    sizeBytes: z.number().int(),
    characters: z.number().int().meta({ description: 'Length of its text, UTF-16 code units.' }),
    words: z.number().int(),
    pages: z.number().int().nullable().meta({ description: 'null where the format has none.' }),
    ocr: z.boolean().meta({ description: 'At least one page was recognized.' }),
    confidence: z.number().min(0).max(1).nullable().meta({ description: 'Mean confidence of recognized words.' }),
    maskedValues: z.number().int().meta({ description: 'Different values that the detector found when it was read.' }),
    citation: chatCitation.nullable(),
  })
  .meta({ id: 'ChatAttachment' });
export type ChatAttachment = z.output<typeof chatAttachment>;

/** A value that is masked, or would be if the person had not decided to show it. */
export const chatFind = z
  .object({
    start: z.number().int().nonnegative().meta({ description: 'Offset in the text, UTF-16 code units.' }),
    end: z.number().int().meta({ description: 'Exclusive end.' }),
    text: z.string(),
    category,
    placeholder: z.string().nullable().meta({ description: 'What goes to the model; null when it is shown.' }),
    confidence: z.number().min(0).max(1),
  })
  .meta({ id: 'ChatFind' });
export type ChatFind = z.output<typeof chatFind>;

export const chatAttachmentContent = z
  .object({ attachment: chatAttachment, text: z.string(), finds: z.array(chatFind) })
  .meta({ id: 'ChatAttachmentContent', description: 'What goes to the model: the text with its finds masked.' });
export type ChatAttachmentContent = z.output<typeof chatAttachmentContent>;

export const attachmentIds = z
  .array(uuid)
  .max(LIMITS.chatAttachments)
  .refine((ids) => new Set(ids).size === ids.length)
  .default([])
  .meta({ description: 'Attachments of this conversation, or of none yet.' });

const READING_ERRORS = [
  'FILE_TOO_LARGE',
  'UNSUPPORTED_TYPE',
  'CONTENT_MISMATCH',
  'ZIP_RATIO_SUSPICIOUS',
  'UNREADABLE_FILE',
  'PASSWORD_PROTECTED',
  'TEXT_REQUIRED',
  'TEXT_TOO_LARGE',
  'DETECTOR_UNAVAILABLE',
  'QUOTA_EXCEEDED',
] as const;
const contentAnswer = json(chatAttachmentContent, 'The attachment with its text and what would be masked in it.');

export const addChatAttachment = endpoint({
  ...base,
  id: 'addChatAttachment',
  agents: 'yes',
  method: 'post',
  path: '/v1/chat/attachments',
  summary: 'Attach a document or an image',
  description:
    'Read, recognized where it is a picture, and searched for personal data at once. Kept for a day unless a message takes it.',
  rateGroup: 'anonymize',
  body: {
    kind: 'multipart',
    unknownFields: 'refused',
    fields: z.object({}),
    fileField: 'file',
    maxFileBytes: LIMITS.fileBytes,
  },
  status: 201,
  response: contentAnswer,
  errors: READING_ERRORS,
});

export const addChatAttachmentFromNode = endpoint({
  ...base,
  id: 'addChatAttachmentFromNode',
  agents: 'yes',
  method: 'post',
  path: '/v1/chat/attachments/from-workspace',
  summary: 'Attach a file of the workspace',
  description: 'Its present content, for those who may read it; the message cites the file.',
  rateGroup: 'anonymize',
  body: { kind: 'json', unknownFields: 'refused', schema: z.object({ nodeId: uuid }) },
  status: 201,
  response: contentAnswer,
  errors: ['INVALID_BODY', 'NOT_FOUND', 'NOT_A_FILE', 'BLOB_UNAVAILABLE', ...READING_ERRORS],
});

export const getChatAttachment = endpoint({
  ...base,
  id: 'getChatAttachment',
  agents: 'yes',
  method: 'get',
  path: '/v1/chat/attachments/:id',
  summary: 'Text and finds of an attachment',
  rateGroup: 'other',
  params: idParams,
  status: 200,
  response: contentAnswer,
  errors: ['ATTACHMENT_NOT_FOUND', 'DETECTOR_UNAVAILABLE'],
});

export const downloadChatAttachment = endpoint({
  ...base,
  id: 'downloadChatAttachment',
  agents: 'yes',
  method: 'get',
  path: '/v1/chat/attachments/:id/download',
  summary: 'The attached file itself',
  rateGroup: 'other',
  params: idParams,
  status: 200,
  response: {
    kind: 'binary',
    contentTypes: ['application/octet-stream'],
    description: 'Byte for byte; the bytes of an attachment never change.',
    conditional: true,
  },
  errors: ['ATTACHMENT_NOT_FOUND', 'BLOB_UNAVAILABLE'],
});

export const deleteChatAttachment = endpoint({
  ...base,
  id: 'deleteChatAttachment',
  agents: 'yes',
  method: 'delete',
  path: '/v1/chat/attachments/:id',
  summary: 'Take back an attachment',
  description: 'Before a message takes it; later it goes with the conversation.',
  rateGroup: 'other',
  params: idParams,
  status: 204,
  response: empty,
  errors: ['ATTACHMENT_NOT_FOUND', 'ATTACHMENT_IN_USE'],
});
