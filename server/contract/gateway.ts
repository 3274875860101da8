import { z } from 'zod';
import { endpoint, json } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { LIMITS } from './limits.ts';

const TAG = 'Language models';

/** A field that a request cannot do without: absent is `missing`, anything else that does not fit is `invalid_request`. */
const orMissing = (missing: ErrorCode) => (issue: { readonly input?: unknown }) =>
  issue.input === undefined || issue.input === null || issue.input === '' ? missing : 'invalid_request';

/** No body at all lacks a model first of all. */
const noBody = { error: orMissing('missing_model') };
const model = z
  .string({ error: orMissing('missing_model') })
  .min(1, 'missing_model')
  .max(300, 'invalid_request')
  .meta({
    description:
      '`provider/model`, an alias, or the name of a model that exactly one provider has. A name that no provider lists is passed on when it can be one: ' +
      'letters, digits and `._:/@~-`, at most 128. To an anonymous request it must not hold personal data (400).',
  });
const message = z.looseObject({ role: z.string('invalid_request') });
const messages = z
  .array(message, { error: orMissing('missing_messages') })
  .min(1, 'missing_messages')
  .meta({ description: "The conversation; other fields are those of the protocol's reference." });
const flag = (description: string) => z.boolean('invalid_request').nullish().meta({ description });
const stream = flag('Answer with server-sent events.');
const options = z
  .strictObject({ deanonymize: z.boolean('invalid_request').optional() }, 'invalid_request')
  .optional()
  .meta({ description: 'Read by Deckname and never sent. `deanonymize: false` keeps the placeholders in the answer.' });

/** OpenAI chat completions; what is not named here passes through to providers of the same protocol. */
export const chatRequest = z
  .looseObject({ model, messages, stream, deckname: options }, noBody)
  .meta({ id: 'ChatCompletionRequest', description: 'https://platform.openai.com/docs/api-reference/chat' });
/** Anthropic messages. */
export const messagesRequest = z
  .looseObject(
    {
      model,
      messages,
      max_tokens: z.number('invalid_request').int('invalid_request').min(1, 'invalid_request'),
      stream,
      deckname: options,
    },
    noBody,
  )
  .meta({ id: 'MessagesRequest', description: 'https://docs.anthropic.com/en/api/messages' });
export const countTokensRequest = z
  .looseObject({ model, messages }, noBody)
  .meta({ id: 'CountTokensRequest', description: 'https://docs.anthropic.com/en/api/messages-count-tokens' });
/** OpenAI responses. */
export const responsesRequest = z
  .looseObject(
    {
      model,
      input: z.union([z.string(), z.array(z.looseObject({}))], 'invalid_request'),
      stream,
      store: flag('Keep the answer for `previous_response_id`; true when absent. Stored answers are encrypted.'),
      previous_response_id: z.string('invalid_request').max(100, 'invalid_request').nullish(),
      deckname: options,
    },
    noBody,
  )
  .meta({ id: 'ResponsesRequest', description: 'https://platform.openai.com/docs/api-reference/responses' });
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

const whole = (id: string, description: string) => z.looseObject({}).meta({ id, description });
const chatAnswer = whole('ChatCompletion', 'An answer as https://platform.openai.com/docs/api-reference/chat says.');
const messageAnswer = whole('Message', 'An answer as https://docs.anthropic.com/en/api/messages says.');
const responseAnswer = whole('Response', 'As https://platform.openai.com/docs/api-reference/responses/object says.');
const embeddingsAnswer = whole('Embeddings', 'As https://platform.openai.com/docs/api-reference/embeddings says.');
const tokenCount = whole(
  'TokenCount',
  '`input_tokens`, as https://docs.anthropic.com/en/api/messages-count-tokens says.',
);

const ability = z.boolean().nullable();
export const modelCapabilities = z
  .object({ chat: ability, embeddings: ability, vision: ability, tools: ability, reasoning: ability })
  .meta({
    id: 'ModelCapabilities',
    description:
      'What a model can do, as its provider lists it or its maker documents it; null: not known. Of an alias: what all of its models can do.',
  });
