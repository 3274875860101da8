import type { Logger } from './log/logger.ts';

/** What has to be undone at the end, in the reverse order of its beginning. */
export interface Closers {
  add(close: () => unknown): void;
  /** Closes everything; a failure is logged and keeps nothing else from being closed. */
  closeAll(): Promise<void>;
}

/** Makes an empty list. `logger` is asked for late, because it is itself among what is closed. */
export function createClosers(logger: () => Logger | null): Closers {
  const list: (() => unknown)[] = [];
  return {
    add: (close) => void list.push(close),
    async closeAll() {
      for (let close = list.pop(); close; close = list.pop()) {
        try {
          await close();
        } catch (error) {
          logger()?.failure('server.close_failed', error);
        }
      }
    },
  };
}
