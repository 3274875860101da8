import { countDigits } from '../shared/spans.ts';

/** Letters and digits joined by single marks: "KT-0417/2019", "7000-6183-2295", "B.123". */
const CHUNK = /[\p{L}\p{N}]{1,40}(?:[-–‑/._:+&#~·•][\p{L}\p{N}]{1,40}){0,12}/uy;
/** What may stand between two chunks of one value. */
const GAP = /(?:[ \u00a0\u202f]{1,2}|[ \u00a0][-–/][ \u00a0])/y;
const CHUNKS_MAX = 24;
const CODE_LENGTH_MAX = 60;
/** Longer chunks are a value of their own, after which a space ends the code. */
const GROUP_LENGTH_MAX = 7;

/** A version that belongs to the number before it: "Q-2297 rev. C". */
const REVISION = /[ ,]{1,2}(?:rev|Rev|ver|Ver|Vers)\.?[ ]?[A-Z0-9]{1,3}(?![\p{L}\p{N}])/uy;

const HAS_DIGIT = /\p{Nd}/u;
const CAPITALS_ONLY = /^[\p{Lu}]{1,5}$/u;
const GROUP = /^[\p{Lu}\p{Nd}OIl]+$/u;
const LOWER_CASE = /\p{Ll}{2,}/u;

/** Short capitals that follow a number without belonging to it. */
const FOREIGN_CAPITALS = new Set(
  'EUR USD GBP CHF AUD CAD TEL FAX IM IN AN AM ZU UM DE LA EL IL LE ET UND OF ON AT TO DI DA DU AU Y E O A I U EN ES IS OR BY VOM FÜR MWST UST TVA IVA VAT KG KM MM CM ML MG KW BIC IBAN PIN NR DR ST HRB'.split(
    ' ',
  ),
);
/** After a number these make it an amount or a quantity. */
const UNIT_AFTER =
  /^[ \u00a0]?(?:€|\$|£|%|‰|°C|EUR\b|USD\b|CHF\b|GBP\b|Euro\b|euros?\b|kWh\b|kg\b|km\b|m²|m³|mm\b|cm\b|ml\b|mg\b|Uhr\b|Stk\b|Stück\b|Tage\b|Jahre\b|days\b|years\b|ans\b|años\b|anni\b|mois\b|meses\b|mesi\b|Monate\b|heures\b|h\b|horas\b|ore\b|x\b)/i;
const DECIMALS_AFTER = /^,\d/;

const DATE_LIKE = /^(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|(?:19|20)\d\d-\d\d-\d\d)$/;
const PERIOD_LIKE =
  /^(?:(?:0?[1-9]|1[0-2])[/.-](?:19|20)\d\d|(?:0[1-9]|1[0-2])\/[0-4]\d|(?:19|20)\d\d(?:[/–-](?:\d\d|(?:19|20)\d\d))?)$/;
const QUANTITY_LIKE =
  /^\d+(?:x|kg|g|mg|mm|cm|m|km|ml|l|h|min|st|nd|rd|th|er|e|º|ª|k|kwh|kw|w|v|gb|mb|tb|jährige[rnms]?|fach|mal|ers?|ème|eme)$/i;
/** "BMI 18.4", "Ph 7,2". */
const MEASURE_LIKE = /^\p{L}+ \d{1,3}[.,]\d{1,2}$/u;
/** Acts of the European Union: "(UE) 2016/679". */
const UNION_ACT = /^(?:UE|EU|CE|EG|EC)[ ]\d{2,4}\/\d/;
const AMOUNT_LIKE = /^\d{1,3}(?:[.']\d{3})*(?:,\d{1,2}|\.\d{2})?$/;

/** What programs and their makers number: "0xC000006D", "KB5034441", "CVE-2025-1974", "ORA-12541". */
const PROGRAM_NUMBER = /^(?:0x[\da-f]{1,16}|KB\d{6,7}|CVE-\d{4}-\d{4,7}|ORA-\d{4,5})$/i;
export const isProgramNumber = (value: string): boolean => PROGRAM_NUMBER.test(value);
const TIME_LIKE = /^(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;
const COMMON_NUMBERS = [DATE_LIKE, TIME_LIKE, PERIOD_LIKE, UNION_ACT, QUANTITY_LIKE, PROGRAM_NUMBER];

/** True for a value that reads as a date, a time of day, a month of a year, a year, a quantity or a number of a program rather than as an identifier. */
export function isCommonNumber(value: string): boolean {
  return COMMON_NUMBERS.some((form) => form.test(value));
}

/**
 * End of the code that begins at `offset`, or -1. A code has a digit; groups after spaces belong to it while they look like
 * groups of one number ("27 61 408", "NM 8830 4417 2", "56 209 OT").
 */
export function codeEndAt(text: string, offset: number, limit: number): number {
  let end = -1;
  let at = offset;
  let grouped = true;
  for (let count = 0; count < CHUNKS_MAX && at < limit; count += 1) {
    CHUNK.lastIndex = at;
    const chunk = CHUNK.exec(text)?.[0];
    if (chunk === undefined || at + chunk.length > limit || at + chunk.length - offset > CODE_LENGTH_MAX) break;
    const hasDigit = HAS_DIGIT.test(chunk);
    if (count === 0) {
      if (!hasDigit && !CAPITALS_ONLY.test(chunk)) break;
      if (!hasDigit && FOREIGN_CAPITALS.has(chunk) && chunk.length > 2) break;
    } else if (!grouped || !continuesCode(text, at, chunk, hasDigit, end >= 0)) break;
    if (hasDigit) end = at + chunk.length;
    else if (end >= 0) {
      // Capitals behind the digits end the code ("8336 SQ"), unless another group follows.
      end = at + chunk.length;
    }
    grouped = chunk.length <= GROUP_LENGTH_MAX || endsLikeNext(text, at + chunk.length);
    GAP.lastIndex = at + chunk.length;
    const gap = GAP.exec(text)?.[0];
    if (gap === undefined) break;
    at += chunk.length + gap.length;
  }
  if (end < 0) return -1;
  REVISION.lastIndex = end;
  end += REVISION.exec(text)?.[0].length ?? 0;
  // "Fr0sch!koenig": the code is a piece of a longer word.
  if (/^[!$%^@=*][\p{L}\p{N}]/u.test(text.slice(end, end + 2))) return -1;
  return DECIMALS_AFTER.test(text.slice(end, end + 3)) || UNIT_AFTER.test(text.slice(end, end + 8))
    ? shorten(text, offset, end)
    : end;
}

/** True when a long chunk ends in a group of digits as long as the group behind the space: "24-DDE-118 306". */
function endsLikeNext(text: string, end: number): boolean {
  const [, group = ''] = /[-–/.](\d{2,4})$/.exec(text.slice(Math.max(0, end - 5), end)) ?? [];
  return group !== '' && new RegExp(`^[ \\u00a0]\\d{${group.length}}(?![\\d.,/-])`).test(text.slice(end, end + 8));
}

function continuesCode(text: string, at: number, chunk: string, hasDigit: boolean, digitsBefore: boolean): boolean {
  if (!hasDigit) return digitsBefore && chunk.length <= 2 && CAPITALS_ONLY.test(chunk) && !FOREIGN_CAPITALS.has(chunk);
  if (LOWER_CASE.test(chunk)) return false;
  if (DATE_LIKE.test(chunk)) return false;
  const after = text.slice(at + chunk.length, at + chunk.length + 8);
  if (DECIMALS_AFTER.test(after) || UNIT_AFTER.test(after)) return false;
  return GROUP.test(chunk) || (/[-/.]/.test(chunk) && !AMOUNT_LIKE.test(chunk));
}

/** A code whose last group belongs to an amount ("4711 12,50"): without that group, or nothing when it is the only one. */
function shorten(text: string, offset: number, end: number): number {
  const space = Math.max(text.lastIndexOf(' ', end - 1), text.lastIndexOf('\u00a0', end - 1));
  if (space <= offset) return -1;
  const kept = text.slice(offset, space).trimEnd();
  return HAS_DIGIT.test(kept) ? offset + kept.length : -1;
}

/** True when a code cannot be a plain number of running text: letters with digits, several groups or many digits. */
export function isUnmistakableCode(value: string): boolean {
  const plain = value.replace(/(?<![ ,])[ ,]+(?:rev|ver|vers)\.?[ ]?\w{1,3}$/i, '');
  if (isCommonNumber(plain) || MEASURE_LIKE.test(plain) || (AMOUNT_LIKE.test(value) && value.length < 6)) return false;
  const digits = countDigits(value);
  const hasLetter = /\p{L}/u.test(value);
  if (digits >= 6) return !AMOUNT_LIKE.test(value) || !value.includes('.');
  if (hasLetter) return digits >= 2 && value.length >= 4 && !/\p{Ll}{3,}/u.test(plain);
  return digits >= 4 && /[-/]/.test(value);
}
