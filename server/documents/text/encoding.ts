/** How the characters of a text file are stored; `bare` UTF-16 has no byte order mark. */
export type TextEncoding =
  'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'utf-16le-bare' | 'utf-16be-bare' | 'windows-1252';

const ENCODINGS: readonly TextEncoding[] = Object.freeze([
  'utf-8',
  'utf-8-bom',
  'utf-16le',
  'utf-16be',
  'utf-16le-bare',
  'utf-16be-bare',
  'windows-1252',
]);
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Bytes of a text; undefined when the encoding lacks one of its characters. A byte order mark is added where the encoding says so; nothing
 * else is.
 */
export function encodeAs(text: string, encoding: TextEncoding): Uint8Array | undefined {
  switch (encoding) {
    case 'utf-8':
      return text.isWellFormed() ? Buffer.from(text, 'utf8') : undefined;
    case 'utf-8-bom':
      return encodeAs(BYTE_ORDER_MARK + text, 'utf-8');
    case 'utf-16le':
      return encodeAs(BYTE_ORDER_MARK + text, 'utf-16le-bare');
    case 'utf-16be':
      return encodeAs(BYTE_ORDER_MARK + text, 'utf-16be-bare');
    case 'utf-16le-bare':
      return Buffer.from(text, 'utf16le');
    case 'utf-16be-bare':
      return Buffer.from(text, 'utf16le').swap16();
    case 'windows-1252':
      return encodeWindows1252(text);
  }
}

/** {@link encodeAs}, or UTF-8 (with a byte order mark unless the encoding is UTF-8) where that is not possible. */
export function encodeOrUtf8(text: string, encoding: TextEncoding): Uint8Array {
  return encodeAs(text, encoding) ?? Buffer.from(encoding === 'utf-8' ? text : BYTE_ORDER_MARK + text, 'utf8');
}

/** The encoding in which `text` gives exactly `bytes`, so that writing it again changes nothing. */
export function encodingOf(bytes: Uint8Array, text: string): TextEncoding | undefined {
  return ENCODINGS.find((encoding) => {
    const encoded = encodeAs(text, encoding);
    return encoded !== undefined && Buffer.compare(encoded, bytes) === 0;
  });
}

/** The table of the WHATWG Encoding Standard, turned round. */
function encodeWindows1252(text: string): Uint8Array | undefined {
  const decoded = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  const byteOf = new Map(Array.from(decoded, (character, byte) => [character, byte]));
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const byte = byteOf.get(text.charAt(at));
    if (byte === undefined) return undefined;
    bytes[at] = byte;
  }
  return bytes;
}
