import type { NewProvider, ProviderKind } from '../contract/gatewayProviders.ts';
import type { AnyJson, JsonObject } from './json.ts';

export { isJsonObject, type AnyJson, type JsonObject } from './json.ts';

/**
 * What a provider speaks.
 * - `chat`: OpenAI chat completions, https://platform.openai.com/docs/api-reference/chat
 * - `messages`: Anthropic messages, https://docs.anthropic.com/en/api/messages
 */
export type ProviderProtocol = 'chat' | 'messages';

/** What a client of the gateway speaks; `responses`: https://platform.openai.com/docs/api-reference/responses */
export type ClientProtocol = ProviderProtocol | 'responses';

/** One event of a stream (WHATWG HTML, 9.2 Server-sent events). `data` holds the lines of the event joined by line feeds. */
export interface ServerSentEvent {
  /** null: the field was absent, which means "message". */
  readonly event: string | null;
  readonly data: string;
}

/** Turns a stream of events into another one, event by event; keeps what it needs of the past itself. */
export interface StreamTransform {
  /** Events that may be sent now, in order; often none or one. */
  push(event: ServerSentEvent): readonly ServerSentEvent[];
  /** Called once, after the last event of a stream that ended: what was held back. */
  end(): readonly ServerSentEvent[];
}

/** What went wrong in the middle of a stream, in the words of the gateway's errors (interface 7.2). */
export interface StreamFailure {
  readonly type: 'invalid_request_error' | 'auth_error' | 'rate_limit_error' | 'api_error';
  readonly code: string;
  /** For the caller: may be what the provider said. */
  readonly message: string;
}

/**
 * The events of one streamed answer in the client's protocol. A provider's stream that ends before the answer is complete makes
 * {@link StreamTransform.end} give an error event of that protocol: a cut answer never looks like a whole one. After an error
 * event nothing more is given.
 */
export interface TranslatedStream extends StreamTransform {
  /** Whether an error event was given: what the client has is no whole answer. */
  readonly failed: boolean;
  /** Called instead of `end` when the stream failed on this side (a {@link ProviderError}, a failed restoration): the error event. */
  fail(failure: StreamFailure): readonly ServerSentEvent[];
}

/**
 * Requests and answers between a client's protocol and a provider's, for one request: answers take up what the request asked for
 * (usage in the stream, the fields that an answer repeats). Bodies are never changed in place. Values that do not fit the
 * reference are passed on as they are where both sides speak one protocol, and left out where the other has no place for them.
 */
export interface Translation {
  /**
   * A request body for the provider. `model` must be the provider's own name of it already: limits and options depend on it.
   * @throws AppError invalid_request, image_not_supported or file_not_supported with `fields.param` (the path in the client's
   * body) when the other protocol has no way to say something that matters
   */
  request(body: JsonObject): JsonObject;
  /**
   * An answer body for the client.
   * @throws ProviderError malformed when the provider's body is no answer
   */
  answer(body: JsonObject): JsonObject;
  /** The events of one streamed answer for the client. */
  stream(): TranslatedStream;
}

/** What translations need of the world; passed in so that tests can fix it. */
export interface TranslationContext {
  /** A new identifier that starts with `prefix` (`resp_`, `msg_`, …) and goes on in letters and digits. */
  createId(prefix: string): string;
  /** Unix seconds. */
  nowSeconds(): number;
}

/** What translations tell a model in words, as a text of its own; behind the first one stands a JSON schema. Holds nothing of a request. */
export const INSTRUCTIONS = Object.freeze({
  schema: 'Answer with JSON that fits this JSON schema, and with nothing else:',
  object: 'Answer with one JSON object and with nothing else.',
});

/** Makes the translation of one request. */
export type CreateTranslation = (client: ClientProtocol, provider: ProviderProtocol) => Translation;

/**
 * A provider as it is configured: `baseUrl` with or without the /v1 at its end; `models` are the provider's names of those to offer (Azure: its
 * deployments), none: those that it lists.
 */
export type ProviderDefinition = Pick<NewProvider, 'id' | 'kind' | 'baseUrl' | 'apiKey' | 'models' | 'apiVersion'>;

