import { z } from 'zod';
import { integerText } from '../common.ts';
import { endpoint, json } from '../endpoint.ts';
import { keyOnly } from './parts.ts';

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
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/llm/models',
  summary: 'Models',
});
export const getLlmModel = endpoint({
  ...one,
  id: 'getLlmModel',
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/llm/models/:id',
  summary: 'A model',
});
export const listAnonymousModels = endpoint({
  ...listing,
  id: 'listAnonymousModels',
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/llm-anonymous/models',
  summary: 'Models',
});
export const getAnonymousModel = endpoint({
  ...one,
  id: 'getAnonymousModel',
  agents: 'yes',
  scope: 'gateway',
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
  limit: integerText(
    z.number('invalid_request').int('invalid_request').min(1, 'invalid_request').max(1000, 'invalid_request'),
  ).default(20),
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
export const listModels = endpoint({
  ...listByVersion,
  id: 'listModels',
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/models',
});
export const getModel = endpoint({
  ...oneByVersion,
  id: 'getModel',
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/models/:id',
});
export const listAnonymousModelsV1 = endpoint({
  ...listByVersion,
  access: 'key_only',
  id: 'listAnonymousModelsV1',
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/llm-anonymous/v1/models',
});
export const getAnonymousModelV1 = endpoint({
  ...oneByVersion,
  access: 'key_only',
  id: 'getAnonymousModelV1',
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/llm-anonymous/v1/models/:id',
});
