import { z } from 'zod';
import { endpoint, json } from '../endpoint.ts';
import {
  anonymous,
  anonymousErrors,
  body,
  either,
  generateErrors,
  MASKING_ERRORS,
  messages,
  model,
  noBody,
  options,
  plain,
  PROVIDER_ERRORS,
  stream,
  whole,
} from './parts.ts';

/** OpenAI chat completions; what is not named here passes through to providers of the same protocol. */
export const chatRequest = z
  .looseObject({ model, messages, stream, deckname: options }, noBody)
  .meta({ id: 'ChatCompletionRequest', description: 'https://platform.openai.com/docs/api-reference/chat' });
export const embeddingsRequest = z
  .looseObject(
    {
      model,
      input: z.union(
        [z.string(), z.array(z.string()), z.array(z.number()), z.array(z.array(z.number()))],
        'invalid_request',
      ),
    },
    noBody,
  )
  .meta({ id: 'EmbeddingsRequest', description: 'https://platform.openai.com/docs/api-reference/embeddings' });

const chatAnswer = whole('ChatCompletion', 'An answer as https://platform.openai.com/docs/api-reference/chat says.');
const embeddingsAnswer = whole('Embeddings', 'As https://platform.openai.com/docs/api-reference/embeddings says.');

const chat = {
  method: 'post',
  body: body(chatRequest),
  response: either(chatAnswer, 'The answer, or its chunks.'),
} as const;
export const createChatCompletion = endpoint({
  ...plain,
  ...chat,
  id: 'createChatCompletion',
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/llm/chat/completions',
  summary: 'Chat completion',
  errors: generateErrors,
});
export const createAnonymousChatCompletion = endpoint({
  ...anonymous,
  ...chat,
  id: 'createAnonymousChatCompletion',
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/llm-anonymous/chat/completions',
  summary: 'Chat completion of anonymized texts',
  errors: anonymousErrors,
});

const embeddings = {
  method: 'post',
  body: body(embeddingsRequest),
  response: json(embeddingsAnswer, 'The vectors.'),
} as const;
export const createEmbeddings = endpoint({
  ...plain,
  ...embeddings,
  id: 'createEmbeddings',
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/llm/embeddings',
  summary: 'Embeddings',
  errors: PROVIDER_ERRORS,
});
export const createAnonymousEmbeddings = endpoint({
  ...anonymous,
  ...embeddings,
  id: 'createAnonymousEmbeddings',
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/llm-anonymous/embeddings',
  summary: 'Embeddings of anonymized texts',
  errors: [...PROVIDER_ERRORS, ...MASKING_ERRORS],
});
