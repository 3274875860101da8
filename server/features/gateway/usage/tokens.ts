import {
  type AnyJson,
  isJsonObject,
  type JsonObject,
  type ProviderProtocol,
  type ServerSentEvent,
} from '../../../providers/types.ts';

/** Tokens of one request. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
  /** Of the input, read from a cache of the provider. */
  readonly cached: number;
}

/** Fields whose text is data, not words: images, files and sounds. */
const DATA_FIELDS: ReadonlySet<string> = new Set(['data', 'url', 'image_url', 'file_data', 'file_id', 'signature']);
/** What a picture of usual size costs. */
const TOKENS_PER_DATA = 1_000;

/** Letters of scripts without spaces, words, numbers, runs of other signs, and line ends. */
const PIECES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\p{L}[\p{L}\p{M}]*|\p{N}+|[^\s\p{L}\p{N}]+|\n+/gu;

/**
 * A rough count without the model's own vocabulary. Against the vocabulary o200k_base it is within 20 percent for letters in German, English,
 * French, Italian and Spanish, for Markdown, JSON and source code; other vocabularies differ from that one about as much.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECES)) {
    if (piece.startsWith('\n')) tokens += 0.5;
    else if (/^\p{L}/u.test(piece)) tokens += Math.max(1, Math.ceil((piece.length - 2) / 4));
    else tokens += Math.ceil(piece.length / 3);
  }
  return Math.round(tokens);
}

/** Code units of a body whose tokens are counted; of a longer one the texts are counted as their beginnings are. */
const COUNTED = 128 * 1024;
/** Of each text at least so many. */
const LEAST_COUNTED = 100;

/** The same for all texts of a body, with a flat figure for every image and file. */
export function estimateBodyTokens(body: JsonObject): number {
  const texts: string[] = [];
  let length = 0;
  let tokens = 0;
  const visit = (value: AnyJson | undefined, field: string): void => {
    if (typeof value === 'string') {
      if (DATA_FIELDS.has(field) && value.length > 100) tokens += TOKENS_PER_DATA;
      else {
        texts.push(value);
        length += value.length;
      }
    } else if (Array.isArray(value)) {
      for (const item of value as readonly AnyJson[]) visit(item, field);
    } else if (isJsonObject(value)) {
      for (const [name, part] of Object.entries(value)) visit(part, name);
    }
  };
  for (const field of ['messages', 'system', 'tools', 'input', 'prompt', 'response_format']) visit(body[field], field);
  const share = Math.min(1, COUNTED / length);
  for (const text of texts) tokens += estimateBeginning(text, Math.max(LEAST_COUNTED, Math.ceil(text.length * share)));
  return Math.round(tokens);
}

function estimateBeginning(text: string, counted: number): number {
  return text.length <= counted
    ? estimateTokens(text)
    : (estimateTokens(text.slice(0, counted)) * text.length) / counted;
}

/** Collects the tokens of one answer, as the provider tells them. */
export interface TokenMeter {
  answered(body: JsonObject): void;
  saw(event: ServerSentEvent): void;
  /** Tokens and whether they had to be estimated. */
  result(request: JsonObject): { readonly tokens: Tokens; readonly estimated: boolean };
}

export function createTokenMeter(protocol: ProviderProtocol): TokenMeter {
  let told: Partial<Tokens> = {};
  let pieces = 0;
  let whole: JsonObject | null = null;
  const read = (usage: AnyJson | undefined): void => {
    if (isJsonObject(usage)) told = { ...told, ...(protocol === 'chat' ? chatTokens(usage) : messageTokens(usage)) };
  };
  return Object.freeze({
    answered(body: JsonObject) {
      read(body['usage']);
      whole = body;
    },
    saw({ data }: ServerSentEvent) {
      pieces += 1;
      // Most events tell no usage and need no second parsing.
      if (!data.includes('"usage"')) return;
      const event = parse(data);
      if (event === null) return;
      read(event['usage']);
      // https://docs.anthropic.com/en/api/messages-streaming: message_start carries the message so far.
      const { message } = event;
      if (isJsonObject(message)) read(message['usage']);
    },
    result(request: JsonObject) {
      const { input, output = 0, cached = 0 } = told;
      if (input !== undefined) return { tokens: { input, output, cached }, estimated: false };
      // A streamed event carries about one token.
      const written = whole === null ? pieces : Math.round(estimateBeginning(answerText(whole), COUNTED));
      return { tokens: { input: estimateBodyTokens(request), output: written, cached: 0 }, estimated: true };
    },
  });
}

function chatTokens(usage: JsonObject): Partial<Tokens> {
  const details = usage['prompt_tokens_details'];
  return {
    ...numberIn(usage, 'prompt_tokens', 'input'),
    ...numberIn(usage, 'completion_tokens', 'output'),
    ...(isJsonObject(details) && numberIn(details, 'cached_tokens', 'cached')),
  };
}

/** Anthropic counts what is read from and written to the cache beside the input. */
function messageTokens(usage: JsonObject): Partial<Tokens> {
  const { input } = numberIn(usage, 'input_tokens', 'input');
  const { cached = 0 } = numberIn(usage, 'cache_read_input_tokens', 'cached');
  const { written = 0 } = numberIn(usage, 'cache_creation_input_tokens', 'written');
  return {
    ...(input !== undefined && { input: input + cached + written, cached }),
    ...numberIn(usage, 'output_tokens', 'output'),
  };
}

function numberIn<N extends string>(usage: JsonObject, field: string, name: N): Partial<Record<N, number>> {
  const value = usage[field];
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
    ? ({ [name]: Math.round(value) } as Partial<Record<N, number>>)
    : {};
}

/** Texts of an answer in either protocol. */
function answerText(body: JsonObject): string {
  return JSON.stringify(body['choices'] ?? body['content'] ?? '');
}

function parse(data: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(data);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
