import { wordsValue } from '../../server/detection/gazetteers/format.ts';
import type { Gazetteers } from '../../server/detection/gazetteers/index.ts';
import { fold } from '../../server/detection/characters.ts';
import type { Language } from '../../server/contract/common.ts';
import type { AnnotatedText, Piece } from './annotated.ts';
import { renamePersons, withCaseOf, type Rename } from './personNames.ts';
import type { Pools } from './pools.ts';
import type { Random } from './random.ts';
import { renameThings, type ThingSources } from './things.ts';

/** Marked values of all training texts by language and label, to be put in the place of others. */
export type ValuePool = (language: Language, label: string, random: Random) => string | undefined;

export interface Substitution extends ThingSources {
  readonly values: ValuePool;
}

/** Labels whose values say little beyond their form, so that one may stand for another. */
const SWAPPED = new Set([
  'ADDRESS',
  'CASE_NUMBER',
  'DEVICE_ID',
  'LICENSE_PLATE',
  'ORGANIZATION',
  'PASSWORD',
  'PHONE',
  'REFERENCE',
  'USERNAME',
]);
/** Labels whose values hold names of persons in some form. */
const NAMED = new Set(['EMAIL', 'ORGANIZATION', 'URL', 'USERNAME']);

const UNCHANGED_SHARE = 0.12;
const SWAP_SHARE = 0.3;
/** Companies are what the written lists know best. */
const SWAP_SHARE_ORGANIZATION = 0.5;
const PATTERN_SHARE = 0.65;
const TOWN_SHARE = 0.75;
const LETTERS_SHARE = 0.3;

/** Collects the values of the texts. */
export function createValuePool(texts: readonly AnnotatedText[]): ValuePool {
  const byKey = new Map<string, string[]>();
  for (const { language, pieces } of texts) {
    for (const { text, label, required } of pieces) {
      if (label === undefined || required !== true || !SWAPPED.has(label) || text.includes('\n')) continue;
      const key = `${language} ${label}`;
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, [text]);
      else known.push(text);
    }
  }
  return (language, label, random) => {
    const values = byKey.get(`${language} ${label}`);
    return values === undefined ? undefined : random.pick(values);
  };
}

const ASCII = (text: string): string => fold(text).replace(/[^a-z0-9]/g, '');

