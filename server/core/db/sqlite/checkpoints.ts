import type BetterSqlite3 from 'better-sqlite3';
import type { Logger } from '../../log/logger.ts';
import { createWorkerPool, workerFile } from '../../workers/pool.ts';

/** Pages in the write-ahead log from which they are moved into the database, as many as SQLite itself takes (sqlite.org/wal.html, 2.1). */
const MOVED_FROM_PAGES = 1_000;

/** Moves the write-ahead log into the database in a thread of its own: it takes two waits for the disk and a write of every page. */
export interface Checkpoints {
  /** Looks whether the log has become long. To be called between transactions; costs microseconds. */
  afterCommit(): void;
  /** Waits for what runs, and ends the thread. */
  close(): Promise<void>;
}

/** @param reader - tells how long the log is */
export function createCheckpoints(options: {
  readonly file: string;
  readonly reader: BetterSqlite3.Database;
  readonly logger: Logger;
}): Checkpoints {
  const { file, reader, logger } = options;
  // Asked again and again; SQLite answers without touching the disk (sqlite.org/pragma.html#pragma_wal_checkpoint).
  const length = reader.prepare<[], LogLength>('pragma wal_checkpoint(NOOP)');
  const threads = createWorkerPool<string, null>({
    file: workerFile(import.meta.url, './checkpointWorker'),
    threads: 1,
  });
  let running: Promise<void> | null = null;
  let closed = false;

  const run = async (): Promise<void> => {
    try {
      await threads.run(file);
    } catch (error) {
      // Nothing is lost: the log stays as it is until the next time.
      logger.failure('db.checkpoint_failed', error);
    } finally {
      running = null;
    }
  };
  return {
    afterCommit() {
      if (running === null && !closed && pagesToMove(length.get()) >= MOVED_FROM_PAGES) running = run();
    },
    async close() {
      closed = true;
      await running;
      await threads.close();
    },
  };
}

/** In pages: what is in the log, and what of it is in the database. */
interface LogLength {
  readonly log: number;
  readonly checkpointed: number;
}

function pagesToMove(length: LogLength | undefined): number {
  return length === undefined ? 0 : length.log - length.checkpointed;
}
