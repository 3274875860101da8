import { AGENTS } from './agents.ts';
import { z } from 'zod';
import { category } from './categories.ts';
import { empty, idParams, pageFields, pageQuery, timestamp, uuid } from './common.ts';
import { endpoint, json } from './endpoint.ts';

/** An anonymous request to a language model, as a list shows it. */
export const exchangeSummary = z
  .object({
    id: uuid.meta({ description: 'The X-Deckname-Request-Id of the answer.' }),
    createdAt: timestamp,
    model: z.string().meta({ description: 'provider/model that was asked.' }),
    protocol: z.enum(['chat', 'messages', 'embeddings']).meta({ description: 'What the provider speaks.' }),
    outcome: z
      .enum(['open', 'completed', 'failed', 'aborted'])
      .meta({ description: 'open: it is running, or the server ended before it did.' }),
    maskedValues: z.number().int().meta({ description: 'Different values that were replaced.' }),
    categories: z.record(z.string(), z.number().int()).meta({ description: 'Of those, by category.' }),
  })
  .meta({ id: 'AnonymousRequest' });
export type ExchangeSummary = z.output<typeof exchangeSummary>;

const body = z.record(z.string(), z.unknown());

/** All of a request: what left, and what came back before anything was restored. */
export const exchange = exchangeSummary
  .extend({
    request: body.meta({ description: 'The body that was sent to the provider.' }),
    answer: body
      .nullable()
      .meta({ description: 'What the model answered, a stream put together; null: nothing came.' }),
    values: z
      .array(z.object({ original: z.string(), placeholder: z.string(), category }))
      .meta({ description: 'Values that were replaced.' }),
  })
  .meta({ id: 'AnonymousExchange' });
export type Exchange = z.output<typeof exchange>;

const base = { tag: 'Language models', access: 'session_or_key', rateGroup: 'other' } as const;

export const listExchanges = endpoint({
  ...base,
  id: 'listExchanges',
  ...AGENTS.originals,
  scope: 'gateway',
  method: 'get',
  path: '/v1/llm-anonymous/requests',
  summary: 'Own anonymous requests',
  description: 'Kept as long as the installation keeps them (setting exchangeRetentionDays).',
  query: pageQuery,
  status: 200,
  response: json(z.object({ requests: z.array(exchangeSummary), ...pageFields }), 'A page of requests, newest first.'),
  errors: ['INVALID_QUERY'],
});
export const getExchange = endpoint({
  ...base,
  id: 'getExchange',
  ...AGENTS.originals,
  scope: 'gateway',
  method: 'get',
  path: '/v1/llm-anonymous/requests/:id',
  summary: 'What the model saw',
  params: idParams,
  status: 200,
  response: json(z.object({ request: exchange }), 'The request and the answer with their placeholders.'),
  errors: ['NOT_FOUND'],
});
export const deleteExchange = endpoint({
  ...base,
  id: 'deleteExchange',
  ...AGENTS.originals,
  scope: 'gateway',
  method: 'delete',
  path: '/v1/llm-anonymous/requests/:id',
  summary: 'Delete the record of a request',
  description: 'With the values that nothing else of the account uses.',
  params: idParams,
  status: 204,
  response: empty,
  errors: ['NOT_FOUND'],
});
