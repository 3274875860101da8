/** A number of places. Who finds none free waits in line. */
export interface Slots {
  /** Takes a place and resolves with the function that gives it back. Rejects with the signal's reason when it aborts first. */
  acquire(signal: AbortSignal): Promise<() => void>;
  /** Everybody who waits is rejected with this error. */
  refuse(error: Error): void;
}

interface Waiting {
  readonly enter: () => void;
  readonly leave: (reason: unknown) => void;
}

/** Makes `count` free places. */
export function createSlots(count: number): Slots {
  let free = count;
  const line = new Set<Waiting>();
  const release = (): void => {
    const [next] = line;
    if (next === undefined) free += 1;
    else next.enter();
  };

  return {
    async acquire(signal) {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return release;
      }
      const { promise, resolve, reject } = Promise.withResolvers<undefined>();
      const settle = (finish: () => void): void => {
        line.delete(waiting);
        signal.removeEventListener('abort', onAbort);
        finish();
      };
      const waiting: Waiting = {
        enter: () => settle(() => resolve(undefined)),
        leave: (reason) => settle(() => reject(reason)),
      };
      const onAbort = (): void => waiting.leave(signal.reason);
      line.add(waiting);
      signal.addEventListener('abort', onAbort);
      await promise;
      return release;
    },
    refuse(error) {
      for (const waiting of line) waiting.leave(error);
    },
  };
}
