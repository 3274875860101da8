import { nextTurn } from '../turns.ts';

const PIECE_BYTES = 2 * 1024 * 1024;

/**
 * The text of UTF-8 without its byte order mark, with a turn for everybody else now and then.
 * @throws TypeError when the bytes are no UTF-8
 */
export async function decodeUtf8InTurns(bytes: Uint8Array): Promise<string> {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length;) {
    if (start > 0) await nextTurn();
    const end = beforeCharacter(bytes, start + PIECE_BYTES);
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: start > 0 });
    parts.push(decoder.decode(bytes.subarray(start, end)));
    start = end;
  }
  return parts.join('');
}

/** The end of a piece that goes over no character: a character has at most three bytes after its first (RFC 3629, 3). */
function beforeCharacter(bytes: Uint8Array, end: number): number {
  if (end >= bytes.length) return bytes.length;
  let at = end;
  while (at > end - 3 && (bytes[at]! & 0xc0) === 0x80) at -= 1;
  return at;
}
