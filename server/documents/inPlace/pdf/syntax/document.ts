import { deflateSync } from 'node:zlib';
import { documentError } from '../../../failures.ts';
import { createLexer, latin1, type Lexer } from './lexer.ts';
import { isDict, isKind, nameOf, refOf, type PdfDict, type PdfRef, type PdfStream, type PdfValue } from './values.ts';

/** The objects of a PDF file, to be changed and written anew. */
export interface PdfDocument {
  readonly objects: Map<number, PdfValue>;
  readonly root: PdfDict;
  /** What a reference stands for; null where nothing does. */
  resolve(value: PdfValue | undefined): PdfValue;
  /** The dictionary behind `value`, also that of a stream; null where it is none. */
  dict(value: PdfValue | undefined): PdfDict | null;
  add(value: PdfValue): PdfRef;
}

/** References that lead from one to the next. */
const LONGEST_CHAIN = 32;

/**
 * Parses a file as PDFium writes it: one cross-reference table, every object outside of object streams, lengths of streams stated in place. Files from
 * elsewhere are saved by PDFium first, which repairs and decrypts them. Throws AppError UNREADABLE_FILE.
 */
export function parseDocument(bytes: Uint8Array): PdfDocument {
  try {
    const objects = new Map<number, PdfValue>();
    const { offsets, trailer } = crossReferences(bytes);
    for (const [id, offset] of offsets) objects.set(id, readObject(bytes, offset));
    const document = createDocument(objects, trailer);
    return document;
  } catch (error) {
    throw documentError('UNREADABLE_FILE', error);
  }
}

function createDocument(objects: Map<number, PdfValue>, trailer: PdfDict): PdfDocument {
  let last = Math.max(0, ...sampleMaximum(objects.keys()));
  const resolve = (value: PdfValue | undefined): PdfValue => {
    let found = value ?? null;
    for (let step = 0; isKind(found, 'ref'); step += 1) {
      if (step > LONGEST_CHAIN) return null;
      found = objects.get(found.id) ?? null;
    }
    return found;
  };
  const root = resolve(trailer.get('Root'));
  if (!isDict(root)) throw new RangeError('root');
  return {
    objects,
    root,
    resolve,
    dict(value) {
      const found = resolve(value);
      return isDict(found) ? found : isKind(found, 'stream') ? found.dict : null;
    },
    add(value) {
      last += 1;
      objects.set(last, value);
      return refOf(last);
    },
  };
}

function sampleMaximum(ids: Iterable<number>): number[] {
  let largest = 0;
  for (const id of ids) largest = Math.max(largest, id);
  return [largest];
}

interface CrossReferences {
  readonly offsets: ReadonlyMap<number, number>;
  readonly trailer: PdfDict;
}

/** Reads the table at the end of the file (ISO 32000-2, 7.5.4). */
function crossReferences(bytes: Uint8Array): CrossReferences {
  const tail = latin1(bytes.subarray(-64));
  const start = /startxref\s+(\d+)/.exec(tail)?.[1];
  if (start === undefined) throw new RangeError('startxref');
  const lexer = createLexer(bytes, { at: Number(start), references: true });
  expectKeyword(lexer, 'xref');
  const offsets = new Map<number, number>();
  for (;;) {
    const token = lexer.next();
    if (token === null) throw new RangeError('xref');
    if ('keyword' in token) {
      if (token.keyword !== 'trailer') throw new RangeError('xref');
      break;
    }
    const first = numberOf(token.value);
    const count = numberOf(lexer.next());
    for (let index = 0; index < count; index += 1) {
      const offset = numberOf(lexer.next());
      numberOf(lexer.next());
      const state = lexer.next();
      if (state === null || 'value' in state) throw new RangeError('xref');
      if (state.keyword === 'n') offsets.set(first + index, offset);
    }
  }
  const trailer = lexer.next();
  if (trailer === null || 'keyword' in trailer || !isDict(trailer.value)) throw new RangeError('trailer');
  return { offsets, trailer: trailer.value };
}

function readObject(bytes: Uint8Array, offset: number): PdfValue {
  const lexer = createLexer(bytes, { at: offset, references: true });
  numberOf(lexer.next());
  numberOf(lexer.next());
  expectKeyword(lexer, 'obj');
  const values: PdfValue[] = [];
  for (;;) {
    const token = lexer.next();
    if (token === null) throw new RangeError('object');
    if ('value' in token) values.push(token.value);
    else if (token.keyword === 'R') {
      values.pop();
      values.push(refOf(numberOf(values.pop())));
    } else if (token.keyword === 'endobj') return values[0] ?? null;
    else if (token.keyword === 'stream') return readStream(bytes, lexer, values[0]);
    else throw new RangeError('object');
  }
}

