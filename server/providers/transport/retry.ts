import type { ProviderError } from '../types.ts';
import type { RetryPolicy } from './settings.ts';

/** Time and chance, so that tests need neither. */
export interface RetryDependencies {
  /** Resolves after so many milliseconds; rejects when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** One attempt that failed. */
export interface FailedAttempt {
  readonly error: ProviderError;
  /** The same request may succeed later. */
  readonly temporary: boolean;
}
export type Attempt<T> = { readonly value: T } | FailedAttempt;

/** 408 and 425 say "send it again", 429 and 5xx "later"; 529 is Anthropic's word for overloaded. 501 and 505 stay as they are. */
export function isTemporary(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501 && status !== 505);
}

/**
 * Runs `attempt` until it succeeds, fails for good, or the policy ends. Waits a random time up to a bound that doubles ("full jitter"), or as long as
 * the provider asks with Retry-After.
 * @throws ProviderError of the last attempt; the signal's reason when it aborts
 */
export async function withRetries<T>(
  attempt: () => Promise<Attempt<T>>,
  policy: RetryPolicy,
  { sleep, random }: RetryDependencies,
  signal: AbortSignal,
): Promise<T> {
  for (let number = 1; ; number++) {
    const result = await attempt();
    if ('value' in result) return result.value;
    const { error, temporary } = result;
    const asked = error.retryAfterSeconds === null ? null : error.retryAfterSeconds * 1000;
    if (!temporary || number >= policy.attempts || (asked ?? 0) > policy.mostRetryAfterMs) throw error;
    const pause = asked ?? random() * Math.min(policy.mostMs, policy.baseMs * 2 ** (number - 1));
    await sleep(pause, signal).catch((interruption: unknown) => {
      signal.throwIfAborted();
      throw interruption;
    });
  }
}

/**
 * Seconds that an answer asks to wait: `retry-after-ms`, or Retry-After in seconds or as a date (RFC 9110, 10.2.3). null: it does not say.
 * @param now - milliseconds since the Unix epoch
 */
export function retryAfterSeconds(headers: Readonly<Record<string, string>>, now: number): number | null {
  const milliseconds = headers['retry-after-ms'];
  if (milliseconds !== undefined && /^\d+(\.\d+)?$/.test(milliseconds)) return Number(milliseconds) / 1000;
  const given = headers['retry-after'];
  if (given === undefined) return null;
  if (/^\d+(\.\d+)?$/.test(given)) return Number(given);
  // Date.parse takes "-1" for a year.
  const date = /^[A-Z][a-z]+, /.test(given) ? Date.parse(given) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, (date - now) / 1000);
}
