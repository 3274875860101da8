import { decodeText } from './decode.ts';

/** How the characters of a text file are kept in its bytes. */
export type TextEncodingName = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** A text file and how to write it back. */
export interface EncodedText {
  readonly text: string;
  readonly encoding: TextEncodingName;
}

/** {@link decodeText} together with what it decided; null when the bytes are no text. */
export function decodeWithEncoding(bytes: Uint8Array): EncodedText | null {
  const text = decodeText(bytes);
  return text === null ? null : { text, encoding: encodingOf(bytes) };
}

function encodingOf(bytes: Uint8Array): TextEncodingName {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8-bom';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** Writes a text in the encoding its file had; one that Windows-1252 cannot hold becomes UTF-8 with a byte order mark. */
export function encodeAs(text: string, encoding: TextEncodingName): Uint8Array {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text, 'utf8');
    case 'utf-8-bom':
      return Buffer.from(`\ufeff${text}`, 'utf8');
    case 'utf-16le':
      return Buffer.from(`\ufeff${text}`, 'utf16le');
    case 'utf-16be':
      return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
    case 'windows-1252':
      return encodeWindows1252(text) ?? encodeAs(text, 'utf-8-bom');
  }
}

/** Code points of the bytes 0x80 to 0xff (WHATWG Encoding, index windows-1252). */
const UPPER_HALF: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 128 }, (_, index) => {
    const byte = index + 0x80;
    return [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const;
  }),
);

function encodeWindows1252(text: string): Uint8Array | null {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const byte = code < 0x80 ? code : UPPER_HALF.get(text.charAt(index));
    if (byte === undefined) return null;
    bytes[index] = byte;
  }
  return bytes;
}
