import { createRequire } from 'node:module';
import type * as PhoneNumbers from 'libphonenumber-js/max';
import type { Language } from '../../../contract/common.ts';
import { isWordAt, isWordBefore } from '../../characters.ts';
import type { Candidate, Recognizer, TextView } from '../../recognizer.ts';
import { hasContext } from '../shared/context.ts';
import { isPlausibleDate } from '../shared/dates.ts';
import { splitPhones } from '../shared/phones.ts';
import { countDigits } from '../shared/spans.ts';

// Its form for `require`: a detection thread loads that in half the time of the modules for `import`.
const require = createRequire(import.meta.url);

let library: typeof PhoneNumbers | undefined;
/** Loaded for the first number that is looked at: the numbering plans are a twentieth of the start of a detection thread. */
const parse: typeof PhoneNumbers.parsePhoneNumberFromString = (...number) => {
  library ??= require('libphonenumber-js/max') as typeof PhoneNumbers;
  return library.parsePhoneNumberFromString(...number);
};

/** Countries whose national numbers a text of the language may hold. */
const REGIONS: Readonly<Record<Language, readonly PhoneNumbers.CountryCode[]>> = Object.freeze({
  de: ['DE', 'AT', 'CH'],
  en: ['GB', 'US', 'IE', 'AU'],
  fr: ['FR', 'BE', 'CH'],
  es: ['ES'],
  it: ['IT', 'CH'],
});

