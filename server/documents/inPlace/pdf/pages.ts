import type { PdfDocument } from './syntax/document.ts';
import { decodeStream } from './syntax/filters.ts';
import { isKind, type PdfDict, type PdfValue } from './syntax/values.ts';

/** Dictionaries that a value leads to through arrays and the given entries, in order and each once: what contains itself, as damaged trees do, is gone through once. */
export function* nodesBelow(
  document: PdfDocument,
  start: PdfValue | undefined,
  entries: readonly string[],
): Generator<PdfDict> {
  const seen = new Set<PdfValue>();
  const open: (PdfValue | undefined)[] = [start];
  while (open.length > 0) {
    const value = document.resolve(open.pop());
    const node = Array.isArray(value) ? null : document.dict(value);
    if ((node === null && !Array.isArray(value)) || seen.has(node ?? value)) continue;
    seen.add(node ?? value);
    if (node !== null) yield node;
    const next = node === null ? (value as readonly PdfValue[]) : entries.map((entry) => node.get(entry));
    for (let index = next.length - 1; index >= 0; index -= 1) open.push(next[index]);
  }
}

/** Pages of the tree in order (ISO 32000-2, 7.7.3). */
export function pagesOf(document: PdfDocument): PdfDict[] {
  const nodes = nodesBelow(document, document.root.get('Pages'), ['Kids']);
  return [...nodes].filter((node) => !Array.isArray(document.resolve(node.get('Kids'))));
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
