import { AGENTS } from './agents.ts';
import { z } from 'zod';
import { maxCharacters } from './characters.ts';
import { empty, idParams, timestamp, uuid } from './common.ts';
import { endpoint, json } from './endpoint.ts';
import { LIMITS } from './limits.ts';

const base = { tag: 'Chat: prompts', access: 'session_or_key', rateGroup: 'other' } as const;

export const chatPrompt = z
  .object({
    id: uuid,
    title: z.string(),
    text: z.string(),
    shared: z.boolean().meta({ description: 'For the whole team; owners and admins alone write those.' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'ChatPrompt' });
export type ChatPrompt = z.output<typeof chatPrompt>;

const fields = {
  title: z.string().trim().min(1).check(maxCharacters(LIMITS.chatTitleCharacters)),
  text: z.string().min(1).check(maxCharacters(LIMITS.chatPromptCharacters)),
};
const promptAnswer = json(z.object({ prompt: chatPrompt }), 'The prompt.');

export const listChatPrompts = endpoint({
  ...base,
  id: 'listChatPrompts',
  agents: 'yes',
  method: 'get',
  path: '/v1/chat/prompts',
  summary: 'Own prompts and those of the team, by title',
  status: 200,
  response: json(z.object({ prompts: z.array(chatPrompt) }), 'All prompts.'),
  errors: [],
});
export const createChatPrompt = endpoint({
  ...base,
  id: 'createChatPrompt',
  ...AGENTS.prompts,
  method: 'post',
  path: '/v1/chat/prompts',
  summary: 'Keep a prompt',
  body: { kind: 'json', unknownFields: 'refused', schema: z.object({ ...fields, shared: z.boolean().default(false) }) },
  status: 201,
  response: promptAnswer,
  errors: ['INVALID_BODY', 'FORBIDDEN', 'QUOTA_EXCEEDED'],
});
export const updateChatPrompt = endpoint({
  ...base,
  id: 'updateChatPrompt',
  ...AGENTS.prompts,
  method: 'patch',
  path: '/v1/chat/prompts/:id',
  summary: 'Change a prompt',
  params: idParams,
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z.object({ title: fields.title.optional(), text: fields.text.optional(), shared: z.boolean().optional() }),
  },
  status: 200,
  response: promptAnswer,
  errors: ['INVALID_BODY', 'FORBIDDEN', 'PROMPT_NOT_FOUND', 'QUOTA_EXCEEDED'],
});
export const deleteChatPrompt = endpoint({
  ...base,
  id: 'deleteChatPrompt',
  ...AGENTS.prompts,
  method: 'delete',
  path: '/v1/chat/prompts/:id',
  summary: 'Delete a prompt',
  params: idParams,
  status: 204,
  response: empty,
  errors: ['FORBIDDEN', 'PROMPT_NOT_FOUND'],
});
