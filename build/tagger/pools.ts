import { join } from 'node:path';
import { LANGUAGES, type Language } from '../../server/contract/common.ts';
import { readCsv, readLines, readText } from '../gazetteers/read.ts';
import { readList } from './annotated.ts';
import { invented, titleCase } from './invented.ts';
import type { Random } from './random.ts';

/** A list to draw from, drawn with a chance that falls with the rank where the order means frequency. */
interface Ranked {
  readonly names: readonly string[];
  readonly isRanked: boolean;
}

/** Values that stand in for those of a training text. */
export interface Pools {
  given(language: Language, random: Random): string;
  surname(language: Language, random: Random): string;
  town(language: Language, random: Random): string;
  /** A line of organizations.txt with its slots filled; undefined where the language has none. */
  organization(language: Language, random: Random): string | undefined;
  username(language: Language, random: Random): string | undefined;
  nickname(language: Language, random: Random): string | undefined;
}

const readJson = (path: string): unknown => JSON.parse(readText(path));

function readSpanishGiven(folder: string): string[] {
  const counts = new Map<string, number>();
  for (const file of ['es_nombres_hombres_ine.json', 'es_nombres_mujeres_ine.json']) {
    const { nombres_por_decada: decades } = readJson(join(folder, file)) as {
      nombres_por_decada: Record<string, { nombre: string; frecuencia: number }[]>;
    };
    for (const { nombre, frecuencia } of Object.values(decades).flat())
      counts.set(nombre, (counts.get(nombre) ?? 0) + frecuencia);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => titleCase(name));
}

interface Locale {
  readonly 'person/first_name'?: Record<string, string[]>;
  readonly 'person/last_name'?: Record<string, string[]>;
}