function readStream(bytes: Uint8Array, lexer: Lexer, dict: PdfValue | undefined): PdfStream {
  const length = isDict(dict) ? dict.get('Length') : null;
  if (!isDict(dict) || typeof length !== 'number') throw new RangeError('stream');
  let start = lexer.at;
  if (bytes[start] === 13) start += 1;
  if (bytes[start] === 10) start += 1;
  if (start + length > bytes.length) throw new RangeError('stream');
  return { kind: 'stream', dict, raw: bytes.subarray(start, start + length) };
}

function expectKeyword(lexer: Lexer, keyword: string): void {
  const token = lexer.next();
  if (token === null || !('keyword' in token) || token.keyword !== keyword) throw new RangeError(keyword);
}

function numberOf(token: PdfValue | undefined | ReturnType<Lexer['next']>): number {
  const value = typeof token === 'object' && token !== null && 'value' in token ? token.value : token;
  if (typeof value !== 'number') throw new RangeError('number');
  return value;
}

/** A stream of `bytes`, packed. */
export function packedStream(bytes: Uint8Array, dict: PdfDict = new Map()): PdfStream {
  const packed = deflateSync(bytes);
  const entries: PdfDict = new Map(dict);
  entries.delete('DecodeParms');
  entries.set('Filter', nameOf('FlateDecode'));
  return { kind: 'stream', dict: entries, raw: packed };
}

/**
 * Writes the document from nothing: only objects that can be reached from the catalog, each once, without information dictionary, identifier,
 * earlier revisions or encryption.
 */
export function writeDocument(document: PdfDocument): Uint8Array {
  const { numbers, order } = reachable(document);
  const chunks: Uint8Array[] = [];
  let length = 0;
  const write = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    chunks.push(bytes);
    length += bytes.length;
  };
  write('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
  const offsets: number[] = [];
  for (const [index, value] of order.entries()) {
    offsets.push(length);
    write(`${index + 1} 0 obj\n`);
    if (isKind(value, 'stream')) {
      const dict = new Map(value.dict).set('Length', value.raw.length);
      write(`${valueText(dict, numbers)}\nstream\n`);
      write(value.raw);
      write('\nendstream\nendobj\n');
    } else write(`${valueText(value, numbers)}\nendobj\n`);
  }
  const start = length;
  write(`xref\n0 ${order.length + 1}\n0000000000 65535 f \n`);
  for (const offset of offsets) write(`${String(offset).padStart(10, '0')} 00000 n \n`);
  write(`trailer\n<</Size ${order.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
  return new Uint8Array(Buffer.concat(chunks));
}

/** New numbers of the objects that can be reached; the catalog is the first. */
export function reachable(document: PdfDocument): {
  readonly numbers: ReadonlyMap<number, number>;
  readonly order: readonly PdfValue[];
} {
  const numbers = new Map<number, number>();
  const order: PdfValue[] = [document.root];
  for (const [id, value] of document.objects) if (value === document.root) numbers.set(id, 1);
  // The list grows while it is gone through.
  for (const object of order) {
    forEachReference(object, (id) => {
      const value = document.objects.get(id);
      if (numbers.has(id) || value === undefined) return;
      order.push(value);
      numbers.set(id, order.length);
    });
  }
  return { numbers, order };
}

function forEachReference(value: PdfValue, visit: (id: number) => void): void {
  if (isKind(value, 'ref')) visit(value.id);
  else if (Array.isArray(value)) for (const item of value) forEachReference(item, visit);
  else if (isDict(value)) for (const item of value.values()) forEachReference(item, visit);
  else if (isKind(value, 'stream')) for (const item of value.dict.values()) forEachReference(item, visit);
}

/** `value` in PDF syntax; references get the numbers of `numbers`, those to nothing become null. */
export function valueText(value: PdfValue, numbers: ReadonlyMap<number, number>): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return numberText(value);
  if (Array.isArray(value)) return `[${value.map((item) => valueText(item, numbers)).join(' ')}]`;
  if (isDict(value))
    return `<<${[...value].map(([key, entry]) => `${nameText(key)} ${valueText(entry, numbers)}`).join('\n')}>>`;
  switch (value.kind) {
    case 'name':
      return nameText(value.name);
    case 'string':
      return `<${Buffer.from(value.bytes).toString('hex')}>`;
    case 'ref': {
      const number = numbers.get(value.id);
      return number === undefined ? 'null' : `${number} 0 R`;
    }
    case 'stream':
      throw new TypeError('streams are indirect objects');
  }
}

/** Reals have no exponent in PDF. */
export function numberText(value: number): string {
  return Number.isInteger(value)
    ? value.toFixed(0)
    : value
        .toFixed(5)
        .replace(/(?<!0)0+$/, '')
        .replace(/\.$/, '');
}

export function nameText(name: string): string {
  return `/${name.replace(/[^!-~]|[#()<>[\]{}/%]/g, (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;
}
