import { createSpelledDateReader } from './spelledDates.ts';

/**
 * Month names and abbreviations of the five languages in folded form. Roman numerals are for forms such as "01-V-1936".
 */
const MONTH_WORDS = [
  'januar|janner|jaenner|january|janvier|enero|gennaio|jan|janv|ene|gen|genn',
  'februar|feber|february|fevrier|febrero|febbraio|feb|febr|fev|fevr|febb',
  'marz|maerz|march|mars|marzo|mar|mrz',
  'april|avril|abril|aprile|apr|avr|abr',
  'mai|may|mayo|maggio|mag',
  'juni|june|juin|junio|giugno|jun|giu|juno',
  'juli|july|juillet|julio|luglio|jul|lug|juil|julei',
  'august|aout|agosto|aug|ago',
  'september|septembre|septiembre|setiembre|settembre|sep|sept|set|sett',
  'oktober|october|octobre|octubre|ottobre|okt|oct|ott',
  'november|novembre|noviembre|nov',
  'dezember|december|decembre|diciembre|dicembre|dez|dec|dic',
].join('|');

/** Letters with the diacritics that month names carry; the patterns below run on unfolded text. */
const unfolded = (pattern: string): string =>
  pattern
    .replace(/jan(?=ner)/g, 'j[aä]n')
    .replace(/marz(?!o)/g, 'm[aä]rz')
    .replace(/fev/g, 'f[eé]v')
    .replace(/aout/g, 'ao[uû]t')
    .replace(/decembre/g, 'd[eé]cembre')
    .replace(/\bdec\b/g, 'd[eé]c');

const MONTH = `(?:${unfolded(MONTH_WORDS)})`;
/** A digit, also where character recognition read a letter in its place. */
const D = '[0-9OoIl]';
const DAY = `${D}{1,2}`;
const YEAR = `(?:${D}{4}|['’]?${D}{2})`;
const GAP = '[ \\u00a0]{0,2}';

/** Day, month in three capitals and year without spaces, as airlines write them: "14JAN1983", "02AOU81". */
const PASSENGER = `[0-3][0-9](?:JAN|JÄN|JAEN|FEB|FEV|MAR|MÄR|MRZ|APR|AVR|ABR|MAY|MAI|MAG|JUN|JUI|GIU|JUL|LUG|AUG|AOU|AGO|SEP|SET|OCT|OKT|OTT|NOV|DEC|DEZ|DIC)${D}{2}(?:${D}{2})?`;

const NUMERIC = [
  `${DAY}${GAP}[.\\/-]${GAP}${DAY}${GAP}[.\\/-]${GAP}${YEAR}`,
  `[12OIl]${D}{3}[-\\/.]${D}{2}[-\\/.]${D}{2}`,
  `[0-3]?[0-9] [01]?[0-9] (?:19|20)[0-9]{2}`,
  `${DAY}[-.\\/ ](?:I{1,3}|IV|VI{0,3}|IX|XI{0,2}|V)[-.\\/ ]${YEAR}`,
];
const WRITTEN = [
  // 3. März 2008, 19 de agosto de 2019, 1er mars 2024, 5th of June 2024, 3-Jun-2024
  `[0-3]?[0-9](?:\\.|er|st|nd|rd|th|º|°)?(?:[ \\u00a0]{1,2}|[-.\\/])?(?:(?:de|of|di|del)[ \\u00a0])?${MONTH}\\.?,?(?:[ \\u00a0]{1,2}|[-.\\/])(?:(?:de|del|of)[ \\u00a0])?${YEAR}`,
  // June 5th, 2024
  `${MONTH}\\.?[ \\u00a0][0-3]?[0-9](?:st|nd|rd|th)?,?[ \\u00a0](?:19|20)[0-9]{2}`,
];
const WITHOUT_YEAR = [
  `[0-3]?[0-9](?:\\.|er|st|nd|rd|th)?[ \\u00a0]{1,2}(?:(?:de|of|di)[ \\u00a0])?${MONTH}`,
  `${MONTH}\\.?[ \\u00a0][0-3]?[0-9](?:st|nd|rd|th)?`,
];
const MONTH_AND_YEAR = [
  `(?:0?[1-9]|1[0-2])[/.](?:19|20)[0-9]{2}`,
  `${MONTH}\\.?[ \\u00a0](?:(?:de|del)[ \\u00a0])?(?:19|20)[0-9]{2}`,
];
/** Forms that are dates only where a label says so: "22 12 65", "2007 Dec 02". */
const BESIDE_LABEL = [`[0-3]?[0-9] [01]?[0-9] [0-9]{2}`, `(?:19|20)[0-9]{2}[ -]${MONTH}[ -][0-3]?[0-9]`];
const YEAR_ALONE = ['(?:18|19|20)[0-9]{2}'];

