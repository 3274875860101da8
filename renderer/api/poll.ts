import { isApiError } from './errors.ts';

/** How {@link poll} waits. Times in milliseconds. */
export interface PollOptions<T> {
  readonly until: (value: T) => boolean;
  readonly onValue?: (value: T) => void;
  readonly signal?: AbortSignal;
  /** Wait before the second question; grows by half each time up to `maxIntervalMs`. */
  readonly intervalMs?: number;
  readonly maxIntervalMs?: number;
  /** Stands in for setTimeout in tests. */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * Asks until `until` is content and returns that value. Waits as long as Retry-After says when the server is busy
 * (429, 503), and goes on after a lost connection; every other error ends it.
 */
export async function poll<T>(ask: () => Promise<T>, options: PollOptions<T>): Promise<T> {
  const { until, onValue, signal, intervalMs = 150, maxIntervalMs = 1500, sleep = sleepFor } = options;
  let waitMs = intervalMs;
  for (;;) {
    signal?.throwIfAborted();
    try {
      const value = await ask();
      onValue?.(value);
      if (until(value)) return value;
    } catch (error) {
      const busy = isApiError(error) && (error.status === 429 || error.status === 503);
      if (!busy && !isApiError(error, 'NETWORK')) throw error;
      waitMs = Math.max(waitMs, (error.retryAfterSeconds ?? 1) * 1000);
    }
    await sleep(waitMs, signal);
    waitMs = Math.min(Math.max(waitMs * 1.5, intervalMs), maxIntervalMs);
  }
}

/** Resolves after `milliseconds`, or rejects with the reason of `signal`. */
export function sleepFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new DOMException('Aborted', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
