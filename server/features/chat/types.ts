import type { BlobStore } from '../../core/blobs/types.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../core/db/types.ts';
import type { Logger } from '../../core/log/logger.ts';
import type { MappingBook } from '../../core/placeholders/assign.ts';
import type { Vault } from '../../core/vault/types.ts';
import type { DetectionResult } from '../../detection/types.ts';
import type { Documents } from '../../documents/types.ts';
import type { Principal } from '../../http/types.ts';
import type { JsonObject, ServerSentEvent } from '../../providers/types.ts';

/** Values that the person decided on; compared exactly. */
export interface Decisions {
  readonly shown: readonly string[];
  readonly hidden: readonly { readonly text: string; readonly category: string }[];
}

/** A request to a language model as the chat makes it. */
export interface ChatCompletionRequest extends Partial<Decisions> {
  readonly accountId: string;
  /** API key that pays for it; null for a session. */
  readonly keyId: string | null;
  readonly protocol: 'chat';
  readonly body: JsonObject;
  readonly anonymous: boolean;
  readonly signal: AbortSignal;
}

/** What was masked in a request. */
export interface RequestMasking {
  /** What left, in the protocol of the provider. */
  readonly body: JsonObject;
  readonly maskedValues: number;
  readonly categories: Readonly<Record<string, number>>;
  readonly values: readonly { readonly original: string; readonly placeholder: string; readonly category: string }[];
}

/** The answer of a language model, in the chat completions protocol. */
export type ChatCompletion = {
  readonly requestId: string;
  /** `provider/model` that answers. */
  readonly model: string;
  /** null: the request was not anonymous. */
  readonly masking: RequestMasking | null;
} & (
  | { readonly kind: 'json'; readonly body: JsonObject }
  /** Never throws: a failure is an error event, and an aborted request just ends. */
  | { readonly kind: 'events'; readonly events: AsyncIterable<ServerSentEvent> }
);

/** Asks a language model. @throws AppError with a code of the gateway when no answer begins */
export type Complete = (request: ChatCompletionRequest) => Promise<ChatCompletion>;

/** Finds personal data in a text under the settings and terms of an account. @throws AppError DETECTOR_UNAVAILABLE */
export type Detect = (accountId: string, text: string, signal?: AbortSignal) => Promise<DetectionResult>;

/**
 * Masks the texts of one conversation together: what one of them explains is masked in all. Stores nothing.
 * @returns one masked text for each, in their order
 * @throws AppError anonymization_failed, file_not_supported
 */
export type MaskTexts = (
  texts: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[],
  options: {
    readonly accountId: string;
    readonly hidden: Decisions['hidden'];
    /** Values that were masked before. */
    readonly known: Decisions['hidden'];
    readonly signal: AbortSignal;
  },
) => Promise<string[]>;

/** Present content of a file of the workspace that the caller may read. @throws AppError NOT_FOUND, NOT_A_FILE, BLOB_UNAVAILABLE */
export type ReadNode = (
  principal: Principal,
  nodeId: string,
) => Promise<{ readonly name: string; readonly revision: number; readonly bytes: Uint8Array }>;

/** Everything the chat is built on. */
export interface ChatDependencies {
  readonly database: Database;
  readonly vault: Vault;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly documents: Pick<Documents, 'identify' | 'read'>;
  readonly detect: Detect;
  readonly maskTexts: MaskTexts;
  /** Placeholders that an account has given to values. */
  readonly bookOf: (accountId: string) => Promise<MappingBook>;
  readonly complete: Complete;
  /** Deletes what is recorded of a request beside the conversation; nothing when there is no record. */
  readonly forgetRequest: (accountId: string, requestId: string) => Promise<unknown>;
  readonly readNode: ReadNode;
  /** Those of these files of the workspace that the caller may read. */
  readonly readableNodes: (principal: Principal, nodeIds: readonly string[]) => Promise<ReadonlySet<string>>;
}
