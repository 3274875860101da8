/** How long a provider may be silent, in milliseconds. undici checks times over a second only about twice a second. */
export interface ProviderTimeouts {
  /** For the connection, TLS included. */
  readonly connectMs: number;
  /** Until the head of the answer has come. Models that reason, and prompts on a slow machine, take minutes before the first byte. */
  readonly firstByteMs: number;
  /** Between two parts of an answer; does not run while the consumer is the slow one. */
  readonly idleMs: number;
}

export const DEFAULT_TIMEOUTS: ProviderTimeouts = Object.freeze({
  connectMs: 10_000,
  firstByteMs: 600_000,
  idleMs: 300_000,
});

/** Most that is read of an answer. */
export interface ProviderSizes {
  /** Bytes of a JSON answer; lists of embeddings and images in base64 are the large ones. */
  readonly jsonBytes: number;
  /** Bytes of an error answer; a larger one counts as none. */
  readonly errorBytes: number;
  /** UTF-16 code units of one event. */
  readonly eventCharacters: number;
}

export const DEFAULT_SIZES: ProviderSizes = Object.freeze({
  jsonBytes: 128 * 1024 * 1024,
  errorBytes: 64 * 1024,
  eventCharacters: 32 * 1024 * 1024,
});

/** When a failed request is sent again. */
export interface RetryPolicy {
  /** Attempts in all, the first one included. */
  readonly attempts: number;
  /** Longest wait before the second attempt; doubles with every further one. */
  readonly baseMs: number;
  readonly mostMs: number;
  /** A longer Retry-After ends the attempts: the caller is told it and decides. */
  readonly mostRetryAfterMs: number;
}

export const DEFAULT_RETRIES: RetryPolicy = Object.freeze({
  attempts: 3,
  baseMs: 500,
  mostMs: 8_000,
  mostRetryAfterMs: 15_000,
});
