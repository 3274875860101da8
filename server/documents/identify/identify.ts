import { fileTypeFromBuffer } from 'file-type';
import { READABLE_FORMATS } from '../../contract/formats.ts';
import { documentError } from '../failures.ts';
import { decodeTextInTurns } from '../text/decode.ts';
import { DOCUMENT_FORMATS, type DocumentFormat } from '../types.ts';
import { compoundFormat } from './compound.ts';
import { isMailbox, isMessage, textFormat } from './markedText.ts';
import { promisedFormat } from './names.ts';
import { packageFormat } from './packageFormat.ts';

/** Extensions that the library file-type gives to content of our formats. */
const BINARY_FORMATS: ReadonlyMap<string, DocumentFormat> = new Map([
  ['pdf', 'pdf'],
  // Illustrator files are PDF inside.
  ['ai', 'pdf'],
  ...READABLE_FORMATS.flatMap(({ content, reads }) =>
    content.by === 'signature' ? content.extensions.map((extension) => [extension, reads] as const) : [],
  ),
]);

/** ISO 32000-1, annex H.3.4.1: readers accept the header anywhere in the first 1024 bytes. */
const PDF_HEADER = Buffer.from('%PDF-');
const PDF_HEADER_WITHIN = 1024;

/**
 * Tells the format of a file by its content and checks that its name fits. A name without an extension, or with an unknown one, fits
 * everything. See `Documents.identify` for the errors.
 */
export async function identify(
  bytes: Uint8Array,
  filename: string,
  accept: readonly DocumentFormat[] = DOCUMENT_FORMATS,
): Promise<DocumentFormat> {
  if (bytes.byteLength === 0) throw documentError('UNREADABLE_FILE');
  const promised = promisedFormat(filename);
  const format = await contentFormat(bytes, promised);
  if (format === null) {
    throw documentError(promised === undefined || promised === 'other' ? 'UNSUPPORTED_TYPE' : 'CONTENT_MISMATCH');
  }
  if (promised === 'other') throw documentError(format === 'txt' ? 'UNSUPPORTED_TYPE' : 'CONTENT_MISMATCH');
  if (promised !== undefined && promised !== format) throw documentError('CONTENT_MISMATCH');
  if (!accept.includes(format)) throw documentError('UNSUPPORTED_TYPE');
  return format;
}

async function contentFormat(
  bytes: Uint8Array,
  promised: DocumentFormat | 'other' | undefined,
): Promise<DocumentFormat | null> {
  const startsWith = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte);
  // Zip: first local header, or the end record of an empty archive.
  if (startsWith(0x50, 0x4b, 0x03, 0x04) || startsWith(0x50, 0x4b, 0x05, 0x06)) return await packageFormat(bytes);
  if (startsWith(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return compoundFormat(bytes);
  if (startsWith(0x25, 0x50, 0x44, 0x46)) return 'pdf';
  // {\rtf
  if (startsWith(0x7b, 0x5c, 0x72, 0x74, 0x66)) return 'rtf';
  if (promised !== 'txt' && isMailbox(latin1(bytes))) return null;
  // Before the two-letter signatures: a letter that begins with "BMW" is no bitmap.
  const text = await decodeTextInTurns(bytes);
  if (text !== null) return textFormat(text, promised);
  // Messages may have parts in several encodings, which make no text together.
  if (isMessage(latin1(bytes), promised === 'eml')) return 'eml';
  const type = await fileTypeFromBuffer(bytes);
  if (type !== undefined) return BINARY_FORMATS.get(type.ext) ?? null;
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, PDF_HEADER_WITHIN));
  return head.includes(PDF_HEADER) ? 'pdf' : null;
}

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