/** A model server that was found on this machine. */
export interface LocalProvider {
  readonly kind: ProviderKind;
  readonly baseUrl: string;
  /** Its own names of the models it has. */
  readonly models: readonly string[];
}

/** The operations of a provider; a kind may lack some. */
export type ProviderOperation = 'generate' | 'embeddings' | 'count_tokens';

export interface SendOptions {
  /** Ends the request at the provider when the client goes away. */
  readonly signal: AbortSignal;
  /** Request headers of the client that mean something to a provider of the same protocol (anthropic-beta, openai-beta, …), lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** false: failures are not tried again here, because another provider stands ready; true when absent. */
  readonly retries?: boolean;
}

/** An answer whose status was a success. */
export type ProviderAnswer =
  | { readonly kind: 'json'; readonly body: JsonObject; readonly headers: Readonly<Record<string, string>> }
  | {
      readonly kind: 'stream';
      /**
       * Events as they arrive; nothing is read ahead of the consumer. Leaving the loop early ends the request.
       * Throws {@link ProviderError} when the connection breaks or stays silent too long, for an event that is none of the protocol, for an error event
       * of the provider (`refused`, with the whole event as `body`), and when the body ends before the answer does. An answer never just stops.
       */
      readonly events: AsyncIterable<ServerSentEvent>;
      readonly headers: Readonly<Record<string, string>>;
    };

/** What a model can do; null: not known. */
export interface ModelCapabilities {
  /** One can talk to it. */
  readonly chat: boolean | null;
  readonly embeddings: boolean | null;
  /** Takes images. */
  readonly vision: boolean | null;
  readonly tools: boolean | null;
  readonly reasoning: boolean | null;
  /** Most tokens that it reads. */
  readonly contextLength: number | null;
}

/** A model as the provider lists it. */
export interface ProviderModel {
  /** The provider's own name of it. */
  readonly id: string;
  /** Unix seconds; null when it is not told. */
  readonly created: number | null;
  readonly displayName: string | null;
  readonly capabilities: ModelCapabilities;
}

/** A configured provider. Safe for any number of requests at once. */
export interface Provider {
  readonly id: string;
  readonly protocol: ProviderProtocol;
  readonly operations: ReadonlySet<ProviderOperation>;
  /**
   * Sends a request body of the provider's protocol, `model` being the provider's own name. A body with `stream: true` is answered by a stream.
   * Failures before the first event of a stream, or the end of a whole answer, are tried again with back-off (429, 5xx, 529, broken connections).
   * @throws ProviderError; the reason of the signal when that aborts; an Error for an operation that the provider does not have
   */
  send(operation: ProviderOperation, body: JsonObject, options: SendOptions): Promise<ProviderAnswer>;
  /** @throws ProviderError */
  listModels(signal: AbortSignal): Promise<readonly ProviderModel[]>;
  /** What is known of a model without asking. */
  unlisted(id: string): ProviderModel;
  /** Ends all connections, those of running requests too. */
  close(): Promise<void>;
}

/** Why a provider gave no usable answer. */
export type ProviderFailure =
  /** An error answer; `status` and `body` tell more. */
  | 'refused'
  /** No connection, or it broke. */
  | 'unreachable'
  /** The certificate of the server is not valid for it, so nothing was sent. */
  | 'untrusted'
  /** Nothing came for too long. */
  | 'timeout'
  /** The answer was not what the protocol says. */
  | 'malformed';

/**
 * A failed request. `message` never quotes the provider or the request; what the provider said is in `body`, which may quote the document
 * and goes to the caller alone, never to a log.
 */
export class ProviderError extends Error {
  readonly failure: ProviderFailure;
  /** HTTP status of the provider; null when it gave none. */
  readonly status: number | null;
  /** The provider's error body; null when it gave none. */
  readonly body: AnyJson;
  readonly retryAfterSeconds: number | null;

  constructor(
    failure: ProviderFailure,
    details: {
      readonly status?: number | null;
      readonly body?: AnyJson;
      readonly retryAfterSeconds?: number | null;
      readonly cause?: unknown;
    } = {},
  ) {
    super(`The model provider failed: ${failure}.`, { cause: details.cause });
    this.name = 'ProviderError';
    this.failure = failure;
    this.status = details.status ?? null;
    this.body = details.body ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}
