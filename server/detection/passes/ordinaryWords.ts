import { SHAPE, type Lexicon, type LexiconSource } from '../gazetteers/lexicon.ts';
import type { Candidate, DocumentPass, TextView } from '../recognizer.ts';
import { EVERYDAY } from './certainty.ts';
import { exceptStrict } from './exceptStrict.ts';
import { isPieceOfName, NAMES } from './names.ts';

const MODEL_ALONE = 'tagger:';
/** From this confidence on the tagger is believed whatever the word looks like. */
const CONVINCED = 0.9;
/** Strength from which a word is known as a name. */
const KNOWN_NAME = 3;
/** German words of this length that no list knows are compound nouns more often than names. */
const COMPOUND_MIN = 9;

/**
 * Takes back names and places that only the tagger finds, without being sure, in words that look like ordinary ones: words in small
 * letters, everyday words where everything has a capital, and German compounds. The strict level keeps them.
 */
export function createOrdinaryWordsPass(lexiconOf: LexiconSource): DocumentPass {
  return exceptStrict((view, winners) => {
    const lexicon = lexiconOf(view);
    return winners.filter(
      (find, index) =>
        !NAMES.has(find.category) ||
        find.confidence >= CONVINCED ||
        !find.sources.every((source) => source.startsWith(MODEL_ALONE)) ||
        !isOrdinary(view, lexicon, find, isPieceOfName(winners, index)),
    );
  });
}

function isOrdinary(view: TextView, lexicon: Lexicon, { start, end, category }: Candidate, isPiece: boolean): boolean {
  const { tokens, shape, common, given, surname } = lexicon;
  const first = view.tokenAt(start);
  let isSmall = true;
  let strength = 7;
  let name = 0;
  let last = first;
  for (; last < tokens.length && tokens[last]!.start < end; last += 1) {
    if (tokens[last]!.kind !== 'word') continue;
    isSmall &&= shape[last] === SHAPE.small;
    strength = Math.min(strength, common[last]!);
    name = Math.max(name, given[last]!, surname[last]!);
  }
  // A capital at the beginning of a sentence, and that of a German noun, says nothing.
  const isSpelling = lexicon.language === 'de' ? category === 'person' : lexicon.opens[first] === 1;
  const isCommon = last === first + 1 && strength >= EVERYDAY && name < KNOWN_NAME && !lexicon.isTown(first);
  if (isSpelling && isCommon && !isPiece && category !== 'location' && shape[first] === SHAPE.capitalised) return true;
  if (isSmall) return category === 'person' ? strength >= EVERYDAY : !lexicon.isTown(first);
  const isCompound = last === first + 1 && end - start >= COMPOUND_MIN && shape[first] === SHAPE.capitalised;
  return lexicon.language === 'de' && category !== 'organization' && isCompound && strength === 0 && name < KNOWN_NAME;
}
