import { z } from 'zod';
import { maxCharacters } from './characters.ts';
import { attachmentIds, chatAttachment, chatFind } from './chatAttachments.ts';
import { category } from './categories.ts';
import { timestamp, uuid } from './common.ts';
import { endpoint, json } from './endpoint.ts';
import { LIMITS } from './limits.ts';

const TAG = 'Chat: messages';
const base = { tag: TAG, access: 'session_or_key' } as const;

/** Decisions of the person on single values; compared exactly. A later message's decision on a value wins. */
export const chatDecisions = {
  shown: z
    .array(z.string().min(1).check(maxCharacters(LIMITS.termCharacters)))
    .max(LIMITS.chatDecisions)
    .default([])
    .meta({ description: 'Values that go out as they are although the detector finds them.' }),
  hidden: z
    .array(z.object({ text: z.string().min(1).check(maxCharacters(LIMITS.termCharacters)), category }))
    .max(LIMITS.chatDecisions)
    .default([])
    .meta({ description: 'Values that are masked although the detector does not find them.' }),
};

/** A masked value in both texts of a message. */
export const chatMark = z
  .object({
    start: z.number().int().nonnegative().meta({ description: 'Offset in `content`, UTF-16 code units.' }),
    end: z.number().int().meta({ description: 'Exclusive end in `content`.' }),
    sentStart: z.number().int().nonnegative().meta({ description: 'Offset in `sent`, UTF-16 code units.' }),
    sentEnd: z.number().int().meta({ description: 'Exclusive end in `sent`.' }),
    placeholder: z.string().meta({ description: 'As the account knows it; a model may have altered it in `sent`.' }),
    category,
  })
  .meta({ id: 'ChatMark' });
export type ChatMark = z.output<typeof chatMark>;

/** A text as the person and as the model have it. */
export const chatText = z
  .object({
    content: z.string().meta({ description: 'What the person sees: with the original values.' }),
    sent: z
      .string()
      .nullable()
      .meta({ description: 'What the model saw or wrote: with placeholders. null: nothing has been sent.' }),
    marks: z.array(chatMark).meta({ description: 'In the order of the text.' }),
  })
  .meta({ id: 'ChatText' });
export type ChatText = z.output<typeof chatText>;

export const MESSAGE_STATES = ['complete', 'streaming', 'stopped', 'failed'] as const;

export const chatMessage = z
  .object({
    id: uuid,
    parentId: uuid.nullable().meta({ description: 'Message before it; siblings are branches. null: the first one.' }),
    role: z.enum(['user', 'assistant']),
    ...chatText.shape,
    reasoning: chatText.nullable().meta({ description: 'What the model thought, where it tells.' }),
    state: z.enum(MESSAGE_STATES).meta({
      description:
        'streaming: the answer is being written. stopped, failed: what had come until then is kept. Messages of the person are complete.',
    }),
    error: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ description: 'Why the answer failed.' }),
    anonymous: z.boolean().meta({ description: 'Whether it was sent, or written, with placeholders.' }),
    model: z.string().nullable().meta({ description: 'Of an answer.' }),
    requestId: uuid
      .nullable()
      .meta({ description: 'Of an answer: its entry under /v1/llm-anonymous/requests, where kept.' }),
    finishReason: z.string().nullable().meta({ description: '`stop`, `length`, `content_filter`, …' }),
    usage: z
      .object({ inputTokens: z.number().int(), outputTokens: z.number().int() })
      .nullable()
      .meta({ description: 'As the provider counts.' }),
    masked: z
      .object({ values: z.number().int(), categories: z.record(z.string(), z.number().int()) })
      .nullable()
      .meta({ description: 'Of an answer: different values masked in everything that went to the model for it.' }),
    shown: chatDecisions.shown.unwrap(),
    hidden: chatDecisions.hidden.unwrap(),
    attachments: z.array(chatAttachment),
    createdAt: timestamp,
  })
  .meta({ id: 'ChatMessage' });
export type ChatMessage = z.output<typeof chatMessage>;

export const chatConversation = z
  .object({
    id: uuid,
    title: z.string().meta({ description: 'Made from the first message, on this server, until it is set.' }),
    folderId: uuid.nullable(),
    anonymous: z.boolean(),
    model: z.string().nullable(),
    pinned: z.boolean(),
    activeMessageId: uuid.nullable().meta({ description: 'Last message of the branch that is shown.' }),
    answering: z.boolean().meta({ description: 'An answer is being written.' }),
    messageCount: z.number().int(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'ChatConversation' });
export type ChatConversation = z.output<typeof chatConversation>;

/** Events of an answer, in the order message, answer, masked, delta …, then done or error. */
export const chatEvent = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('message'), message: chatMessage }).meta({ description: 'The message is stored.' }),
    z.object({ type: z.literal('answer'), message: chatMessage }).meta({
      description: 'The answer begins; who follows a running one gets it as it stands.',
    }),
    z.object({ type: z.literal('masked'), message: chatMessage }).meta({
      description: 'The message of the person with what goes to the model.',
    }),
    z
      .object({
        type: z.literal('delta'),
        messageId: uuid,
        channel: z.enum(['content', 'reasoning']),
        text: z.string().meta({ description: 'Goes to the end of the content of the channel.' }),
        sent: z.string().meta({ description: 'Goes to the end of its `sent`.' }),
        marks: z.array(chatMark).meta({ description: 'With offsets from the beginning of the whole texts.' }),
      })
      .meta({ description: 'A piece of the answer. A value is never split over two of them.' }),
    z.object({ type: z.literal('done'), message: chatMessage, conversation: chatConversation }).meta({
      description: 'The whole answer; its state is complete or stopped.',
    }),
    z
      .object({
        type: z.literal('error'),
        code: z.string(),
        error: z.string(),
        retryAfterSeconds: z.number().nullable(),
        message: chatMessage,
        conversation: chatConversation,
      })
      .meta({ description: 'The answer failed; what had come is kept in `message`.' }),
  ])
  .meta({ id: 'ChatEvent' });
