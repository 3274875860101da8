import { SHAPE, type Lexicon } from '../../gazetteers/lexicon.ts';
import { ROLE } from '../../gazetteers/vocabulary/roles.ts';
import type { Candidate } from '../../recognizer.ts';
import { contextBefore, type Context } from './context.ts';
import { canFollow, canStand, givenStrength, isGiven, surnameStrength } from './evidence.ts';
import { isEponym } from './eponyms.ts';
import { isKnownPair, isRarePair, lone, startsLine } from './lone.ts';
import {
  TITLE,
  FULL,
  FULL_RARE,
  INITIAL,
  INITIAL_RARE,
  REVERSED,
  CONTEXT,
  LIST,
  COORDINATED,
  GIVEN,
  GIVEN_WEAK,
  RARE,
  NOBLE,
  RARE_PAIR,
  RARE_WEAK,
  type Emit,
  type Evidence,
} from './reasons.ts';
import { readNoble, smallAfterTitle, smallName } from './small.ts';
import { afterTitles } from './titles.ts';
import { hasSmallParticle, readRun, readUnit, type Unit } from './units.ts';

/** Finds the names of persons in a text. One pass over the tokens; every look-ahead and look-back is bounded. */
export function findPersons(lexicon: Lexicon): Candidate[] {
  const found: Candidate[] = [];
  const { tokens } = lexicon;
  let inList = false;
  let covered = 0;

  const emit = (units: readonly Unit[], { source, confidence, priority }: Evidence): void => {
    const first = units[0]!;
    const last = units[units.length - 1]!;
    found.push({
      start: tokens[first.first]!.start,
      end: tokens[last.last]!.end,
      category: 'person',
      confidence,
      sources: [source],
      priority,
    });
    covered = tokens[last.last]!.end;
  };

  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at]!;
    if (token.kind === 'break') inList = false;
    if (token.kind !== 'word' || token.start < covered) {
      at += 1;
      continue;
    }
    const name = lexicon.has(at, ROLE.title) && !isOwnName(lexicon, at) ? afterTitles(lexicon, at) : -1;
    if (name > 0) {
      const next = titled(lexicon, name, emit);
      if (next > 0) {
        at = next;
        continue;
      }
    }
    const context = contextBefore(lexicon, at);
    if (lexicon.shape[at] === SHAPE.small) {
      const noble = readNoble(lexicon, at);
      if (noble !== undefined) {
        emit([noble], NOBLE);
        at = noble.last + 1;
        continue;
      }
      const end = smallName(lexicon, at, context, emit);
      at = end > 0 ? end : at + 1;
      continue;
    }
    const units = readRun(lexicon, at);
    if (units.length === 0) {
      at += 1;
      continue;
    }
    if (context === 'label') inList = true;
    at = parseRun(lexicon, units, context, inList, emit);
  }
  return found;
}

/** "Nana Bediako": a word that is a given name rather than a title. */
function isOwnName({ given, common, shape }: Lexicon, index: number): boolean {
  return given[index]! >= 4 && common[index]! <= 3 && shape[index] === SHAPE.capitalised;
}

/** A name after a title. @returns the token after it, or -1 when no name follows */
function titled(lexicon: Lexicon, index: number, emit: Emit): number {
  const { tokens } = lexicon;
  const isBroken = tokens[index]?.kind === 'break';
  const start = isBroken ? index + 1 : index;
  const units = readRun(lexicon, start);
  const first = units[0];
  if (first === undefined) {
    return smallAfterTitle(lexicon, start, emit);
  }
  if (isBroken && !(isGiven(first) || surnameStrength(first) >= 3 || first.upper || fillsLine(lexicon, units)))
    return -1;
  if (isAttribute(lexicon, first) || isModel(lexicon, first)) return -1;
  if (!first.initial && !canStand(first) && !isDateName(lexicon, first)) return -1;
  if (first.initial && units.length === 1) return -1;
  const taken = [first];
  for (let i = 1; i < units.length && continuesName(lexicon, units, i); i += 1) taken.push(units[i]!);
  emit(taken, TITLE);
  return coordinated(lexicon, taken[taken.length - 1]!.last + 1, emit);
}

/** "el profesor de Matemáticas": what somebody teaches, not who he is. */
function isAttribute(lexicon: Lexicon, unit: Unit): boolean {
  return hasSmallParticle(lexicon, unit) && unit.surname < 3 && unit.common >= 2 && unit.given === 0;
}

/** "Brother HL-L5100DN": capitals with a number joined to them. */
function isModel({ tokens, isGlued }: Lexicon, { upper, last }: Unit): boolean {
  return upper && tokens[last + 1]?.text === '-' && isGlued(last + 1) && tokens[last + 2]?.kind === 'mixed';
}

