import { LANGUAGES, type Language } from '../../../contract/languages.ts';
import { fold } from '../../characters.ts';
import { ENGLISH } from './english.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { ITALIAN } from './italian.ts';
import { ROLE } from './roles.ts';
import { SPANISH } from './spanish.ts';
import type { Vocabulary } from './types.ts';

const VOCABULARIES = Object.freeze({
  de: GERMAN,
  en: ENGLISH,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
}) satisfies Readonly<Record<Language, Vocabulary>>;

/** Roles whose words keep their meaning inside a text of another language; short words are left out because they collide. */
const SHARED_ROLES = ['title', 'organizationHead', 'streetHead', 'authority'] as const;
const SHARED_LENGTH_MIN = 4;
/** Titles that are so short that they need their language, or are clear in every language. */
const SHARED_TITLES = [
  'mme',
  'mlle',
  'mr',
  'mrs',
  'ms',
  'dr',
  'prof',
  'sra',
  'srta',
  'avv',
  'dott',
  'ing',
  'hr',
  'hrn',
];

/** Particles of names that no language of ours uses otherwise, or that are told by their capital. */
const SHARED_PARTICLES = [
  'von',
  'van',
  'de',
  'di',
  'del',
  'della',
  'da',
  'dos',
  'du',
  'bin',
  'ibn',
  'ter',
  'le',
  'la',
  'lo',
  'el',
  'al',
  'ó',
  'ní',
];
/** Street words too short for SHARED_LENGTH_MIN. */
const SHARED_STREETS = ['rue', 'via'];
/** Words of the heads of e-mails, which come in English everywhere. */
const SHARED_NEVER = ['mon', 'tue', 'wed', 'thu', 'fri', 'sent', 'subject', 'fwd', 'gmt', 'utc', 'cet', 'cest'];
/** English street words that no other language uses. */
const SHARED_TAILS = ['street', 'road', 'avenue', 'lane', 'drive', 'crescent', 'terrace', 'blvd', 'ave', 'rd', 'ln'];

export type Roles = ReadonlyMap<string, number>;

/** Folded word → {@link ROLE} bits, for texts of one language. */
export function rolesOf(language: Language): Roles {
  const roles = new Map<string, number>();
  const add = (word: string, bit: number): void => {
    if (word !== '') roles.set(fold(word), (roles.get(fold(word)) ?? 0) | bit);
  };
  const own = VOCABULARIES[language];
  for (const [role, bit] of Object.entries(ROLE)) {
    for (const word of own[role as keyof typeof ROLE].split(' ')) add(word, bit);
  }
  for (const other of LANGUAGES) {
    if (other === language) continue;
    for (const role of SHARED_ROLES) {
      for (const word of VOCABULARIES[other][role].split(' ')) {
        if (word.length >= SHARED_LENGTH_MIN && !roles.has(fold(word))) add(word, ROLE[role]);
      }
    }
  }
  for (const word of SHARED_TITLES) add(word, ROLE.title);
  for (const word of SHARED_PARTICLES) add(word, ROLE.particle);
  for (const word of SHARED_STREETS) add(word, ROLE.streetHead);
  for (const word of SHARED_NEVER) add(word, ROLE.never);
  for (const word of SHARED_TAILS) add(word, ROLE.streetTail);
  return roles;
}
