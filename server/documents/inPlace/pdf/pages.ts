import type { PdfDocument } from './syntax/document.ts';
import { decodeStream } from './syntax/filters.ts';
import { isKind, type PdfDict, type PdfValue } from './syntax/values.ts';

/** Pages of the tree in order (ISO 32000-2, 7.7.3); a node that contains itself is gone through once. */
export function pagesOf(document: PdfDocument): PdfDict[] {
  const pages: PdfDict[] = [];
  const seen = new Set<PdfDict>();
  const open: (PdfValue | undefined)[] = [document.root.get('Pages')];
  while (open.length > 0) {
    const node = document.dict(open.pop());
    if (node === null || seen.has(node)) continue;
    seen.add(node);
    const kids = document.resolve(node.get('Kids'));
    if (Array.isArray(kids)) open.push(...[...kids].reverse());
    else pages.push(node);
  }
  return pages;
}

/** Pages in pages in pages. */
const ANCESTORS = 64;

/** A value of a page that it may have from a node above it (ISO 32000-2, 7.7.3.4). */
export function inherited(document: PdfDocument, page: PdfDict, key: string): PdfValue {
  let node: PdfDict | null = page;
  for (let step = 0; node !== null && step < ANCESTORS; step += 1) {
    const value: PdfValue = document.resolve(node.get(key));
    if (value !== null) return value;
    node = document.dict(node.get('Parent'));
  }
  return null;
}

/** The operators of a page, all its content streams in one. Throws RangeError where one cannot be unpacked. */
export function contentOf(document: PdfDocument, page: PdfDict): Uint8Array {
  const contents = document.resolve(page.get('Contents'));
  const streams = (Array.isArray(contents) ? contents : [contents]).flatMap((value) => {
    const stream = document.resolve(value);
    return isKind(stream, 'stream') ? [stream] : [];
  });
  return new Uint8Array(
    Buffer.concat(streams.flatMap((stream) => [decodeStream(document, stream).bytes, Buffer.from('\n')])),
  );
}

/** Resources of a page. */
export function resourcesOf(document: PdfDocument, page: PdfDict): PdfDict {
  return document.dict(inherited(document, page, 'Resources')) ?? new Map<string, PdfValue>();
}

/** Annotations of a page (ISO 32000-2, 12.5). */
export function annotationsOf(document: PdfDocument, page: PdfDict): PdfDict[] {
  const list = document.resolve(page.get('Annots'));
  return Array.isArray(list) ? list.flatMap((item) => document.dict(item) ?? []) : [];
}

export function nameIn(document: PdfDocument, dict: PdfDict, key: string): string | null {
  const value = document.resolve(dict.get(key));
  return isKind(value, 'name') ? value.name : null;
}
