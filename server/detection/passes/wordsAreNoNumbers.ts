import type { Candidate, DocumentPass, TextView } from '../recognizer.ts';
import { exceptStrict } from './exceptStrict.ts';
import { isTaggerAlone } from './names.ts';

/** Numbers are given out in figures; where they are spelled out there are several words. */
const NUMBERED: ReadonlySet<string> = new Set(['reference', 'casenumber', 'phone']);
const ONE_WORD = /^\p{L}+$/u;

/** One word and no figure, not the first part of a number either ("RM" of "RM-0338"). */
const isWordWithoutFigure = (view: TextView, { start, end }: Candidate): boolean =>
  ONE_WORD.test(view.text.slice(start, end)) && !/^[-/._]?\d/.test(view.after(end, 2));

/**
 * Takes back numbers of customers, cases and telephones that the tagger alone sees in one word without a figure: "GST/HST", "con NCF". The strict level keeps them.
 */
export function createWordsAreNoNumbersPass(): DocumentPass {
  return exceptStrict((view, winners) =>
    winners.filter((find) => !NUMBERED.has(find.category) || !isTaggerAlone(find) || !isWordWithoutFigure(view, find)),
  );
}
