/**
 * Folding and hashing of words without allocating strings. Two spellings that differ in case, accents or apostrophe style
 * fold to the same letters ("Müller", "MULLER", "müller"), because registers, capitals and OCR drop accents.
 */

const TABLE_SIZE = 0x2100;
/** Folded letters that need two code units, as first + (second << 8); all of them are ASCII. */
const PAIRS: Readonly<Record<string, string>> = Object.freeze({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ĳ: 'ij' });
/** Letters that have no decomposition in Unicode. */
const SINGLES: Readonly<Record<string, string>> = Object.freeze({
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
});
const PAIR_FLAG = 0x8000;

function buildFoldTable(): Uint16Array {
  const table = new Uint16Array(TABLE_SIZE);
  for (let code = 0; code < TABLE_SIZE; code += 1) {
    const lower = String.fromCharCode(code).toLowerCase();
    const base = lower.normalize('NFD').charAt(0);
    const pair = PAIRS[lower];
    if (pair !== undefined) table[code] = PAIR_FLAG | pair.charCodeAt(0) | (pair.charCodeAt(1) << 8);
    else table[code] = (SINGLES[base] ?? base).charCodeAt(0);
  }
  for (let code = 0x300; code <= 0x36f; code += 1) table[code] = 0;
  for (const code of [0x2018, 0x2019, 0x02bc, 0x60, 0xb4]) table[code] = 0x27;
  for (const code of [0x2010, 0x2011]) table[code] = 0x2d;
  table[0xad] = 0;
  return table;
}

const FOLD = Object.freeze({ table: buildFoldTable() });

/** A 64-bit hash in two halves, reused by its owner so that lookups allocate nothing. */
export interface HashState {
  a: number;
  b: number;
}

const SEED_A = 0x811c9dc5 | 0;
const SEED_B = 0x9747b28c | 0;

export function createHashState(): HashState {
  return { a: SEED_A, b: SEED_B };
}

export function resetHash(state: HashState): void {
  state.a = SEED_A;
  state.b = SEED_B;
}

function mixCode(state: HashState, code: number): void {
  state.a = Math.imul(state.a ^ code, 0x01000193);
  state.b = Math.imul(state.b ^ code, 0x5bd1e995);
  state.b ^= state.b >>> 15;
}

/** Adds one separator between the words of a name of several words. */
export function mixSpace(state: HashState): void {
  mixCode(state, 0x20);
}

/** Adds the folded characters of `text` from `start` to `end` (UTF-16 offsets) to the hash. */
export function mixRange(state: HashState, text: string, start: number, end: number): void {
  for (let i = start; i < end; i += 1) {
    const code = text.charCodeAt(i);
    const folded = code < TABLE_SIZE ? FOLD.table[code]! : code;
    if (folded === 0) continue;
    if ((folded & PAIR_FLAG) !== 0 && code < TABLE_SIZE) {
      mixCode(state, folded & 0x7f);
      mixCode(state, (folded >> 8) & 0x7f);
    } else mixCode(state, folded);
  }
}

/** Final avalanche (MurmurHash3 fmix32), so that neighbouring words fall far apart. */
export function finish(value: number): number {
  let h = value;
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  h ^= h >>> 16;
  return h >>> 0;
}
