/** Bytes `start` up to and without `end` of a file of `total` bytes. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
  readonly total: number;
}

/** More digits than any allowed size, few enough to be exact as a number. */
const RANGE = /^bytes +(\d{1,15})-(\d{1,15})\/(\d{1,15})$/i;
/** RFC 9110, 14.4 gives no range for nothing; this form is taken as all of an empty file. */
const EMPTY = /^bytes +\*\/0$/i;

/** The range that a Content-Range header names (RFC 9110, 14.4); null when it is unreadable or lies outside of its total. */
export function parseContentRange(header: string): ByteRange | null {
  if (EMPTY.test(header.trim())) return { start: 0, end: 0, total: 0 };
  const match = RANGE.exec(header.trim());
  if (match === null) return null;
  const [start, last, total] = match.slice(1).map(Number) as [number, number, number];
  return start <= last && last < total ? { start, end: last + 1, total } : null;
}
