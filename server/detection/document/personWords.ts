import { SHAPE, type Lexicon } from '../gazetteers/lexicon.ts';
import { ROLE } from '../gazetteers/vocabulary/roles.ts';

/** Shortest name that is looked for by itself. */
const LENGTH_MIN = 3;

/** How freely a name may be found again, by how common the word is; `likely`: only where the words around it speak for a name. */
export type Freedom = 'any-case' | 'capital' | 'mid-sentence' | 'likely' | 'never';

/** How freely the name at a token may be found elsewhere. `confidence` is that of the find it comes from. */
export function freedomOf(lexicon: Lexicon, index: number, confidence: number): Freedom {
  const { tokens, common, language } = lexicon;
  const strength = common[index]!;
  if (tokens[index]!.text.length < LENGTH_MIN || lexicon.shape[index] === SHAPE.letter) return 'never';
  if (lexicon.has(index, ROLE.never | ROLE.particle | ROLE.title | ROLE.greeting | ROLE.conjunction)) return 'never';
  if (strength <= 1) return confidence >= 0.7 && tokens[index]!.text.length > LENGTH_MIN ? 'any-case' : 'capital';
  if (strength <= 3) return 'capital';
  if (strength === 7) return 'likely';
  // German nouns carry capitals as well: only a name that is certain is looked for.
  if (language === 'de' && strength >= 5 && confidence < 0.8) return 'likely';
  return 'mid-sentence';
}

/** The name a genitive or plural in s was made from ("Rosenbaums" → "rosenbaum"); undefined when the word has no such ending. */
export function withoutGenitive(folded: string): string | undefined {
  return folded.length > LENGTH_MIN + 1 && folded.endsWith('s') && !folded.endsWith('ss')
    ? folded.slice(0, -1)
    : undefined;
}
