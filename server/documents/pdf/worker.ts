import { LIMITS } from '../../contract/limits.ts';
import { workerTask } from '../../core/workers/task.ts';
import { documentError } from '../failures.ts';
import type { GrayPage } from '../image/graymap.ts';
import { DOCUMENT_LIMITS } from '../limits.ts';
import { withForm } from './annotations.ts';
import { drawPage } from './draw.ts';
import { readPage, type PageReading } from './page.ts';
import { loadPdfium, withDocument, type Pdfium } from './pdfium.ts';

/** Orders of the PDF thread. `bytes` may be shared between threads. */
export type PdfOrder =
  | { readonly do: 'read'; readonly bytes: Uint8Array }
  | { readonly do: 'draw'; readonly bytes: Uint8Array; readonly page: number };

export type PdfAnswer =
  { readonly did: 'read'; readonly pages: readonly PageReading[] } | { readonly did: 'draw'; readonly page: GrayPage };

/** Share of the pages that are read, 0 to 1. */
export type PdfProgress = number;

let pdfium: Promise<Pdfium> | undefined;

export default workerTask<PdfOrder, PdfAnswer, PdfProgress>(async (order, { post }) => {
  post(0);
  // After an abort (out of memory, a failed assertion) the module's state is undefined: the thread ends with the error.
  const module = await (pdfium ??= loadPdfium());
  return withDocument(module, order.bytes, (document) => answer(module, document, order, post));
});

function answer(module: Pdfium, document: number, order: PdfOrder, post: (done: PdfProgress) => void): PdfAnswer {
  const count = module.api.FPDF_GetPageCount(document);
  if (count <= 0) throw documentError('UNREADABLE_FILE');
  if (count > DOCUMENT_LIMITS.pages) throw documentError('TEXT_TOO_LARGE');
  if (order.do === 'draw') return { did: 'draw', page: drawPage(module, document, order.page) };
  return { did: 'read', pages: readPages(module, document, count, post) };
}

function readPages(module: Pdfium, document: number, count: number, post: (done: PdfProgress) => void): PageReading[] {
  return withForm(module, document, (form) => {
    const pages: PageReading[] = [];
    let length = 0;
    for (let index = 0; index < count; index += 1) {
      const page = readPage(module, document, form, index);
      length += page.text.length;
      if (length > LIMITS.textCharacters) throw documentError('TEXT_TOO_LARGE');
      pages.push(page);
      post((index + 1) / count);
    }
    return pages;
  });
}
