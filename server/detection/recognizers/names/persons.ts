import { SHAPE, type Lexicon } from '../../gazetteers/lexicon.ts';
import { ROLE } from '../../gazetteers/vocabulary/roles.ts';
import type { Candidate } from '../../recognizer.ts';
import { contextBefore, type Context } from './context.ts';
import { canFollow, canStand, givenStrength, isGiven, isRare, surnameStrength } from './evidence.ts';
import { isEponym } from './eponyms.ts';
import { afterTitles } from './titles.ts';
import { hasSmallParticle, readParticled, readRun, readUnit, type Unit } from './units.ts';

/** Confidence and priority of a find by what speaks for it. */
interface Evidence {
  readonly source: string;
  readonly confidence: number;
  readonly priority: number;
}

const evidence = (source: string, confidence: number, priority: number): Evidence =>
  Object.freeze({ source, confidence, priority });

const TITLE = evidence('names:title', 0.95, 50);
const FULL = evidence('names:given-surname', 0.92, 45);
const FULL_RARE = evidence('names:given-surname', 0.85, 42);
const INITIAL = evidence('names:initial-surname', 0.82, 42);
const REVERSED = evidence('names:surname-given', 0.86, 42);
const CONTEXT: Readonly<Record<Exclude<Context, 'none' | 'article'>, Evidence>> = Object.freeze({
  label: evidence('names:label', 0.85, 46),
  relation: evidence('names:relation', 0.78, 42),
  greeting: evidence('names:greeting', 0.8, 44),
  naming: evidence('names:naming', 0.8, 44),
  speaker: evidence('names:speaker', 0.82, 44),
});
const ARTICLE = evidence('names:article', 0.6, 30);
const LIST = evidence('names:list', 0.65, 35);
const COORDINATED = evidence('names:coordinated', 0.7, 40);
const GIVEN = evidence('names:given', 0.72, 40);
const GIVEN_WEAK = evidence('names:given', 0.55, 35);
const SURNAME = evidence('names:surname', 0.62, 35);
const RARE = evidence('names:rare-word', 0.52, 10);
const NOBLE = evidence('names:particle', 0.65, 36);
const RARE_PAIR = evidence('names:rare-pair', 0.6, 33);
const SMALL_GIVEN = evidence('names:given-small', 0.55, 20);
const RARE_WEAK = evidence('names:rare-word', 0.35, 10);

/** Finds the names of persons in a text. One pass over the tokens; every look-ahead and look-back is bounded. */
export function findPersons(lexicon: Lexicon): Candidate[] {
  const found: Candidate[] = [];
  const { tokens } = lexicon;
  let inList = false;

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
  };

  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at]!;
    if (token.kind === 'break') inList = false;
    if (token.kind !== 'word') {
      at += 1;
      continue;
    }
    const name = lexicon.has(at, ROLE.title) ? afterTitles(lexicon, at) : -1;
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

type Emit = (units: readonly Unit[], evidence: Evidence) => void;

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
  if (isBroken && !(isGiven(first) || surnameStrength(first) >= 3 || first.upper)) return -1;
  if (!first.initial && !canStand(first)) return -1;
  if (first.initial && units.length === 1) return -1;
  const taken = [first];
  for (let i = 1; i < units.length && continuesName(lexicon, units, i); i += 1) taken.push(units[i]!);
  emit(taken, TITLE);
  return coordinated(lexicon, taken[taken.length - 1]!.last + 1, emit);
}

/** "frau müller" in a message without capitals. */
function smallAfterTitle(lexicon: Lexicon, index: number, emit: Emit): number {
  const unit = smallUnit(lexicon, index);
  if (unit === undefined || unit.common > 1 || lexicon.shape[index - 1] === SHAPE.capitalised) return -1;
  emit([unit], COORDINATED);
  return unit.last + 1;
}

/** A word in small letters as a unit; undefined for what no name can be. */
function smallUnit(lexicon: Lexicon, index: number): Unit | undefined {
  const token = lexicon.tokens[index];
  if (
    token?.kind !== 'word' ||
    token.text.length < 3 ||
    lexicon.shape[index] !== SHAPE.small ||
    lexicon.roles[index] !== 0
  )
    return undefined;
  return {
    first: index,
    head: index,
    last: index,
    given: 0,
    surname: 0,
    common: lexicon.common[index]!,
    initial: false,
    upper: false,
    roles: 0,
  };
}

/** "von der Heydt sagt", "v. Dahlwitz": particles that only a name has, with a name after them. */
function readNoble(lexicon: Lexicon, index: number): Unit | undefined {
  const { tokens, shape } = lexicon;
  if (!/^(?:v|von|van)$/.test(tokens[index]!.text)) return undefined;
  const isChain =
    tokens[index]!.text === 'v'
      ? tokens[index + 1]?.text === '.'
      : /^(?:der|den|dem|de|d)$/.test(tokens[index + 1]?.text ?? '');
  const unit = isChain ? readParticled(lexicon, index) : undefined;
  if (unit === undefined || shape[unit.head] === SHAPE.upper || lexicon.isTown(unit.head)) return undefined;
  return unit.common <= 1 && isRare({ ...unit, common: 0 }, lexicon.language) ? unit : undefined;
}