/** "Frau Freitag", "Herr Sonntag": a day or month that is a surname as well, without a number behind it. */
function isDateName(lexicon: Lexicon, unit: Unit): boolean {
  const next = lexicon.tokens[unit.last + 1];
  return (
    unit.surname >= 3 &&
    !unit.upper &&
    lexicon.opens[unit.first] === 0 &&
    next?.kind !== 'number' &&
    unit.first === unit.head
  );
}

/** Words that no list knows as words and that fill a line of their own. */
function fillsLine({ tokens }: Lexicon, units: readonly Unit[]): boolean {
  const after = tokens[units[units.length - 1]!.last + 1];
  return (
    units.length > 1 && units.length <= 4 && units[0]!.common === 0 && (after === undefined || after.kind === 'break')
  );
}

/** "Herren Müller und Schmidt": names joined to one that is certain. @returns the token after the last */
function coordinated(lexicon: Lexicon, index: number, emit: Emit): number {
  let at = index;
  for (let count = 0; count < 6; count += 1) {
    const joint = lexicon.tokens[at];
    if (joint === undefined || !(joint.text === '&' || joint.text === '/' || lexicon.has(at, ROLE.conjunction)))
      return at;
    const unit = readUnit(lexicon, at + 1);
    if (unit === undefined || unit.initial || !canFollow(unit) || (unit.common > 2 && surnameStrength(unit) < 2))
      return at;
    const units = [unit];
    for (const next of readRun(lexicon, unit.first).slice(1)) {
      if (!canFollow(next)) break;
      units.push(next);
    }
    emit(units, COORDINATED);
    at = units[units.length - 1]!.last + 1;
  }
  return at;
}

/** Finds the names inside a run of capitalised words. @returns the token to go on from */
function parseRun(lexicon: Lexicon, units: readonly Unit[], context: Context, inList: boolean, emit: Emit): number {
  let from = 0;
  let sign = context;
  while (from < units.length) {
    const unit = units[from]!;
    // A title inside the run is left to the main loop, which sees what follows it.
    if (from > 0 && (unit.roles & ROLE.title) !== 0 && afterTitles(lexicon, unit.first) > 0) return unit.first;
    const taken = takeName(lexicon, units, from, sign, inList, emit);
    if (taken > 0) {
      const end = units[from + taken - 1]!.last + 1;
      from += taken;
      sign = 'none';
      if (from === units.length) return coordinated(lexicon, end, emit);
      continue;
    }
    sign =
      (unit.roles & ROLE.relation) !== 0
        ? 'relation'
        : (unit.roles & ROLE.greeting) !== 0
          ? 'greeting'
          : (unit.roles & ROLE.naming) !== 0
            ? 'naming'
            : 'none';
    from += 1;
  }
  return units[units.length - 1]!.last + 1;
}

const NOBLE_TITLE = /^(?:Graf|Gräfin|Freiherr|Freifrau|Freiin|Baron|Baronin|Prinz|Prinzessin|Fürst|Edler|Ritter)$/;

/** True when unit `index` carries on a name that has begun; a month ("Constance May Whitlock") only with another name after it. */
function continuesName(lexicon: Lexicon, units: readonly Unit[], index: number): boolean {
  const unit = units[index]!;
  if (isTownAfterParticle(lexicon, unit)) return false;
  const next = units[index + 1];
  // "Petra Lindner RA Jonas Hartwig": a title between two names begins another one, but "Graf" may be inside a name.
  if ((unit.roles & ROLE.title) !== 0 && next !== undefined && !NOBLE_TITLE.test(lexicon.tokens[unit.head]!.text))
    return false;
  // "Matthias Richter", "Eric Love": a surname that is another word as well, at the end of a name that has begun.
  const isOtherWord = (unit.roles & (ROLE.title | ROLE.relation | ROLE.greeting | ROLE.label)) !== 0;
  if (next === undefined && isOtherWord && unit.surname >= 4 && isGiven(units[index - 1]!) && unit.first === unit.head)
    return lexicon.opens[unit.first] === 0;
  if ((unit.roles & ROLE.never) !== 0 && next === undefined && isGiven(units[index - 1]!) && isDateName(lexicon, unit))
    return true;
  const isInner = unit.given >= 4 && next !== undefined && canFollow(next) && lexicon.opens[unit.first] === 0;
  return canFollow(unit) || ((unit.roles & ROLE.never) !== 0 && isInner);
}

