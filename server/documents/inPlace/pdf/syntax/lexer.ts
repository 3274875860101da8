import { nameOf, refOf, type PdfDict, type PdfValue } from './values.ts';

/** Arrays in dictionaries in arrays … deeper than this are an attack. */
const DEPTH = 64;

const WHITESPACE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set(Buffer.from('()<>[]{}/%', 'latin1'));
const HEX = /^[0-9a-fA-F]$/;

/** A word without quotes or brackets that is no number: an operator, `obj`, `true`, … */
export interface Keyword {
  readonly keyword: string;
}

export class SyntaxProblem extends Error {}

/** Reads objects and keywords of PDF syntax (ISO 32000-2, 7.2 and 7.3) from `bytes`; forgiving as readers are, never slower than linear. */
export interface Lexer {
  /** Next byte to read. */
  at: number;
  /** The next object or keyword; null at the end. References are read only where `references` is set: content streams have none. */
  next(): { readonly value: PdfValue } | Keyword | null;
  /** Places of the comments that were skipped, end exclusive. */
  readonly comments: readonly (readonly [start: number, end: number])[];
}

export function createLexer(bytes: Uint8Array, { at = 0, references = false, end = bytes.length } = {}): Lexer {
  const comments: [number, number][] = [];
  let position = at;

  function skipSpace(): void {
    while (position < end) {
      const byte = bytes[position]!;
      if (byte === 0x25) {
        const start = position;
        while (position < end && bytes[position] !== 10 && bytes[position] !== 13) position += 1;
        comments.push([start, position]);
      } else if (WHITESPACE.has(byte)) position += 1;
      else return;
    }
  }

  function word(): string {
    const start = position;
    while (position < end && !WHITESPACE.has(bytes[position]!) && !DELIMITERS.has(bytes[position]!)) position += 1;
    return latin1(bytes.subarray(start, position));
  }

  function literalString(): PdfValue {
    const out: number[] = [];
    let depth = 1;
    position += 1;
    while (position < end) {
      const byte = bytes[position]!;
      position += 1;
      if (byte === 0x5c) escaped(out);
      else if (byte === 0x28) {
        depth += 1;
        out.push(byte);
      } else if (byte === 0x29) {
        depth -= 1;
        if (depth === 0) break;
        out.push(byte);
      } else if (byte === 13) {
        if (bytes[position] === 10) position += 1;
        out.push(10);
      } else out.push(byte);
    }
    return { kind: 'string', bytes: Uint8Array.from(out) };
  }

  function escaped(out: number[]): void {
    const byte = bytes[position]!;
    position += 1;
    if (byte >= 0x30 && byte <= 0x37) {
      let code = byte - 0x30;
      for (let digits = 1; digits < 3; digits += 1) {
        const digit = bytes[position]!;
        if (!(digit >= 0x30 && digit <= 0x37)) break;
        code = code * 8 + digit - 0x30;
        position += 1;
      }
      out.push(code & 0xff);
    } else if (byte === 13) {
      if (bytes[position] === 10) position += 1;
    } else if (byte !== 10) out.push(ESCAPES[byte] ?? byte);
  }

  function hexString(): PdfValue {
    position += 1;
    let digits = '';
    while (position < end && bytes[position] !== 0x3e) {
      const character = String.fromCharCode(bytes[position]!);
      if (HEX.test(character)) digits += character;
      position += 1;
    }
    position += 1;
    if (digits.length % 2 === 1) digits += '0';
    return { kind: 'string', bytes: new Uint8Array(Buffer.from(digits, 'hex')) };
  }

  function name(): PdfValue {
    position += 1;
    const text = word().replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
    return nameOf(text);
  }

  function collection(depth: number, closing: ']' | '>>'): PdfValue[] {
    if (depth > DEPTH) throw new SyntaxProblem('depth');
    const items: PdfValue[] = [];
    for (;;) {
      skipSpace();
      if (position >= end) return items;
      if (bytes[position] === 0x5d || (bytes[position] === 0x3e && bytes[position + 1] === 0x3e)) {
        const found = bytes[position] === 0x5d ? ']' : '>>';
        position += found.length;
        if (found === closing) return items;
        continue;
      }
      const item = read(depth);
      if (item === null) return items;
      if ('value' in item) items.push(item.value);
      else if (item.keyword === 'R' && references) items.push(reference(items));
      else if (item.keyword === 'endobj' || item.keyword === 'stream') throw new SyntaxProblem('unclosed');
    }
  }

  function reference(items: PdfValue[]): PdfValue {
    items.pop();
    const id = items.pop();
    return typeof id === 'number' ? refOf(id) : null;
  }

  function dictionary(depth: number): PdfDict {
    const items = collection(depth, '>>');
    const dict: PdfDict = new Map();
    for (let index = 0; index + 1 < items.length; index += 2) {
      const key = items[index];
      if (typeof key === 'object' && key !== null && 'kind' in key && key.kind === 'name')
        dict.set(key.name, items[index + 1]!);
      else index -= 1;
    }
    return dict;
  }

  function read(depth: number): { readonly value: PdfValue } | Keyword | null {
    skipSpace();
    if (position >= end) return null;
    const byte = bytes[position]!;
    switch (byte) {
      case 0x28:
        return { value: literalString() };
      case 0x2f:
        return { value: name() };
      case 0x5b:
        position += 1;
        return { value: collection(depth + 1, ']') };
      case 0x3c:
        if (bytes[position + 1] !== 0x3c) return { value: hexString() };
        position += 2;
        return { value: dictionary(depth + 1) };
      case 0x29:
      case 0x3e:
      case 0x5d:
      case 0x7b:
      case 0x7d:
        position += 1;
        return { keyword: String.fromCharCode(byte) };
    }
    return wordValue(word());
  }

  return {
    get at() {
      return position;
    },
    set at(next) {
      position = next;
    },
    comments,
    next: () => read(0),
  };
}

const ESCAPES: Readonly<Record<number, number>> = Object.freeze({ 0x6e: 10, 0x72: 13, 0x74: 9, 0x62: 8, 0x66: 12 });
const NUMBER = /^[+-]*\d*(?:\.\d*)?(?:-\d*)?$/;

function wordValue(text: string): { readonly value: PdfValue } | Keyword {
  if (text === 'true' || text === 'false') return { value: text === 'true' };
  if (text === 'null') return { value: null };
  if (/\d/.test(text) && NUMBER.test(text)) {
    // "--5" and "5-3" occur in files of careless programs; readers take the leading number.
    const parsed = Number.parseFloat(text.replace(/^[+-]*(?=[+-])/, ''));
    return { value: Number.isFinite(parsed) ? parsed : 0 };
  }
  return { keyword: text };
}

/** One character per byte. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