/** A run of digits with the marks that people write between them. */
const CANDIDATE =
  /(?:\+|\(\+|\()?\d(?:[ \u00a0\u202f]{0,2}[()/.\-–‑~]{0,2}[ \u00a0]?\d){5,30}(?:[ \u00a0]{0,2}(?:x|ext\.?|extension|poste|int\.?|DW|Durchwahl)[ \u00a0]?\d{1,5})?/gu;
const DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/;
const DATE_BEGIN = /^\d{1,2}(?:\.\d{1,2}\.(?:19|20)?\d{2}|[/-]\d{1,2}[/-](?:19|20)\d{2})/;
/** "08.30–11.15", "04.02. 10–12": times and dates of a day. */
const TIMES = /^\d{1,2}[.:]\d{2}[ ]?[-–][ ]?\d{1,2}[.:]\d{2}$|^\d{1,2}\.\d{1,2}\.[ ]/;
const YEARS = /^(?:19|20)\d\d[ ]?[-–/][ ]?(?:19|20)?\d\d$/;
const AMOUNT = /^\d{1,3}(?:[. ]\d{3})+$/;
/** Words before a number that make it something else. */
const OTHER_LABEL =
  /(?:Nr\.?|Nummer|No\.?|n°|nº|n\.º|num[eé]ro|número|numero|Az\.?:?|§|Art\.?|#|ref\.?|code|IBAN|BIC|€|EUR|\$|£|USD|CHF)[ :.]{0,3}$/i;
const AMOUNT_AFTER = /^[ \u00a0]?(?:€|EUR|Euro|\$|USD|CHF|£|GBP|%|kWh|m²|m³|kg|km)|^,\d/;
/** Lengths of numbers with nothing between the digits that are rarely anything else. */
const UNGROUPED = /^(?:0\d{9,11}|3[2-9]\d{8}|[67]\d{8})$/;
const CLEARLY_PHONE = /^\(?(?:\+|00[1-9])/;
/** National forms as they are written even where the numbering plan does not know the number. */
const NATIONAL: Readonly<Record<Language, RegExp>> = Object.freeze({
  de: /^\(?0[1-9]\d{1,4}\)?[ \u00a0]?[/ \u00a0~–.-][ \u00a0]?\d[\d \u00a0./~–-]{3,13}$/,
  en: /^(?:\(?0\d{2,4}\)?[ -]\d{3,4}[ -]?\d{3,4}|\(?0\d{4}\)?[ ]\d{6}|(?:1[ .-])?\(?[2-9]\d{2}\)?[ .-]\d{3}[.-]\d{4}(?:[ ]?(?:x|ext\.?)[ ]?\d{1,5})?|\(?0\d\)?[ ]\d{4}[ ]\d{4}|04\d{2}[ ]\d{3}[ ]\d{3})$/,
  fr: /^0[1-9](?:[ .\-]?\d{2}){4}$|^0\d{2,3}[ /.]\d{2,3}(?:[ .]\d{2}){2}$/,
  es: /^[6789]\d{2}[ .-]?\d{2}[ .-]?\d{2}[ .-]?\d{2}$|^[6789]\d{2}(?:[ .-]\d{3}){2}$|^[89]\d[ .-]\d{3}[ .-]\d{2}[ .-]?\d{2}$/,
  it: /^0\d{1,3}[ /.\-][ ]?\d[\d .]{4,9}$|^3\d{2}[ /.\-]?\d{2,3}[ .]?\d{2,3}[ .]?\d{0,3}$|^(?:800|199)[ .]\d{3}[ .]?\d{3}$/,
});

/** E.164 with an extension. */
const DIGITS_MAX = 18;

/** Phone and fax numbers by the national numbering plans (libphonenumber) and by written form. */
export function createPhoneRecognizer(): Recognizer {
  return {
    id: 'pattern:phone',
    categories: ['phone'],
    *recognize(view) {
      for (const { 0: run, index } of view.text.matchAll(CANDIDATE)) {
        let start = index;
        for (const part of splitPhones(run)) {
          const at = view.text.indexOf(part, start);
          const found = judge(view, at, part);
          start = at + part.length;
          if (found !== undefined) yield found;
        }
      }
    },
  };
}

function judge(view: TextView, runStart: number, run: string): Candidate | undefined {
  const { text, language } = view;
  const trimmed = run.replace(/(?<![ (])[ (]+$/, '');
  // "(0341 867140)" opens a parenthesis that does not belong to the number.
  const opens = trimmed.startsWith('(') && (trimmed.match(/\(/g) ?? []).length > (trimmed.match(/\)/g) ?? []).length;
  const value = opens ? trimmed.slice(1) : trimmed;
  const start = runStart + (opens ? 1 : 0);
  const end = start + value.length;
  if (isWordAt(text, end) || isWordBefore(text, start) || countDigits(value) < 7 || countDigits(value) > DIGITS_MAX)
    return undefined;
  if (DATE.test(value) ? isPlausibleDate(value) : DATE_BEGIN.test(value)) return undefined;
  if (
    YEARS.test(value) ||
    TIMES.test(value) ||
    (/[.,/-]$/.test(view.before(start, 1)) && /\d/.test(view.before(start, 2)))
  )
    return undefined;
  const found = { start, end, category: 'phone' };
  const inContext = hasContext(view, found, ['phone']);
  if (AMOUNT_AFTER.test(view.after(end, 6)) || (AMOUNT.test(value) && !inContext)) return undefined;
  const before = view.before(start, 12);
  if (CLEARLY_PHONE.test(value)) {
    const valid = isValid(value, REGIONS[language]);
    if (!valid && !inContext && !value.startsWith('+') && !/^\(\+|^00[1-9]\d?[ ]/.test(value)) return undefined;
    return { ...found, priority: valid ? 75 : 66, confidence: valid ? 0.95 : 0.8, sources: ['pattern:phone'] };
  }
  if (OTHER_LABEL.test(before) && !inContext) return undefined;
  const written = NATIONAL[language].test(value);
  const grouped = /[ \u00a0()/.\-–~]/.test(value);
  if (inContext && written) {
    return { ...found, priority: 75, confidence: 0.95, sources: ['pattern:phone', 'context:phone'] };
  }
  const valid = (written || inContext || /^\(?0/.test(value)) && isValid(value, REGIONS[language]);
  if (inContext && valid) {
    return { ...found, priority: 75, confidence: 0.95, sources: ['pattern:phone', 'context:phone'] };
  }
  if (valid && (grouped || UNGROUPED.test(value))) {
    return { ...found, priority: 62, confidence: 0.85, sources: ['pattern:phone'] };
  }
  return written && grouped ? { ...found, priority: 58, confidence: 0.65, sources: ['pattern:phone'] } : undefined;
}

function isValid(value: string, regions: readonly PhoneNumbers.CountryCode[]): boolean {
  const plain = value.replace('(0)', '').replace(/[~–‑]/g, '-').replace(/^00/, '+');
  if (plain.startsWith('+')) return parse(plain)?.isValid() ?? false;
  return regions.some((region) => parse(plain, region)?.isValid() ?? false);
}
