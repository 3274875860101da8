import type { Candidate, Recognizer, TextView, Token } from '../../../recognizer.ts';
import { LARGEST_AGE } from '../../shared/numberWords.ts';
import { createNumberReader, type AgeNumber } from './numbers.ts';
import {
  COMPLETED,
  FROM_AGE,
  isAged,
  isAgeInYears,
  isBareAge,
  isSaidAge,
  isSpanOfTime,
  mayEndThere,
  SAYS_AGE,
} from './phrases.ts';
import { readUnit, type Unit } from './units.ts';
import { createAgeWords, DECADE_ANCHORS, DECADE_PHRASES, figureEnding, type AgeWord, type AgeWords } from './words.ts';

const CONFIDENCE = 0.85;
/** Without a word for years only the verb before the number speaks. */
const CONFIDENCE_BARE = 0.7;
const PRIORITY = 60;

/** Text that is looked at before and behind a number, in UTF-16 code units. */
const REACH_BEFORE = 64;
const REACH_AFTER = 60;

/** Ages of people in figures and words: who says so, and where the value ends. */
export function createAgeRecognizer(): Recognizer {
  const reader = createNumberReader();
  const words = createAgeWords();
  return {
    id: 'pattern:age',
    categories: ['age'],
    *recognize(view) {
      const { tokens } = view;
      let next = 0;
      for (const [index, token] of tokens.entries()) {
        if (token.kind === 'mark' || token.kind === 'break') continue;
        if (token.kind === 'word' && DECADE_ANCHORS.has(view.folded[index]!)) yield* decadesAround(view, token);
        const word = inOneWord(view, words, index);
        if (word !== undefined) yield word;
        // "vingt-trois" is one number, not three as well.
        const number = index < next ? undefined : reader(view, index);
        if (number === undefined) continue;
        next = number.nextToken;
        const found = gluedEnding(view, number) ?? inFigures(view, number);
        if (found !== undefined) yield found;
      }
    },
  };
}

function age(start: number, end: number, confidence = CONFIDENCE): Candidate {
  return { start, end, category: 'age', priority: PRIORITY, confidence, sources: ['pattern:age'] };
}

/** "dreizehnjährige", "sessantanovenne", "43jähriger", "octogénaire". */
function inOneWord(view: TextView, words: AgeWords, index: number): Candidate | undefined {
  const { kind, text, start, end } = view.tokens[index]!;
  if (kind === 'word') {
    const word = words(view.folded[index]!);
    return word !== undefined && allows(word, view.after(end, REACH_AFTER)) ? age(start, end) : undefined;
  }
  if (kind !== 'mixed') return undefined;
  const [, figures = '', ending = ''] = /^(\d{1,3})(\p{L}+)$/u.exec(text) ?? [];
  if (figures === '' || Number(figures) > LARGEST_AGE) return undefined;
  const word = figureEnding(ending);
  if (word !== undefined) return allows(word, view.after(end, REACH_AFTER)) ? age(start, end) : undefined;
  return isSexAndAge(view, ending, start, end) ? age(start, end) : undefined;
}

function allows({ notBefore, onlyBefore }: AgeWord, behind: string): boolean {
  return notBefore?.test(behind) !== true && onlyBefore?.test(behind) !== false;
}

/** "(43F)", "pt 60yo", "61M c/o": as clinicians note age and sex. */
function isSexAndAge(view: TextView, ending: string, start: number, end: number): boolean {
  if (/^(?:yo|yof|yom|yr|yrs)$/i.test(ending)) return ending.length > 2 || view.language === 'en';
  if (!/^[FM]$/.test(ending)) return false;
  const isApart = /(?:[(,|][ ]?|(?:^|\n)[ ]*|(?<!\p{L})(?:pt|patient|this)[ ])$/iu.test(view.before(start, 12));
  return (
    isApart && /^(?:[),|]|[ ](?:c\/o|with|w\/|presents|presenting|admitted|who)(?!\p{L}))/iu.test(view.after(end, 12))
  );
}

/** A number, what stands around it, and whether this makes it an age. */
function inFigures(view: TextView, number: AgeNumber): Candidate | undefined {
  const before = view.before(number.start, REACH_BEFORE).replace(/^[\s\S]*\n(?=[\s\S]*\S)/, '');
  const behind = view.after(number.end, REACH_AFTER);
  const unit = readUnit(behind, number.languages);
  return unit === undefined ? bare(view, number, before, behind) : withUnit(view, number, unit, before, behind);
}

/** "43-jährige", "vierzig-jährig", "19-enne", "25. Lebensjahr". */
function gluedEnding(view: TextView, { start, end, nextToken }: AgeNumber): Candidate | undefined {
  const [joint, word] = [view.tokens[nextToken], view.tokens[nextToken + 1]] as [Token | undefined, Token | undefined];
  const isJoined = joint?.text === '-' && joint.start === end && word?.kind === 'word' && word.start === joint.end;
  const isSpaced = joint?.kind === 'word' && joint.start <= end + 1;
  const ending = isJoined ? word : isSpaced ? joint : undefined;
  const entry = ending === undefined ? undefined : figureEnding(ending.text);
  return entry !== undefined && allows(entry, view.after(ending!.end, REACH_AFTER))
    ? age(start, ending!.end)
    : undefined;
}

