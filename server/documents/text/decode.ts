import { documentError } from '../failures.ts';

/** Control characters no text file holds; tab, line feed, vertical tab, form feed, carriage return and the end-of-file mark of DOS may. */
const BINARY_CONTROLS = /[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]/;
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

/** {@link decodeText} for a file already told to be text. Throws AppError UNREADABLE_FILE. */
export function readText(bytes: Uint8Array): string {
  const text = decodeText(bytes);
  if (text === null) throw documentError('UNREADABLE_FILE');
  return text;
}

/** Units looked at to tell bare UTF-16, the fewest that tell anything, and the share of them that is Latin in texts of our languages. */
const BARE = Object.freeze({ most: 4_096, fewest: 4, latinShare: 0.7, otherShare: 0.02 });

/**
 * UTF-16 without a byte order mark: letters of Latin scripts have their zero bytes all on the same side (as XML 1.0, appendix F.1, tells encodings by where the
 * zero bytes of its first characters stand).
 */
function bareUtf16(bytes: Uint8Array): string | null {
  const units = Math.min(bytes.length >> 1, BARE.most);
  if (units < BARE.fewest) return null;
  let [first, second] = [0, 0];
  for (let at = 0; at < 2 * units; at += 2) {
    if (bytes[at] === 0) first += 1;
    if (bytes[at + 1] === 0) second += 1;
  }
  const [most, least] = [Math.max(first, second), Math.min(first, second)];
  if (most < BARE.latinShare * units || least > BARE.otherShare * units) return null;
  return textOrNull(decode(bytes, first > second ? 'utf-16be' : 'utf-16le'));
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
