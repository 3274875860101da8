import { AppError } from '../core/errors.ts';
import type { Logger } from '../core/log/logger.ts';
import { createWorkerPool, workerFile } from '../core/workers/pool.ts';
import { runGuarded } from './guard.ts';
import { identify } from './identify/identify.ts';
import { DOCUMENT_LIMITS } from './limits.ts';
import { createEngines, type Engines } from './ocr/engines.ts';
import { createReaders } from './readers.ts';
import type { Documents, ExportRequest } from './types.ts';

export interface DocumentsOptions {
  /** Most threads per kind of work: reading, drawing, recognition. */
  readonly threads: number;
  readonly logger: Logger;
  /** What recognizes scans; the embedded engine alone when it is absent. */
  readonly engines?: Engines;
}

/** Reading and writing of documents. Nothing is started before it is needed, and no document touches the disk. */
export function createDocuments({ threads, logger, engines = createEngines(null) }: DocumentsOptions): Documents {
  const readers = createReaders({ threads, logger, engines });
  const writers = createWorkerPool<ExportRequest, Uint8Array, number>({
    file: workerFile(import.meta.url, './write/worker'),
    threads,
    resourceLimits: { maxOldGenerationSizeMb: DOCUMENT_LIMITS.workerHeapMebibytes },
  });
  const closing = new AbortController();
  return {
    identify,
    read: (bytes, format, options) => readers.read(bytes, format, options),
    rewrite: (bytes, format, request) => readers.rewrite(bytes, format, request),
    async write(request) {
      try {
        const silenceMilliseconds = DOCUMENT_LIMITS.writingMilliseconds;
        return await runGuarded(writers, request, { signal: closing.signal, silenceMilliseconds, logger });
      } catch (error) {
        // A document that cannot be written is our fault, not the file's.
        throw new AppError('INTERNAL', 'The document could not be written.', { cause: error });
      }
    },
    async close() {
      closing.abort();
      await Promise.all([readers.close(), writers.close()]);
    },
  };
}
