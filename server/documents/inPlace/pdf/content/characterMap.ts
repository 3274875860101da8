import { createLexer } from '../syntax/lexer.ts';
import { isKind, type PdfValue } from '../syntax/values.ts';

/** Splits the bytes of a string into codes and gives the number of the glyph's description in the font (CID). */
export interface CharacterMap {
  next(bytes: Uint8Array, at: number): { readonly length: number; readonly code: number; readonly cid: number };
}

/** Identity-H: every two bytes are the CID. */
export function twoByteMap(): CharacterMap {
  return {
    next(bytes, at) {
      const code = (bytes[at]! << 8) | (bytes[at + 1] ?? 0);
      return { length: Math.min(2, bytes.length - at), code, cid: code };
    },
  };
}

interface Range {
  readonly length: number;
  readonly low: number;
  readonly high: number;
  readonly cid: number;
}

/** Ranges of a map; a font has at most some thousands. */
const RANGES = 100_000;

/** Reads a character map that stands in the file (ISO 32000-2, 9.7.5.4). Throws RangeError for one that writes vertically or builds on another. */
export function readCharacterMap(bytes: Uint8Array): CharacterMap {
  const lexer = createLexer(bytes);
  const spaces: Range[] = [];
  const ranges: Range[] = [];
  let operands: PdfValue[] = [];
  for (let token = lexer.next(); token !== null; token = lexer.next()) {
    if ('value' in token) {
      operands.push(token.value);
      continue;
    }
    if (token.keyword === 'usecmap') throw new RangeError('map');
    if (token.keyword === 'def' && isWriting(operands) && operands.at(-1) === 1) throw new RangeError('vertical');
    if (token.keyword === 'endcodespacerange')
      spaces.push(...grouped(operands, 2).map(([low, high]) => range(low, high, 0)));
    if (token.keyword === 'endcidrange')
      ranges.push(...grouped(operands, 3).map(([low, high, cid]) => range(low, high, cid)));
    if (token.keyword === 'endcidchar')
      ranges.push(...grouped(operands, 2).map(([code, cid]) => range(code, code, cid)));
    if (ranges.length > RANGES) throw new RangeError('map');
    operands = [];
  }
  if (spaces.length === 0) throw new RangeError('map');
  ranges.sort((a, b) => a.length - b.length || a.low - b.low);
  return {
    next(text, at) {
      let code = 0;
      for (let length = 1; length <= 4 && at + length <= text.length; length += 1) {
        code = code * 256 + text[at + length - 1]!;
        const value = code;
        if (spaces.some((space) => space.length === length && value >= space.low && value <= space.high))
          return { length, code, cid: cidOf(ranges, length, code) };
      }
      return { length: 1, code: text[at]!, cid: 0 };
    },
  };
}

function isWriting(operands: readonly PdfValue[]): boolean {
  const key = operands.at(-2);
  return isKind(key, 'name') && key.name === 'WMode';
}

function grouped(values: readonly PdfValue[], size: number): PdfValue[][] {
  return Array.from({ length: Math.floor(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  );
}

function range(low: PdfValue | undefined, high: PdfValue | undefined, cid: PdfValue | undefined): Range {
  if (!isKind(low, 'string') || !isKind(high, 'string')) throw new RangeError('map');
  const code = (bytes: Uint8Array) => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  return {
    length: low.bytes.length,
    low: code(low.bytes),
    high: code(high.bytes),
    cid: typeof cid === 'number' ? cid : 0,
  };
}

function cidOf(ranges: readonly Range[], length: number, code: number): number {
  let [from, to] = [0, ranges.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const candidate = ranges[middle]!;
    if (candidate.length < length || (candidate.length === length && candidate.low <= code)) from = middle + 1;
    else to = middle;
  }
  const found = ranges[from - 1];
  return found?.length === length && code <= found.high ? found.cid + code - found.low : 0;
}
