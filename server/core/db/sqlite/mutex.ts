/** First come, first served lock for asynchronous work of one process. */
export interface Mutex {
  /** Resolves with the function that gives the lock back, once it is this caller's turn. */
  acquire(): Promise<() => void>;
}

/** Makes an unlocked mutex. */
export function createMutex(): Mutex {
  let last: Promise<void> = Promise.resolve();
  return {
    async acquire() {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<undefined>();
      last = promise;
      await before;
      return () => resolve(undefined);
    },
  };
}
