import { LIMITS } from '../contract/limits.ts';
import type { Language } from '../contract/common.ts';
import type { Logger } from '../core/log/logger.ts';
import { createWorkerPool, workerFile, type WorkerPool } from '../core/workers/pool.ts';
import { documentError } from './failures.ts';
import { runGuarded, type GuardOptions } from './guard.ts';
import type { GrayPage } from './image/graymap.ts';
import type { PictureFormat, Picture } from './image/picture.ts';
import type { PictureOrder } from './image/worker.ts';
import { isRewritable, type RewritableFormat } from './inPlace/formats.ts';
import type { RewriteRequest, RewriteResult } from './inPlace/types.ts';
import type { InPlaceAnswer, InPlaceOrder } from './inPlace/worker.ts';
import { DOCUMENT_LIMITS } from './limits.ts';
import type { RecognizedPage } from './ocr/recognizePage.ts';
import type { RecognitionOrder } from './ocr/worker.ts';
import type { PageReading } from './pdf/page.ts';
import type { PdfAnswer, PdfOrder } from './pdf/worker.ts';
import type { DocumentFormat, ReadOptions, ReadResult } from './types.ts';

/** Share of the progress that reading the text layer of a PDF takes when pages are recognized after it. */
const READING_SHARE = 0.1;
const PAGE_BREAK = '\n\n';

/** A page's text, and how it was found where it was recognized. */
interface PageText {
  readonly text: string;
  readonly recognized: RecognizedPage | null;
}

export interface Readers {
  read(bytes: Uint8Array, format: DocumentFormat, options: ReadOptions): Promise<ReadResult>;
  rewrite(bytes: Uint8Array, format: DocumentFormat, request: RewriteRequest): Promise<RewriteResult>;
  close(): Promise<void>;
}

