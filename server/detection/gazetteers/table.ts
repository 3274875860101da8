import { createHashState, finish, mixRange, resetHash, type HashState } from './hash.ts';

/**
 * A static map from folded words to 16-bit values: three cells XORed give `fingerprint << 16 | value` (Bloomier filter,
 * Chazelle et al., SODA 2004). It holds no words: a word that was never stored answers 0 except once in about 65,000.
 *
 * File layout, little endian, 32-bit words: magic, seed, cells per segment, number of entries, then 3 × segment cells.
 */
export const TABLE_MAGIC = 0x31544e44;
export const TABLE_HEADER_WORDS = 4;
/** Largest value a table can store. */
export const MAX_VALUE = 0xffff;

/** Where a key lives, and its fingerprint. */
export interface Slots {
  first: number;
  second: number;
  third: number;
  fingerprint: number;
}

/** Fills `slots` for a hashed key. Shared by the compiler and the reader, so both agree by construction. */
export function locate(hash: HashState, seed: number, segment: number, slots: Slots): void {
  const a = finish(hash.a ^ seed);
  const b = finish(hash.b ^ Math.imul(seed, 0x9e3779b1));
  slots.first = a % segment;
  slots.second = segment + (b % segment);
  slots.third = 2 * segment + (finish(a ^ ((b << 16) | (b >>> 16))) % segment);
  slots.fingerprint = finish(Math.imul(a, 0x2c1b3c6d) + b) & 0xffff;
}

export class StaticTable {
  readonly entries: number;
  readonly #cells: Uint32Array;
  readonly #seed: number;
  readonly #segment: number;
  readonly #slots: Slots = { first: 0, second: 0, third: 0, fingerprint: 0 };
  readonly #scratch: HashState = createHashState();

  /** @param bytes - a file written by build/gazetteers; throws RangeError when it is not one */
  constructor(bytes: Uint8Array) {
    const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
    if (aligned.byteLength < TABLE_HEADER_WORDS * 4 || aligned.byteLength % 4 !== 0)
      throw new RangeError('not a gazetteer table');
    const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
    this.#seed = words[1]! | 0;
    this.#segment = words[2]!;
    this.entries = words[3]!;
    this.#cells = words.subarray(TABLE_HEADER_WORDS);
    if (words[0] !== TABLE_MAGIC || this.#segment === 0 || this.#cells.length !== 3 * this.#segment) {
      throw new RangeError('not a gazetteer table');
    }
  }

  /** The value of a hashed key; 0 when it is not stored. */
  get(hash: HashState): number {
    const slots = this.#slots;
    locate(hash, this.#seed, this.#segment, slots);
    const cells = this.#cells;
    const cell = cells[slots.first]! ^ cells[slots.second]! ^ cells[slots.third]!;
    return cell >>> 16 === slots.fingerprint ? cell & MAX_VALUE : 0;
  }

  /** The value of a word of `text`; 0 when it is not stored. */
  getRange(text: string, start: number, end: number): number {
    resetHash(this.#scratch);
    mixRange(this.#scratch, text, start, end);
    return this.get(this.#scratch);
  }
}
