/** Writes that wait to be done together: a write waits for the disk, and nobody waits for these. */
export interface DelayedWrites<T> {
  /** Adds what is to be written; takes the place of what waits under the same key. */
  set(key: string, item: T): void;
  /** Takes back what waits under a key. */
  delete(key: string): void;
  /** Writes what is waiting; resolves when that and all before it is written. */
  flush(): Promise<void>;
}

/**
 * @param options.delayMs - how long something waits, at most
 * @param options.write - writes everything that waited; tells nobody of a failure but the log, so it must not throw
 */
export function createDelayedWrites<T>(options: {
  readonly delayMs: number;
  readonly write: (items: readonly T[]) => Promise<void>;
}): DelayedWrites<T> {
  let waiting = new Map<string, T>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    if (waiting.size === 0) return;
    const items = [...waiting.values()];
    waiting = new Map();
    await options.write(items);
  };
  const flush = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    return (writing = writing.then(write));
  };
  return Object.freeze({
    set(key: string, item: T) {
      waiting.set(key, item);
      timer ??= setTimeout(() => void flush(), options.delayMs).unref();
    },
    delete: (key: string) => void waiting.delete(key),
    flush,
  });
}
