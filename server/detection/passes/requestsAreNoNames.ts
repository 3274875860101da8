import type { LexiconSource } from '../gazetteers/lexicon.ts';
import type { DocumentPass } from '../recognizer.ts';
import { CERTAIN, restsOnLooks } from './certainty.ts';

const NAMES: ReadonlySet<string> = new Set(['person', 'organization', 'location']);
/** The word stands at the beginning of its line, and its sentence ends with it: "Summarize." A signature bears no full stop. */
const LINE_START = /(?:^|\n)[ \t]*$/;
const LINE_END = /^[.!][ \t]*(?:\r?\n|$)/;
const REACH = 40;

/**
 * Takes back a word that is a sentence and a line by itself, as people ask models for something below a document: "Summarize.", "Traduis.", "Riassumi!" Words that a list
 * knows as a given name or a surname stay, and so does everything at the strict level.
 */
export function createRequestsAreNoNamesPass(lexiconOf: LexiconSource): DocumentPass {
  return (view, winners, { level }) => {
    if (level === 'strict') return winners;
    return winners.filter((find) => {
      const { start, end, category, confidence } = find;
      if (!NAMES.has(category) || confidence >= CERTAIN.request || !restsOnLooks(find)) return true;
      const { text } = view;
      if (
        !LINE_START.test(text.slice(Math.max(0, start - REACH), start)) ||
        !LINE_END.test(text.slice(end, end + REACH))
      ) {
        return true;
      }
      const { tokens, given, surname } = lexiconOf(view);
      const at = view.tokenAt(start);
      return tokens[at]!.end < end || given[at]! > 0 || surname[at]! > 0;
    });
  };
}
