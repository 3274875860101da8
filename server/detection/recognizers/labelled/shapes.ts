import { GERMAN_DISTRICTS } from '../identity/districts.ts';
import { LARGEST_AGE } from '../shared/numberWords.ts';
import { ibanEndAt } from '../shared/iban.ts';
import { dateEndAt } from '../shared/dates.ts';
import { splitPhones } from '../shared/phones.ts';
import { compact, countDigits } from '../shared/spans.ts';
import { codeEndAt, isCommonNumber, isProgramNumber, isUnmistakableCode } from './codes.ts';
import { handleEndAt, pinEndAt, secretEndAt, usernameEndAt } from './secrets.ts';
import type { ValueStart } from './valueStart.ts';

/** Names of the value shapes that label tables refer to. */
export type ShapeName =
  | 'none'
  | 'code'
  | 'longCode'
  | 'case'
  | 'iban'
  | 'bic'
  | 'digits12to19'
  | 'account'
  | 'plate'
  | 'phone'
  | 'username'
  | 'handle'
  | 'secret'
  | 'pin'
  | 'date'
  | 'age';

/** What a shape is asked to read. */
export interface ReadRequest {
  readonly text: string;
  readonly start: ValueStart;
  /** End of the line or table cell. */
  readonly limit: number;
  /** The label alone proves little, see LabelGroup.weak. */
  readonly weak: boolean;
}

/** A value beside a label: its range, or undefined when nothing there looks like one. */
export type ShapeReader = (request: ReadRequest) => { readonly start: number; readonly end: number } | undefined;

function range(start: number, end: number): { start: number; end: number } | undefined {
  return end > start ? { start, end } : undefined;
}

/** What a sticky pattern matches at `offset`, cut at `limit`. */
function matchAt(pattern: RegExp, text: string, offset: number, limit: number): string | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0].slice(0, Math.max(0, limit - offset));
}

const readCode: ShapeReader = ({ text, start, limit, weak }) => {
  const end = codeEndAt(text, start.offset, limit);
  if (end < 0) return undefined;
  const value = text.slice(start.offset, end);
  if (weak && !start.numbered ? !isUnmistakableCode(value) : isCommonNumber(value)) return undefined;
  const length = compact(value).length;
  if (length < (weak ? 3 : start.explicit || start.numbered ? 2 : 3)) return undefined;
  return range(start.offset, end);
};

/** No number of a tax office is shorter, so "uid=1004" and "cf. 150" are none. */
const SHORTEST_LONG_CODE = 6;
const readLongCode: ShapeReader = (request) => {
  const code = readCode(request);
  if (code === undefined) return undefined;
  return compact(request.text.slice(code.start, code.end)).length >= SHORTEST_LONG_CODE ? code : undefined;
};

/** "3 O 123/24", "12 C 45/23 (2)", "Js 1234/24", "P.A. 214/2022", "1329/2023-E". */
const CASE_FORMS = [
  /\d{1,4} ?[A-Z][A-Za-z]{0,4}(?: ?\([A-Za-z]+\))? \d{1,6}\/\d{2,4}(?: ?\([^()\n]{1,6}\))?/y,
  /[A-Z]{1,4}(?:\.[A-Z]){0,3}\.? ?\d{1,6}\/\d{2,4}(?:[-/][A-Z0-9]{1,4})?(?![\p{L}\p{N}/])/uy,
];
const readCase: ShapeReader = (request) => {
  const { text, start, limit, weak } = request;
  for (const form of CASE_FORMS) {
    const found = matchAt(form, text, start.offset, limit);
    if (found !== undefined && start.offset + found.length <= limit) {
      return range(start.offset, start.offset + found.length);
    }
  }
  const code = readCode({ ...request, weak: weak || !(start.explicit || start.numbered) });
  return code;
};

/** An IBAN of an unknown country or with a wrong length: to the last group that holds a digit. */
const IBAN_SHAPE = /[A-Z]{2}[0-9OI]{2}(?:[ \u00a0.\-–]{0,2}[A-Z0-9]){9,30}/iy;
const readIban: ShapeReader = ({ text, start, limit }) => {
  const exact = ibanEndAt(text, start.offset);
  if (exact > 0 && exact <= limit) return range(start.offset, exact);
  const found = matchAt(IBAN_SHAPE, text, start.offset, limit);
  return found === undefined
    ? undefined
    : range(start.offset, start.offset + found.replace(/[ \u00a0][^\d]*$/, '').length);
};

