import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldTokens, tokenize } from '../tokens.ts';

/** Names of things that everybody knows: products, medicines, diseases called after somebody, dishes, works, feasts. */
export interface KnownThings {
  /** Number of tokens of the longest name. */
  readonly longest: number;
  /** True for the name of a thing, given as the folded texts of its tokens from `first` to before `end`. */
  has(folded: readonly string[], first: number, end: number): boolean;
}

/** Stands between the tokens of a name; no token holds it. */
const JOINT = '\n';

/**
 * Reads the lists of things: names parted by semicolons or line ends, comments behind `#`.
 * @param directory - the word lists of the product, resources/gazetteers; the lists of things are in its folder things/
 */
export function loadThings(directory: string): KnownThings {
  const names = new Set<string>();
  let longest = 0;
  const folder = join(directory, 'things');
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), 'utf8').replaceAll(/^#.*$/gm, '');
    for (const name of text.split(/[;\n]/)) {
      const tokens = foldTokens(tokenize(name));
      longest = Math.max(longest, tokens.length);
      names.add(tokens.join(JOINT));
    }
  }
  names.delete('');
  return {
    longest,
    has: (folded, first, end) => names.has(end === first + 1 ? folded[first]! : folded.slice(first, end).join(JOINT)),
  };
}
