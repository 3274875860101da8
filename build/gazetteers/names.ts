import { join } from 'node:path';
import { namesValue } from '../../server/detection/gazetteers/format.ts';
import { readCsv, readLines, readText } from './read.ts';
import { createTableBuilder, type TableBuilder } from './tableWriter.ts';

type Kind = 'given' | 'surname';

/** Strength bands of namesValue by the number of bearers. */
function bandOf(count: number, steps: readonly [number, number, number, number, number, number]): number {
  let band = 0;
  for (const step of steps) if (count >= step) band += 1;
  return band + 1 > 7 ? 7 : band + 1;
}

const INSEE_GIVEN = [30, 150, 800, 5000, 40_000, 200_000] as const;
const INSEE_SURNAMES = [30, 100, 400, 2000, 10_000, 40_000] as const;
const BERLIN_GIVEN = [3, 8, 25, 80, 400, 2000] as const;
const INE_SURNAMES = [30, 200, 500, 3000, 20_000, 100_000] as const;
const INE_GIVEN = [1, 1, 20, 80, 800, 4000] as const;
/** Strength for lists without counts, by how carefully they were chosen. */
const LISTED = Object.freeze({ census: 2, plain: 3, common: 4, international: 5 });

const WORD = /[\p{L}][\p{L}'’]+/gu;
/** Parts of names that say nothing by themselves. */
const PARTICLES = new Set(
  'de del della dello delle dei degli di da dal dalla la le les los las lo van von vom zu zur zum der den des du do dos das el al bin ibn ben abu san st y e i o a und and mc mac ter ten op mr mrs jr sr ii iii'.split(
    ' ',
  ),
);

/** Umlauts written with an e, as in addresses of e-mails and on machines without them. */
function transliterated(word: string): string | undefined {
  const spelled = word.replace(/[äöü]/gi, (letter) => `${letter}e`);
  return spelled === word ? undefined : spelled;
}

/** The table of given names and surnames. @param data - folder of the sources */
export function compileNames(data: string): TableBuilder {
  const table = createTableBuilder();
  const folder = join(data, 'gazetteer-names');
  const merge = (existing: number, added: number): number =>
    namesValue.pack(
      Math.max(namesValue.given(existing), namesValue.given(added)),
      Math.max(namesValue.surname(existing), namesValue.surname(added)),
    );
  const add = (kind: Kind, name: string, strength: number): void => {
    const parts = name.match(WORD) ?? [];
    for (const part of parts) {
      if (PARTICLES.has(part.toLowerCase())) continue;
      const value = parts.length > 1 ? Math.min(strength, LISTED.plain) : strength;
      const packed = kind === 'given' ? namesValue.pack(value, 0) : namesValue.pack(0, value);
      table.add(part, packed, merge);
      const spelled = transliterated(part);
      if (spelled !== undefined) table.add(spelled, packed, merge);
    }
  };

  for (const line of readLines(join(folder, 'fr_prenoms_insee.csv.gz'))) {
    const [name, count] = line.split(',');
    if (name !== undefined && !name.startsWith('_')) add('given', name, bandOf(Number(count), INSEE_GIVEN));
  }
  for (const line of readLines(join(folder, 'fr_noms_insee.csv.gz'))) {
    const [name, count] = line.split(',');
    if (name !== undefined && name !== 'AUTRES NOMS') add('surname', name, bandOf(Number(count), INSEE_SURNAMES));
  }
  for (const [name, , count] of readCsv(join(folder, 'de_vornamen_berlin.csv.gz'))) {
    add('given', name!, bandOf(Number(count), BERLIN_GIVEN));
  }
  for (const [file, kind, local, roman] of [
    ['common-forenames-by-country.csv', 'given', 10, 11],
    ['common-surnames-by-country.csv', 'surname', 4, 5],
  ] as const) {
    for (const row of readCsv(join(folder, file))) {
      add(kind, row[local] ?? '', LISTED.international);
      add(kind, row[roman] ?? '', LISTED.international);
    }
  }
  const surnames = JSON.parse(readText(join(folder, 'es_apellidos_ine.json.gz'))) as {
    apellidos: { apellido: string; frecuencia: number }[];
  };
  for (const { apellido, frecuencia } of surnames.apellidos) add('surname', apellido, bandOf(frecuencia, INE_SURNAMES));
  for (const file of ['es_nombres_hombres_ine.json', 'es_nombres_mujeres_ine.json']) {
    const decades = JSON.parse(readText(join(folder, file))) as {
      nombres_por_decada: Record<string, { nombre: string; frecuencia: number }[]>;
    };
    for (const names of Object.values(decades.nombres_por_decada)) {
      for (const { nombre, frecuencia } of names) add('given', nombre, bandOf(frecuencia, INE_GIVEN));
    }
  }
  for (const [file, kind, strength] of [
    ['it_cognomi.txt.gz', 'surname', LISTED.plain],
    ['it_cognomi_comuni.txt', 'surname', LISTED.common],
    ['it_nomi.txt', 'given', LISTED.plain],
    ['de_nachnamen.txt.gz', 'surname', LISTED.plain],
    ['us_surnames.txt.gz', 'surname', LISTED.census],
    ['uk_surnames.txt', 'surname', LISTED.common],
    ['us_given.txt', 'given', LISTED.plain],
  ] as const) {
    for (const name of readLines(join(folder, file))) add(kind, name, strength);
  }
  addFaker(data, add);
  return table;
}

function addFaker(data: string, add: (kind: Kind, name: string, strength: number) => void): void {
  const locales = JSON.parse(readText(join(data, 'gazetteer-faker/faker-locales.json.gz'))) as Record<
    string,
    Record<string, Record<string, string[]>>
  >;
  for (const locale of Object.values(locales)) {
    for (const [list, kind] of [
      ['person/first_name', 'given'],
      ['person/last_name', 'surname'],
    ] as const) {
      for (const names of Object.values(locale[list] ?? {})) for (const name of names) add(kind, name, LISTED.common);
    }
  }
}