/** Another version of a text with other persons, companies, towns, numbers and things; every word is replaced alike wherever it stands. */
export function substitute(text: AnnotatedText, sources: Substitution, random: Random): Piece[] {
  if (random.chance(UNCHANGED_SHARE)) return [...text.pieces];
  const { gazetteers, pools, values } = sources;
  const { language } = text;
  const rename = renamePersons(text, gazetteers, pools, random);
  const renameUnmarked: Rename = text.kind === 'corpus' ? (words) => words : renameThings(text, sources, random);
  const known = new Map<string, string>();
  const swaps = random.chance(0.7);
  const changesLetters = random.chance(LETTERS_SHARE);
  const organizations = text.pieces.filter(({ label }) => label === 'ORGANIZATION').map(({ text: name }) => fold(name));
  /** Other mentions that are a part of this one or have it as a part. */
  const isShared = (name: string): boolean =>
    organizations.some((other) => other !== fold(name) && (other.includes(fold(name)) || fold(name).includes(other)));

  const once = (key: string, make: () => string): string => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = make()));
    return value;
  };
  const town = (name: string): string =>
    once(`town ${fold(name)}`, () => (random.chance(TOWN_SHARE) ? pools.town(language, random) : name));

  const replace = (value: string, label: string): string => {
    if (label === 'PERSON') return rename(value);
    if (label === 'LOCATION') return newDigits(replaceTown(value, town), once, random);
    if (label === 'ORGANIZATION' && isShared(value))
      return renameWords(value, language, gazetteers, pools, once, random);
    const share = label === 'ORGANIZATION' ? SWAP_SHARE_ORGANIZATION : SWAP_SHARE;
    const swapped = once(`${label} ${fold(value)}`, () => {
      if (!swaps || !SWAPPED.has(label) || value.includes('\n') || !random.chance(share)) return '';
      const made = random.chance(PATTERN_SHARE) ? fromPattern(label, language, pools, random) : undefined;
      return made ?? values(language, label, random) ?? '';
    });
    let result = swapped === '' ? value : label === 'ADDRESS' ? swapped : withCaseOf(value, swapped);
    if (label === 'ADDRESS') result = result.replace(/(?<=\d{4,5} )\p{Lu}[\p{L}’' -]+$/u, town);
    if (NAMED.has(label) && swapped === '') result = renameInside(result, label, rename);
    if (changesLetters && label !== 'ORGANIZATION' && label !== 'ADDRESS') result = newLetters(result, once, random);
    if (label in BOUNDED) return newBounded(result, BOUNDED[label]!, once, random);
    return newDigits(result, once, random);
  };
  return text.pieces.map((piece) => {
    if (piece.label === undefined) return { ...piece, text: renameUnmarked(piece.text) };
    return piece.required === true ? { ...piece, text: replace(piece.text, piece.label) } : piece;
  });
}

function fromPattern(label: string, language: Language, pools: Pools, random: Random): string | undefined {
  if (label === 'ORGANIZATION') return pools.organization(language, random);
  return label === 'USERNAME' ? pools.username(language, random) : undefined;
}

/** "97348 Iphelburg", "Iphelburg", "1010 Wien-Leopoldstadt": the words become another town. */
function replaceTown(value: string, town: Rename): string {
  const match = /^((?:\p{Lu}{1,2}-)?\d{3,5}\s+)?(\p{L}[\p{L}\p{M}’'.\s-]*)$/u.exec(value);
  return match === null ? value : `${match[1] ?? ''}${withCaseOf(match[2]!, town(match[2]!))}`;
}

type Once = (key: string, make: () => string) => string;

function newDigits(value: string, once: Once, random: Random): string {
  return value.replace(/\d+/g, (digits) =>
    once(`digits ${digits}`, () => digits.replace(/\d/g, (digit, at: number) => newDigit(digit, at, digits, random))),
  );
}

/** A leading zero and single digits keep their kind, so that house numbers and area codes stay plausible. */
function newDigit(digit: string, at: number, digits: string, random: Random): string {
  if (at === 0 && digit === '0') return digit;
  return at === 0 && digits.length < 5 ? String(1 + random.below(9)) : String(random.below(10));
}

/** Numbers that cannot be any: days and months, years, ages, parts of addresses in networks. */
const BOUNDED: Readonly<Record<string, { readonly short: number; readonly long: readonly [number, number] }>> =
  Object.freeze({
    DATE_OF_BIRTH: { short: 12, long: [1928, 2024] },
    AGE: { short: 97, long: [0, 97] },
    IP: { short: 99, long: [100, 255] },
  });

function newBounded(
  value: string,
  { short, long: [least, most] }: (typeof BOUNDED)[string],
  once: Once,
  random: Random,
): string {
  return value.replace(/\d+/g, (digits) =>
    once(`bounded ${digits}`, () =>
      digits.length > 2
        ? String(least + random.below(most - least + 1))
        : String(1 + random.below(short)).padStart(digits.startsWith('0') ? digits.length : 1, '0'),
    ),
  );
}

/** Other letters in codes, where digits and capitals mix. */
function newLetters(value: string, once: Once, random: Random): string {
  return value.replace(/(?=[\p{L}\d]*\d)[A-Z0-9]{4,}/gu, (code) =>
    once(`letters ${code}`, () => code.replace(/[A-Z]/g, () => String.fromCharCode(65 + random.below(26)))),
  );
}

/** Names of persons in names of companies, and without accents in addresses of e-mails and user names. */
function renameInside(value: string, label: string, rename: Rename): string {
  if (label === 'ORGANIZATION') return rename(value);
  return value.replace(/[\p{L}]{4,}/gu, (word) => {
    const renamed = rename(word);
    return renamed === word ? word : ASCII(renamed);
  });
}

/** Strength from which a word of a company's name is taken for an ordinary word. */
const COMMON_MIN = 3;

/** Companies that a text calls by a part of their name: the words that make the name special are replaced alike in all mentions. */
function renameWords(
  value: string,
  language: Language,
  gazetteers: Gazetteers,
  pools: Pools,
  once: Once,
  random: Random,
): string {
  return value.replace(/\p{L}{4,}/gu, (word) => {
    const strength = wordsValue.strength(gazetteers.words.getRange(word, 0, word.length), language);
    if (strength >= COMMON_MIN) return word;
    const name = once(`company ${fold(word)}`, () => (random.chance(0.6) ? pools.surname(language, random) : word));
    return withCaseOf(word, name);
  });
}
