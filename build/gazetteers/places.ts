import { join } from 'node:path';
import {
  PLACE,
  POSTCODE_COUNTRIES,
  POSTCODE_DIGITS,
  type NumericPostcodeCountry,
  type PostcodeCountry,
} from '../../server/detection/gazetteers/format.ts';
import { readCsv, readText } from './read.ts';
import { createTableBuilder, type TableBuilder } from './tableWriter.ts';

/** Postal codes from which a town counts as one of the larger ones of its country. */
const LARGE_CODES = 8;
/** The German postal codes list large receivers of mail beside towns. */
const NOT_A_TOWN =
  /gericht|amt\b|amtes\b|ministerium|universität|sparkasse|stadtwerke|landkreis|krankenkasse|kasse\b|AOK|klinik|verwaltung|polizei|versand|zentrale|anstalt|bundes|verlag|e\.\s?V|KG\b|eG\b|rathaus|hochschule|institut|rundfunk|telekom|kammer|verband|service|Post\b|IKK|BKK|staatsanwaltschaft|agentur|versorgung|\d|GmbH|\bAG\b|CEDEX|Bank|Versicherung|Finanzamt|Postfach/i;

/** The words of a place name as the recognizer joins them: by one space, without what stands in brackets. */
function placeWords(name: string): string[] {
  const inverted = /^(.*), (El|La|Los|Las|L'|Les|Le|A|O|Os|As)$/i.exec(name.replace(/\s*[([].*$/, ''));
  const plain = inverted === null ? name.replace(/\s*[([].*$/, '') : `${inverted[2]!} ${inverted[1]!}`;
  return plain.match(/[\p{L}\p{M}]+/gu) ?? [];
}

const SAINTS: Readonly<Record<string, readonly string[]>> = Object.freeze({
  st: ['Saint', 'Sankt', 'St'],
  ste: ['Sainte', 'Ste'],
  saint: ['Saint', 'St'],
  sainte: ['Sainte', 'Ste'],
  sankt: ['Sankt', 'St'],
});

/** The name and its spellings with the first word abbreviated or written out: "St-Imier", "Saint-Imier". */
function spellings(words: readonly string[]): readonly (readonly string[])[] {
  return SAINTS[words[0]?.toLowerCase() ?? '']?.map((first) => [first, ...words.slice(1)]) ?? [words];
}

/** The table of places. @param data - folder of the sources */
export function compilePlaces(data: string): TableBuilder {
  const table = createTableBuilder();
  const or = (existing: number, added: number): number => existing | added;
  const add = (name: string, bits: number): void => {
    for (const words of spellings(placeWords(name))) addWords(words, bits);
  };
  const addWords = (words: readonly string[], bits: number): void => {
    if (words.length === 0 || words.length > 6 || words.join('').length < 2) return;
    table.add(words.join(' '), bits, or);
    for (let length = 1; length < words.length; length += 1)
      table.add(words.slice(0, length).join(' '), PLACE.prefix, or);
  };
  const folder = join(data, 'gazetteer-places');
  POSTCODE_COUNTRIES.forEach((country, index) => {
    const codes = new Map<string, number>();
    for (const [, , place] of readCodes(folder, country)) {
      if (place === undefined || NOT_A_TOWN.test(place)) continue;
      for (const name of place.split('/')) codes.set(name, (codes.get(name) ?? 0) + 1);
    }
    for (const [name, count] of codes) {
      add(name, (1 << index) | PLACE.whole | (count >= LARGE_CODES ? PLACE.large : 0));
    }
  });
  for (const [name, country, region] of readCsv(join(folder, 'world-cities.csv.gz'))) {
    add(name!, PLACE.world | PLACE.whole);
    add(country!, PLACE.region | PLACE.whole);
    add(region!, PLACE.region | PLACE.whole);
  }
  const locales = JSON.parse(readText(join(data, 'gazetteer-faker/faker-locales.json.gz'))) as Record<
    string,
    Record<string, { list?: string[] }>
  >;
  for (const locale of Object.values(locales)) {
    for (const list of ['location/country', 'location/state', 'location/county']) {
      for (const name of locale[list]?.list ?? []) add(name, PLACE.region | PLACE.whole);
    }
    for (const name of locale['location/city_name']?.list ?? []) add(name, PLACE.world | PLACE.whole);
  }
  return table;
}

const readCodes = (folder: string, country: PostcodeCountry): string[][] =>
  readCsv(join(folder, `postal-codes-${country}.csv.gz`));

/** One bit per possible postal code of each country of POSTCODE_DIGITS, one country after the other. */
export function compilePostcodes(data: string): Uint8Array {
  const folder = join(data, 'gazetteer-places');
  const bitmaps = Object.entries(POSTCODE_DIGITS).map(([country, digits]) => {
    const bitmap = new Uint8Array(10 ** digits / 8);
    for (const [, code] of readCodes(folder, country as NumericPostcodeCountry)) {
      if (code === undefined || !/^\d+$/.test(code)) continue;
      bitmap[Number(code) >> 3]! |= 1 << (Number(code) & 7);
    }
    return bitmap;
  });
  return Buffer.concat(bitmaps);
}