const contextLength = z.number().int().nullable().meta({ description: 'Most tokens that it reads; null: not known.' });
export const openAiModel = z
  .object({
    id: z.string(),
    object: z.literal('model'),
    created: z.number().int(),
    owned_by: z.string(),
    capabilities: modelCapabilities,
    context_length: contextLength,
  })
  .meta({ id: 'OpenAiModel' });
export const openAiModels = z
  .object({ object: z.literal('list'), data: z.array(openAiModel) })
  .meta({ id: 'OpenAiModels' });
export const anthropicModel = z
  .object({
    type: z.literal('model'),
    id: z.string(),
    display_name: z.string(),
    created_at: z.iso.datetime(),
    max_input_tokens: contextLength,
  })
  .meta({ id: 'AnthropicModel' });
export const anthropicModels = z
  .object({
    data: z.array(anthropicModel),
    has_more: z.boolean(),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
  })
  .meta({ id: 'AnthropicModels' });
export type OpenAiModel = z.output<typeof openAiModel>;
export type AnthropicModel = z.output<typeof anthropicModel>;
export type AnthropicModels = z.output<typeof anthropicModels>;

export const responseItems = z
  .object({
    object: z.literal('list'),
    data: z.array(z.looseObject({})),
    has_more: z.boolean(),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
  })
  .meta({ id: 'ResponseItems' });
export type ResponseItems = z.output<typeof responseItems>;

/** What can go wrong between here and a provider. */
const PROVIDER_ERRORS = [
  'invalid_request',
  'missing_model',
  'model_not_found',
  'rate_limit_exceeded',
  'provider_error',
  'service_unavailable',
] as const satisfies readonly ErrorCode[];
/** What can go wrong beside that when nothing may leave unmasked. */
const MASKING_ERRORS = [
  'image_not_supported',
  'file_not_supported',
  'anonymization_failed',
] as const satisfies readonly ErrorCode[];

const ANONYMOUS =
  'Every text that leaves is anonymized under the account of the key and the answer is put back, also while it streams. ' +
  '`X-Deckname-Masked` tells how many different values were masked, `X-Deckname-Request-Id` names the record of what the model saw. ' +
  '`start_index` and `end_index` of annotations count the code points of the restored text. In `logprobs` the tokens of a placeholder are one ' +
  'entry with the original, as likely as all of them together. An address that the provider would call (`mcp_servers`, `allowed_domains`) stays as it is; ' +
  'with personal data in it the request is refused (400), and so are images and files at an address. Documents are sent as their text, so answers cite no places in them.';

const body = <S extends z.ZodType>(schema: S) => ({ kind: 'json', schema, maxBytes: LIMITS.gatewayBodyBytes }) as const;
const either = (schema: z.ZodType, description: string) => ({ kind: 'json_or_events', schema, description }) as const;

const keyOnly = { tag: TAG, access: 'key_only', status: 200 } as const;
const plain = { ...keyOnly, rateGroup: 'llm_chat', envelope: 'openai' } as const;
const anonymous = { ...keyOnly, rateGroup: 'anonymous_chat', envelope: 'openai', description: ANONYMOUS } as const;
const anthropic = { envelope: 'anthropic', xApiKey: true } as const;
const generateErrors = [...PROVIDER_ERRORS, 'missing_messages'] as const;
const anonymousErrors = [...generateErrors, ...MASKING_ERRORS] as const;

const chat = {
  method: 'post',
  body: body(chatRequest),
  response: either(chatAnswer, 'The answer, or its chunks.'),
} as const;
export const createChatCompletion = endpoint({
  ...plain,
  ...chat,
  id: 'createChatCompletion',
  path: '/v1/llm/chat/completions',
  summary: 'Chat completion',
  errors: generateErrors,
});
export const createAnonymousChatCompletion = endpoint({
  ...anonymous,
  ...chat,
  id: 'createAnonymousChatCompletion',
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
  path: '/v1/llm/embeddings',
  summary: 'Embeddings',
  errors: PROVIDER_ERRORS,
});
export const createAnonymousEmbeddings = endpoint({
  ...anonymous,
  ...embeddings,
  id: 'createAnonymousEmbeddings',
  path: '/v1/llm-anonymous/embeddings',
  summary: 'Embeddings of anonymized texts',
  errors: [...PROVIDER_ERRORS, ...MASKING_ERRORS],
});

