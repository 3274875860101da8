import type { ClientProtocol, JsonObject, ModelCapabilities, ServerSentEvent } from '../../providers/types.ts';
import type { MaskedRequest } from './anonymizing/types.ts';

/** One request to a language model, of a client of the gateway or of another feature. */
export interface CompletionRequest {
  readonly accountId: string;
  /** The API key that pays for it in the usage figures; null for the account's own screens. */
  readonly keyId: string | null;
  readonly protocol: ClientProtocol;
  /** A request body of `protocol`, already checked for what the gateway needs of it; `model` is one of the gateway. */
  readonly body: JsonObject;
  /** true: nothing leaves unmasked. */
  readonly anonymous: boolean;
  /** Values that the person decided to show as they are; anonymous requests only. */
  readonly shown?: readonly string[];
  /** Values that the person marked to be masked beside those that are found; anonymous requests only. */
  readonly hidden?: readonly { readonly text: string; readonly category: string }[];
  /** Request headers that mean something to a provider of the same protocol, lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

/** What was replaced before the request left; `body` is what did leave, in the provider's protocol. */
export type Masking = Pick<MaskedRequest, 'body' | 'maskedValues' | 'categories' | 'values'>;

interface CompletionHead {
  /** Names the request in the usage figures and in the record of what the model saw. */
  readonly requestId: string;
  /** `provider/model` that answers. */
  readonly model: string;
  /** null: the request was not anonymous. */
  readonly masking: Masking | null;
  /** Different values whose placeholders stayed in addresses; a streamed answer tells it at its end. */
  readonly held: number;
}

/** An answer in the client's protocol. */
export type Completion =
  | (CompletionHead & { readonly kind: 'json'; readonly body: JsonObject })
  | (CompletionHead & {
      readonly kind: 'events';
      /**
       * As they arrive; nothing is read ahead. Never throws: a failure after the first event is an error event of the client's protocol, and an
       * aborted request just ends. Leaving the loop early ends the request at the provider.
       */
      readonly events: AsyncIterable<ServerSentEvent>;
    });

/** A model that an account may use. */
export interface GatewayModel {
  /** `provider/model`, or the name of an alias. */
  readonly id: string;
  /** Provider id; null for an alias. */
  readonly provider: string | null;
  readonly displayName: string | null;
  /** Unix seconds; null when it is not told. */
  readonly created: number | null;
  /** Of an alias: what all of its models can do. */
  readonly capabilities: ModelCapabilities;
}

/** What other features use of the gateway. */
export interface Completions {
  /**
   * Sends a request to the first provider of its model that works.
   * @throws AppError model_not_found, invalid_request, service_unavailable, provider_error, rate_limit_exceeded (the provider's),
   * anonymization_failed, image_not_supported, file_not_supported
   */
  complete(request: CompletionRequest): Promise<Completion>;
  /** Models that the account may use; a provider that does not answer in time is left out. */
  models(accountId: string): Promise<readonly GatewayModel[]>;
}
