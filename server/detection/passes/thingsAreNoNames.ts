import type { Lexicon, LexiconSource } from '../gazetteers/lexicon.ts';
import { SHAPE } from '../gazetteers/lexicon.ts';
import type { Candidate, DocumentPass, TextView } from '../recognizer.ts';
import { CERTAIN, isFullName, restsOnLooksOrKinds } from './certainty.ts';
import { exceptStrict } from './exceptStrict.ts';
import { NAMES } from './names.ts';
import { DEVICES, MADE_THINGS } from './things.ts';

/** Strength from which a word is known as a name of persons. */
const KNOWN = 3;
/** The name of a model behind that of the make: "K1", "T14", "200-W", "Gen4", "685"; what goes on after it is no quantity, no date and no telephone number. */
const MODEL_BEHIND =
  /^[ -](?:(?=[\p{Lu}\d]*\d)[\p{Lu}]{1,4}-?\d{1,5}[\p{L}\d]{0,4}|\d{1,4}-?\p{Lu}[\p{Lu}\d]{0,4}|Gen\d|\d{2,4}(?=[,.;:)]?(?:[ ]?\n|$)|[,;)][ ]|[.][ ]\p{Lu}))(?![\p{L}\d])/u;
const REACH = 24;
/** Who drives, rides or sails "a X" has a thing before him. */
const DRIVES =
  /(?<!\p{L})(?:(?:driv(?:es?|ing|en)|drove|rid(?:es?|ing|den)|rode)[ ](?:a|an)|(?:fährt|fuhr|fahre|gefahren)[ ]eine[nm]?|(?:conduit|conduisait|conduisant|pilotait)[ ]une?|(?:conduce|conducía|conduciendo)[ ]una?|(?:guida|guidava|guidando)[ ]un['’a]?)[ ]?$/iu;
const DRIVES_REACH = 28;

/**
 * Takes back names of makes beside the thing they are of: "chaudière Chaffoteaux", "Pumpe Wilo 25-6", "a grey Berghaus jacket". Nothing but their look may speak for them; full
 * names stay, and so do words known as names of persons, who may own the thing: beside things of one's own also those that no list knows, unless a model is named behind.
 * The strict level keeps all.
 */
export function createThingsAreNoNamesPass(lexiconOf: LexiconSource): DocumentPass {
  return exceptStrict((view, winners) => {
    const lexicon = lexiconOf(view);
    return winners.filter(
      (find) =>
        !NAMES.has(find.category) ||
        find.confidence >= CERTAIN.thing ||
        !restsOnLooksOrKinds(find) ||
        isFullName(view, lexicon, find) ||
        !isMake(view, lexicon, find),
    );
  });
}

function isMake(view: TextView, lexicon: Lexicon, find: Candidate): boolean {
  const first = view.tokenAt(find.start);
  const last = view.tokenAt(find.end - 1);
  if (lexicon.shape[first] === SHAPE.small) return false;
  if (DRIVES.test(view.before(find.start, DRIVES_REACH))) return true;
  const hasModel = MODEL_BEHIND.test(view.after(find.end, REACH));
  if (!hasModel && isKnown(lexicon, first, last)) return false;
  const isSure = hasModel || find.category !== 'person';
  return view.language === 'en' && !hasModel
    ? lexicon.isSpaced(last + 1) && isThing(view, lexicon, last + 1, isSure)
    : lexicon.isSpaced(first) && isThing(view, lexicon, first - 1, isSure);
}

/** A word of the find that a list knows as a name of persons. */
function isKnown({ tokens, given, surname }: Lexicon, first: number, last: number): boolean {
  for (let at = first; at <= last && at < tokens.length; at += 1)
    if (given[at]! >= KNOWN || surname[at]! >= KNOWN) return true;
  return false;
}

function isThing(view: TextView, { tokens }: Lexicon, at: number, isSure: boolean): boolean {
  const { language, folded } = view;
  if (tokens[at]?.kind !== 'word') return false;
  return MADE_THINGS[language].has(folded[at]!) || (isSure && DEVICES[language].has(folded[at]!));
}
