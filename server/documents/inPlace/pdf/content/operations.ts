import { createLexer } from '../syntax/lexer.ts';
import { isKind, type PdfDict, type PdfValue } from '../syntax/values.ts';

/** One operator of a content stream with its operands (ISO 32000-2, 7.8.2) and its place in the bytes, end exclusive. */
export interface Operation {
  readonly operator: string;
  readonly operands: readonly PdfValue[];
  readonly start: number;
  readonly end: number;
}

/** Operands kept of one operator; none takes more. */
const OPERANDS = 64;

/** Reads the operations of a content stream one by one. An inline image is one operation, `BI`, whose operand is its dictionary. */
export function* operationsOf(bytes: Uint8Array): Generator<Operation> {
  const lexer = createLexer(bytes);
  let operands: PdfValue[] = [];
  let start = 0;
  for (let token = lexer.next(); token !== null; token = lexer.next()) {
    if ('value' in token) {
      if (operands.length < OPERANDS) operands.push(token.value);
      continue;
    }
    if (token.keyword === 'BI') {
      const dict = inlineDictionary(lexer);
      lexer.at = endOfInlineImage(bytes, lexer.at);
      yield { operator: 'BI', operands: [dict], start, end: lexer.at };
    } else yield { operator: token.keyword, operands, start, end: lexer.at };
    operands = [];
    start = lexer.at;
  }
}

function inlineDictionary(lexer: ReturnType<typeof createLexer>): PdfDict {
  const dict: PdfDict = new Map();
  let key: string | null = null;
  for (let token = lexer.next(); token !== null; token = lexer.next()) {
    if ('keyword' in token) {
      if (token.keyword === 'ID') return dict;
      continue;
    }
    if (key !== null) {
      dict.set(key, token.value);
      key = null;
    } else if (isKind(token.value, 'name')) key = token.value.name;
  }
  return dict;
}

/** Text after `EI` that tells the end of an image from the two letters inside its data. */
const LOOK_AHEAD = 12;

function endOfInlineImage(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 2 <= bytes.length; at += 1) {
    if (bytes[at] !== 0x45 || bytes[at + 1] !== 0x49 || !isSpace(bytes[at - 1])) continue;
    if (at + 2 < bytes.length && !isSpace(bytes[at + 2])) continue;
    const after = bytes.subarray(at + 2, at + 2 + LOOK_AHEAD);
    if (after.every((byte) => isSpace(byte) || (byte >= 0x20 && byte < 0x7f))) return at + 2;
  }
  return bytes.length;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 0 || byte === 12;
}
