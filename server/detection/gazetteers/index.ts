import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILES, POSTCODE_DIGITS, type NumericPostcodeCountry } from './format.ts';
import { StaticTable } from './table.ts';

/** The compiled word lists. Immutable and shared by all recognizers of one engine. */
export interface Gazetteers {
  /** Given names and surnames; values as in `namesValue`. */
  readonly names: StaticTable;
  /** Common words of the five languages; values as in `wordsValue`. */
  readonly words: StaticTable;
  /** Towns, countries and regions, words joined by one space; values as in `PLACE`. */
  readonly places: StaticTable;
  /** Names of well-known things, for `createThingReader`. */
  readonly things: StaticTable;
  /** True when the code exists in the country. */
  hasPostcode(country: NumericPostcodeCountry, code: number): boolean;
}

/**
 * Reads the compiled lists.
 * @param directory - resources/gazetteers
 * @throws when a file is missing or is not a gazetteer table
 */
export function loadGazetteers(directory: string): Gazetteers {
  const read = (name: string): Uint8Array => readFileSync(join(directory, name));
  const postcodes = read(FILES.postcodes);
  const offsets = new Map<NumericPostcodeCountry, number>();
  let offset = 0;
  for (const [country, digits] of Object.entries(POSTCODE_DIGITS)) {
    offsets.set(country as NumericPostcodeCountry, offset);
    offset += 10 ** digits / 8;
  }
  if (postcodes.length !== offset) throw new RangeError('not a postcode bitmap');
  return {
    names: new StaticTable(read(FILES.names)),
    words: new StaticTable(read(FILES.words)),
    places: new StaticTable(read(FILES.places)),
    things: new StaticTable(read(FILES.things)),
    hasPostcode: (country, code) =>
      code < 10 ** POSTCODE_DIGITS[country] &&
      ((postcodes[offsets.get(country)! + (code >> 3)]! >> (code & 7)) & 1) === 1,
  };
}
