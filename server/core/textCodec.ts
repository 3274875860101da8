/**
 * Lossless bytes of any JavaScript string. UTF-8 cannot carry lone surrogates (a JSON body can), so a string that holds
 * one is kept as UTF-16LE. The first byte tells which: 0 for UTF-8, 1 for UTF-16LE.
 */
export function encodeText(text: string): Uint8Array {
  const utf8 = text.isWellFormed();
  const body = Buffer.from(text, utf8 ? 'utf8' : 'utf16le');
  const bytes = new Uint8Array(body.length + 1);
  bytes[0] = utf8 ? 0 : 1;
  bytes.set(body, 1);
  return bytes;
}

/** The string behind {@link encodeText}. */
export function decodeText(bytes: Uint8Array): string {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset + 1, bytes.byteLength - 1);
  return body.toString(bytes[0] === 1 ? 'utf16le' : 'utf8');
}
