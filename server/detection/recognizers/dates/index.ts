import type { Candidate, Recognizer } from '../../recognizer.ts';
import { DAY_AND_MONTH_PATTERN, FULL_DATE_PATTERN, dateEndAt, isPlausibleDate } from '../shared/dates.ts';
import { createPatternRecognizer } from '../shared/patterns.ts';
import { createAgeRecognizer } from './ages/index.ts';

/** Signs of birth and death before a date, and the words behind one. */
const SIGN_BEFORE = /[*†✝☆⚰][ \u00a0]?(?=\d)/g;
/** "(b. 4 Oct 1993)", ", d. May 2019", "(n. 12.12.1939)": letters for birth and death in brackets and behind commas. */
const LETTER_BEFORE = /(?<=[(,;][ ]?)(?:b|d|n|nac|dec|dcd|gest|verst)\.[ ]{0,2}(?=[\p{N}\p{Lu}])/giu;
/** People of earlier centuries are nobody's secret any more. */
const EARLIEST_YEAR = 1900;

/** The date behind a sign or letter for birth and death. */
function* datesBehind(
  text: string,
  sign: RegExp,
  isLoose: (sign: string, index: number) => boolean,
): Generator<Candidate> {
  for (const { 0: found, index } of text.matchAll(sign)) {
    const start = index + found.length;
    const end = dateEndAt(text, start, isLoose(found, index));
    if (end < 0 || (/^\d{4}$/.test(text.slice(start, end)) && Number(text.slice(start, end)) < EARLIEST_YEAR)) continue;
    yield { start, end, category: 'birthdate', priority: 72, confidence: 0.9, sources: ['pattern:life-date'] };
  }
}

/** Dates that stand beside the genealogical signs * and †; dates beside words are found by recognizers/labelled. */
export function createLifeDateRecognizer(): Recognizer {
  return {
    id: 'pattern:life-date',
    categories: ['birthdate'],
    *recognize({ text }) {
      // A star before a year may as well be a bullet or a footnote.
      yield* datesBehind(text, SIGN_BEFORE, (sign, index) => sign.startsWith('†') || text[index - 1] === '(');
      yield* datesBehind(text, LETTER_BEFORE, () => true);
    },
  };
}

/** Dates, ages and sums. */
export function createDateRecognizers(): readonly Recognizer[] {
  return [
    createLifeDateRecognizer(),
    createPatternRecognizer('pattern:birthdate', [
      {
        category: 'birthdate',
        pattern: new RegExp(
          `(?<value>${FULL_DATE_PATTERN})(?=[ ,]{0,3}\\(?(?:geb\\b|geboren|verst[ao]rben|verstarb|gestorben|entschlafen|décédée?|fallecid[oa]|falleció|deceduto|deceduta|died|passed away|Geburtsdatum|born|DOB|n[ée]e?\\b|nacid[oa]|nat[oa]\\b)|[ \\t]*(?:\\r?\\n[ \\t]*){1,2}\\(?(?:Geburtsdatum|Geburtstag|date of birth|birth date|DOB|date de naissance|fecha de nacimiento|data di nascita)\\)?[ \\t]*(?:[\\r\\n]|$))`,
          'dgiu',
        ),
        group: 'value',
        needs: 'shape',
        accept: isPlausibleDate,
      },
      // "am 9. Februar nach langer Krankheit gestorben", "wurde 1941 in Tuttlingen geboren": German puts the verb last.
      {
        category: 'birthdate',
        pattern: new RegExp(
          `(?:am[ ](?<value>${FULL_DATE_PATTERN}|${DAY_AND_MONTH_PATTERN})|(?:wurde|ist|war)[ ](?<year>(?:19|20)\\d\\d))(?:[ ]\\p{L}+){0,5}[ ](?:verst[ao]rben|gestorben|entschlafen|geboren|verschieden)(?!\\p{L})`,
          'dgiu',
        ),
        group: ['value', 'year'],
        needs: 'shape',
      },
    ]),
    createPatternRecognizer('pattern:date', [
      {
        category: 'date',
        pattern: new RegExp(FULL_DATE_PATTERN, 'giu'),
        needs: 'shape',
        accept: isPlausibleDate,
        confidence: 0.9,
        priority: 45,
      },
      {
        category: 'date',
        pattern: new RegExp(DAY_AND_MONTH_PATTERN, 'giu'),
        needs: 'shape',
        confidence: 0.8,
        priority: 42,
      },
    ]),
    createAgeRecognizer(),
    createPatternRecognizer('pattern:money', MONEY_RULES),
  ];
}

const SUM =
  "\\d{1,3}(?:[.,'’ \\u00a0]\\d{3}){0,4}(?:[.,](?:\\d{1,2}|[-–—]{1,2}))?|\\d{1,9}(?:[.,](?:\\d{1,2}|[-–—]{1,2}))?";
const CURRENCY = '€|EUR|Euros?|euros?|\\$|USD|US\\$|£|GBP|CHF|Fr\\.|SFr\\.|Franken|francs?|dollars?|pounds?';
const MONEY_RULES = [
  {
    category: 'money',
    pattern: new RegExp(
      `(?:${SUM})[ \\u00a0]?(?:${CURRENCY})(?![\\p{L}])|(?:€|EUR|\\$|US\\$|USD|£|GBP|CHF|Fr\\.)[ \\u00a0]?(?:${SUM})`,
      'gu',
    ),
    needs: 'shape',
    wholeWord: false,
    confidence: 0.9,
    priority: 45,
  },
] as const;
