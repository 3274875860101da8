import type { Language } from '../../../../contract/common.ts';

/** Words for spans of time behind a number, by language; abbreviations only where nothing else is written so. */
const YEARS: Readonly<Record<Language, string>> = {
  de: 'jahren?|jahre?s?|lenzen?',
  en: 'years?',
  fr: 'ans?|printemps',
  es: 'años?|añitos?|primaveras',
  it: 'anni|anno|annetti|primavere',
};
const MONTHS: Readonly<Record<Language, string>> = {
  de: 'monat(?:e[ns]?)?|wochen?|tagen?',
  en: 'months?|mths?|weeks?|wks?|days?',
  fr: 'mois|semaines?|jours?',
  es: 'mes(?:es)?|mesecitos|semanas?|días?',
  it: 'mes[ei]|settiman[ae]|giorn[oi]',
};
/** Abbreviations, which need more around them: "83 J.", "46 a.", "88 aa", "19 yrs". */
const SHORT_YEARS: Readonly<Record<Language, string>> = {
  de: 'j\\.?|lj\\.?',
  en: 'yrs?\\.?(?:[ ]old)?|y\\.?o\\.?|y/o',
  fr: 'a\\.',
  es: 'a\\.',
  it: 'aa\\.?|a\\.',
};
/** The same for infants: "8 Wo.", "4 mos." */
const SHORT_MONTHS: Readonly<Record<Language, string>> = {
  de: 'mon\\.|mo\\.|wo\\.',
  en: 'm/o|mos\\.',
  fr: 'sem\\.',
  es: 'sem\\.',
  it: 'sett\\.',
};

export type UnitKind = 'years' | 'months' | 'shortYears' | 'shortMonths';

/** A unit of time behind a number. */
export interface Unit {
  readonly language: Language;
  readonly kind: UnitKind;
  /** Code units behind the number that belong to the value: a half, the unit, further months. */
  readonly length: number;
}

const HALF_BEFORE = '(?:[ ]?½|[.,]5|[ ]and[ ]a[ ]half|[ ]1/2)?';
const HALF_BEHIND = '(?:[ ](?:et[ ]demie?|y[ ]medio|e[ ]mezzo|and[ ]a[ ]half))?';
const KINDS = Object.freeze({ years: YEARS, months: MONTHS, shortYears: SHORT_YEARS, shortMonths: SHORT_MONTHS });
const LANGUAGES = Object.keys(YEARS) as Language[];

/** One expression per kind; the group that matches names the language. */
const PATTERNS = (Object.keys(KINDS) as UnitKind[]).map((kind) => {
  const languages = LANGUAGES.map((language) => `(?<${language}>${KINDS[kind][language]})`).join('|');
  const isShort = kind.startsWith('short');
  const more =
    kind === 'years'
      ? `(?:[ ,]{0,2}(?:und|and|et|y|e)?[ ]\\d{1,2}[ ](?:${Object.values(MONTHS).join('|')})(?!\\p{L}))?`
      : '';
  const gap = isShort ? '[ -]?' : "[ '’-]";
  const end = isShort ? '(?![\\p{L}\\p{N}/])' : '(?!\\p{L})';
  return { kind, pattern: new RegExp(`^${HALF_BEFORE}${gap}(?:${languages})${end}${more}${HALF_BEHIND}`, 'iu') };
});

/**
 * The unit that stands behind a number.
 *
 * @param after - the text behind the number
 * @param languages - those of a number in words, whose unit is of the same language; undefined for figures
 */
export function readUnit(after: string, languages: readonly Language[] | undefined): Unit | undefined {
  for (const { kind, pattern } of PATTERNS) {
    const found = pattern.exec(after);
    if (found === null) continue;
    const language = LANGUAGES.find((name) => found.groups?.[name] !== undefined)!;
    const fits = languages === undefined || languages.includes(language);
    if (fits) return { language, kind, length: found[0].length };
  }
  return undefined;
}
