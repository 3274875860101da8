import type { Logger } from '../../core/log/logger.ts';
import { createWorkerPool, workerFile } from '../../core/workers/pool.ts';
import { runGuarded } from '../guard.ts';
import { DOCUMENT_LIMITS } from '../limits.ts';
import type { DocumentViews } from './types.ts';
import type { ViewAnswer, ViewOrder } from './worker.ts';

/** Views of documents. Threads are started on demand and end when idle; no document touches the disk. */
export function createViews({ threads, logger }: { readonly threads: number; readonly logger: Logger }): DocumentViews {
  const pool = createWorkerPool<ViewOrder, ViewAnswer, number>({
    file: workerFile(import.meta.url, './worker'),
    threads,
    resourceLimits: { maxOldGenerationSizeMb: DOCUMENT_LIMITS.workerHeapMebibytes },
  });
  const guard = (signal: AbortSignal) => ({
    signal,
    silenceMilliseconds: DOCUMENT_LIMITS.readingMilliseconds,
    logger,
  });
  return {
    async build(source, signal) {
      const answer = await runGuarded(pool, { do: 'build', source }, guard(signal));
      if (answer.did !== 'build') throw new TypeError('the thread gave another answer');
      return answer.view;
    },
    async picture({ bytes, format }, page, width, signal) {
      const answer = await runGuarded(pool, { do: 'picture', bytes, format, page, width }, guard(signal));
      if (answer.did !== 'picture') throw new TypeError('the thread gave another answer');
      return answer.picture;
    },
    close: () => pool.close(),
  };
}