const BIC_SHAPE = /[A-Z0-9]{4}[ ]?[A-Z]{2}[ ]?[A-Z0-9]{2}(?:[ ]?[A-Z0-9]{3})?(?![\p{L}\p{N}])/uy;
const readBic: ShapeReader = ({ text, start, limit }) => {
  const found = matchAt(BIC_SHAPE, text, start.offset, limit);
  return found === undefined || start.offset + found.length > limit
    ? undefined
    : range(start.offset, start.offset + found.length);
};

const GROUPED_DIGITS = /[\dxX*•]{1,19}(?:[ \u00a0./\-–][\dxX*•]{1,19}){0,7}(?![\p{L}\p{N}])/uy;
const readGroupedDigits =
  (least: number, most: number): ShapeReader =>
  ({ text, start, limit }) => {
    const found = matchAt(GROUPED_DIGITS, text, start.offset, limit);
    if (found === undefined || start.offset + found.length > limit || isCommonNumber(found)) return undefined;
    const length = compact(found).length;
    return length >= least && length <= most && countDigits(found) >= 4
      ? range(start.offset, start.offset + found.length)
      : undefined;
  };

const readAccount: ShapeReader = (request) => {
  const code = readCode(request);
  return code !== undefined && countDigits(request.text.slice(code.start, code.end)) >= 4 ? code : undefined;
};

