import { AGENTS } from './agents.ts';
import { z } from 'zod';
import { maxCharacters } from './characters.ts';
import { chatConversation, chatMessage } from './chatMessages.ts';
import { booleanText, empty, idParams, pageFields, pageQuery, timestamp, uuid } from './common.ts';
import { endpoint, json } from './endpoint.ts';
import { LIMITS } from './limits.ts';

const base = { tag: 'Chat', access: 'session_or_key', rateGroup: 'other' } as const;

const title = z.string().trim().min(1).check(maxCharacters(LIMITS.chatTitleCharacters));
const model = z.string().min(1).check(maxCharacters(LIMITS.chatModelCharacters));
const conversationAnswer = json(z.object({ conversation: chatConversation }), 'The conversation.');

export const listConversations = endpoint({
  ...base,
  id: 'listConversations',
  agents: 'yes',
  method: 'get',
  path: '/v1/chat/conversations',
  summary: 'Conversations, last changed first',
  description:
    'With `q` each page looks at a bounded number of conversations: it may hold fewer than `limit`, or none, and still have a cursor.',
  query: pageQuery.extend({
    q: z.string().trim().min(1).check(maxCharacters(LIMITS.searchCharacters)).optional().meta({
      description: 'Part of the title or of a message, in original words; without regard to case and accents.',
    }),
    folderId: z
      .union([uuid, z.literal('none')])
      .optional()
      .meta({ description: '`none`: those in no folder. All if omitted.' }),
    pinned: booleanText.optional(),
  }),
  status: 200,
  response: json(
    z.object({
      conversations: z.array(
        chatConversation.extend({
          match: z
            .object({
              messageId: uuid.nullable().meta({ description: 'null: the title.' }),
              snippet: z.string(),
              start: z.number().int().meta({ description: 'Offset of what was sought in the snippet.' }),
              end: z.number().int(),
            })
            .nullable()
            .meta({ description: 'First place that fits; only with `q`.' }),
        }),
      ),
      ...pageFields,
    }),
    'A page of conversations.',
  ),
  errors: ['INVALID_QUERY'],
});

export const createConversation = endpoint({
  ...base,
  id: 'createConversation',
  ...AGENTS.anonymity,
  method: 'post',
  path: '/v1/chat/conversations',
  summary: 'Begin a conversation',
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z.object({
      title: title.optional().meta({ description: 'Made from the first message if omitted.' }),
      folderId: uuid.nullable().default(null),
      anonymous: z.boolean().default(true),
      model: model.nullable().default(null),
    }),
  },
  status: 201,
  response: conversationAnswer,
  errors: ['INVALID_BODY', 'FOLDER_NOT_FOUND', 'QUOTA_EXCEEDED'],
});

export const getConversation = endpoint({
  ...base,
  id: 'getConversation',
  agents: 'yes',
  method: 'get',
  path: '/v1/chat/conversations/:id',
  summary: 'A conversation with all its branches',
  params: idParams,
  status: 200,
  response: json(
    z.object({
      conversation: chatConversation,
      messages: z.array(chatMessage).meta({ description: 'Of all branches, oldest first; parentId makes the tree.' }),
    }),
    'The conversation. An answer that is being written stands as it is now.',
  ),
  errors: ['CONVERSATION_NOT_FOUND'],
});

export const updateConversation = endpoint({
  ...base,
  id: 'updateConversation',
  ...AGENTS.anonymity,
  method: 'patch',
  path: '/v1/chat/conversations/:id',
  summary: 'Rename, move, pin, or change how it is sent',
  params: idParams,
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z.object({
      title: title.optional(),
      folderId: uuid.nullable().optional(),
      anonymous: z.boolean().optional(),
      model: model.nullable().optional(),
      pinned: z.boolean().optional(),
      activeMessageId: uuid.optional().meta({ description: 'Shows the branch that ends with this message.' }),
    }),
  },
  status: 200,
  response: conversationAnswer,
  errors: ['INVALID_BODY', 'CONVERSATION_NOT_FOUND', 'FOLDER_NOT_FOUND', 'MESSAGE_NOT_FOUND'],
});

export const deleteConversation = endpoint({
  ...base,
  id: 'deleteConversation',
  agents: 'yes',
  method: 'delete',
  path: '/v1/chat/conversations/:id',
  summary: 'Delete a conversation',
  description:
    'With its messages, its attachments, and the records of what the models saw; a running answer is stopped.',
  params: idParams,
  status: 204,
  response: empty,
  errors: ['CONVERSATION_NOT_FOUND'],
});

export const exportConversation = endpoint({
  ...base,
  id: 'exportConversation',
  agents: 'yes',
  method: 'get',
  path: '/v1/chat/conversations/:id/export',
  summary: 'A conversation as a file',
  description:
    'md and txt hold the branch that is shown, json all of them. `anonymized` holds no original value, also of messages that were sent as they are.',
  params: idParams,
  query: z.object({
    format: z.enum(['md', 'json', 'txt'], { error: 'INVALID_FORMAT' }),
    textType: z.enum(['original', 'anonymized']).default('anonymized'),
  }),
  status: 200,
  response: {
    kind: 'binary',
    contentTypes: ['text/markdown', 'application/json', 'text/plain'],
    description: 'The file.',
    conditional: true,
  },
  errors: ['INVALID_QUERY', 'INVALID_FORMAT', 'CONVERSATION_NOT_FOUND', 'anonymization_failed', 'file_not_supported'],
});

export const chatFolder = z.object({ id: uuid, name: z.string(), createdAt: timestamp }).meta({ id: 'ChatFolder' });
export type ChatFolder = z.output<typeof chatFolder>;
const folderBody = {
  kind: 'json',
  unknownFields: 'refused',
  schema: z.object({ name: z.string().trim().min(1).check(maxCharacters(LIMITS.chatFolderNameCharacters)) }),
} as const;
const folderAnswer = json(z.object({ folder: chatFolder }), 'The folder.');

export const listChatFolders = endpoint({
  ...base,
  id: 'listChatFolders',
  agents: 'yes',
  method: 'get',
  path: '/v1/chat/folders',
  summary: 'Folders of conversations, by name',
  status: 200,
  response: json(z.object({ folders: z.array(chatFolder) }), 'All folders.'),
  errors: [],
});
export const createChatFolder = endpoint({
  ...base,
  id: 'createChatFolder',
  agents: 'yes',
  method: 'post',
  path: '/v1/chat/folders',
  summary: 'Make a folder',
  body: folderBody,
  status: 201,
  response: folderAnswer,
  errors: ['INVALID_BODY', 'NAME_TAKEN', 'QUOTA_EXCEEDED'],
});
export const renameChatFolder = endpoint({
  ...base,
  id: 'renameChatFolder',
  agents: 'yes',
  method: 'patch',
  path: '/v1/chat/folders/:id',
  summary: 'Rename a folder',
  params: idParams,
  body: folderBody,
  status: 200,
  response: folderAnswer,
  errors: ['INVALID_BODY', 'FOLDER_NOT_FOUND', 'NAME_TAKEN'],
});
export const deleteChatFolder = endpoint({
  ...base,
  id: 'deleteChatFolder',
  agents: 'yes',
  method: 'delete',
  path: '/v1/chat/folders/:id',
  summary: 'Delete a folder',
  description: 'Its conversations stay, in no folder.',
  params: idParams,
  status: 204,
  response: empty,
  errors: ['FOLDER_NOT_FOUND'],
});