const EDGE = '(?![\\p{L}\\p{N}])';
const group = (...forms: string[]): string => `(?:${forms.join('|')})${EDGE}`;

/** A date with day, month and year, anywhere in a text. */
export const FULL_DATE_PATTERN = group(PASSENGER, ...NUMERIC, ...WRITTEN);
/** A written day and month without a year, anywhere in a text. */
export const DAY_AND_MONTH_PATTERN = group(...WITHOUT_YEAR);

const FULL_DATE_HERE = new RegExp(FULL_DATE_PATTERN, 'iuy');
const LOOSE_DATE_HERE = new RegExp(
  group(PASSENGER, ...NUMERIC, ...BESIDE_LABEL, ...WRITTEN, ...MONTH_AND_YEAR, ...WITHOUT_YEAR, ...YEAR_ALONE),
  'iuy',
);
const DATE_START = /[0-9OoIl]|\p{L}/u;

const NUMBERS = /[0-9OoIl]+/g;

function toNumber(digits: string): number {
  return Number(digits.replace(/[Oo]/g, '0').replace(/[Il]/g, '1'));
}

/** False for number groups that cannot be day, month and year in any order ("45.99.2024"); written months always can. */
export function isPlausibleDate(value: string): boolean {
  if (/[a-zäéû]{3,}/i.test(value) || /[-./ ][IVX]+[-./ ]/.test(value)) return true;
  const parts = (value.match(NUMBERS) ?? []).map(toNumber);
  if (parts.length === 2) return parts[0]! >= 1 && parts[0]! <= 12;
  if (parts.length !== 3) return parts.length === 1;
  const [first, second, third] = parts as [number, number, number];
  if (first > 1000) return first < 2100 && second >= 1 && second <= 12 && third >= 1 && third <= 31;
  const dayAndMonth =
    (first >= 1 && first <= 31 && second >= 1 && second <= 12) ||
    (first <= 12 && first >= 1 && second >= 1 && second <= 31);
  return dayAndMonth && (third < 100 || (third >= 1800 && third < 2100));
}

/** True when digits make up more of the value than look-alike letters, and there is at least one. */
function hasRealDigits(value: string): boolean {
  return /[0-9]/.test(value);
}

const spelledDateEndAt = createSpelledDateReader(MONTH);

/**
 * End of the date that begins exactly at `offset`, or -1.
 *
 * @param loose - also month and year, day and month, or a year alone, as they stand beside "born"
 */
export function dateEndAt(text: string, offset: number, loose: boolean): number {
  if (!DATE_START.test(text[offset] ?? '')) return -1;
  const inWords = loose ? spelledDateEndAt(text, offset) : -1;
  if (inWords > 0) return inWords;
  const pattern = loose ? LOOSE_DATE_HERE : FULL_DATE_HERE;
  pattern.lastIndex = offset;
  const found = pattern.exec(text)?.[0];
  return found !== undefined && hasRealDigits(found) && isPlausibleDate(found) ? offset + found.length : -1;
}
