import { open, type FileHandle } from 'node:fs/promises';
import { hasErrno } from '../../files/errno.ts';

/** Waits, beside the thread, until the disk has the write-ahead log. */
export interface LogSync {
  /** Resolves when everything that was in the log at the call is on the disk. Calls that come during a wait share the next one. */
  run(): Promise<void>;
  /** To be called when nothing writes any more and the connections are closed. */
  close(): Promise<void>;
}

/** @param path - the log, which stays one file as long as a connection is open */
export function createLogSync(path: string): LogSync {
  let file: FileHandle | null = null;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const sync = async (): Promise<void> => {
    file ??= await open(path, 'r+').catch((error: unknown) => {
      // The last connection moves the log into the database, syncs that, and removes the log.
      if (hasErrno(error, 'ENOENT')) return null;
      throw error;
    });
    await file?.datasync();
  };
  const start = (): Promise<void> => {
    const current = sync().finally(() => {
      if (running === current) running = null;
    });
    return (running = current);
  };
  const afterRunning = async (before: Promise<void>): Promise<void> => {
    // Whoever waited for the one before has been told of its failure.
    await before.catch(() => undefined);
    next = null;
    await start();
  };
  return {
    run: () => (running === null ? start() : (next ??= afterRunning(running))),
    async close() {
      await Promise.allSettled([running, next]);
      await file?.close();
      file = null;
    },
  };
}
