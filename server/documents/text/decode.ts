import { bareUtf16Encoding } from '../../contract/textEncoding.ts';
import { decodeUtf8InTurns } from '../../core/text/decodeInTurns.ts';
import { nextTurn } from '../../core/turns.ts';
import { documentError } from '../failures.ts';

/** Control characters no text file holds; tab, line feed, vertical tab, form feed, carriage return and the end-of-file mark of DOS may. */
const BINARY_CONTROLS = /[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]/;
/** Bytes, or code units, that are looked at without a turn for others. */
const AT_ONCE = 1024 * 1024;
/** With which a byte order mark begins. */
const MARKS: ReadonlySet<number> = new Set([0xef, 0xff, 0xfe]);
/** Bytes Windows-1252 leaves undefined (WHATWG Encoding maps them to C1 controls). */
const UNDEFINED_1252 = /[\x81\x8d\x8f\x90\x9d]/;

/**
 * Decodes a text file: UTF-8 or UTF-16 by byte order mark, UTF-16 without one where its zero bytes show it, else valid UTF-8, else Windows-1252. The mark itself is not part of the text; every
 * other character is kept, line ends too. Returns null when the bytes are no text. Time and memory are linear in the size.
 */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return textOrNull(decode(bytes, 'utf-16le'));
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return textOrNull(decode(bytes, 'utf-16be'));
  // No other encoding of texts has a zero byte.
  if (bytes.includes(0)) return bareUtf16(bytes);
  const utf8 = decode(bytes, 'utf-8');
  if (utf8 !== null) return textOrNull(utf8);
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return null;
  const western = textOrNull(decode(bytes, 'windows-1252'));
  return western === null || UNDEFINED_1252.test(western) ? null : western;
}

/**
 * {@link decodeText} for the server's own thread: a large file is decoded and looked through with a turn for everybody else now and then. Only UTF-16 is decoded
 * at once, which is little more than a copy.
 */
export async function decodeTextInTurns(bytes: Uint8Array): Promise<string | null> {
  if (bytes.length <= AT_ONCE || bytes.includes(0) || MARKS.has(bytes[0]!)) return decodeText(bytes);
  const utf8 = await decodeUtf8InTurns(bytes).catch(() => null);
  const parts: string[] = [];
  for (let start = 0; start < (utf8 ?? bytes).length; start += AT_ONCE) {
    const part = utf8?.slice(start, start + AT_ONCE) ?? decode(bytes.subarray(start, start + AT_ONCE), 'windows-1252');
    if (textOrNull(part) === null || (utf8 === null && UNDEFINED_1252.test(part!))) return null;
    if (utf8 === null) parts.push(part!);
    await nextTurn();
  }
  return utf8 ?? parts.join('');
}

/** {@link decodeText} for a file already told to be text. Throws AppError UNREADABLE_FILE. */
export function readText(bytes: Uint8Array): string {
  const text = decodeText(bytes);
  if (text === null) throw documentError('UNREADABLE_FILE');
  return text;
}

/** The text of UTF-16 without a byte order mark. */
function bareUtf16(bytes: Uint8Array): string | null {
  const encoding = bareUtf16Encoding(bytes);
  return encoding === null ? null : textOrNull(decode(bytes, encoding));
}

function textOrNull(text: string | null): string | null {
  return text === null || BINARY_CONTROLS.test(text) ? null : text;
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
