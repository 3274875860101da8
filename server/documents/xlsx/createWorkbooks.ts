import type { PlainWorkbook } from '../../contract/workspace/fs.ts';
import type { Logger } from '../../core/log/logger.ts';
import { createWorkerPool, workerFile } from '../../core/workers/pool.ts';
import { runGuarded } from '../guard.ts';
import { DOCUMENT_LIMITS } from '../limits.ts';
import { type Obstacle, OBSTACLES } from './obstacles.ts';
import type { WorkbookOrder, WorkbookResult } from './worker.ts';

/** Workbooks that consist of values alone. */
export interface Workbooks {
  /** @throws AppError FILE_TOO_LARGE when a worksheet is larger than is ever read */
  write(workbook: PlainWorkbook): Promise<Uint8Array>;
  /**
   * Why a workbook cannot be written anew from values without a loss, by name and in words for people; empty for one that `write` made and
   * nothing else has changed.
   * @throws AppError UNREADABLE_FILE, PASSWORD_PROTECTED, ZIP_RATIO_SUSPICIOUS
   */
  obstacles(bytes: Uint8Array): Promise<readonly { readonly reason: Obstacle; readonly words: string }[]>;
  close(): Promise<void>;
}

/** Longest work on one workbook. */
const SILENCE_MS = 60_000;

export function createWorkbooks({ threads, logger }: { threads: number; logger: Logger }): Workbooks {
  const pool = createWorkerPool<WorkbookOrder, WorkbookResult, number>({
    file: workerFile(import.meta.url, './worker'),
    threads,
    resourceLimits: { maxOldGenerationSizeMb: DOCUMENT_LIMITS.workerHeapMebibytes },
  });
  const closing = new AbortController();
  const run = (order: WorkbookOrder): Promise<WorkbookResult> =>
    runGuarded(pool, order, { signal: closing.signal, silenceMilliseconds: SILENCE_MS, logger });
  return {
    write: async (workbook) => (await run({ kind: 'write', workbook })).bytes,
    async obstacles(bytes) {
      const { obstacles } = await run({ kind: 'inspect', bytes });
      return obstacles.map((reason) => ({ reason, words: OBSTACLES[reason] }));
    },
    async close() {
      closing.abort();
      await pool.close();
    },
  };
}
