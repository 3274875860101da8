import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

/** An open PDF; `close` ends its work in the background. */
export interface OpenPdf {
  readonly pdf: PDFDocumentProxy;
  readonly close: () => Promise<void>;
}

/** Where the build puts what PDF.js loads when a document needs it. */
const FILES = '/pdf';

/**
 * Opens a PDF with PDF.js in a worker of the bundle. Nothing of the document runs (scripts in it are ignored) and nothing comes from elsewhere.
 * @throws an error named PasswordException or InvalidPDFException
 */
export async function openPdf(bytes: ArrayBuffer): Promise<OpenPdf> {
  GlobalWorkerOptions.workerSrc = workerUrl;
  const task = getDocument({
    data: bytes,
    cMapUrl: `${FILES}/cmaps/`,
    standardFontDataUrl: `${FILES}/standard_fonts/`,
    iccUrl: `${FILES}/iccs/`,
    wasmUrl: `${FILES}/wasm/`,
    // The content security policy allows no WebAssembly; decoders in JavaScript take its place.
    useWasm: false,
    disableWorkerRendering: true,
    enableXfa: false,
  });
  return { pdf: await task.promise, close: () => task.destroy() };
}
