import { AGENTS } from './agents.ts';
import { z } from 'zod';
import { maxCharacters } from './characters.ts';
import { empty, timestamp } from './common.ts';
import { endpoint, json } from './endpoint.ts';
import { LIMITS } from './limits.ts';

const TAG = 'Model providers';

/** First part of every model id of a provider. */
export const PROVIDER_ID_PATTERN = /^[a-z0-9][a-z0-9._-]{0,63}$/i;

/** What a provider runs. All but `anthropic` speak the chat completions protocol. */
export const PROVIDER_KINDS = [
  'openai',
  'azure',
  'mistral',
  'ollama',
  'lmstudio',
  'vllm',
  'llamacpp',
  'compatible',
  'anthropic',
] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

const modelName = z.string().trim().min(1).check(maxCharacters(200));
const price = z.number().min(0).max(1_000_000);

/** What a model costs, per million tokens. */
export const modelPrice = z
  .strictObject({
    input: price,
    output: price,
    cachedInput: price.optional().meta({ description: 'Input read from a cache; like `input` when absent.' }),
  })
  .meta({ id: 'ModelPrice', description: "In the provider's `currency`, per million tokens." });
export type ModelPrice = z.output<typeof modelPrice>;

const fields = {
  id: z.string().regex(PROVIDER_ID_PATTERN).meta({
    description: 'First part of its model ids (`id/model`); letters, digits, dot, dash and underscore.',
  }),
  kind: z.enum(PROVIDER_KINDS),
  baseUrl: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .max(500)
    .refine((value) => {
      const url = URL.parse(value);
      return url !== null && url.username === '' && url.password === '' && url.hash === '';
    }, 'must hold no user name, password or fragment')
    .meta({
      description: 'For example https://api.openai.com/v1, https://api.anthropic.com or http://127.0.0.1:11434/v1.',
    }),
  enabled: z.boolean(),
  models: z.array(modelName).max(500).readonly().meta({
    description: "Names of the models to offer, as the provider calls them. Empty: the provider's own list.",
  }),
  prices: z
    .record(modelName, modelPrice)
    .refine((prices) => Object.keys(prices).length <= 500, 'must name at most 500 models')
    .readonly()
    .meta({ description: "Price by the provider's name of the model, for the cost in the usage figures." }),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .meta({ description: 'Of the prices; ISO 4217, for example EUR.' }),
  apiVersion: z
    .string()
    .regex(/^[A-Za-z0-9.-]{1,40}$/)
    .nullable()
    .meta({
      description: 'Azure: the `api-version` of requests. Anthropic: the `anthropic-version`. null: the usual one.',
    }),
};
const apiKey = z.string().trim().min(1).check(maxCharacters(4_000)).nullable().meta({
  description: 'Sent to the provider alone and stored encrypted; never returned. null: none is needed.',
});

const defaults = {
  ...fields,
  enabled: fields.enabled.default(true),
  models: fields.models.default([]),
  prices: fields.prices.default({}),
  currency: fields.currency.default('USD'),
  apiVersion: fields.apiVersion.default(null),
};

/** A provider without its key. */
export const providerDefinition = z.strictObject(defaults).readonly();
export type ProviderDefinition = z.output<typeof providerDefinition>;

/** A provider as a caller or the configuration gives it. */
export const newProvider = z
  .strictObject({ ...defaults, apiKey: apiKey.default(null) })
  .readonly()
  .meta({ id: 'NewModelProvider' });
export type NewProvider = z.output<typeof newProvider>;

/** What of a provider can change; its id names its models and stays. */
export const providerChange = z
  .strictObject({ ...fields, apiKey })
  .omit({ id: true })
  .partial()
  .meta({
    id: 'ModelProviderChange',
    description: 'Fields that are absent stay as they are; `apiKey: null` removes the key.',
  });
export type ProviderChange = z.output<typeof providerChange>;

/** A provider as it is shown. */
export const shownProvider = z
  .object({
    ...fields,
    hasKey: z.boolean(),
    keyEnd: z
      .string()
      .nullable()
      .meta({ description: 'Last four characters of the key; null when it is short or absent.' }),
    origin: z.enum(['settings', 'configuration']).meta({
      description: '`configuration`: from the environment or the configuration file; cannot be changed here.',
    }),
    createdAt: timestamp.nullable().meta({ description: 'null for a provider of the configuration.' }),
  })
  .meta({ id: 'ModelProvider' });
export type ShownProvider = z.output<typeof shownProvider>;