/** A name in small letters: "[10:12] jana:", "hallo zeynep", "frag luca". @returns the token after it or -1 */
function smallName(lexicon: Lexicon, index: number, context: Context, emit: Emit): number {
  const unit = smallUnit(lexicon, index);
  if (unit === undefined) return -1;
  const isSigned = context === 'greeting' || context === 'speaker' || context === 'naming';
  const speaks = context === 'speaker' && lexicon.tokens[index + 1]?.text === ':';
  if (isSigned && unit.common <= (speaks ? 5 : context === 'naming' ? 0 : 1)) {
    emit([unit], context === 'speaker' ? COORDINATED : GIVEN_WEAK);
    return index + 1;
  }
  const isGlued = lexicon.isGlued(index) && !isOpeningMark(lexicon.tokens[index - 1]!.text);
  if (isGlued || isJoinedOn(lexicon, index + 1) || lexicon.given[index]! < (unit.common === 0 ? 4 : 5)) return -1;
  emit([unit], SMALL_GIVEN);
  return index + 1;
}

function isOpeningMark(mark: string): boolean {
  return mark === '(' || mark === '"' || mark === '«' || mark === '/';
}

/** "luca.rossi", "anna-lena", "maria_3": parts of something else. */
function isJoinedOn({ tokens, isGlued }: Lexicon, index: number): boolean {
  const next = tokens[index];
  return (
    next !== undefined &&
    isGlued(index) &&
    (/^[._@\-/]$/.test(next.text) ? isGlued(index + 1) : next.kind !== 'mark' && next.kind !== 'break')
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

/** True when unit `index` carries on a name that has begun; a month ("Constance May Whitlock") only with another name after it. */
function continuesName(lexicon: Lexicon, units: readonly Unit[], index: number): boolean {
  const unit = units[index]!;
  if (isTownAfterParticle(lexicon, unit)) return false;
  const next = units[index + 1];
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

  if (context === 'label' || context === 'speaker' || context === 'naming') {
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
  if (context === 'relation' || context === 'greeting') {
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

/** "MÜLLER, Anna Maria", "Tscherny, L.": a surname, a comma, given names. @returns 1 when it emitted the whole, else 0 */
function reversedAfterComma(lexicon: Lexicon, unit: Unit, emit: Emit): number {
  const comma = unit.last + 1;
  if (lexicon.tokens[comma]?.text !== ',' || !lexicon.isGlued(comma) || !lexicon.isSpaced(comma + 1)) return 0;
  const [given, ...more] = readRun(lexicon, comma + 1);
  if (given === undefined || !canFollow(unit) || (unit.roles & ROLE.relation) !== 0) return 0;
  const isKnown = unit.surname >= 3 || unit.upper || unit.common === 0;
  const isPlausible = isGiven(given) || (given.given >= 4 && given.common <= 6 && surnameStrength(unit) >= 3);
  if (!isKnown || !(isPlausible || (given.initial && unit.common <= 2))) return 0;
  const stop = more.findIndex((next) => !canFollow(next));
  const units = [unit, given, ...more.slice(0, Math.min(3, stop < 0 ? more.length : stop))];
  const after = units[units.length - 1]!.last + 1;
  const isClosed = lexicon.tokens[after]?.kind !== 'word' || lexicon.shape[after] !== SHAPE.small;
  emit(units, isClosed ? REVERSED : GIVEN_WEAK);
  return 1;
}

/** "Kowalczyk Beata": a frequent surname and a frequent given name that is a word as well. */
function isKnownPair(surname: Unit, given: Unit): boolean {
  return (
    surnameStrength(surname) >= 3 &&
    surname.common <= 1 &&
    given.given >= 4 &&
    given.common <= 6 &&
    (given.roles & ROLE.never) === 0
  );
}

/** Two words in a row that no list knows as words: nearly always a name from elsewhere. */
function isRarePair(lexicon: Lexicon, unit: Unit, next: Unit | undefined): boolean {
  if (next === undefined || next.initial || unit.upper !== next.upper || lexicon.capsLine[unit.first] === 1)
    return false;
  if (!isRare({ ...unit, common: 0 }, lexicon.language) || !isRare({ ...next, common: 0 }, lexicon.language))
    return false;
  const names = unit.given + unit.surname + next.given + next.surname;
  const commonest = Math.max(unit.common, next.common);
  if (commonest === 0) return names > 0 || lexicon.opens[unit.first] === 0;
  return commonest <= 2 && Math.min(unit.common, next.common) === 0 && names >= (lexicon.language === 'de' ? 4 : 1);
}

/** A town after a particle tells where somebody is from: "les Virchaux de Neuchâtel". */
function isTownAfterParticle(lexicon: Lexicon, unit: Unit): boolean {
  return hasSmallParticle(lexicon, unit) && unit.head === unit.last && lexicon.isTown(unit.head) && unit.surname < 6;
}

function startsLine({ tokens }: Lexicon, index: number): boolean {
  const before = tokens[index - 1];
  return before === undefined || before.kind === 'break' || /^[-–—•*|(]$/.test(before.text);
}

/** A single word with nothing but itself to speak for it. */
function lone(
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