/** Closing of a bracket or a cell behind "(43 ans" and "| 83 J.". */
const ENCLOSED_BEHIND = /^[ ]?(?:[,;)|\]]|$|\n|[ ]{2}|[ ]?[–-][ ]|\.(?!\d))/;
const CELL_BEFORE = /(?:[(,|;\t\]]|[ ]{2}|(?:^|\n)[ ]*(?:[-–•*·][ ])?|(?<!\p{L})(?:pat|pt|pte|pz|m|w|f|h)\.?,?)[ ]?$/iu;
const BRACKET_BEFORE = /[(,][ ]?$/;
/** No guarantee and no contract ends after so many years. */
const OLD = 60;
/** Figures behind these are years of a person's age also where nothing else is said. */
const REVERSED_BEFORE = /(?<!\p{L})(?:di|in|[(,|])?[ ]?anni[ ]$/iu;
const CIVIL_STATE =
  /^,[ ](?:verheiratet|ledig|verwitwet|geschieden|verh\.|married|single|widowed|divorced|marié|célibataire|veuf|veuve|divorcé|casad[oa]|solter[oa]|viud[oa]|divorciad[oa]|coniugat[oa]|nubile|celibe|vedov[oa]|divorziat[oa])/iu;

function withUnit(
  view: TextView,
  { start, end, value }: AgeNumber,
  { kind, language, length }: Unit,
  before: string,
  text: string,
): Candidate | undefined {
  const stop = end + length;
  const behind = text.slice(length);
  if (kind === 'shortMonths') return undefined;
  if (kind === 'shortYears') {
    if (/^-?(?:y\/o|y\.?o\.?|yrs?\.?[ ]old)/i.test(text.trimStart()) && view.language === 'en') return age(start, stop);
    return CELL_BEFORE.test(before) && ENCLOSED_BEHIND.test(behind) && !isSpanOfTime(before, behind)
      ? age(start, stop)
      : undefined;
  }
  const says = SAYS_AGE.exec(behind)?.[0].length ?? 0;
  if (says > 0) return age(start - (FROM_AGE.exec(before)?.[0].length ?? 0), stop + says);
  if (isAged(before) || (COMPLETED.test(behind) && !isSpanOfTime(before, ''))) return age(start, stop);
  if (isSaidAge(before, language) && mayEndThere(behind)) return age(start, stop, CONFIDENCE_BARE);
  if (kind === 'years') {
    if (isAgeInYears(before, behind, language) || CIVIL_STATE.test(behind)) return age(start, stop);
    if (language === 'de' && /(?<!\p{L})mit[ ]$/iu.test(before) && endsClause(behind))
      return age(start, stop, CONFIDENCE_BARE);
  }
  const isEnclosed = BRACKET_BEFORE.test(before) && /^[ ]?(?:[,).;!?]|$|\n)/.test(behind);
  const isRomance = language !== 'de' && language !== 'en';
  const mayStand = kind === 'years' ? isRomance || value >= OLD : isRomance && before.endsWith('(');
  return isEnclosed && mayStand && !isSpanOfTime(before.replace(BRACKET_BEFORE, ''), behind)
    ? age(start, stop)
    : undefined;
}

/** "mit 30 Jahren." and "mit 30 Jahren zog", but not "mit 30 Jahren Erfahrung". */
const endsClause = (behind: string): boolean => /^(?:[ ]?(?:[,.;:)]|$|\n)|[ ]\p{Ll})/u.test(behind);

/** Questions for an age, answered by the next number. */
const QUESTION =
  /(?:wie[ ]alt|how[ ]old|quel[ ]âge|qué[ ]edad|cuántos[ ]años|quanti[ ]anni|che[ ]età)[^?\n]{0,40}\?[?! ]{0,3}(?:\r?\n[^\n\d]{0,4}(?:\[[^\]\n]{0,24}\])?[^\n\d:]{0,30}:?)?[^\n\d]{0,12}$/iu;

function bare(view: TextView, number: AgeNumber, before: string, behind: string): Candidate | undefined {
  const { start, end, value, languages } = number;
  // "ein", "un" and "one" are articles first of all.
  if (value === 1 && languages !== undefined) return undefined;
  const isOwn = languages?.includes(view.language) ?? true;
  const stop = end + (/^(?:[ ]½|[.,]5(?!\d)|[ ]and[ ]a[ ]half)/u.exec(behind)?.[0].length ?? 0);
  const rest = behind.slice(stop - end);
  if (isAged(before)) return age(start, stop);
  if (isOwn && REVERSED_BEFORE.test(before)) return reversed(view, number);
  if (isOwn && isBareAge(before, rest, number, view.language)) return age(start, stop, CONFIDENCE_BARE);
  const isAnswer = languages === undefined && mayEndThere(rest) && QUESTION.test(view.before(start, 160));
  return isAnswer ? age(start, stop, CONFIDENCE_BARE) : undefined;
}

/** "anni 74", "di anni settantuno": Italian forms put the number behind the unit. */
function reversed(view: TextView, { start, end }: AgeNumber): Candidate | undefined {
  const unitStart = start - 'anni '.length;
  const isTerm = /(?<!\p{L})(?:durata|locazione|contratto|garanzia|ogni|da|per|negli|reclusione)[^\p{L}]{0,3}$/iu.test(
    view.before(unitStart, 20),
  );
  return isTerm || isSpanOfTime(view.before(unitStart, REACH_BEFORE), view.after(end, REACH_AFTER))
    ? undefined
    : age(unitStart, end);
}

function* decadesAround(view: TextView, { start }: Token): Generator<Candidate> {
  const offset = Math.max(0, start - REACH_BEFORE / 2);
  const window = view.text.slice(offset, start + REACH_AFTER);
  for (const phrase of Object.values(DECADE_PHRASES)) {
    for (const { indices } of window.matchAll(phrase)) {
      const { age: whole, apart, year } = indices!.groups!;
      const [from, to] = whole ?? apart ?? year!;
      yield age(offset + from, offset + to);
    }
  }
}
