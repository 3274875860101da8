import { decodeText } from '../../text/decode.ts';
import { encodeOrUtf8, encodingOf, type TextEncoding } from '../../text/encoding.ts';
import type { Stretch } from './tags.ts';

export interface DecodedHtml {
  readonly source: string;
  /** null: one that can be read but is not written; the document becomes UTF-8. */
  readonly encoding: TextEncoding | null;
}

const DECLARED_WITHIN = 1024;
const DECLARATION =
  /<meta[^>]{0,200}?charset\s*=\s*["']?([A-Za-z0-9_:.-]{1,40})|<\?xml[^>]{0,100}?encoding\s*=\s*["']([A-Za-z0-9_:.-]{1,40})/i;

/**
 * Decodes HTML by its byte order mark, by the encoding it names within its first 1024 bytes (WHATWG HTML, 13.2.3.2), else as any text file. Null
 * when the bytes are no text.
 */
export function decodeHtml(bytes: Uint8Array): DecodedHtml | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, DECLARED_WITHIN)).toString(
    'latin1',
  );
  const hasMark = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.test(head);
  const declaration = DECLARATION.exec(head);
  const label = declaration?.[1] ?? declaration?.[2];
  const declared = hasMark || label === undefined ? null : decodeAs(bytes, label);
  if (declared !== null) return declared;
  const source = decodeText(bytes);
  return source === null ? null : { source, encoding: encodingOf(bytes, source) ?? 'utf-8-bom' };
}

function decodeAs(bytes: Uint8Array, label: string): DecodedHtml | null {
  try {
    const decoder = new TextDecoder(label, { fatal: true, ignoreBOM: true });
    const { encoding } = decoder;
    // Bytes of one width whose text says UTF-16 cannot be UTF-16 (13.2.3.3); UTF-8 and Western text is told as everywhere.
    if (encoding.startsWith('utf-16') || encoding === 'utf-8') return null;
    return { source: decoder.decode(bytes), encoding: encoding === 'windows-1252' ? encoding : null };
  } catch {
    return null;
  }
}

/** Encodes HTML as it was; where that is not possible it becomes UTF-8, and so do the places that name the encoding. */
export function encodeHtml(source: string, encoding: TextEncoding | null, charsets: readonly Stretch[]): Uint8Array {
  if (encoding !== null) return encodeOrUtf8(source, encoding);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of charsets) {
    parts.push(source.slice(at, start), 'utf-8');
    at = end;
  }
  return encodeOrUtf8(parts.join('') + source.slice(at), charsets.length === 0 ? 'utf-8-bom' : 'utf-8');
}
