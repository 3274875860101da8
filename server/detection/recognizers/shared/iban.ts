import { getCountrySpecifications } from 'ibantools';
import { isWordAt } from '../../characters.ts';

const SEPARATORS_MAX = 3;
const SEPARATOR = /[ \u00a0.\-–_\n\r]/;
const ALPHANUMERIC = /[A-Za-z0-9]/;

/** Characters of an IBAN by country (ISO 13616 registry). */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  Object.entries(getCountrySpecifications()).flatMap(([country, { chars }]) =>
    typeof chars === 'number' ? [[country, chars] as const] : [],
  ),
);

/** End of a value with the length of an IBAN of its country, groups and line breaks included, or -1. */
export function ibanEndAt(text: string, start: number): number {
  const length = LENGTHS.get(text.slice(start, start + 2).toUpperCase());
  if (length === undefined) return -1;
  let count = 0;
  let at = start;
  for (let separators = 0; count < length && at < text.length; at += 1) {
    if (ALPHANUMERIC.test(text[at]!)) {
      count += 1;
      separators = 0;
    } else if (SEPARATOR.test(text[at]!) && separators < SEPARATORS_MAX) separators += 1;
    else return -1;
  }
  return count < length || isWordAt(text, at) ? -1 : at;
}
