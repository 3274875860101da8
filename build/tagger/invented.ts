import type { Language } from '../../server/contract/common.ts';
import type { Random } from './random.ts';

const ONSETS = [
  'b',
  'br',
  'd',
  'dr',
  'f',
  'g',
  'gr',
  'h',
  'j',
  'k',
  'kr',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  'sch',
  'st',
  't',
  'tr',
  'v',
  'w',
  'z',
  'ch',
  'ts',
  '',
];
const NUCLEI = ['a', 'e', 'i', 'o', 'u', 'ä', 'ö', 'ü', 'é', 'ai', 'ei', 'au', 'ia', 'ou', 'ie', 'y'];
const CODAS = ['', '', '', 'n', 'r', 's', 'l', 't', 'k', 'm', 'nd', 'rt', 'ck', 'z', 'x', 'ng', 'lt'];
const TITLE_CASE = /(?<![\p{L}’'])\p{L}|(?<=[dDlLoO]['’])\p{L}/gu;

export function titleCase(name: string): string {
  return name.toLowerCase().replace(TITLE_CASE, (letter) => letter.toUpperCase());
}

const ENDINGS: Readonly<Record<Language, readonly string[]>> = Object.freeze({
  de: ['er', 'mann', 'ing', 'sen', 'ow', 'ke', 'le', ''],
  en: ['ton', 'ley', 'son', 'ham', 'well', 'by', ''],
  fr: ['eau', 'et', 'ier', 'ard', 'ot', 'in', ''],
  es: ['ez', 'edo', 'era', 'osa', 'al', 'ín', ''],
  it: ['ini', 'elli', 'otto', 'asco', 'one', 'ucci', ''],
});

/** So many syllables of no language, in small letters. */
export function syllables(count: number, random: Random): string {
  let word = '';
  for (let i = 0; i < count; i += 1) word += random.pick(ONSETS) + random.pick(NUCLEI) + random.pick(CODAS);
  return word;
}

/** A name that no list holds, so that a model learns where names stand and not only which there are. */
export function invented(language: Language, random: Random): string {
  const name = syllables(1 + random.below(3), random) + random.pick(ENDINGS[language]);
  return titleCase(name.length < 3 ? `${name}en` : name);
}
