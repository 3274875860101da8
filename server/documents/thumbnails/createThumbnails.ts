import { ALL_FORMATS } from '../../contract/formats.ts';
import type { Logger } from '../../core/log/logger.ts';
import { createWorkerPool, workerFile } from '../../core/workers/pool.ts';
import { runGuarded } from '../guard.ts';
import { DOCUMENT_LIMITS } from '../limits.ts';
import type { ThumbnailAnswer, ThumbnailOrder, ThumbnailSource } from './worker.ts';

/** Small pictures of files. */
export interface Thumbnails {
  /**
   * WebP bytes, at most 400 pixels on the longer side; `unsupported` for types that have no picture, `failed` where it could not be made.
   * Never throws.
   */
  make(bytes: Uint8Array, type: { readonly mimeType: string }): Promise<Uint8Array | 'unsupported' | 'failed'>;
  close(): Promise<void>;
}

/** Types with a picture, and what it is made of. */
const SOURCES: ReadonlyMap<string, ThumbnailSource> = new Map(
  ALL_FORMATS.flatMap(({ mimeType, thumbnail }) => (thumbnail === undefined ? [] : [[mimeType, thumbnail] as const])),
);

/** Longest time for one picture; an upload waits for it. */
const SILENCE_MS = 10_000;

export function createThumbnails({ threads, logger }: { threads: number; logger: Logger }): Thumbnails {
  const pool = createWorkerPool<ThumbnailOrder, ThumbnailAnswer, number>({
    file: workerFile(import.meta.url, './worker'),
    threads,
    resourceLimits: { maxOldGenerationSizeMb: DOCUMENT_LIMITS.workerHeapMebibytes },
  });
  const closing = new AbortController();
  return {
    async make(bytes, { mimeType }) {
      const source = SOURCES.get(mimeType);
      if (source === undefined) return 'unsupported';
      const options = { signal: closing.signal, silenceMilliseconds: SILENCE_MS, logger };
      try {
        return (await runGuarded(pool, { source, bytes }, options)) ?? 'unsupported';
      } catch {
        // runGuarded has logged what was unexpected; a file without a picture is still a file.
        return 'failed';
      }
    },
    async close() {
      closing.abort();
      await pool.close();
    },
  };
}
