import { PLACE } from '../../gazetteers/format.ts';
import { createHashState, mixRange, mixSpace, resetHash, type HashState } from '../../gazetteers/hash.ts';
import type { Gazetteers } from '../../gazetteers/index.ts';
import type { Lexicon } from '../../gazetteers/lexicon.ts';

/** A place name found in the list, as its last token (inclusive) and its PLACE bits. */
export interface TownMatch {
  last: number;
  bits: number;
}

const WORDS_MAX = 6;

/** Looks for place names in the list; one reader serves one text at a time and reuses its buffers. */
export interface TownReader {
  /** The longest place name that begins at token `index`; `bits` is 0 when none does. The result is overwritten by the next call. */
  read(lexicon: Lexicon, index: number): Readonly<TownMatch>;
}

export function createTownReader({ places }: Gazetteers): TownReader {
  const state: HashState = createHashState();
  const match: TownMatch = { last: -1, bits: 0 };
  return {
    read({ text, tokens, isGlued }, index) {
      resetHash(state);
      match.last = -1;
      match.bits = 0;
      let at = index;
      for (let words = 0; words < WORDS_MAX && at < tokens.length; words += 1) {
        const token = tokens[at]!;
        if (token.kind !== 'word') break;
        if (words > 0) mixSpace(state);
        mixRange(state, text, token.start, token.end);
        const bits = places.get(state);
        if ((bits & PLACE.whole) !== 0) {
          match.last = at;
          match.bits = bits;
        }
        if ((bits & PLACE.prefix) === 0) break;
        at += 1;
        // Hyphens, apostrophes and full stops of abbreviations join the words of a place name.
        while (tokens[at]?.kind === 'mark' && /^[-'’./]$/.test(tokens[at]!.text) && isGlued(at)) at += 1;
      }
      return match;
    },
  };
}
