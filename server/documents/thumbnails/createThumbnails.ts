import type { Logger } from '../../core/log/logger.ts';
import { createWorkerPool, workerFile } from '../../core/workers/pool.ts';
import { runGuarded } from '../guard.ts';
import { DOCUMENT_LIMITS } from '../limits.ts';
import type { ThumbnailOrder } from './worker.ts';

/** Small pictures of files. */
export interface Thumbnails {
  /**
   * WebP bytes, at most 400 pixels on the longer side; `unsupported` for types that have no picture, `failed` where it could not be made.
   * Never throws.
   */
  make(bytes: Uint8Array, type: { readonly mimeType: string }): Promise<Uint8Array | 'unsupported' | 'failed'>;
  close(): Promise<void>;
}

const IMAGES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/tiff',
  'image/avif',
]);

/** Longest time for one picture; an upload waits for it. */
const SILENCE_MS = 10_000;

export function createThumbnails({ threads, logger }: { threads: number; logger: Logger }): Thumbnails {
  const pool = createWorkerPool<ThumbnailOrder, Uint8Array, number>({
    file: workerFile(import.meta.url, './worker'),
    threads,
    resourceLimits: { maxOldGenerationSizeMb: DOCUMENT_LIMITS.workerHeapMebibytes },
  });
  const closing = new AbortController();
  return {
    async make(bytes, { mimeType }) {
      if (!IMAGES.has(mimeType)) return 'unsupported';
      try {
        const order = { kind: 'image', bytes } as const;
        return await runGuarded(pool, order, { signal: closing.signal, silenceMilliseconds: SILENCE_MS, logger });
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