/** Readers of all formats over pools of worker threads; threads are started on demand and end when idle. */
export function createReaders({ threads, logger }: { readonly threads: number; readonly logger: Logger }): Readers {
  const resourceLimits = { maxOldGenerationSizeMb: DOCUMENT_LIMITS.workerHeapMebibytes };
  const pool = <I, O>(name: `./${string}`, most: number): WorkerPool<I, O, number> =>
    createWorkerPool<I, O, number>({ file: workerFile(import.meta.url, name), threads: most, resourceLimits });
  const inPlacePool = pool<InPlaceOrder, InPlaceAnswer>('./inPlace/worker', threads);
  const pdfPool = pool<PdfOrder, PdfAnswer>('./pdf/worker', threads);
  const picturePool = pool<PictureOrder, Picture>('./image/worker', threads);
  const recognitionPool = pool<RecognitionOrder, RecognizedPage>('./ocr/worker', threads);

  const guard = (signal: AbortSignal): GuardOptions<number> => ({
    signal,
    logger,
    silenceMilliseconds: DOCUMENT_LIMITS.readingMilliseconds,
  });
  const recognize = (page: GrayPage, language: Language | null, signal: AbortSignal): Promise<RecognizedPage> =>
    runGuarded(
      recognitionPool,
      { page, language },
      { signal, logger, silenceMilliseconds: DOCUMENT_LIMITS.recognitionMilliseconds },
    );

  /** Recognizes pages with all threads; the language told from the first one holds for the rest. Results are in the order of `pages`. */
  async function recognizeAll(
    pages: readonly number[],
    draw: (page: number, signal: AbortSignal) => Promise<GrayPage>,
    { language, signal, onProgress }: ReadOptions,
    progressFrom: number,
  ): Promise<RecognizedPage[]> {
    // When one page fails, the others stop too.
    const stop = new AbortController();
    const stopped = AbortSignal.any([signal, stop.signal]);
    const results: RecognizedPage[] = [];
    let done = 0;
    const one = async (index: number, told: Language | null) => {
      const result = await recognize(await draw(pages[index]!, stopped), told, stopped);
      results[index] = result;
      done += 1;
      onProgress(progressFrom + (1 - progressFrom) * (done / pages.length), 'recognizing');
      return result;
    };
    onProgress(progressFrom, 'recognizing');
    const first = await one(0, language ?? null);
    const told = language ?? (first.text.trim() === '' ? null : first.language);
    let next = 1;
    const lane = async () => {
      while (next < pages.length) {
        const index = next;
        next += 1;
        await one(index, told);
      }
    };
    try {
      await Promise.all(Array.from({ length: threads }, lane));
    } catch (error) {
      stop.abort();
      throw error;
    }
    return results;
  }

  async function readPdf(bytes: Uint8Array, options: ReadOptions): Promise<ReadResult> {
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
    shared.set(bytes);
    const { signal, onProgress, recognize: mayRecognize = true } = options;
    const answer = await runGuarded<PdfOrder, PdfAnswer, number>(
      pdfPool,
      { do: 'read', bytes: shared },
      { ...guard(signal), onMessage: (done) => onProgress(READING_SHARE * done, 'reading') },
    );
    if (answer.did !== 'read') throw new TypeError('the PDF thread gave another answer');
    const draw = async (page: number, stopped: AbortSignal): Promise<GrayPage> => {
      const drawn = await runGuarded(pdfPool, { do: 'draw', bytes: shared, page }, guard(stopped));
      if (drawn.did !== 'draw') throw new TypeError('the PDF thread gave another answer');
      return drawn.page;
    };
    const scanned = answer.pages.flatMap(({ recognize: needed }, index) => (needed && mayRecognize ? [index] : []));
    const recognized = scanned.length === 0 ? [] : await recognizeAll(scanned, draw, options, READING_SHARE);
    const byPage = new Map(scanned.map((page, index) => [page, recognized[index]!]));
    return toResult(answer.pages.map((page, index) => pdfPageText(page, byPage.get(index) ?? null)));
  }

  async function readPictures(bytes: Uint8Array, format: PictureFormat, options: ReadOptions): Promise<ReadResult> {
    const { signal, onProgress } = options;
    onProgress(0, 'reading');
    const open = (page: number, stopped: AbortSignal) =>
      runGuarded(picturePool, { bytes, format, page }, guard(stopped));
    const first = await open(0, signal);
    const draw = async (page: number, stopped: AbortSignal) => (page === 0 ? first : await open(page, stopped)).page;
    const numbers = Array.from({ length: first.pages }, (_, index) => index);
    const pages = await recognizeAll(numbers, draw, options, 0);
    return toResult(pages.map((recognized) => ({ text: recognized.text, recognized })));
  }

  async function readInPlace(bytes: Uint8Array, format: RewritableFormat, options: ReadOptions): Promise<ReadResult> {
    const { signal, language, onProgress } = options;
    const answer = await runGuarded<InPlaceOrder, InPlaceAnswer, number>(
      inPlacePool,
      { do: 'read', bytes, format, language },
      { ...guard(signal), onMessage: (done) => onProgress(done, 'reading') },
    );
    if (answer.did !== 'read') throw new TypeError('the thread gave another answer');
    onProgress(1, 'reading');
    const { text, places, layout, pages, confidence } = answer.text;
    return {
      text: checked(text),
      ...(pages !== undefined && { pages }),
      ocr: confidence !== undefined,
      confidence: confidence ?? null,
      places,
      ...(layout !== undefined && { layout }),
    };
  }

  return {
    async read(bytes, format, options) {
      options.signal.throwIfAborted();
      if (isRewritable(format)) return await readInPlace(bytes, format, options);
      switch (format) {
        case 'pdf':
          return await readPdf(bytes, options);
        case 'png':
        case 'jpeg':
        case 'gif':
        case 'bmp':
        case 'tiff':
          return await readPictures(bytes, format, options);
      }
    },
    async rewrite(bytes, format, { signal, onProgress, ...request }) {
      if (!isRewritable(format)) throw documentError('NOT_EXPORTABLE');
      const answer = await runGuarded<InPlaceOrder, InPlaceAnswer, number>(
        inPlacePool,
        { do: 'rewrite', bytes, format, request },
        { ...guard(signal), ...(onProgress && { onMessage: onProgress }) },
      );
      if (answer.did !== 'rewrite') throw new TypeError('the thread gave another answer');
      return answer.result;
    },
    async close() {
      await Promise.all([inPlacePool, pdfPool, picturePool, recognitionPool].map((each) => each.close()));
    },
  };
}

function pdfPageText({ text, notes }: PageReading, recognized: RecognizedPage | null): PageText {
  const body = recognized === null || recognized.text.trim() === '' ? text : recognized.text;
  return { text: [body.trimEnd(), ...notes].filter((part) => part !== '').join(PAGE_BREAK), recognized };
}

function toResult(pages: readonly PageText[]): ReadResult {
  const recognized = pages.flatMap((page) => page.recognized ?? []);
  const text = pages
    .map((page) => page.text.trimEnd())
    .filter((page) => page !== '')
    .join(PAGE_BREAK);
  // Composed characters and whole surrogate pairs, as every other source of text gives them.
  return {
    text: checked(text.toWellFormed().normalize('NFC')),
    pages: pages.length,
    ocr: recognized.length > 0,
    confidence: meanConfidence(recognized),
  };
}

/** Mean over words, so that an empty page weighs nothing. */
function meanConfidence(pages: readonly RecognizedPage[]): number | null {
  if (pages.length === 0) return null;
  let words = 0;
  let sum = 0;
  for (const { text, confidence } of pages) {
    const count = text.match(/\S+/g)?.length ?? 0;
    words += count;
    sum += count * confidence;
  }
  return words === 0 ? 0 : sum / words;
}

function checked(text: string): string {
  if (text.length > LIMITS.textCharacters) throw documentError('TEXT_TOO_LARGE');
  if (text.trim() === '') throw documentError('TEXT_REQUIRED');
  return text;
}
