import { categoriesThat } from '../../contract/categoryTable.ts';
import type { Lexicon, LexiconSource } from '../gazetteers/lexicon.ts';
import type { Candidate, DocumentPass, TextView } from '../recognizer.ts';
import { createNumberReader, type NumberReader } from '../recognizers/dates/ages/numbers.ts';
import { EVERYDAY } from './certainty.ts';
import { exceptStrict } from './exceptStrict.ts';
import { isTaggerAlone } from './names.ts';

/** Numbers that are sums where everyday words spell them out. */
const SELDOM_SPELLED = categoriesThat(({ isFileNumber }) => isFileNumber === true);
/** Numbers are given out in figures; where they are spelled out there are several words. */
const NUMBERED: ReadonlySet<string> = new Set([...SELDOM_SPELLED, 'phone', 'birthdate']);
const SUM_BEHIND =
  /^[ ](?:\p{L}+[ ]){0,2}(?:euros?|pesos?|dollars?|dólares|franken|francs?|pounds|pfund|soles|mil|tausend|thousand|mille)(?!\p{L})/iu;
const SUM_REACH = 40;
const ONE_WORD = /^\p{L}+$/u;
const WORDS = /^[\p{L}\s.'’-]+$/u;

/**
 * Takes back numbers of customers, cases and telephones, dates of birth and ages that the tagger alone sees where no figure stands: "GST/HST", "last". An age goes only with an
 * everyday word ("trentaseienne" stays), several words only where they are a sum. The strict level keeps all.
 */
export function createWordsAreNoNumbersPass(lexiconOf: LexiconSource): DocumentPass {
  const reader = createNumberReader();
  return exceptStrict((view, winners) =>
    winners.filter((find) => !isTaggerAlone(find) || !isWithoutNumber(view, lexiconOf(view), reader, find)),
  );
}

function isWithoutNumber(view: TextView, lexicon: Lexicon, reader: NumberReader, find: Candidate): boolean {
  const written = view.text.slice(find.start, find.end);
  // The first part of a number: "RM" of "RM-0338".
  if (!WORDS.test(written) || /^[-/._]?\d/.test(view.after(find.end, 2))) return false;
  if (find.category === 'age') return ONE_WORD.test(written) && !mayBeAge(view, lexicon, reader, find);
  if (!NUMBERED.has(find.category)) return false;
  if (ONE_WORD.test(written)) return true;
  return SELDOM_SPELLED.has(find.category) && SUM_BEHIND.test(view.after(find.end, SUM_REACH));
}

function mayBeAge(view: TextView, lexicon: Lexicon, reader: NumberReader, { start }: Candidate): boolean {
  const at = view.tokenAt(start);
  return lexicon.common[at]! < EVERYDAY || reader(view, at) !== undefined;
}