const responses = {
  method: 'post',
  body: body(responsesRequest),
  response: either(responseAnswer, 'The answer, or its events.'),
} as const;
export const createResponse = endpoint({
  ...plain,
  ...responses,
  id: 'createResponse',
  path: '/v1/llm/responses',
  summary: 'Response',
  description: 'Kept encrypted for 30 days unless `store` is false.',
  errors: [...PROVIDER_ERRORS, 'previous_response_not_found'],
});
export const createAnonymousResponse = endpoint({
  ...anonymous,
  ...responses,
  id: 'createAnonymousResponse',
  path: '/v1/llm-anonymous/responses',
  summary: 'Response to anonymized texts',
  errors: [...PROVIDER_ERRORS, ...MASKING_ERRORS, 'previous_response_not_found'],
});

const stored = {
  ...keyOnly,
  rateGroup: 'models',
  envelope: 'openai',
  params: z.object({ id: z.string() }),
  errors: ['response_not_found'],
} as const;
const getStored = { ...stored, method: 'get', response: json(responseAnswer, 'The response.') } as const;
const deleted = z.object({ id: z.string(), object: z.literal('response'), deleted: z.literal(true) });
const deleteStored = { ...stored, method: 'delete', response: json(deleted, 'It is gone.') } as const;
const itemsQuery = z.object({
  limit: z.coerce.number('invalid_request').int().min(1, 'invalid_request').max(100, 'invalid_request').default(20),
  order: z.enum(['asc', 'desc'], 'invalid_request').default('desc'),
  after: z.string().max(200, 'invalid_request').optional(),
});
const getItems = {
  ...stored,
  method: 'get',
  query: itemsQuery,
  response: json(responseItems, 'A page of the items that the response was made of.'),
} as const;
export const getResponse = endpoint({
  ...getStored,
  id: 'getResponse',
  path: '/v1/llm/responses/:id',
  summary: 'A stored response',
});
export const deleteResponse = endpoint({
  ...deleteStored,
  id: 'deleteResponse',
  path: '/v1/llm/responses/:id',
  summary: 'Delete a stored response',
});
export const listResponseItems = endpoint({
  ...getItems,
  id: 'listResponseItems',
  path: '/v1/llm/responses/:id/input_items',
  summary: 'Input of a stored response',
});
export const getAnonymousResponse = endpoint({
  ...getStored,
  id: 'getAnonymousResponse',
  path: '/v1/llm-anonymous/responses/:id',
  summary: 'A stored response',
});
export const deleteAnonymousResponse = endpoint({
  ...deleteStored,
  id: 'deleteAnonymousResponse',
  path: '/v1/llm-anonymous/responses/:id',
  summary: 'Delete a stored response',
});
export const listAnonymousResponseItems = endpoint({
  ...getItems,
  id: 'listAnonymousResponseItems',
  path: '/v1/llm-anonymous/responses/:id/input_items',
  summary: 'Input of a stored response',
});

const messagesRoute = {
  method: 'post',
  body: body(messagesRequest),
  response: either(messageAnswer, 'The answer, or its events.'),
} as const;
const anonymousMessages = {
  ...anonymous,
  ...anthropic,
  ...messagesRoute,
  summary: 'Message to a model that sees anonymized texts',
  errors: anonymousErrors,
} as const;
export const createMessage = endpoint({
  ...plain,
  ...anthropic,
  ...messagesRoute,
  id: 'createMessage',
  path: '/v1/messages',
  summary: 'Message',
  errors: generateErrors,
});
export const createAnonymousMessage = endpoint({
  ...anonymousMessages,
  id: 'createAnonymousMessage',
  path: '/v1/llm-anonymous/messages',
});
export const createAnonymousMessageV1 = endpoint({
  ...anonymousMessages,
  id: 'createAnonymousMessageV1',
  path: '/v1/llm-anonymous/v1/messages',
});

