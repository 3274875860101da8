import { finish, createHashState, mixRange, mixSpace, resetHash, type HashState } from './hash.ts';
import type { Token } from '../recognizer.ts';
import { MAX_VALUE, type StaticTable } from './table.ts';

/** Most words of a thing's name. */
export const THING_WORDS_MAX = 8;
/** Marks that may join the words of a name: "Cheyne-Stokes", "Mrs Ball's", "Villeroy & Boch". */
const JOINTS: ReadonlySet<string> = new Set(['-', '‑', "'", '’', '.', '/', '&', '+', ',']);

/** True for the tokens that count as words of a name. */
export const isThingWord = ({ kind }: Token): boolean => kind === 'word' || kind === 'number' || kind === 'mixed';

/** What the table holds for a name: 16 more bits of its hash, or one word in 65,000 that nobody listed would be taken for a thing. */
export function thingValue({ a, b }: HashState): number {
  return finish(Math.imul(a, 0x27d4eb2f) ^ b) & MAX_VALUE || 1;
}

/** Finds names of well-known things: products, medicines, diseases called after somebody, dishes, works, feasts. */
export interface ThingReader {
  /** The ends (exclusive) of all names that begin with a token, shortest first. */
  endsFrom(text: string, tokens: readonly Token[], index: number): readonly number[];
}

export function createThingReader(things: StaticTable): ThingReader {
  const state = createHashState();
  return {
    endsFrom(text, tokens, index) {
      const ends: number[] = [];
      resetHash(state);
      let words = 0;
      for (let at = index; at < tokens.length && words < THING_WORDS_MAX; at += 1) {
        const token = tokens[at]!;
        if (!isThingWord(token)) {
          // Two marks in a row join nothing.
          if (!JOINTS.has(token.text) || words === 0 || !isThingWord(tokens[at - 1]!)) break;
          continue;
        }
        if (words > 0) mixSpace(state);
        mixRange(state, text, token.start, token.end);
        words += 1;
        if (things.get(state) === thingValue(state)) ends.push(at + 1);
      }
      return ends;
    },
  };
}