export type ChatEvent = z.output<typeof chatEvent>;

const events = {
  kind: 'events',
  schema: chatEvent,
  description:
    'Server-sent events; the name of each is the `type` of its data. Going away does not stop the answer: it is written and stored all the same.',
} as const;

const conversationParams = z.object({ id: uuid });
const messageParams = z.object({ id: uuid, messageId: uuid });
const model = z.string().min(1, 'missing_model').check(maxCharacters(LIMITS.chatModelCharacters));
const anonymous = z.boolean().meta({ description: 'false sends everything as it is. As the conversation if omitted.' });
const SENDING_ERRORS = [
  'CONVERSATION_NOT_FOUND',
  'MESSAGE_NOT_FOUND',
  'missing_model',
  'QUOTA_EXCEEDED',
  'ANSWER_RUNNING',
  'TOO_MANY_ANSWERS',
] as const;

export const sendChatMessage = endpoint({
  ...base,
  id: 'sendChatMessage',
  agents: 'yes',
  method: 'post',
  path: '/v1/chat/conversations/:id/messages',
  summary: 'Send a message and get the answer',
  description:
    'The whole branch goes to the model. A sibling of an existing message (same parentId) is an edited message: a new branch. What fails before the message is stored is an error answer, what fails later an `error` event. Counts in the rate limits as anonymous chat, or as chat when it is sent as it is.',
  rateGroup: 'anonymous_chat',
  params: conversationParams,
  body: {
    kind: 'json',
    unknownFields: 'refused',
    maxBytes: LIMITS.chatMessageBodyBytes,
    schema: z
      .object({
        parentId: uuid.nullable().meta({ description: 'An answer of this conversation; null begins it.' }),
        content: z.string().check(maxCharacters(LIMITS.chatMessageCharacters, 'TEXT_TOO_LARGE')),
        attachmentIds,
        model: model.optional().meta({ description: 'That of the conversation if omitted.' }),
        anonymous: anonymous.optional(),
        ...chatDecisions,
      })
      .refine(({ content, attachmentIds: ids }) => content.trim() !== '' || ids.length > 0, 'TEXT_REQUIRED'),
  },
  status: 200,
  response: events,
  errors: ['TEXT_REQUIRED', 'TEXT_TOO_LARGE', 'ATTACHMENT_NOT_FOUND', 'ATTACHMENT_IN_USE', ...SENDING_ERRORS],
});

export const regenerateChatAnswer = endpoint({
  ...base,
  id: 'regenerateChatAnswer',
  agents: 'yes',
  method: 'post',
  path: '/v1/chat/conversations/:id/messages/:messageId/answers',
  summary: 'Answer a message once more',
  description:
    'messageId is a message of the person; the new answer is a sibling of those it has. Counts in the rate limits as sending does.',
  rateGroup: 'anonymous_chat',
  params: messageParams,
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z.object({ model: model.optional(), anonymous: anonymous.optional() }),
  },
  status: 200,
  response: events,
  errors: ['INVALID_BODY', ...SENDING_ERRORS],
});

export const followChatAnswer = endpoint({
  ...base,
  id: 'followChatAnswer',
  agents: 'yes',
  method: 'get',
  path: '/v1/chat/conversations/:id/messages/:messageId/events',
  summary: 'Follow an answer that is being written',
  description:
    'For another window, or after a reload. Begins with `answer`; an answer that has ended is `answer`, and `done` or `error`.',
  rateGroup: 'other',
  params: messageParams,
  status: 200,
  response: events,
  errors: ['CONVERSATION_NOT_FOUND', 'MESSAGE_NOT_FOUND'],
});

export const stopChatAnswer = endpoint({
  ...base,
  id: 'stopChatAnswer',
  agents: 'yes',
  method: 'post',
  path: '/v1/chat/conversations/:id/messages/:messageId/stop',
  summary: 'Stop an answer',
  description: 'What has come is kept; the answer becomes `stopped`. An answer that has ended stays as it is.',
  rateGroup: 'other',
  params: messageParams,
  status: 200,
  response: json(z.object({ message: chatMessage }), 'The answer.'),
  errors: ['CONVERSATION_NOT_FOUND', 'MESSAGE_NOT_FOUND'],
});

export const previewChatMessage = endpoint({
  ...base,
  id: 'previewChatMessage',
  agents: 'yes',
  method: 'post',
  path: '/v1/chat/preview',
  summary: 'What would be masked in a text',
  description: 'Stores nothing. Values that were decided on in the branch that is shown of `conversationId` count too.',
  rateGroup: 'other',
  body: {
    kind: 'json',
    unknownFields: 'refused',
    maxBytes: LIMITS.chatMessageBodyBytes,
    schema: z.object({
      text: z.string().check(maxCharacters(LIMITS.chatMessageCharacters, 'TEXT_TOO_LARGE')),
      conversationId: uuid.optional(),
      ...chatDecisions,
    }),
  },
  status: 200,
  response: json(z.object({ finds: z.array(chatFind) }), 'In the order of the text, never overlapping.'),
  errors: ['INVALID_BODY', 'TEXT_TOO_LARGE', 'CONVERSATION_NOT_FOUND'],
});
