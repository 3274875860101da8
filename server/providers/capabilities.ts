import type { ProviderKind } from '../contract/gatewayProviders.ts';
import { isJsonObject, type AnyJson, type JsonObject, type ModelCapabilities } from './types.ts';

/** What a source says of a model; what it does not say is absent. */
type Told = { readonly [Name in keyof ModelCapabilities]?: NonNullable<ModelCapabilities[Name]> };

/** Nothing is known. */
const UNKNOWN: ModelCapabilities = Object.freeze({
  ...{ chat: null, embeddings: null, vision: null, tools: null, reasoning: null, contextLength: null },
});

/** Families of models whose documentation says it and whose provider's list does not. The first row that fits counts. */
const FAMILIES: readonly (readonly [kind: ProviderKind | null, name: RegExp, told: Told])[] = Object.freeze([
  // Words that makers put into the names of models that nobody can talk to.
  [
    null,
    /embed|(?:^|[/_-])(?:bge|e5|gte)[-_]/i,
    { chat: false, embeddings: true, vision: false, tools: false, reasoning: false },
  ],
  [
    null,
    /whisper|\btts\b|dall-e|moderation|transcribe|realtime|rerank|text-to-speech|gpt-image|\bsora\b|davinci-002|babbage-002/i,
    { chat: false, embeddings: false },
  ],
  // https://platform.openai.com/docs/models
  [
    'openai',
    /^gpt-(?:4o|4\.1)(?:-mini|-nano)?(?:-\d{4}-\d\d-\d\d)?$/,
    { chat: true, embeddings: false, vision: true, tools: true, reasoning: false },
  ],
  [
    'openai',
    /^(?:o1|o3|o4-mini|gpt-5(?:-mini|-nano)?)(?:-\d{4}-\d\d-\d\d)?$/,
    { chat: true, embeddings: false, vision: true, tools: true, reasoning: true },
  ],
  // https://docs.anthropic.com/en/docs/about-claude/models
  ['anthropic', /^claude-/, { chat: true, embeddings: false, vision: true, tools: true }],
]);

/** What is known of a model without asking: by its family, or by what makers put into names. */
export function familyCapabilities(kind: ProviderKind, id: string): ModelCapabilities {
  const row = FAMILIES.find(([only, name]) => (only === null || only === kind) && name.test(id));
  return { ...UNKNOWN, ...row?.[2] };
}

/** What the provider's list says of a model, and what is known of its family where the list says nothing. */
export function capabilitiesOf(kind: ProviderKind, id: string, entry: JsonObject): ModelCapabilities {
  const told = { ...toldByEntry(entry) };
  // A model of which the list says what it is for is not judged by its name.
  const isSorted = told.chat !== undefined || told.embeddings !== undefined;
  const { chat, embeddings, ...more } = familyCapabilities(kind, id);
  return { ...more, ...(isSorted ? { chat: null, embeddings: null } : { chat, embeddings }), ...told };
}

/** Reads what servers say in their lists, each in its own way. */
function toldByEntry(entry: JsonObject): Told {
  const told: { -readonly [Name in keyof Told]: Told[Name] } = {};
  const say = (name: Exclude<keyof Told, 'contextLength'>, value: AnyJson | undefined): void => {
    if (typeof value === 'boolean') told[name] = value;
  };
  const { capabilities, architecture, type } = entry;
  if (isJsonObject(capabilities)) {
    // Mistral, https://docs.mistral.ai/api/endpoint/models; Azure says chat_completion.
    say('chat', capabilities['completion_chat'] ?? capabilities['chat_completion']);
    say('embeddings', capabilities['embeddings']);
    say('vision', capabilities['vision'] ?? supported(capabilities['image_input']));
    say('tools', capabilities['function_calling']);
    // Anthropic, https://docs.anthropic.com/en/api/models-list: image_input and thinking.
    say('reasoning', capabilities['reasoning'] ?? supported(capabilities['thinking']));
  }
  const words = wordsIn(capabilities);
  if (words.size > 0) {
    // Ollama and llama.cpp name what there is.
    say('chat', words.has('completion') || words.has('chat'));
    say('embeddings', words.has('embedding') || words.has('embeddings'));
    say('vision', words.has('vision') || words.has('multimodal'));
    if (words.has('tools') || words.has('tool_use')) say('tools', true);
    if (words.has('thinking')) say('reasoning', true);
  }
  if (isJsonObject(architecture)) {
    // OpenRouter, https://openrouter.ai/docs/api-reference/list-available-models
    const inputs = wordsIn(architecture['input_modalities']);
    const outputs = wordsIn(architecture['output_modalities']);
    const parameters = wordsIn(entry['supported_parameters']);
    if (inputs.size > 0) say('vision', inputs.has('image'));
    if (outputs.size > 0) say('chat', outputs.has('text'));
    if (outputs.has('embeddings')) say('embeddings', true);
    if (parameters.size > 0) {
      say('tools', parameters.has('tools'));
      say('reasoning', parameters.has('reasoning'));
    }
  }
  if (typeof type === 'string' && TYPES[type] !== undefined) Object.assign(told, TYPES[type]);
  const length = LENGTHS.map((name) => entry[name]).find(isLength) ?? lengthIn(entry['meta']);
  if (length !== undefined) told.contextLength = length;
  return told;
}

/** Values of `type` in lists of Together and LM Studio that say what a model is for; `model` and others say nothing. */
const TYPES: Readonly<Record<string, Told | undefined>> = Object.freeze({
  chat: { chat: true },
  llm: { chat: true, vision: false },
  vlm: { chat: true, vision: true },
  embedding: { chat: false, embeddings: true },
  embeddings: { chat: false, embeddings: true },
  image: { chat: false },
  audio: { chat: false },
  rerank: { chat: false },
  moderation: { chat: false },
  transcribe: { chat: false },
});

/** Fields of different servers for the longest context, in tokens: vLLM, OpenRouter and Together, Mistral, Groq, Anthropic. */
const LENGTHS = [
  'max_model_len',
  'context_length',
  'max_context_length',
  'context_window',
  'max_input_tokens',
] as const;

function isLength(value: AnyJson | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

/** llama.cpp tells the length that the model was trained with. */
function lengthIn(meta: AnyJson | undefined): number | undefined {
  const length = isJsonObject(meta) ? meta['n_ctx_train'] : undefined;
  return isLength(length) ? length : undefined;
}

function supported(value: AnyJson | undefined): AnyJson | undefined {
  return isJsonObject(value) ? value['supported'] : value;
}

function wordsIn(value: AnyJson | undefined): ReadonlySet<AnyJson> {
  return new Set(Array.isArray(value) ? (value as readonly AnyJson[]) : []);
}
