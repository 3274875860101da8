import type { Lexicon, LexiconSource } from '../gazetteers/lexicon.ts';
import type { Candidate, DocumentPass, TextView } from '../recognizer.ts';
import { createNumberReader, type NumberReader } from '../recognizers/dates/ages/numbers.ts';
import { exceptStrict } from './exceptStrict.ts';
import { isTaggerAlone } from './names.ts';

/** Numbers are given out in figures; where they are spelled out there are several words. */
const NUMBERED: ReadonlySet<string> = new Set(['reference', 'casenumber', 'phone', 'birthdate']);
/** Strength from which a word is an everyday one. */
const EVERYDAY = 4;
const ONE_WORD = /^\p{L}+$/u;

/**
 * Takes back numbers of customers, cases and telephones, dates of birth and ages that the tagger alone sees in one word without a figure: "GST/HST", "con NCF", "last". An age
 * goes only with an everyday word that is no number: "trentaseienne" stays. The strict level keeps all.
 */
export function createWordsAreNoNumbersPass(lexiconOf: LexiconSource): DocumentPass {
  const reader = createNumberReader();
  return exceptStrict((view, winners) =>
    winners.filter(
      (find) =>
        !isTaggerAlone(find) || !isWordWithoutFigure(view, find) || mayBeNumber(view, lexiconOf(view), reader, find),
    ),
  );
}

/** One word and no figure, not the first part of a number either ("RM" of "RM-0338"). */
function isWordWithoutFigure(view: TextView, { start, end }: Candidate): boolean {
  return ONE_WORD.test(view.text.slice(start, end)) && !/^[-/._]?\d/.test(view.after(end, 2));
}

/** True for an age in words, and for what is no number in the first place. */
function mayBeNumber(view: TextView, lexicon: Lexicon, reader: NumberReader, { category, start }: Candidate): boolean {
  if (category !== 'age') return !NUMBERED.has(category);
  const at = view.tokenAt(start);
  return lexicon.common[at]! < EVERYDAY || reader(view, at) !== undefined;
}
