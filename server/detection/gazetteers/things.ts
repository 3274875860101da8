import { LANGUAGES, type Language } from '../../contract/languages.ts';
import { finish, createHashState, mixRange, mixSpace, resetHash, type HashState } from './hash.ts';
import type { TextView, Token } from '../recognizer.ts';
import type { StaticTable } from './table.ts';

/** Most words of a thing's name. */
export const THING_WORDS_MAX = 8;
/** Marks that may join the words of a name: "Cheyne-Stokes", "Mrs Ball's", "Villeroy & Boch". */
const JOINTS: ReadonlySet<string> = new Set(['-', '‑', "'", '’', '.', '/', '&', '+', ',']);

/** True for the tokens that count as words of a name. */
export const isThingWord = ({ kind }: Token): boolean => kind === 'word' || kind === 'number' || kind === 'mixed';

/**
 * What the table holds for a name: in the lowest five bits the languages in which it is that of a thing, in the order of LANGUAGES; above them eleven more bits of its hash, or
 * one word in 65,000 that nobody listed would be taken for a thing.
 */
export const thingValue = Object.freeze({
  pack: (languages: readonly Language[], hash: HashState): number =>
    languages.reduce((bits, language) => bits | bitOf(language), checkOf(hash)),
  isThing: (value: number, language: Language, hash: HashState): boolean =>
    (value & bitOf(language)) !== 0 && (value & CHECK_BITS) === checkOf(hash),
});

const CHECK_BITS = 0xffe0;
const bitOf = (language: Language): number => 1 << LANGUAGES.indexOf(language);
const checkOf = ({ a, b }: HashState): number => finish(Math.imul(a, 0x27d4eb2f) ^ b) & CHECK_BITS;

/** Finds names of well-known things: products, medicines, diseases called after somebody, dishes, works, feasts. */
export interface ThingReader {
  /** The ends (exclusive) of all names in the language of the text that begin with a token, shortest first. */
  endsFrom(view: Pick<TextView, 'text' | 'tokens' | 'language'>, index: number): readonly number[];
}

export function createThingReader(things: StaticTable): ThingReader {
  const state = createHashState();
  return {
    endsFrom({ text, tokens, language }, index) {
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
        if (thingValue.isThing(things.get(state), language, state)) ends.push(at + 1);
      }
      return ends;
    },
  };
}
