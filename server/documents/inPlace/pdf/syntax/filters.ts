import { inflateSync, constants } from 'node:zlib';
import type { PdfDocument } from './document.ts';
import { isDict, isKind, type PdfDict, type PdfStream, type PdfValue } from './values.ts';

/** Largest stream of operators, of a character map or of metadata that is looked into, decoded. */
const DECODED_BYTES = 64 * 1024 * 1024;

/** Filters whose result is a picture and no text; such streams are left packed. */
const PICTURE_FILTERS: ReadonlySet<string> = new Set([
  'DCTDecode',
  'DCT',
  'JPXDecode',
  'CCITTFaxDecode',
  'CCF',
  'JBIG2Decode',
]);

/** Names of the filters of a stream, in the order in which they are undone. */
export function filterNames(document: PdfDocument, { dict }: PdfStream): string[] {
  return listOf(document, dict.get('Filter') ?? dict.get('F')).flatMap((filter) =>
    isKind(filter, 'name') ? [filter.name] : [],
  );
}

function listOf(document: PdfDocument, value: PdfValue | undefined): PdfValue[] {
  const resolved = document.resolve(value);
  if (resolved === null) return [];
  return Array.isArray(resolved) ? resolved.map((item) => document.resolve(item)) : [resolved];
}

/**
 * Undoes the filters of a stream (ISO 32000-2, 7.4) up to one whose result is a picture: `picture` is that filter's name, null when the bytes are
 * plain. Throws RangeError where the stream is damaged beyond use, unpacks beyond the limit or is packed in an unknown way.
 */
export function decodeStream(
  document: PdfDocument,
  stream: PdfStream,
): { readonly bytes: Uint8Array; readonly picture: string | null } {
  const names = filterNames(document, stream);
  const parameters = listOf(document, stream.dict.get('DecodeParms') ?? stream.dict.get('DP'));
  let bytes = stream.raw;
  for (const [index, name] of names.entries()) {
    if (PICTURE_FILTERS.has(name)) return { bytes, picture: name };
    const given = parameters[index];
    const options: PdfDict = isDict(given) ? given : new Map<string, PdfValue>();
    bytes = unpredict(document, undo(name, bytes, options), options);
  }
  return { bytes, picture: null };
}

function undo(name: string, bytes: Uint8Array, options: PdfDict): Uint8Array {
  switch (name) {
    case 'FlateDecode':
    case 'Fl':
      // A missing end or check sum does not keep readers from showing what is there.
      return inflateSync(bytes, { maxOutputLength: DECODED_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
    case 'ASCIIHexDecode':
    case 'AHx':
      return asciiHex(bytes);
    case 'ASCII85Decode':
    case 'A85':
      return ascii85(bytes);
    case 'RunLengthDecode':
    case 'RL':
      return runLength(bytes);
    case 'LZWDecode':
    case 'LZW':
      return lzw(bytes, options.get('EarlyChange') === 0 ? 0 : 1);
    default:
      throw new RangeError('unknown filter');
  }
}

function asciiHex(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .split('>')[0]!
    .replace(/[^0-9a-fA-F]/g, '');
  return new Uint8Array(Buffer.from(text.length % 2 === 1 ? `${text}0` : text, 'hex'));
}

function ascii85(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  let group: number[] = [];
  const flush = () => {
    if (group.length < 2) return;
    const missing = 5 - group.length;
    const value = [...group, ...Array<number>(missing).fill(84)].reduce((sum, digit) => sum * 85 + digit, 0);
    for (let index = 0; index < 4 - missing; index += 1) out.push(Math.floor(value / 256 ** (3 - index)) & 0xff);
  };
  for (const byte of bytes) {
    if (byte === 0x7e) break;
    if (byte === 0x7a && group.length === 0) out.push(0, 0, 0, 0);
    if (byte < 0x21 || byte > 0x75) continue;
    group.push(byte - 0x21);
    if (group.length === 5) {
      flush();
      group = [];
    }
  }
  flush();
  return Uint8Array.from(out);
}

function runLength(bytes: Uint8Array): Uint8Array {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let at = 0; at < bytes.length;) {
    const code = bytes[at]!;
    if (code === 128) break;
    const chunk =
      code < 128 ? bytes.subarray(at + 1, at + 2 + code) : new Uint8Array(257 - code).fill(bytes[at + 1] ?? 0);
    chunks.push(chunk);
    length += chunk.length;
    if (length > DECODED_BYTES) throw new RangeError('size');
    at += code < 128 ? code + 2 : 2;
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** LZW of variable code length, most significant bit first (ISO 32000-2, 7.4.4). */
function lzw(bytes: Uint8Array, early: 0 | 1): Uint8Array {
  const out: Uint8Array[] = [];
  let total = 0;
  let table: Uint8Array[] = [];
  let [width, buffer, bits] = [9, 0, 0];
  let previous: Uint8Array | null = null;
  const reset = () => {
    table = Array.from({ length: 258 }, (_, code) => Uint8Array.of(code & 0xff));
    width = 9;
    previous = null;
  };
  reset();
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xffffff;
    bits += 8;
    if (bits < width) continue;
    const code: number = (buffer >> (bits - width)) & ((1 << width) - 1);
    bits -= width;
    if (code === 257) break;
    if (code === 256) {
      reset();
      continue;
    }
    const before: Uint8Array | null = previous;
    const entry: Uint8Array | undefined = table[code] ?? (before === null ? undefined : append(before, before[0]!));
    if (entry === undefined) throw new RangeError('code');
    out.push(entry);
    total += entry.length;
    if (total > DECODED_BYTES) throw new RangeError('size');
    if (before !== null && table.length < 4096) table.push(append(before, entry[0]!));
    previous = entry;
    if (table.length + early >= 1 << width && width < 12) width += 1;
  }
  return new Uint8Array(Buffer.concat(out));
}

function append(bytes: Uint8Array, last: number): Uint8Array {
  const longer = new Uint8Array(bytes.length + 1);
  longer.set(bytes);
  longer[bytes.length] = last;
  return longer;
}

/** Undoes the PNG predictors (ISO 32000-2, 7.4.4.4); the TIFF predictor is for pictures only. */
function unpredict(document: PdfDocument, bytes: Uint8Array, options: PdfDict): Uint8Array {
  const number = (key: string, fallback: number) => {
    const value = document.resolve(options.get(key));
    return typeof value === 'number' ? value : fallback;
  };
  if (number('Predictor', 1) < 10) return bytes;
  const pixelBytes = Math.max(1, (number('Colors', 1) * number('BitsPerComponent', 8)) >> 3);
  const rowBytes = Math.ceil((number('Columns', 1) * number('Colors', 1) * number('BitsPerComponent', 8)) / 8);
  const rows = Math.floor(bytes.length / (rowBytes + 1));
  const out = new Uint8Array(rows * rowBytes);
  for (let row = 0; row < rows; row += 1) {
    const kind = bytes[row * (rowBytes + 1)]!;
    for (let column = 0; column < rowBytes; column += 1) {
      const at = row * rowBytes + column;
      const left = column >= pixelBytes ? out[at - pixelBytes]! : 0;
      const up = row > 0 ? out[at - rowBytes]! : 0;
      const corner = row > 0 && column >= pixelBytes ? out[at - rowBytes - pixelBytes]! : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][kind] ?? 0;
      out[at] = bytes[row * (rowBytes + 1) + 1 + column]! + guess;
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
