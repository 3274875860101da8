import type { Lexicon, LexiconSource } from '../gazetteers/lexicon.ts';
import type { Candidate, DocumentPass, TextView } from '../recognizer.ts';
import { restsOnLooks } from './certainty.ts';
import { isTaggerAlone, NAMES } from './names.ts';

/** Strength of the words that stand in every text: "De", "Los", "In", "Hai". */
const EVERYWHERE = 7;
/** Strength from which such a word is a name as well: "Long", "Sans", "May". */
const KNOWN_NAME = 4;
/** Numbers are given out in figures; where they are spelled out there are several words. */
const NUMBERED: ReadonlySet<string> = new Set(['reference', 'casenumber', 'phone']);
const ONE_WORD = /^\p{L}+$/u;

/**
 * Takes back single words that nobody is called and nothing is numbered with: words of every text that only their capital makes a name ("De Ripoll a Mascaró"), what the
 * tagger does not second; and numbers of customers, cases and telephones that the tagger alone sees in one word without a figure. The strict level keeps them.
 */
export function createSmallWordsAreNoNamesPass(lexiconOf: LexiconSource): DocumentPass {
  return (view, winners, { level }) =>
    level === 'strict'
      ? winners
      : winners.filter((find) => {
          if (NUMBERED.has(find.category)) return !isTaggerAlone(find) || !isWordWithoutFigure(view, find);
          return !NAMES.has(find.category) || !isUnseconded(find) || !isSmallWord(view, lexiconOf(view), find);
        });
}

/** One word and no figure, not the first part of a number either ("RM" of "RM-0338"). */
const isWordWithoutFigure = (view: TextView, { start, end }: Candidate): boolean =>
  ONE_WORD.test(view.text.slice(start, end)) && !/^[-/._]?\d/.test(view.after(end, 2));

const isUnseconded = (find: Candidate): boolean => restsOnLooks(find) && !find.sources.includes('tagger:context');

function isSmallWord(view: TextView, { tokens, common, given, surname }: Lexicon, { start, end }: Candidate): boolean {
  const at = view.tokenAt(start);
  const isOne = tokens[at]!.start === start && tokens[at]!.end === end;
  return isOne && common[at] === EVERYWHERE && given[at]! < KNOWN_NAME && surname[at]! < KNOWN_NAME;
}
