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

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

/** Types with a picture; libvips as it is shipped reads no HEIC. */
const SOURCES: Readonly<Record<string, ThumbnailSource>> = Object.freeze({
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'image/tiff': 'image',
  'image/avif': 'image',
  'image/bmp': 'bmp',
  'application/pdf': 'pdf',
  [`${OOXML}.wordprocessingml.document`]: 'package',
  [`${OOXML}.spreadsheetml.sheet`]: 'package',
  [`${OOXML}.presentationml.presentation`]: 'package',
  [`${ODF}.text`]: 'package',
  [`${ODF}.spreadsheet`]: 'package',
  [`${ODF}.presentation`]: 'package',
});

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
      const source = Object.hasOwn(SOURCES, mimeType) ? SOURCES[mimeType] : undefined;
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
