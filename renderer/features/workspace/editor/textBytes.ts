import { bareUtf16Encoding } from '../../../../server/contract/textEncoding.ts';

/** How the lines of a file end. */
export type LineEnd = '\n' | '\r\n';

/** Text of a file as an editor shows it, with `\n` alone at the ends of lines. */
export interface EditableText {
  readonly text: string;
  /** As it stands in the file, with its own ends of lines. */
  readonly original: string;
  /** What most lines of the file end with. */
  readonly lineEnd: LineEnd;
  readonly places: Places;
}

/** Offsets in the file's own text (UTF-16 code units, as comments count) and in what the editor shows. */
export interface Places {
  readonly toEditor: (offset: number) => number;
  readonly toFile: (offset: number) => number;
}

/** Control characters no text file holds. */
const BINARY_CONTROLS = /[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]/;

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return BINARY_CONTROLS.test(text) ? null : text;
  } catch {
    return null;
  }
}

/**
 * Decodes a text file the way the server does: UTF-16 by its byte order mark or its zero bytes, else UTF-8, else Windows-1252. Null when the bytes are no text.
 * Takes time linear in the size.
 */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode(bytes, 'utf-16be');
  const bare = bareUtf16Encoding(bytes);
  if (bare !== null) return decode(bytes, bare);
  return decode(bytes, 'utf-8') ?? decode(bytes, 'windows-1252');
}

/** The text for an editor; its places lead back to the file's own offsets. */
export function editableText(original: string): EditableText {
  // Offset of each \r\n, in the text of the editor.
  const folded: number[] = [];
  let lineFeeds = 0;
  for (let at = original.indexOf('\n'); at !== -1; at = original.indexOf('\n', at + 1)) {
    if (at > 0 && original[at - 1] === '\r') folded.push(at - 1 - folded.length);
    else lineFeeds += 1;
  }
  /** How many of `folded` are below the limit. */
  function below(limit: (index: number) => number, offset: number): number {
    let low = 0;
    let high = folded.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (limit(middle) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  return {
    original,
    text: folded.length === 0 && !original.includes('\r') ? original : original.replace(/\r\n?/g, '\n'),
    lineEnd: folded.length > lineFeeds ? '\r\n' : '\n',
    places: {
      toFile: (offset) => offset + below((index) => folded[index]!, offset),
      toEditor: (offset) => offset - below((index) => folded[index]! + index + 1, offset),
    },
  };
}

/** The bytes of an edited text: UTF-8 with the file's ends of lines. */
export function encodeText(text: string, lineEnd: LineEnd): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(lineEnd === '\n' ? text : text.replaceAll('\n', lineEnd));
}
