import type { ProviderKind } from '../contract/gatewayProviders.ts';
import type { ProviderOperation, ProviderProtocol } from './types.ts';

/** What a server does otherwise than the reference of its protocol. */
export interface Quirks {
  /** Fields of a request that it refuses; they are left out. */
  readonly refusedFields: readonly string[];
  /** Fields that it knows by another name; a field that is there under that name already stays. */
  readonly renamedFields: Readonly<Record<string, string>>;
  /** Does not know the role `developer`, which is OpenAI's later word for `system`. */
  readonly developerAsSystem: boolean;
  /** Ids of tool calls have to be nine letters or digits. */
  readonly shortToolCallIds: boolean;
  /** The only fields that it takes in messages; null: all. */
  readonly messageFields: readonly string[] | null;
  /** Answers with reasoning have a list of parts where the reference has a text and `reasoning_content`. */
  readonly contentInParts: boolean;
}

/** One kind of provider, as data. */
export interface Preset {
  readonly protocol: ProviderProtocol;
  readonly operations: readonly ProviderOperation[];
  /** Path that an address without one gets. */
  readonly defaultPath: string;
  /** Header of the key, with what stands before the key. */
  readonly auth: { readonly header: string; readonly prefix: string };
  /** Headers of a client that are passed on. */
  readonly clientHeaders: readonly string[];
  /** Usual version of the API, where requests name one. */
  readonly apiVersion: string | null;
  readonly quirks: Quirks;
}

const NONE: Quirks = Object.freeze({
  refusedFields: [],
  renamedFields: {},
  developerAsSystem: false,
  shortToolCallIds: false,
  messageFields: null,
  contentInParts: false,
});

const CHAT = Object.freeze({
  protocol: 'chat',
  operations: ['generate', 'embeddings'],
  defaultPath: '/v1',
  auth: { header: 'authorization', prefix: 'Bearer ' },
  clientHeaders: ['openai-beta', 'openai-organization', 'openai-project', 'idempotency-key'],
  apiVersion: null,
  quirks: NONE,
} as const satisfies Preset);

/** Servers that run models at home apply chat templates, most of which know neither `developer` nor the later name of max_tokens. */
const LOCAL: Quirks = Object.freeze({
  ...NONE,
  renamedFields: { max_completion_tokens: 'max_tokens' },
  developerAsSystem: true,
});

/** Every kind of provider. */
export const PRESETS = Object.freeze({
  /** https://platform.openai.com/docs/api-reference */
  openai: CHAT,
  /** https://learn.microsoft.com/azure/ai-services/openai/reference: deployments in the path, or the OpenAI paths under /openai/v1 */
  azure: {
    ...CHAT,
    defaultPath: '/openai',
    auth: { header: 'api-key', prefix: '' },
    apiVersion: '2024-10-21',
  },
  /** https://docs.mistral.ai/api: refuses what it does not know (422), reports usage in every stream */
  mistral: {
    ...CHAT,
    quirks: {
      refusedFields: [
        ...['audio', 'function_call', 'functions', 'logit_bias', 'logprobs', 'modalities', 'prompt_cache_key'],
        ...['prompt_cache_retention', 'safety_identifier', 'service_tier', 'store', 'stream_options', 'top_logprobs'],
        ...['user', 'verbosity', 'web_search_options'],
      ],
      renamedFields: { max_completion_tokens: 'max_tokens', seed: 'random_seed' },
      developerAsSystem: true,
      shortToolCallIds: true,
      messageFields: ['role', 'content', 'tool_calls', 'tool_call_id', 'prefix'],
      contentInParts: true,
    },
  },
  /** https://docs.ollama.com/api/openai-compatibility */
  ollama: { ...CHAT, quirks: LOCAL },
  /** https://lmstudio.ai/docs/developer/openai-compat */
  lmstudio: { ...CHAT, quirks: LOCAL },
  /** https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html */
  vllm: { ...CHAT, quirks: { ...LOCAL, renamedFields: {} } },
  /** https://github.com/ggml-org/llama.cpp/tree/master/tools/server */
  llamacpp: { ...CHAT, quirks: LOCAL },
  /** Any other server of the chat completions protocol: nothing is changed, because nothing is known. */
  compatible: CHAT,
  /** https://docs.anthropic.com/en/api */
  anthropic: {
    ...CHAT,
    protocol: 'messages',
    operations: ['generate', 'count_tokens'],
    auth: { header: 'x-api-key', prefix: '' },
    clientHeaders: ['anthropic-beta', 'anthropic-version'],
    apiVersion: '2023-06-01',
  },
} as const satisfies Readonly<Record<ProviderKind, Preset>>);
