import { withDocument, type Pdfium } from '../../pdf/pdfium.ts';
import { packedStream, parseDocument, writeDocument, type PdfDocument } from './syntax/document.ts';
import { decodeStream } from './syntax/filters.ts';
import { dictOf, nameOf, type PdfDict, type PdfStream, type PdfValue } from './syntax/values.ts';

/** Content that is no page, to be looked at as one. */
export interface CellPage {
  readonly content: Uint8Array;
  readonly resources: PdfDict;
  /** What of its space the page shows. */
  readonly box: PdfValue;
}

/**
 * Adds pages to a copy of a document and hands it to `use`, with the index of the first of them. Null where the document has no plain tree of pages.
 * @param bytes - as `normalized` gives them
 */
export function withCellPages<T>(
  pdfium: Pdfium,
  bytes: Uint8Array,
  pages: readonly CellPage[],
  use: (handle: number, first: number) => T,
): T | null {
  const copy = parseDocument(bytes);
  const tree = copy.root.get('Pages')!;
  const root = copy.dict(tree)!;
  const kids = copy.resolve(root.get('Kids'));
  const before = copy.resolve(root.get('Count'));
  if (!Array.isArray(kids) || typeof before !== 'number') return null;
  for (const { content, resources, box } of pages) {
    const entries = { Type: nameOf('Page'), Parent: tree, Resources: resources, MediaBox: box, Rotate: 0 };
    kids.push(copy.add(dictOf({ ...entries, Contents: copy.add(packedStream(content)) })));
  }
  root.set('Count', before + pages.length);
  return withDocument(pdfium, writeDocument(copy), (handle) => use(handle, before));
}

/** The operators of a stream; none where no reader can unpack it. */
export function cellContent(document: PdfDocument, stream: PdfStream): Uint8Array {
  try {
    return decodeStream(document, stream).bytes;
  } catch {
    return new Uint8Array();
  }
}
