import type { Lexicon, LexiconSource } from '../gazetteers/lexicon.ts';
import { THING_WORDS_MAX, type ThingReader } from '../gazetteers/things.ts';
import type { Candidate, DocumentPass, TextView } from '../recognizer.ts';
import { CERTAIN, isFullName, restsOnLooksOrKinds } from './certainty.ts';
import { exceptStrict } from './exceptStrict.ts';
import { isPieceOfName, NAMES } from './names.ts';

/** Shorter single words are acronyms. */
const WORD_MIN = 4;

/**
 * Takes back names that are those of well-known things ("Cheyne-Stokes", "Ribeira Sacra", "Massey Ferguson 5S"), where nothing but their look speaks for a person, a company
 * or a place. A thing of one word stays a find where any list knows the word as a name or a town: "Kuhn", "Berlin". The strict level keeps all.
 */
export function createKnownThingsAreNoNamesPass(lexiconOf: LexiconSource, things: ThingReader): DocumentPass {
  return exceptStrict((view, winners) => {
    const lexicon = lexiconOf(view);
    return winners.filter(
      (find, index) =>
        !NAMES.has(find.category) ||
        find.confidence >= (find.category === 'organization' ? CERTAIN.knownMake : CERTAIN.knownThing) ||
        !restsOnLooksOrKinds(find) ||
        isPieceOfName(winners, index) ||
        isWrittenAsFullName(view, lexicon, find) ||
        !isThing(view, lexicon, things, find),
    );
  });
}

/** "Sokolow-Lyon" may be two names, but not a given name and a surname. */
function isWrittenAsFullName(view: TextView, lexicon: Lexicon, find: Candidate): boolean {
  return /\s/.test(view.text.slice(find.start, find.end)) && isFullName(view, lexicon, find);
}

/** Looks for a thing that holds the words of the find; what stands behind it in the find may be the number of a model. */
function isThing(view: TextView, lexicon: Lexicon, things: ThingReader, find: Candidate): boolean {
  const { tokens } = view;
  const first = view.tokenAt(find.start);
  let end = view.tokenAt(find.end - 1) + 1;
  while (end > first + 1 && tokens[end - 1]!.kind !== 'word') end -= 1;
  for (let start = Math.max(0, first - THING_WORDS_MAX + 1); start <= first; start += 1) {
    if (!lexicon.isCapital(start)) continue;
    const longest = things.endsFrom(view, start).at(-1) ?? 0;
    if (longest >= end && (longest > start + 1 || !mayBeName(lexicon, start))) return true;
  }
  return false;
}

/** A word that lists know as a name or a town, and an acronym of which some company's is one. */
function mayBeName(lexicon: Lexicon, index: number): boolean {
  if (lexicon.tokens[index]!.text.length < WORD_MIN) return true;
  return lexicon.given[index]! > 0 || lexicon.surname[index]! > 0 || lexicon.isTown(index);
}
