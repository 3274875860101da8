import { LIMITS } from '../../contract/limits.ts';
import { workerTask } from '../../core/workers/task.ts';
import { documentError, tooManyPages, tooMuchText } from '../failures.ts';
import { DOCUMENT_LIMITS } from '../limits.ts';
import { withForm } from './annotations.ts';
import { readPage, type PageReading } from './page.ts';
import { loadPdfium, withDocument, type Pdfium } from './pdfium.ts';

export interface PdfOrder {
  readonly bytes: Uint8Array;
}

let pdfium: Promise<Pdfium> | undefined;

/** Reads the text layer of a PDF; posts the share of the pages that are read, 0 to 1. */
export default workerTask<PdfOrder, readonly PageReading[], number>(async ({ bytes }, { post }) => {
  post(0);
  // After an abort (out of memory, a failed assertion) the module's state is undefined: the thread ends with the error.
  const module = await (pdfium ??= loadPdfium());
  return withDocument(module, bytes, (document) => {
    const count = module.api.FPDF_GetPageCount(document);
    if (count <= 0) throw documentError('UNREADABLE_FILE');
    if (count > DOCUMENT_LIMITS.pages) throw tooManyPages(count);
    return readPages(module, document, count, post);
  });
});

function readPages(module: Pdfium, document: number, count: number, post: (done: number) => void): PageReading[] {
  return withForm(module, document, (form) => {
    const pages: PageReading[] = [];
    let length = 0;
    for (let index = 0; index < count; index += 1) {
      const page = readPage(module, document, form, index);
      length += page.text.length;
      if (length > LIMITS.textCharacters) throw tooMuchText(index + 1, count);
      pages.push(page);
      post((index + 1) / count);
    }
    return pages;
  });
}
