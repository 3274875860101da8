import { SHAPE, type Lexicon } from '../../gazetteers/lexicon.ts';
import { ROLE } from '../../gazetteers/vocabulary/roles.ts';
import { isHyphenatedInitial } from './units.ts';

/** What may stand between titles and the name: faculties of doctors, endings of abbreviations. */
const FILLERS = new Set(
  'med vet jur iur rer nat phil ing habil h dent oec pol theol mult sc ssa ra rag dr prof arq lic univ dipl kfm med. psych of the and e'.split(
    ' ',
  ),
);
/** Titles so short that they count only with a full stop or before a capitalised word in the right language. */
const SHORT_MAX = 2;
const CHAIN_MAX = 6;

/**
 * The token after the titles that begin at `index` ("Frau Dr. med.", "M.", "dott.ssa"), where a name is expected; -1 when no
 * title stands there.
 */
export function afterTitles(lexicon: Lexicon, index: number): number {
  const { tokens } = lexicon;
  let at = index;
  let found = false;
  for (let count = 0; count < CHAIN_MAX && at < tokens.length; count += 1) {
    const token = tokens[at]!;
    if (token.kind !== 'word') break;
    const word = token.text.toLowerCase();
    const hasStop = tokens[at + 1]?.text === '.' && lexicon.isGlued(at + 1);
    if (isHyphenatedInitial(lexicon, at)) break;
    const isTitle = lexicon.has(at, ROLE.title) && (word.length > SHORT_MAX || hasStop || isShortTitle(lexicon, at));
    // A capital letter with a full stop is an initial: "gez. E. Harms".
    const isFiller =
      lexicon.shape[at] !== SHAPE.letter && (FILLERS.has(word) || (word === 'c' && tokens[at - 2]?.text === 'h'));
    if (!isTitle && !(found && isFiller && (hasStop || word.length > 1))) break;
    found = true;
    at += hasStop ? 2 : 1;
    // dott.ssa, Sig.ra, Dr.-Ing., D.ª: an ending glued to the full stop.
    if (hasStop && tokens[at]?.text === '-' && lexicon.isGlued(at)) at += 1;
    if (hasStop && lexicon.isGlued(at) && lexicon.shape[at] === SHAPE.small && tokens[at]!.text.length <= 4) {
      at += 1;
      if (tokens[at]?.text === '.' && lexicon.isGlued(at)) at += 1;
    } else if (tokens[at]?.text === 'ª' || tokens[at]?.text === 'º') at += 1;
    at = afterRetired(lexicon, at);
    if (tokens[at]?.text === '/' || tokens[at]?.text === ',') break;
  }
  return found ? at : -1;
}

/** Two-letter titles without a full stop: "Dr Smith", "Mr Smith", "Me Durand", "RA Weber". */
function isShortTitle(lexicon: Lexicon, index: number): boolean {
  const shape = lexicon.shape[index];
  if (shape === SHAPE.small || shape === SHAPE.letter)
    return /^(?:dr|fr|hr|sr|mr|ms)$/i.test(lexicon.tokens[index]!.text);
  return lexicon.isSpaced(index + 1) && lexicon.isCapital(index + 1);
}

/** Words behind the rank of somebody who has left the service: "Major (Retd)", "Oberst (a. D.)". */
const RETIRED = /^\((?:retd|ret|rtd|a\.?[ ]?d|i\.?[ ]?r|e\.?[ ]?r|c\.?[ ]?r|retired|retraité|retirado|congedo)\.?\)/i;

/** The token after "(Retd)"; `index` itself where nothing of the kind stands. */
function afterRetired({ text, tokens }: Lexicon, index: number): number {
  const start = tokens[index]?.text === '(' ? tokens[index].start : -1;
  if (start < 0) return index;
  const length = RETIRED.exec(text.slice(start, start + 12))?.[0].length ?? 0;
  let at = index;
  while (length > 0 && tokens[at] !== undefined && tokens[at]!.start < start + length) at += 1;
  return at;
}