const counting = {
  ...anthropic,
  method: 'post',
  body: body(countTokensRequest),
  response: json(tokenCount, 'The number of tokens.'),
} as const;
const anonymousCounting = {
  ...anonymous,
  ...counting,
  summary: 'Count the tokens of anonymized texts',
  errors: anonymousErrors,
} as const;
export const countTokens = endpoint({
  ...plain,
  ...counting,
  id: 'countTokens',
  path: '/v1/messages/count_tokens',
  rateGroup: 'models',
  summary: 'Count the tokens of a message',
  description: 'Counted by the provider where it can, else estimated from the text.',
  errors: generateErrors,
});
export const countAnonymousTokens = endpoint({
  ...anonymousCounting,
  id: 'countAnonymousTokens',
  path: '/v1/llm-anonymous/messages/count_tokens',
});
export const countAnonymousTokensV1 = endpoint({
  ...anonymousCounting,
  id: 'countAnonymousTokensV1',
  path: '/v1/llm-anonymous/v1/messages/count_tokens',
});

const modelsRoute = { ...keyOnly, method: 'get', rateGroup: 'models', envelope: 'openai' } as const;
const listing = { ...modelsRoute, response: json(openAiModels, 'The models that you may use.'), errors: [] } as const;
const one = {
  ...modelsRoute,
  params: z.object({ id: z.string() }),
  wholeRest: true,
  response: json(openAiModel, 'The model.'),
  errors: ['model_not_found'],
} as const;
export const listLlmModels = endpoint({
  ...listing,
  id: 'listLlmModels',
  path: '/v1/llm/models',
  summary: 'Models',
});
export const getLlmModel = endpoint({ ...one, id: 'getLlmModel', path: '/v1/llm/models/:id', summary: 'A model' });
export const listAnonymousModels = endpoint({
  ...listing,
  id: 'listAnonymousModels',
  path: '/v1/llm-anonymous/models',
  summary: 'Models',
});
export const getAnonymousModel = endpoint({
  ...one,
  id: 'getAnonymousModel',
  path: '/v1/llm-anonymous/models/:id',
  summary: 'A model',
});

const byVersion = {
  ...modelsRoute,
  access: 'session_or_key',
  envelope: 'by_version_header',
  xApiKey: true,
  description: 'In the form of the Anthropic reference when the header anthropic-version is sent, else of OpenAI’s.',
} as const;
/** https://docs.anthropic.com/en/api/models-list; without the header the whole list is sent. */
const modelsQuery = z.object({
  limit: z.coerce.number('invalid_request').int().min(1, 'invalid_request').max(1000, 'invalid_request').default(20),
  after_id: z.string().max(300, 'invalid_request').optional(),
  before_id: z.string().max(300, 'invalid_request').optional(),
});
export type ModelsQuery = z.output<typeof modelsQuery>;
const listByVersion = {
  ...byVersion,
  summary: 'Models',
  query: modelsQuery,
  response: json(z.union([openAiModels, anthropicModels]), 'The models that you may use.'),
  errors: [],
} as const;
const oneByVersion = {
  ...byVersion,
  summary: 'A model',
  params: z.object({ id: z.string() }),
  wholeRest: true,
  response: json(z.union([openAiModel, anthropicModel]), 'The model.'),
  errors: ['model_not_found'],
} as const;
export const listModels = endpoint({ ...listByVersion, id: 'listModels', path: '/v1/models' });
export const getModel = endpoint({ ...oneByVersion, id: 'getModel', path: '/v1/models/:id' });
export const listAnonymousModelsV1 = endpoint({
  ...listByVersion,
  access: 'key_only',
  id: 'listAnonymousModelsV1',
  path: '/v1/llm-anonymous/v1/models',
});
export const getAnonymousModelV1 = endpoint({
  ...oneByVersion,
  access: 'key_only',
  id: 'getAnonymousModelV1',
  path: '/v1/llm-anonymous/v1/models/:id',
});
