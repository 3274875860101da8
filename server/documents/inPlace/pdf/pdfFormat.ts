import { AppError } from '../../../core/errors.ts';
import { documentError } from '../../failures.ts';
import { meanConfidence } from '../../ocr/rows.ts';
import { loadPdfium, type Pdfium } from '../../pdf/pdfium.ts';
import { loadLabelFont, type LabelFont } from '../font/labelFont.ts';
import { packLayout } from '../recognition/layout.ts';
import type { Recognizer } from '../recognition/types.ts';
import type { InPlaceFormat } from '../types.ts';
import { normalized, readModel } from './model.ts';
import { rewritePdf } from './rewrite.ts';

/**
 * PDF in place (ISO 32000-2). Text is what PDFium reads from the pages, in reading order; pages that are scans, and pictures that may hold words, are
 * recognized. Rewriting takes the glyphs out of the content of a page; a page whose content cannot be followed, a scan and a page with drawn areas become a
 * picture with a text layer. The file is written from nothing. `restore` puts originals into the boxes drawn for placeholders, made smaller where they do
 * not fit; pixels stay black.
 */
export function createPdfFormat(recognizer: Recognizer): InPlaceFormat {
  let pdfium: Promise<Pdfium> | null = null;
  let labels: Promise<LabelFont> | undefined;

  /** After an abort (out of memory, a failed assertion) the module's state is undefined: the next document gets a new one. */
  async function withPdfium<T>(use: (module: Pdfium) => Promise<T>): Promise<T> {
    const module = await (pdfium ??= loadPdfium());
    try {
      return await use(module);
    } catch (error) {
      if (error instanceof AppError) throw error;
      pdfium = null;
      throw error instanceof RangeError || isAbort(error) ? documentError('UNREADABLE_FILE', error) : error;
    }
  }

  return {
    read: (bytes, options) =>
      withPdfium(async (module) => {
        const model = await readModel(module, normalized(module, bytes), recognizer, {
          ...{ ...options, recognized: null },
          // Only recognition is told as progress: it takes a hundred times as long.
          onPage: () => options.onProgress?.(0),
        });
        const { text, places } = model.placed;
        const words = [...model.recognized.values()].flatMap((picture) => picture.words);
        const pages = model.pages.length;
        if (model.recognized.size === 0) return { text, places, pages };
        return { text, places, pages, layout: packLayout(model.recognized), confidence: meanConfidence(words) };
      }),
    rewrite: (bytes, request) =>
      withPdfium(async (module) =>
        rewritePdf({ pdfium: module, recognizer, labels: await (labels ??= loadLabelFont()) }, bytes, request),
      ),
  };
}

/** Emscripten's abort and WebAssembly's traps. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'RuntimeError';
}
