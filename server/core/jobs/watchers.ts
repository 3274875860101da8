/** Those who wait for jobs of this process to end. */
export interface Watchers {
  /** @returns resolves when the job has ended, or after `timeoutMs`, or when `signal` aborts, or when nothing ends any more because the server does */
  watch(id: string, timeoutMs: number, signal: AbortSignal): Promise<void>;
  /** Nobody waits any longer than this; later ones do not wait at all. */
  close(): void;
  readonly isClosed: boolean;
  /** Wakes those who wait for this job. */
  tell(id: string): void;
}

export function createWatchers(): Watchers {
  const waiting = new Map<string, Set<() => void>>();
  let isClosed = false;
  const tell = (id: string): void => {
    for (const wake of waiting.get(id) ?? []) wake();
  };
  return {
    get isClosed() {
      return isClosed;
    },
    tell,
    close() {
      isClosed = true;
      for (const id of waiting.keys()) tell(id);
    },
    async watch(id, timeoutMs, signal) {
      if (isClosed || signal.aborted) return;
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const wake = (): void => resolve(undefined);
      const wakers = waiting.get(id) ?? new Set();
      waiting.set(id, wakers.add(wake));
      const timer = setTimeout(wake, timeoutMs);
      signal.addEventListener('abort', wake);
      await promise;
      signal.removeEventListener('abort', wake);
      clearTimeout(timer);
      wakers.delete(wake);
      if (wakers.size === 0) waiting.delete(id);
    },
  };
}
