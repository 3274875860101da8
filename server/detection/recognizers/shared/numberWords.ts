import type { Language } from '../../../contract/common.ts';

/** Oldest age that is read as one, in years; no larger number is put into words. */
export const LARGEST_AGE = 120;

/** Words for a number, in the order in which they are preferred when there are several. */
export type Spelling = (value: number) => readonly string[];

/** The words at an index; the lists below hold one for every index that is asked for. */
const at = (list: string, index: number): string => list.split(' ')[index]!;

const GERMAN_ONES = 'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf';
const GERMAN_TENS = 'null zehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig';
const german: Spelling = (value) => {
  if (value > 100)
    return german(value - 100).flatMap((rest) => [`hundert${rest}`, `einhundert${rest}`, `hundertund${rest}`]);
  if (value === 100) return ['hundert', 'einhundert'];
  if (value === 1) return ['ein', 'eins', 'eine', 'einem', 'einer', 'einen'];
  if (value <= 12) return [at(GERMAN_ONES, value)];
  if (value === 16) return ['sechzehn'];
  if (value === 17) return ['siebzehn'];
  if (value < 20) return [`${at(GERMAN_ONES, value - 10)}zehn`];
  const tens = at(GERMAN_TENS, Math.floor(value / 10));
  return [value % 10 === 0 ? tens : `${at(GERMAN_ONES, value % 10)}und${tens}`];
};

const ENGLISH_SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const ENGLISH_TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety';
const english: Spelling = (value) => {
  if (value > 100) return english(value - 100).flatMap((rest) => [`one hundred and ${rest}`, `a hundred and ${rest}`]);
  if (value === 100) return ['one hundred', 'a hundred'];
  if (value < 20) return [at(ENGLISH_SMALL, value)];
  const tens = at(ENGLISH_TENS, Math.floor(value / 10));
  return [value % 10 === 0 ? tens : `${tens} ${at(ENGLISH_SMALL, value % 10)}`];
};

const FRENCH_SMALL =
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf';
const FRENCH_TENS = 'zéro dix vingt trente quarante cinquante soixante';
const french: Spelling = (value) => {
  if (value === 1) return ['un', 'une'];
  if (value > 100) return french(value - 100).map((rest) => `cent ${rest}`);
  if (value === 100) return ['cent'];
  if (value < 20) return [at(FRENCH_SMALL, value)];
  const ones = value % 10;
  const ended = (tens: string): string[] =>
    ones === 0 ? [tens] : ones === 1 ? [`${tens} et un`, `${tens} et une`] : [`${tens} ${at(FRENCH_SMALL, ones)}`];
  if (value < 70) return ended(at(FRENCH_TENS, Math.floor(value / 10)));
  // Belgium and Switzerland count on in tens.
  const regional = ended(value < 80 ? 'septante' : value < 90 ? 'huitante' : 'nonante');
  if (value < 80) return [`soixante ${value === 71 ? 'et onze' : at(FRENCH_SMALL, value - 60)}`, ...regional];
  return [value === 80 ? 'quatre vingts' : `quatre vingt ${at(FRENCH_SMALL, value - 80)}`, ...regional];
};

const SPANISH_SMALL =
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve';
const SPANISH_TENS = 'cero diez veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa';
const spanish: Spelling = (value) => {
  if (value === 1) return ['un', 'uno', 'una'];
  if (value === 21) return ['veintiuno', 'veintiún', 'veintiuna'];
  if (value > 100) return spanish(value - 100).map((rest) => `ciento ${rest}`);
  if (value === 100) return ['cien'];
  if (value < 30) return [at(SPANISH_SMALL, value)];
  const tens = at(SPANISH_TENS, Math.floor(value / 10));
  return value % 10 === 0 ? [tens] : spanish(value % 10).map((ones) => `${tens} y ${ones}`);
};

const ITALIAN_SMALL =
  'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove';
const ITALIAN_TENS = 'zero dieci venti trenta quaranta cinquanta sessanta settanta ottanta novanta';
const italian: Spelling = (value) => {
  if (value === 1) return ['un', 'uno', 'una'];
  if (value > 100) return italian(value - 100).map((rest) => `cento${rest}`);
  if (value === 100) return ['cento', 'cent'];
  if (value < 20)
    return value === 8 || value === 18
      ? [at(ITALIAN_SMALL, value), at(ITALIAN_SMALL, value).slice(0, -1)]
      : [at(ITALIAN_SMALL, value)];
  const tens = at(ITALIAN_TENS, Math.floor(value / 10));
  const ones = value % 10;
  // "vent'anni": the vowel falls before another one.
  if (ones === 0) return [tens, tens.slice(0, -1)];
  if (ones === 1) return [`${tens.slice(0, -1)}uno`, `${tens.slice(0, -1)}un`];
  return [`${ones === 8 ? tens.slice(0, -1) : tens}${at(ITALIAN_SMALL, ones)}`];
};

/** By language, for numbers from 1 to {@link LARGEST_AGE}. */
export const SPELLINGS: Readonly<Record<Language, Spelling>> = {
  de: german,
  en: english,
  fr: french,
  es: spanish,
  it: italian,
};

/** German halves are one word: "zweieinhalb", "anderthalb". */
export const GERMAN_HALVES: readonly (readonly [string, number])[] = [
  ['anderthalb', 1],
  ...Array.from({ length: 12 }, (_, index) => [`${german(index + 1)[0]!}einhalb`, index + 1] as const),
];

/** Every way to write a number in a language: {@link LARGEST_AGE} and less. For words made of numbers, and for tests. */
export function spellingsOf(value: number, language: Language): readonly string[] {
  return SPELLINGS[language](value);
}
