const DIGITS = /^\d+$/;
const [POINT, SMALLER, GREATER, MINUS, PLUS] = [0x2e, 0x3c, 0x3e, 0x2d, 0x2b];

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;
const isHexDigit = (byte: number | undefined): boolean =>
  isDigit(byte) || (byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
/** White space (ISO 32000-2, table 1). */
const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x0c || byte === 0;

/**
 * Whether digits in the bytes of a PDF file are a part of a longer number or of a string in hexadecimal digits, and so not what they read like. A scan of forty
 * pages has thousands of coordinates with eight decimals: most numbers of six digits stand in one of them.
 * @param start - of the digits; `end` exclusive
 */
export function isNumberOfSyntax(bytes: Uint8Array, start: number, end: number): boolean {
  if (!DIGITS.test(Buffer.from(bytes.subarray(start, end)).toString('latin1'))) return false;
  return isPartOfNumber(bytes, start, end) || isInHexString(bytes, start, end);
}

function isPartOfNumber(bytes: Uint8Array, start: number, end: number): boolean {
  const [before, after] = [bytes[start - 1], bytes[end]];
  if (isDigit(before) || isDigit(after)) return true;
  // Decimals, also without a digit before the point; a point at the end of a sentence is followed by none.
  const isFraction = before === POINT && (isDigit(bytes[start - 2]) || isNumberStart(bytes[start - 2]));
  return isFraction || (after === POINT && isDigit(bytes[end + 1]));
}

const isNumberStart = (byte: number | undefined): boolean =>
  byte === undefined || isSpace(byte) || byte === MINUS || byte === PLUS || byte === 0x5b;

function isInHexString(bytes: Uint8Array, start: number, end: number): boolean {
  let [first, last] = [start - 1, end];
  while (isHexDigit(bytes[first]) || isSpace(bytes[first])) first -= 1;
  while (isHexDigit(bytes[last]) || isSpace(bytes[last])) last += 1;
  return bytes[first] === SMALLER && bytes[last] === GREATER;
}