/** Why a provider does not work. */
export const PROVIDER_TEST_FAILURES = [
  'unreachable',
  'untrusted',
  'timeout',
  'key_refused',
  'not_found',
  'rate_limited',
  'refused',
  'overloaded',
  'malformed',
] as const;

export const providerTest = z
  .object({
    ok: z.boolean(),
    failure: z.enum(PROVIDER_TEST_FAILURES).nullable(),
    status: z.number().int().nullable().meta({ description: 'HTTP status of the provider; null when it gave none.' }),
    models: z.array(z.string()).meta({ description: 'What the provider lists, at most 1,000.' }),
    milliseconds: z.number().int(),
  })
  .meta({ id: 'ModelProviderTest' });
export type ProviderTest = z.output<typeof providerTest>;

export const foundProvider = z
  .object({
    kind: z.enum(PROVIDER_KINDS),
    baseUrl: z.string(),
    models: z.array(z.string()),
    known: z.boolean().meta({ description: 'A provider with this address exists already.' }),
  })
  .meta({ id: 'FoundModelProvider' });
export type FoundProvider = z.output<typeof foundProvider>;

const admin = { tag: TAG, access: 'session_or_key', roles: ['owner', 'admin'], rateGroup: 'other' } as const;
const params = z.object({ id: z.string().check(maxCharacters(64)) });
const answer = json(z.object({ provider: shownProvider }), 'The provider.');
const testAnswer = json(providerTest, 'Whether it works. A provider that does not work is no error of the request.');

export const listProviders = endpoint({
  ...admin,
  id: 'listProviders',
  ...AGENTS.administration,
  method: 'get',
  path: '/v1/admin/providers',
  summary: 'Providers of language models',
  status: 200,
  response: json(z.object({ providers: z.array(shownProvider) }), `By id; at most ${LIMITS.providers}.`),
  errors: ['FORBIDDEN'],
});
export const createProvider = endpoint({
  ...admin,
  id: 'createProvider',
  ...AGENTS.administration,
  method: 'post',
  path: '/v1/admin/providers',
  summary: 'Add a provider',
  body: { kind: 'json', unknownFields: 'refused', schema: newProvider },
  status: 201,
  response: answer,
  errors: ['INVALID_BODY', 'FORBIDDEN', 'NAME_TAKEN', 'TOO_MANY_PROVIDERS'],
});
export const updateProvider = endpoint({
  ...admin,
  id: 'updateProvider',
  ...AGENTS.administration,
  method: 'patch',
  path: '/v1/admin/providers/:id',
  summary: 'Change a provider',
  description:
    'Where the address changes to another host, the key must be given again: it is not sent to a place that nobody entered it for.',
  params,
  body: { kind: 'json', unknownFields: 'refused', schema: providerChange },
  status: 200,
  response: answer,
  errors: ['INVALID_BODY', 'FORBIDDEN', 'PROVIDER_NOT_FOUND', 'PROVIDER_READ_ONLY'],
});
export const deleteProvider = endpoint({
  ...admin,
  id: 'deleteProvider',
  ...AGENTS.administration,
  method: 'delete',
  path: '/v1/admin/providers/:id',
  summary: 'Remove a provider',
  params,
  status: 204,
  response: empty,
  errors: ['FORBIDDEN', 'PROVIDER_NOT_FOUND', 'PROVIDER_READ_ONLY'],
});
export const testProvider = endpoint({
  ...admin,
  id: 'testProvider',
  ...AGENTS.administration,
  method: 'post',
  path: '/v1/admin/providers/:id/test',
  summary: 'Ask a provider for its models',
  params,
  status: 200,
  response: testAnswer,
  errors: ['FORBIDDEN', 'PROVIDER_NOT_FOUND'],
});
export const testNewProvider = endpoint({
  ...admin,
  id: 'testNewProvider',
  ...AGENTS.administration,
  method: 'post',
  path: '/v1/admin/providers/test',
  summary: 'Ask a provider that has not been added for its models',
  description: 'Nothing is stored.',
  body: { kind: 'json', unknownFields: 'refused', schema: newProvider },
  status: 200,
  response: testAnswer,
  errors: ['INVALID_BODY', 'FORBIDDEN'],
});
export const discoverProviders = endpoint({
  ...admin,
  id: 'discoverProviders',
  ...AGENTS.administration,
  method: 'post',
  path: '/v1/admin/providers/discover',
  summary: 'Find model servers on this machine',
  description:
    'Asks the usual ports of Ollama, LM Studio, llama.cpp and vLLM on the loopback address for their models. Nothing is stored.',
  status: 200,
  response: json(z.object({ found: z.array(foundProvider) }), 'What answers.'),
  errors: ['FORBIDDEN'],
});
