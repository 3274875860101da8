const WORD = Buffer.from('stream');
const END = Buffer.from('end');

/** How many streams of a PDF file begin and do not end (ISO 32000-2, 7.3.8): none, or one where the file was cut. */
export function countUnendedStreams(file: Uint8Array): number {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  let open = 0;
  for (let at = bytes.indexOf(WORD); at >= 0; at = bytes.indexOf(WORD, at + WORD.length)) {
    const ends = at >= END.length && END.equals(bytes.subarray(at - END.length, at));
    open += ends ? -1 : 1;
  }
  return Math.max(0, open);
}
