import type { Lexicon } from '../../gazetteers/lexicon.ts';
import { ROLE } from '../../gazetteers/vocabulary/roles.ts';
import type { Context } from './context.ts';
import { isRare, surnameStrength } from './evidence.ts';
import { ARTICLE, RARE, RARE_WEAK, SURNAME, type Evidence } from './reasons.ts';
import type { Unit } from './units.ts';

/** "Kowalczyk Beata": a frequent surname and a frequent given name that is a word as well. */
export function isKnownPair(surname: Unit, given: Unit): boolean {
  return (
    surnameStrength(surname) >= 3 &&
    surname.common <= 1 &&
    given.given >= 4 &&
    given.common <= 6 &&
    (given.roles & ROLE.never) === 0
  );
}

/** Two words in a row that no list knows as words: nearly always a name from elsewhere. */
export function isRarePair(lexicon: Lexicon, unit: Unit, next: Unit | undefined): boolean {
  if (next === undefined || next.initial || unit.upper !== next.upper || lexicon.capsLine[unit.first] === 1)
    return false;
  if (!isRare({ ...unit, common: 0 }, lexicon.language) || !isRare({ ...next, common: 0 }, lexicon.language))
    return false;
  const names = unit.given + unit.surname + next.given + next.surname;
  const commonest = Math.max(unit.common, next.common);
  if (commonest === 0) return names > 0 || lexicon.opens[unit.first] === 0 || isItem(lexicon, unit, next);
  return commonest <= 2 && Math.min(unit.common, next.common) === 0 && names >= (lexicon.language === 'de' ? 4 : 1);
}

const NOUN_END =
  /(?:ung|ungen|heit|keit|schaft|tion|tionen|tät|ismus|ment|nis|tum|gerät|plan|zeit|stelle|dienst|liste|nummer)$/i;
const NAME_LENGTH_MAX = 12;

/** "– Thushara Selvanathan, CFO": two unknown words that make up an item of a list, and do not end like a noun. */
function isItem({ tokens }: Lexicon, unit: Unit, next: Unit): boolean {
  const isShaped = [unit, next].every(({ first, last }) => {
    const { text } = tokens[first]!;
    return first === last && text.length >= 3 && text.length <= NAME_LENGTH_MAX && !NOUN_END.test(text);
  });
  return isShaped && !unit.upper && /^[,(:\r\n|;]/.test(tokens[next.last + 1]?.text ?? '\n');
}

/** A single word with nothing but itself to speak for it. */
export function lone(
  lexicon: Lexicon,
  units: readonly Unit[],
  from: number,
  context: Context,
  take: (count: number, why: Evidence) => number,
): number {
  const unit = units[from]!;
  const { language, tokens } = lexicon;
  if (lexicon.capsLine[unit.first] === 1 || !isRare({ ...unit, common: 0 }, language)) return 0;
  if (unit.upper && unit.last === unit.first && tokens[unit.last]!.text.length < 5) return 0;
  if (isDosed(lexicon, unit.last + 1)) return 0;
  const opens = lexicon.opens[unit.first] === 1;
  const isKnown = unit.surname >= 3;
  if (context === 'article' && isKnown && unit.common <= (language === 'de' ? 1 : 4)) return take(1, ARTICLE);
  if (isKnown && unit.common <= (language === 'de' ? 1 : 2)) return take(1, opens ? RARE : SURNAME);
  if (unit.common > (language === 'de' ? 0 : 1) || unit.upper) return 0;
  // "Karthik: …": somebody speaks in a chat or a transcript.
  const speaks = startsLine(lexicon, unit.first) && tokens[unit.last + 1]?.text === ':';
  if (surnameStrength(unit) >= 1 || unit.given > 0) return take(1, opens && !speaks ? RARE_WEAK : RARE);
  return take(1, opens || language === 'de' ? RARE_WEAK : RARE);
}

const DOSE =
  /^(?:mg|g|µg|μg|mcg|ug|ml|l|mmol|ie|iu|ui|i\.e|tbl|tabl|kps|gtt|hub|cps|cp|cpr|comp|comprimés?|comprimidos?|compresse|tabs?|tablets?|gotas|gocce|gouttes|tropfen|stk|%)$/i;

/** "Gilurytmal 20 mg": a drug or another product with its dose. */
function isDosed({ tokens }: Lexicon, index: number): boolean {
  const { kind, text } = tokens[index] ?? { kind: 'break', text: '' };
  if (kind === 'mixed') return /^\d+(?:mg|g|ml|mcg)$/i.test(text);
  return kind === 'number' && DOSE.test(tokens[index + 1]?.text ?? '');
}

export function startsLine({ tokens }: Lexicon, index: number): boolean {
  const before = tokens[index - 1];
  return before === undefined || before.kind === 'break' || /^[-–—•*|(]$/.test(before.text);
}
