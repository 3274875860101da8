import { z } from 'zod';
import { integerText } from '../common.ts';
import { endpoint, json } from '../endpoint.ts';
import {
  anonymous,
  body,
  either,
  flag,
  keyOnly,
  MASKING_ERRORS,
  model,
  noBody,
  options,
  plain,
  PROVIDER_ERRORS,
  stream,
  whole,
} from './parts.ts';

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

const responseAnswer = whole('Response', 'As https://platform.openai.com/docs/api-reference/responses/object says.');

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

const responses = {
  method: 'post',
  body: body(responsesRequest),
  response: either(responseAnswer, 'The answer, or its events.'),
} as const;
export const createResponse = endpoint({
  ...plain,
  ...responses,
  id: 'createResponse',
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/llm/responses',
  summary: 'Response',
  description: 'Kept encrypted for 30 days unless `store` is false, and as long as a later response goes on from it.',
  errors: [...PROVIDER_ERRORS, 'previous_response_not_found'],
});
export const createAnonymousResponse = endpoint({
  ...anonymous,
  ...responses,
  id: 'createAnonymousResponse',
  agents: 'yes',
  scope: 'gateway',
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
  limit: integerText(
    z.number('invalid_request').int('invalid_request').min(1, 'invalid_request').max(100, 'invalid_request'),
  ).default(20),
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
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/llm/responses/:id',
  summary: 'A stored response',
});
export const deleteResponse = endpoint({
  ...deleteStored,
  id: 'deleteResponse',
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/llm/responses/:id',
  summary: 'Delete a stored response',
});
export const listResponseItems = endpoint({
  ...getItems,
  id: 'listResponseItems',
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/llm/responses/:id/input_items',
  summary: 'Input of a stored response',
});
export const getAnonymousResponse = endpoint({
  ...getStored,
  id: 'getAnonymousResponse',
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/llm-anonymous/responses/:id',
  summary: 'A stored response',
});
export const deleteAnonymousResponse = endpoint({
  ...deleteStored,
  id: 'deleteAnonymousResponse',
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/llm-anonymous/responses/:id',
  summary: 'Delete a stored response',
});
export const listAnonymousResponseItems = endpoint({
  ...getItems,
  id: 'listAnonymousResponseItems',
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/llm-anonymous/responses/:id/input_items',
  summary: 'Input of a stored response',
});