const PHONE_SHAPE =
  /(?:\+|\(\+|\()?[\dOIl](?:[ \u00a0\u202f]{0,2}[()/.\-–~]{0,2}[ \u00a0]?[\dOIl]){4,18}(?:[ \u00a0]?(?:x|ext\.?|extension|poste|ext:|int\.?|Durchwahl|DW)[ \u00a0]?\d{1,5})?(?![\p{L}\p{Nd}])/uy;
/** A date behind the number. */
const DATE_BEHIND = /[ \u00a0]{1,3}\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/;
const AREA_CODE_END = /^[+\d ]{1,7}\)/;
const LOOKALIKES = /[OoIl]/g;
const TRUSTED_PHONE = /^(?:\+|\(?0|\()/;
const readPhone: ShapeReader = ({ text, start, limit, weak }) => {
  let from = start.offset;
  // The skipped characters may include the opening parenthesis of an area code.
  if ((text[from - 1] === '(' && AREA_CODE_END.test(text.slice(from, from + 8))) || text[from - 1] === '+') from -= 1;
  const found = matchAt(PHONE_SHAPE, text, from, limit);
  if (found === undefined || isCommonNumber(found)) return undefined;
  const value = splitPhones(found)[0]!.replace(DATE_BEHIND, '');
  const digits = countDigits(value.replace(LOOKALIKES, '0'));
  if (weak ? digits < 9 || !(TRUSTED_PHONE.test(value) || /^\d{3}[ ./-]/.test(value)) : digits < 5) return undefined;
  return range(from, from + value.length);
};

const PLATE_SHAPES = [
  // Letters and digits in two to four groups; at least one of each.
  /(?=[A-ZÄÖÜ0-9 ·•-]{0,9}[A-ZÄÖÜ])(?=[A-ZÄÖÜ0-9 ·•-]{0,9}[0-9])[A-ZÄÖÜ0-9]{1,7}(?:[ \u00a0·•-]{1,3}[A-ZÄÖÜ0-9]{1,5}){0,3}(?![\p{L}\p{N}])/uy,
];
/** As people write them in messages: "ky58 wvt", "fx 207 lk", "4417 kzp"; the order of letters and digits says enough. */
const SMALL_PLATE =
  /(?:[a-z]{2}\d{2}[ ]?[a-z]{3}|[a-z]{2}[ -]?\d{3}[ -]?[a-z]{2}|\d{4}[ -]?[bcdfghjklmnprstvwxyz]{3})(?![\p{L}\p{N}])/uy;
/** "hh-ab 123": German ones may look like words and a number ("bis zu 20"). */
const SMALL_GERMAN_PLATE = /[a-zäöü]{1,3}[ -][a-z]{1,2}[ -]?[1-9]\d{1,3}(?![\p{L}\p{N}])/uy;
const readSmallPlate: ShapeReader = ({ text, start: { offset, explicit }, limit, weak }) => {
  const small = matchAt(SMALL_PLATE, text, offset, limit);
  if (small !== undefined) return range(offset, offset + small.length);
  const german = matchAt(SMALL_GERMAN_PLATE, text, offset, limit);
  if (german === undefined || offset + german.length > limit) return undefined;
  const [district = ''] = german.split(/[ -]/, 1);
  const isGerman = GERMAN_DISTRICTS.has(district.toUpperCase()) && (explicit || !weak || german.includes('-'));
  return isGerman ? range(offset, offset + german.length) : undefined;
};
const readPlate: ShapeReader = (request) => {
  const { text, start, limit, weak } = request;
  const small = readSmallPlate(request);
  if (small !== undefined) return small;
  if (weak && !start.explicit) return undefined;
  for (const shape of PLATE_SHAPES) {
    const found = matchAt(shape, text, start.offset, limit);
    if (found === undefined || start.offset + found.length > limit) continue;
    const value = compact(found);
    if (value.length >= 4 && value.length <= 9 && countDigits(value) >= 1) {
      return range(start.offset, start.offset + found.length);
    }
  }
  return undefined;
};

/** Birth place and names may stand between "born" and the date, but no new sentence. */
const DATE_REACH = 80;
const SENTENCE_END = /[\p{L}]{4,}[.!?][ \n]|\n[ \t]*\n/u;
/** A town behind the abbreviation of "born" ("n. Scutari (AL) 08.02.1993"). */
const TOWN_BEFORE_DATE = /\p{Lu}[\p{L}'’ -]{2,30}(?:[ ]?\(\p{L}{2,20}\))?,?[ ](?:il[ ])?(?=\d)/uy;
const readDate: ShapeReader = ({ text, start, weak }) => {
  if (weak) {
    TOWN_BEFORE_DATE.lastIndex = start.offset;
    const town = TOWN_BEFORE_DATE.exec(text)?.[0].length;
    return town === undefined ? undefined : range(start.offset + town, dateEndAt(text, start.offset + town, false));
  }
  const direct = dateEndAt(text, start.offset, true);
  if (direct > 0) return range(start.offset, direct);
  const reach = text.slice(start.offset, start.offset + DATE_REACH);
  const sentence = reach.search(SENTENCE_END);
  const limit = sentence < 0 ? reach.length : sentence;
  for (let at = 1; at < limit; at += 1) {
    if (!/[0-9]/.test(reach[at]!) || /[\p{L}\p{N}.,/-]/u.test(reach[at - 1]!)) continue;
    const end = dateEndAt(text, start.offset + at, false);
    if (end > 0) return range(start.offset + at, end);
    if (!/^\d{1,5}[ ,)]/.test(reach.slice(at))) return undefined;
  }
  return undefined;
};

/** Years behind a colon, in a cell or in a column of a form: "Alter: 57", "Age | 31", "Edad      74 años". */
const AGE_SHAPE =
  /(?<years>\d{1,3})(?:[ ]?(?:J\.?|Jahren?|years?|yrs?\.?|ans|años|anni|a\.))?(?![\p{L}\p{N}%]|[.,:/-]\d|[ ]?[–-][ ]?\d)/uy;
const readAge: ShapeReader = ({ text, start: { offset, explicit }, limit }) => {
  AGE_SHAPE.lastIndex = offset;
  const found = AGE_SHAPE.exec(text);
  if (found === null || offset + found[0].length > limit || Number(found.groups!['years']) > LARGEST_AGE)
    return undefined;
  return explicit || text.slice(offset - 2, offset) === '  ' ? range(offset, offset + found[0].length) : undefined;
};

/** A reader by where the value ends. Numbers of errors and updates are no secret and no user. */
const readTo =
  (endAt: (text: string, start: ValueStart, limit: number) => number): ShapeReader =>
  ({ text, start, limit }) => {
    const end = endAt(text, start, limit);
    return isProgramNumber(text.slice(start.offset, end)) ? undefined : range(start.offset, end);
  };

/** How the value of each shape is read. */
export const SHAPES: Readonly<Record<ShapeName, ShapeReader>> = Object.freeze({
  none: () => undefined,
  code: readCode,
  longCode: readLongCode,
  case: readCase,
  iban: readIban,
  bic: readBic,
  digits12to19: readGroupedDigits(8, 19),
  account: readAccount,
  plate: readPlate,
  phone: readPhone,
  username: readTo(usernameEndAt),
  handle: readTo(handleEndAt),
  secret: readTo(secretEndAt),
  pin: readTo(pinEndAt),
  date: readDate,
  age: readAge,
});