/** Tries to read a name that begins with unit `from`. @returns how many units it takes; 0 for none */
function takeName(
  lexicon: Lexicon,
  units: readonly Unit[],
  from: number,
  context: Context,
  inList: boolean,
  emit: Emit,
): number {
  const unit = units[from]!;
  const { language } = lexicon;
  const opens = lexicon.opens[unit.first] === 1;
  const next = units[from + 1];
  const isCaps = lexicon.capsLine[unit.first] === 1;
  const take = (count: number, why: Evidence): number => {
    emit(units.slice(from, from + count), why);
    return count;
  };
  /** Units from `start` that continue a name that is certain. */
  const follow = (start: number): number => {
    let end = start;
    while (end < units.length && end - from < 5 && continuesName(lexicon, units, end)) end += 1;
    return end - from;
  };

  if (isFieldName(lexicon, unit) || isAbbreviation(lexicon, unit, next)) return 0;
  if (context === 'speaker' && (unit.roles & (ROLE.relation | ROLE.label)) !== 0) return 0;
  if (context === 'label' || context === 'speaker' || context === 'naming') {
    if (reversedAfterComma(lexicon, unit, emit) > 0) return 1;
    const isPlausible = unit.initial
      ? next !== undefined && canFollow(next)
      : canStand(unit) && (unit.common <= 4 || unit.surname >= 3 || unit.given >= 4);
    if (isPlausible) return take(Math.max(1, follow(from + 1)), CONTEXT[context]);
  }
  if (hasSmallParticle(lexicon, unit) && context !== 'relation') return 0;
  if (unit.initial) {
    let last = from + 1;
    while (last < units.length && units[last]!.initial) last += 1;
    const name = units[last];
    if (name === undefined || !canFollow(name)) return 0;
    if (startsLine(lexicon, unit.first) && surnameStrength(name) < 2 && (name.common > 0 || language === 'de'))
      return 0;
    return take(
      Math.max(follow(last + 1), last - from + 1),
      surnameStrength(name) >= 1 || !opens ? INITIAL : GIVEN_WEAK,
    );
  }
  if ((next === undefined || !canFollow(next)) && isEponym(lexicon, unit)) return 0;
  const isAcronym = unit.upper && unit.first === unit.last && lexicon.tokens[unit.last]!.text.length <= 4;
  if (isAcronym && context === 'none' && (next === undefined || !isGiven(next))) return 0;
  if (isGiven(unit)) {
    const count = follow(from + 1);
    if (count > 1) {
      const last = units[from + count - 1]!;
      const known = last.initial || surnameStrength(last) >= 1 || isGiven(last);
      return take(count, known ? FULL : FULL_RARE);
    }
    if (context === 'relation' || context === 'greeting') return take(1, CONTEXT[context]);
    const comma = reversedAfterComma(lexicon, unit, emit);
    if (comma > 0) return 1;
    const strength = givenStrength(unit);
    if (isCaps) return take(1, strength >= 5 ? GIVEN_WEAK : RARE_WEAK);
    return take(
      1,
      strength >= 4.5 && !(opens && unit.common > 2) ? GIVEN : unit.common <= 4 || !opens ? GIVEN_WEAK : RARE_WEAK,
    );
  }
  if (next !== undefined && isGiven(next) && canFollow(unit) && !((unit.roles & (ROLE.relation | ROLE.title)) !== 0)) {
    const isSurname =
      surnameStrength(unit) >= 2 ||
      (unit.upper && !next.upper) ||
      (unit.common === 0 && (unit.upper || ((language !== 'de' || unit.surname > 0) && !opens)));
    if (isSurname) return take(Math.max(2, follow(from + 2)), REVERSED);
  }
  if (next !== undefined && givenStrength(unit) >= 1 && surnameStrength(next) >= 2 && next.common <= 3)
    return take(Math.max(2, follow(from + 2)), FULL_RARE);
  if (next?.initial === true && unit.common <= 3 && (surnameStrength(unit) >= 2 || givenStrength(unit) >= 1))
    return take(2, INITIAL);
  if (unit.given >= 4 && next !== undefined && isGiven(next) && follow(from + 1) >= 3)
    return take(follow(from + 1), FULL_RARE);
  if (next?.initial === true && unit.common === 0 && closesAfterInitial(lexicon, unit, next))
    return take(2, INITIAL_RARE);
  if (context === 'relation' || context === 'greeting') {
    if (isAttribute(lexicon, unit)) return 0;
    const isName = canFollow(unit) && (unit.common <= (language === 'de' ? 1 : 2) || surnameStrength(unit) >= 2);
    if (isName) return take(Math.max(1, follow(from + 1)), CONTEXT[context]);
  }
  if (reversedAfterComma(lexicon, unit, emit) > 0) return 1;
  if (next !== undefined && isKnownPair(unit, next)) return take(Math.max(2, follow(from + 2)), REVERSED);
  if (isRarePair(lexicon, unit, next)) return take(Math.max(2, follow(from + 2)), language === 'de' ? RARE : RARE_PAIR);
  if (inList && canFollow(unit) && (unit.common <= 1 || surnameStrength(unit) >= 3))
    return take(Math.max(1, follow(from + 1)), LIST);
  return lone(lexicon, units, from, context, take);
}

