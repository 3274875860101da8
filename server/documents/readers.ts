import { DOCUMENT_TYPES } from '../contract/documentFormats.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Logger } from '../core/log/logger.ts';
import { createWorkerPool, workerFile, type WorkerPool } from '../core/workers/pool.ts';
import { documentError } from './failures.ts';
import { runGuarded, type GuardOptions } from './guard.ts';
import type { RewriteRequest, RewriteResult } from './inPlace/types.ts';
import type { InPlaceAnswer, InPlaceOrder, InPlaceProgress } from './inPlace/worker.ts';
import { DOCUMENT_LIMITS } from './limits.ts';
import type { Engines } from './ocr/engines.ts';
import type { PageReading } from './pdf/page.ts';
import type { PdfOrder } from './pdf/worker.ts';
import type { DocumentFormat, ReadOptions, ReadResult } from './types.ts';

const PAGE_BREAK = '\n\n';
export interface Readers {
  read(bytes: Uint8Array, format: DocumentFormat, options: ReadOptions): Promise<ReadResult>;
  rewrite(bytes: Uint8Array, format: DocumentFormat, request: RewriteRequest): Promise<RewriteResult>;
  close(): Promise<void>;
}

/** Readers and writers of all formats over pools of worker threads; threads are started on demand and end when idle. */
export function createReaders({
  threads,
  logger,
  engines,
}: {
  readonly threads: number;
  readonly logger: Logger;
  readonly engines: Engines;
}): Readers {
  const resourceLimits = { maxOldGenerationSizeMb: DOCUMENT_LIMITS.readingHeapMebibytes };
  const pool = <I, O, M>(name: `./${string}`): WorkerPool<I, O, M> =>
    createWorkerPool<I, O, M>({ file: workerFile(import.meta.url, name), threads, resourceLimits });
  const inPlacePool = pool<InPlaceOrder, InPlaceAnswer, InPlaceProgress>('./inPlace/worker');
  const textLayerPool = pool<PdfOrder, readonly PageReading[], number>('./pdf/worker');

  const guard = (format: DocumentFormat, signal: AbortSignal): Omit<GuardOptions<never>, 'onMessage'> => ({
    signal,
    logger,
    silenceMilliseconds:
      DOCUMENT_TYPES[format].pictures === 'none'
        ? DOCUMENT_LIMITS.readingMilliseconds
        : DOCUMENT_LIMITS.recognitionMilliseconds,
  });

  async function readInPlace(bytes: Uint8Array, format: DocumentFormat, options: ReadOptions): Promise<ReadResult> {
    const { signal, language, onProgress, recognizedBy } = options;
    const pictures = options.recognize === false ? false : options.pictures;
    const held = DOCUMENT_TYPES[format].pictures;
    // What holds pictures is read at once but for these.
    const stageAt = (done: number) => (held === 'is' || (held === 'holds' && done > 0) ? 'recognizing' : 'reading');
    const [answer, engine] = await engines.use(recognizedBy, async ({ order, transfer, name }) => {
      const read = await runGuarded<InPlaceOrder, InPlaceAnswer, InPlaceProgress>(
        inPlacePool,
        { do: 'read', bytes, format, language, pictures, engine: order },
        { ...guard(format, signal), onMessage: ({ fraction }) => onProgress(fraction, stageAt(fraction)), transfer },
      );
      return [read, name] as const;
    });
    if (answer.did !== 'read') throw new TypeError('the thread gave another answer');
    onProgress(1, stageAt(1));
    const { text, places, layout, pages, confidence } = answer.text;
    return {
      text: checked(text),
      ...(pages !== undefined && { pages }),
      ocr: confidence !== undefined,
      confidence: confidence ?? null,
      places,
      ...(answer.recognized && { recognizedBy: engine }),
      ...(layout !== undefined && { layout }),
    };
  }

  /** The text of a PDF without that of its pictures: no place for rewriting, but much faster. */
  async function readTextLayer(bytes: Uint8Array, { signal, onProgress }: ReadOptions): Promise<ReadResult> {
    const pages = await runGuarded<PdfOrder, readonly PageReading[], number>(
      textLayerPool,
      { bytes },
      { ...guard('pdf', signal), onMessage: (done) => onProgress(done, 'reading') },
    );
    const text = pages.map(pageText).filter((page) => page !== '');
    // Composed characters and whole surrogate pairs, as every other source of text gives them.
    const joined = text.join(PAGE_BREAK).toWellFormed().normalize('NFC');
    return { text: checked(joined), pages: pages.length, ocr: false, confidence: null };
  }

  return {
    async read(bytes, format, options) {
      options.signal.throwIfAborted();
      if (format === 'pdf' && options.recognize === false) return await readTextLayer(bytes, options);
      return await readInPlace(bytes, format, options);
    },
    async rewrite(bytes, format, { signal, onProgress, recognizedBy, ...request }) {
      const answer = await engines.use(recognizedBy, ({ order, transfer }) =>
        runGuarded<InPlaceOrder, InPlaceAnswer, InPlaceProgress>(
          inPlacePool,
          { do: 'rewrite', bytes, format, request, engine: order },
          { ...guard(format, signal), onMessage: ({ fraction, page }) => onProgress?.(fraction, page), transfer },
        ),
      );
      if (answer.did !== 'rewrite') throw new TypeError('the thread gave another answer');
      return answer.result;
    },
    async close() {
      await Promise.all([inPlacePool.close(), textLayerPool.close()]);
    },
  };
}

function pageText({ text, notes }: PageReading): string {
  return [text.trimEnd(), ...notes]
    .filter((part) => part !== '')
    .join(PAGE_BREAK)
    .trimEnd();
}

function checked(text: string): string {
  if (text.length > LIMITS.textCharacters) throw documentError('TEXT_TOO_LARGE');
  if (text.trim() === '') throw documentError('TEXT_REQUIRED');
  return text;
}
