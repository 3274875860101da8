/** The first line of a file in a text, as programs wrote it before there was MIME (POSIX.1-2017, uuencode): its rights and its name. */
const BEGIN = /^begin [0-7]{3,4} \S[^\r\n]*\r?\n?$/;
const DATA = /^[\x20-\x60]+\r?\n?$/;
const LAST_DATA = /^[` ]?\r?\n?$/;
const END = /^end[\t ]*\r?\n?$/;

/** Files that stand in a plain text, uuencoded; also such that lost their end. UTF-16 code units, `end` exclusive. */
export function* filesIn(source: string): Generator<{ readonly start: number; readonly end: number }> {
  const lines = source.split(/(?<=\n)/);
  let offset = 0;
  for (let at = 0; at < lines.length;) {
    const next = BEGIN.test(lines[at]!) ? endOfFile(lines, at + 1) : at + 1;
    const length = lines.slice(at, next).reduce((sum, line) => sum + line.length, 0);
    if (next > at + 1) yield { start: offset, end: offset + length };
    offset += length;
    at = next;
  }
}

/** The line behind a file whose data would begin at a line; that line itself where there are none. */
function endOfFile(lines: readonly string[], first: number): number {
  let at = first;
  while (isData(lines[at])) at += 1;
  if (at === first) return first;
  if (LAST_DATA.test(lines[at] ?? 'x') && END.test(lines[at + 1] ?? '')) return at + 2;
  return END.test(lines[at] ?? '') ? at + 1 : at;
}

/** Whether a line is as long at most as its first character says: four characters for three bytes, and one more that some programs add up. */
function isData(line: string | undefined): boolean {
  if (line === undefined || !DATA.test(line)) return false;
  const bytes = (line.charCodeAt(0) - 0x20) % 64;
  return bytes > 0 && line.trimEnd().length <= 2 + Math.ceil(bytes / 3) * 4;
}