/** "An:", "CLABE:", "IMEI 35…": a label or short capitals before a value. */
function isFieldName(lexicon: Lexicon, unit: Unit): boolean {
  if (unit.first !== unit.last || unit.given >= 3) return false;
  const { kind, text } = lexicon.tokens[unit.last + 1] ?? { kind: 'break', text: '' };
  if (text === ':')
    return (unit.roles & ROLE.label) !== 0 || (unit.upper && unit.surname < 3 && isShort(lexicon, unit));
  return kind === 'number' && unit.upper && unit.surname < 3 && isShort(lexicon, unit);
}

function isShort({ tokens }: Lexicon, unit: Unit): boolean {
  return tokens[unit.last]!.text.length <= 5;
}

/** "Koll. Hupfeld", "Cand. 2", "Pers.-Nr.": a short word with a full stop in the middle of a sentence. */
function isAbbreviation(lexicon: Lexicon, unit: Unit, next: Unit | undefined): boolean {
  const { tokens, isGlued } = lexicon;
  if (next !== undefined || unit.first !== unit.last || unit.given >= 3 || unit.surname >= 3 || !isShort(lexicon, unit))
    return false;
  if (tokens[unit.last + 1]?.text !== '.' || !isGlued(unit.last + 1)) return false;
  const after = unit.last + 2;
  return (
    tokens[after]?.text === '-' ||
    tokens[after]?.kind === 'number' ||
    (after < tokens.length && lexicon.isCapital(after))
  );
}

/** "Selvanathan T.", then the end of an item: an unknown surname with an initial behind it. */
function closesAfterInitial({ tokens, opens }: Lexicon, unit: Unit, initial: Unit): boolean {
  const after = tokens[initial.last + 1];
  return tokens[initial.last]!.text === '.' && opens[unit.first] === 0 && after?.kind !== 'word';
}

/** Shorter words in capitals are acronyms more often than surnames: "AEG, Lavatherm". */
const LISTED_MIN = 5;

/** "MÜLLER, Anna Maria", "Tscherny, L.": a surname, a comma, given names. @returns 1 when it emitted the whole, else 0 */
function reversedAfterComma(lexicon: Lexicon, unit: Unit, emit: Emit): number {
  const comma = unit.last + 1;
  if (lexicon.tokens[comma]?.text !== ',' || !lexicon.isGlued(comma) || !lexicon.isSpaced(comma + 1)) return 0;
  const [given, ...more] = readRun(lexicon, comma + 1);
  if (given === undefined || !canFollow(unit) || (unit.roles & ROLE.relation) !== 0) return 0;
  const isKnown = unit.surname >= 3 || unit.upper || unit.common === 0;
  const isPlausible = isGiven(given) || (given.given >= 4 && given.common <= 6 && surnameStrength(unit) >= 3);
  // "OKWARAJI, Ndidika": how lists of persons write names, also such as no word list knows.
  const isLong = lexicon.tokens[unit.head]!.text.length >= LISTED_MIN;
  const isUnknown = isLong && unit.upper && !given.upper && unit.common + given.common === 0 && !given.initial;
  if (!isKnown || !(isPlausible || isUnknown || (given.initial && unit.common <= 2))) return 0;
  const stop = more.findIndex((next) => !canFollow(next));
  const units = [unit, given, ...more.slice(0, Math.min(3, stop < 0 ? more.length : stop))];
  const after = units[units.length - 1]!.last + 1;
  const isClosed = lexicon.tokens[after]?.kind !== 'word' || lexicon.shape[after] !== SHAPE.small;
  emit(units, isClosed ? REVERSED : GIVEN_WEAK);
  return 1;
}

/** A town after a particle tells where somebody is from: "les Virchaux de Neuchâtel". */
function isTownAfterParticle(lexicon: Lexicon, unit: Unit): boolean {
  return hasSmallParticle(lexicon, unit) && unit.head === unit.last && lexicon.isTown(unit.head) && unit.surname < 6;
}
