import type { Lexicon, LexiconSource } from '../gazetteers/lexicon.ts';
import type { Candidate, DocumentPass, TextView } from '../recognizer.ts';
import { CERTAIN, restsOnLooks } from './certainty.ts';
import { exceptStrict } from './exceptStrict.ts';
import { NAMES } from './names.ts';

/** The word stands at the beginning of its line, and its sentence ends with it: "Summarize." A signature bears no full stop. */
const LINE_START = /(?:^|\n)[ \t]*$/;
const LINE_END = /^[.!][ \t]*(?:\r?\n|$)/;
const REACH = 40;

/**
 * Takes back a word that is a sentence and a line by itself, as people ask models for something below a document: "Summarize.", "Traduis.", "Riassumi!" Words that a list
 * knows as a given name or a surname stay, and so does everything at the strict level.
 */
export function createRequestsAreNoNamesPass(lexiconOf: LexiconSource): DocumentPass {
  return exceptStrict((view, winners) => {
    return winners.filter(
      (find) =>
        !NAMES.has(find.category) ||
        find.confidence >= CERTAIN.request ||
        !restsOnLooks(find) ||
        !isLineAndSentence(view, find) ||
        isListedOrLonger(view, lexiconOf(view), find),
    );
  });
}

const isLineAndSentence = (view: TextView, { start, end }: Candidate): boolean =>
  LINE_START.test(view.before(start, REACH)) && LINE_END.test(view.after(end, REACH));

/** A word that a list knows as a name, or several words. */
function isListedOrLonger(view: TextView, { tokens, given, surname }: Lexicon, { start, end }: Candidate): boolean {
  const at = view.tokenAt(start);
  return tokens[at]!.end < end || given[at]! > 0 || surname[at]! > 0;
}
