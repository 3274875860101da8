import type { AnyJson, JsonObject, ProviderProtocol, StreamTransform } from '../../../providers/types.ts';

/** Shapes of request bodies that can be masked. */
export type MaskableProtocol = ProviderProtocol | 'embeddings';

/** What the caller of one request wants. */
export interface ConversationOptions {
  readonly accountId: string;
  /** Identifier of the request; the mappings and the record of what the model saw belong to it. */
  readonly requestId: string;
  /** false keeps the placeholders in the answer. */
  readonly deanonymize: boolean;
  /** true: values come back in addresses too; else their placeholders stay there. */
  readonly links?: boolean;
  /** Values that the person decided to show as they are; compared exactly. */
  readonly shown?: readonly string[];
  /** Values that the person marked to be masked beside those that are found. */
  readonly hidden?: readonly { readonly text: string; readonly category: string }[];
  /** Values that are known from earlier: where they stand they are masked like finds. */
  readonly known?: readonly { readonly text: string; readonly category: string }[];
  /**
   * Whether the configuration or the provider lists a model: its name leaves whatever it looks like. Asked for names alone that hold a value
   * or look like one.
   */
  readonly listsModel?: (name: string) => Promise<boolean>;
  readonly signal: AbortSignal;
}

/** A request body that may leave. */
export interface MaskedRequest {
  readonly body: JsonObject;
  /** Number of different values that were replaced. */
  readonly maskedValues: number;
  /** Of those, by category. */
  readonly categories: Readonly<Record<string, number>>;
  /** Every replaced value with its placeholder, for the person who sent it; never for a log. */
  readonly values: readonly { readonly original: string; readonly placeholder: string; readonly category: string }[];
  /** Placeholders that the account did not have before. */
  readonly newPlaceholders: ReadonlySet<string>;
}

/** One request and its answer: the same value has one placeholder in all of it. */
export interface MaskedConversation {
  /**
   * Masks every channel of a body in the provider's protocol, adds the note on placeholders, and looks for every known original in what is
   * about to leave. May be called again for another provider (fallback): what was found is kept.
   * @throws AppError anonymization_failed when anything could not be masked; image_not_supported and file_not_supported (400) for
   * parts whose content cannot be read
   */
  mask(protocol: MaskableProtocol, body: JsonObject): Promise<MaskedRequest>;
  /** Puts the originals into a whole answer of the provider: content, reasoning, arguments of tool calls. */
  restore(protocol: ProviderProtocol, body: JsonObject): JsonObject;
  /** The same for a streamed answer, as it comes. */
  restoreStream(protocol: ProviderProtocol): StreamTransform;
  /** Different values whose placeholders stayed in addresses of the answer so far. */
  readonly held: number;
  /** The same for what a provider says when it refuses a request, which may quote it. */
  restoreFailure(body: AnyJson): AnyJson;
}

/** Starts the anonymization of requests to language models. */
export interface ConversationMasker {
  begin(options: ConversationOptions): Promise<MaskedConversation>;
}
