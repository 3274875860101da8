import { getCountrySpecifications, isValidIBAN } from 'ibantools';
import { isWordAt, isWordBefore } from '../../characters.ts';
import type { Candidate, Recognizer } from '../../recognizer.ts';

/** Country code, check digits and the beginning of the account number; the rest is read by the country's length. */
const START = /[A-Z]{2}[ ]?[0-9OI]{2}(?=[ \u00a0.\-–_\n\r]{0,3}[A-Z0-9])/gi;
const SEPARATORS_MAX = 3;
const SEPARATOR = /[ \u00a0.\-–_\n\r]/;
const ALPHANUMERIC = /[A-Za-z0-9]/;

/**
 * International bank account numbers (ISO 13616), with or without groups, also over a line break. A number with the right
 * country and length but wrong check digits is reported with less confidence: a mistyped account is still an account.
 */
export function createIbanRecognizer(): Recognizer {
  const lengths = new Map(
    Object.entries(getCountrySpecifications()).flatMap(([country, { chars }]) =>
      typeof chars === 'number' ? [[country, chars] as const] : [],
    ),
  );

  return {
    id: 'checksum:iban',
    categories: ['iban'],
    *recognize({ text }) {
      let readUntil = 0;
      for (const { 0: head, index } of text.matchAll(START)) {
        if (index < readUntil || isWordBefore(text, index)) continue;
        const length = lengths.get(head.slice(0, 2).toUpperCase());
        const found = length === undefined ? undefined : read(text, index, length);
        if (found === undefined) continue;
        readUntil = found.end;
        yield found;
      }
    },
  };
}

function read(text: string, start: number, length: number): Candidate | undefined {
  let digits = '';
  let at = start;
  let broken = false;
  for (let separators = 0; digits.length < length && at < text.length; at += 1) {
    const character = text[at]!;
    if (ALPHANUMERIC.test(character)) {
      digits += character;
      separators = 0;
    } else if (SEPARATOR.test(character) && separators < SEPARATORS_MAX) {
      separators += 1;
      broken ||= character === '\n' || character === '\r';
    } else return undefined;
  }
  if (digits.length < length || isWordAt(text, at)) return undefined;
  const value = digits.toUpperCase();
  const found = { start, end: at, category: 'iban' };
  if (isValidIBAN(value)) return { ...found, priority: 80, confidence: 0.99, sources: ['checksum:iban'] };
  // Without the check digits a shape must be strict: capitals, one line, mostly digits.
  if (broken || digits !== value || value.replace(/\D/g, '').length < length / 2) return undefined;
  return { ...found, priority: 65, confidence: 0.75, sources: ['shape:iban'] };
}