function readFaker(data: string, key: keyof Locale, language: Language): string[] {
  const locales = readJson(join(data, 'gazetteer-faker/faker-locales.json.gz')) as Record<string, Locale>;
  return Object.entries(locales)
    .filter(([name]) => name.startsWith(language))
    .flatMap(([, locale]) => Object.values(locale[key] ?? {}).flat())
    .filter((name) => /^\p{Lu}[\p{L}'’-]+$/u.test(name));
}

const FRENCH_GIVEN_MAX = 9000;
const FRENCH_SURNAMES_MAX = 60_000;

function readGiven(data: string): Record<Language, Ranked[]> {
  const folder = join(data, 'gazetteer-names');
  const plain = (names: string[]): Ranked => ({ names, isRanked: false });
  const ranked = (names: string[]): Ranked => ({ names, isRanked: true });
  return {
    de: [
      plain(readFaker(data, 'person/first_name', 'de')),
      ranked(
        readCsv(join(folder, 'de_vornamen_berlin.csv.gz'))
          .map(([name, , count]) => [name!, Number(count)] as const)
          .sort((a, b) => b[1] - a[1])
          .map(([name]) => name),
      ),
    ],
    en: [
      plain(readFaker(data, 'person/first_name', 'en')),
      ranked(readLines(join(folder, 'us_given.txt')).map(titleCase)),
    ],
    fr: [
      ranked(
        readLines(join(folder, 'fr_prenoms_insee.csv.gz'))
          .map((line) => line.split(',')[0]!)
          .filter((name) => !name.startsWith('_'))
          .slice(0, FRENCH_GIVEN_MAX)
          .map(titleCase),
      ),
    ],
    es: [ranked(readSpanishGiven(folder))],
    it: [
      plain(readFaker(data, 'person/first_name', 'it')),
      plain(readLines(join(folder, 'it_nomi.txt')).map(titleCase)),
    ],
  };
}

function readSurnames(data: string): Record<Language, Ranked[]> {
  const folder = join(data, 'gazetteer-names');
  const plain = (names: string[]): Ranked => ({ names, isRanked: false });
  const ranked = (names: string[]): Ranked => ({ names, isRanked: true });
  const spanish = readJson(join(folder, 'es_apellidos_ine.json.gz')) as { apellidos: { apellido: string }[] };
  return {
    de: [
      plain(readFaker(data, 'person/last_name', 'de')),
      plain(readLines(join(folder, 'de_nachnamen.txt.gz')).map(titleCase)),
    ],
    en: [
      plain(readFaker(data, 'person/last_name', 'en')),
      plain(readLines(join(folder, 'uk_surnames.txt')).map(titleCase)),
      ranked(readLines(join(folder, 'us_surnames.txt.gz')).map(titleCase)),
    ],
    fr: [
      ranked(
        readLines(join(folder, 'fr_noms_insee.csv.gz'))
          .map((line) => line.split(',')[0]!)
          .filter((name) => name !== 'AUTRES NOMS')
          .slice(0, FRENCH_SURNAMES_MAX)
          .map(titleCase),
      ),
    ],
    es: [ranked(spanish.apellidos.map(({ apellido }) => titleCase(apellido)))],
    it: [
      plain(readFaker(data, 'person/last_name', 'it')),
      plain(readLines(join(folder, 'it_cognomi.txt.gz')).map(titleCase)),
    ],
  };
}

/** Names of the whole world, in Latin letters. */
function readForeign(data: string, file: string, local: number, roman: number): string[] {
  return readCsv(join(data, 'gazetteer-names', file))
    .map((row) => (/^[\p{Script=Latin}'’ -]+$/u.test(row[local] ?? '') ? row[local]! : (row[roman] ?? '')))
    .filter((name) => /^\p{Lu}[\p{L}'’-]+$/u.test(name));
}

const COUNTRY_FILES: Readonly<Record<Language, readonly string[]>> = Object.freeze({
  de: ['de', 'at', 'ch'],
  en: ['gb'],
  fr: ['fr', 'ch'],
  es: ['es'],
  it: ['it', 'ch'],
});
const TOWN = /^\p{Lu}[\p{L}'’ -]{1,24}$/u;

function readTowns(data: string, language: Language): string[] {
  const towns = new Set<string>();
  for (const country of COUNTRY_FILES[language]) {
    for (const row of readCsv(join(data, `gazetteer-places/postal-codes-${country}.csv.gz`)))
      if (TOWN.test(row[2] ?? '')) towns.add(row[2]!);
  }
  return [...towns];
}

/** Reads the lists. @param data - folder of the sources @param written - folder of Deckname's own training text */
export function createPools(data: string, written: string): Pools {
  const given = readGiven(data);
  const surnames = readSurnames(data);
  const foreignGiven = readForeign(data, 'common-forenames-by-country.csv', 10, 11);
  const foreignSurnames = readForeign(data, 'common-surnames-by-country.csv', 4, 5);
  const cities = readCsv(join(data, 'gazetteer-places/world-cities.csv.gz'))
    .map(([name]) => name!)
    .filter((name) => TOWN.test(name));
  const towns = byLanguage((language) => readTowns(data, language));
  const lists = (name: string): Record<Language, readonly string[]> =>
    byLanguage((language) => readList(join(written, language, name)));
  const organizations = lists('organizations.txt');
  const usernames = lists('usernames.txt');
  const nicknames = lists('nicknames.txt');

  const drawRanked = ({ names, isRanked }: Ranked, random: Random): string =>
    // The cube prefers frequent names and still reaches every rare one.
    names[Math.floor((isRanked ? random.next() ** 3 : random.next()) * names.length)]!;
  const draw = (
    own: Record<Language, Ranked[]>,
    foreign: readonly string[],
    language: Language,
    random: Random,
  ): string => {
    const kind = random.next();
    if (kind < 0.55) return drawRanked(random.pick(own[language]), random);
    if (kind < 0.7) return drawRanked(random.pick(own[random.pick(LANGUAGES)]), random);
    if (kind < 0.85) return random.pick(foreign);
    return invented(language, random);
  };
  const pools: Pools = {
    given: (language, random) => draw(given, foreignGiven, language, random),
    surname(language, random) {
      const name = draw(surnames, foreignSurnames, language, random);
      return random.chance(0.06) ? `${name}-${draw(surnames, foreignSurnames, language, random)}` : name;
    },
    town(language, random) {
      const kind = random.next();
      if (kind < 0.7) return random.pick(towns[language]);
      return kind < 0.88 ? random.pick(cities) : invented(language, random);
    },
    organization: (language, random) => fill(organizations[language], language, random),
    username: (language, random) => fill(usernames[language], language, random)?.replaceAll(' ', '').toLowerCase(),
    nickname: (language, random) => (nicknames[language].length === 0 ? undefined : random.pick(nicknames[language])),
  };
  const words = Object.values(organizations)
    .flat()
    .flatMap((line) => line.match(/(?<!\{)\b\p{Lu}\p{Ll}{3,}/gu) ?? []);
  function fill(lines: readonly string[], language: Language, random: Random): string | undefined {
    if (lines.length === 0) return undefined;
    return random.pick(lines).replace(/\{(\w+)\}/g, (_, slot: string) => {
      if (slot === 'surname') return pools.surname(language, random);
      if (slot === 'given') return pools.given(language, random);
      if (slot === 'town') return pools.town(language, random);
      if (slot === 'digits') return String(random.below(10 ** (1 + random.below(4))));
      return random.pick(words);
    });
  }
  return pools;
}

function byLanguage<T>(make: (language: Language) => T): Record<Language, T> {
  return { de: make('de'), en: make('en'), fr: make('fr'), es: make('es'), it: make('it') };
}
