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

/** A document with pages behind its own. */
export interface WithCellPages {
  readonly bytes: Uint8Array;
  /** Index of the first of them. */
  readonly first: number;
}

/**
 * A copy of a document with further pages. Null where it has no plain tree of pages.
 * @param bytes - as `normalized` gives them
 */
export function withCellPages(bytes: Uint8Array, pages: readonly CellPage[]): WithCellPages | null {
  const copy = parseDocument(bytes);
  const tree = copy.root.get('Pages')!;
  const root = copy.dict(tree)!;
  const kids = copy.resolve(root.get('Kids'));
  const first = copy.resolve(root.get('Count'));
  if (!Array.isArray(kids) || typeof first !== 'number') return null;
  for (const { content, resources, box } of pages) {
    const entries = { Type: nameOf('Page'), Parent: tree, Resources: resources, MediaBox: box, Rotate: 0 };
    kids.push(copy.add(dictOf({ ...entries, Contents: copy.add(packedStream(content)) })));
  }
  root.set('Count', first + pages.length);
  return { bytes: writeDocument(copy), first };
}

/** The operators of a stream; none where no reader can unpack it. */
export function cellContent(document: PdfDocument, stream: PdfStream): Uint8Array {
  try {
    return decodeStream(document, stream).bytes;
  } catch {
    return new Uint8Array();
  }
}
