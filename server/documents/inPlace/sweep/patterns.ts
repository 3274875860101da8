import { fileNameForm, IDENTIFIER_FORM, SHEET_NAME_FORM } from '../text/placeholders.ts';
import type { ForbiddenValue } from '../types.ts';

/**
 * How sure it is that the characters of a value are the value wherever they stand.
 * - `anywhere`: long enough to be looked for inside other words too
 * - `word`: counts only as a word of its own: "Anna" in "Annahme" is none
 */
export type Distinctness = 'anywhere' | 'word';

/** A value in one of the ways it can be written. */
export interface Pattern {
  readonly text: string;
  /** null: a placeholder, in which nothing is looked for. */
  readonly value: ForbiddenValue | null;
  readonly distinctness: Distinctness;
  /** `identifier`: as a part of a name that takes no spaces. */
  readonly encoding: 'plain' | 'percent' | 'identifier';
}

const LONG_CHARACTERS = 8;
const WORD_CHARACTERS = 4;
const LONG_DIGITS = 6;

/**
 * Values below four characters and short numbers occur everywhere in a file without being the value (sizes, counts, codes of languages): they are
 * replaced in the text only, where people see what is replaced; null.
 */
export function distinctness(value: string): Distinctness | null {
  if (value.trim() !== value || value === '') return value.trim() === '' ? null : distinctness(value.trim());
  const digits = value.match(/\d/g)?.length ?? 0;
  const letters = /\p{L}/u.test(value);
  if (!letters) return digits >= LONG_DIGITS ? 'anywhere' : null;
  if (value.length >= LONG_CHARACTERS || value.includes('@') || (/\s/.test(value) && value.length > WORD_CHARACTERS)) {
    return 'anywhere';
  }
  return value.length >= WORD_CHARACTERS ? 'word' : null;
}

const WORD_CHARACTER = /[\p{L}\p{N}]/u;
const DIGIT = /\d/;

/** Whether a pattern found in a text is the value and no part of another word or number. */
export function standsAlone(text: string, start: number, { text: pattern, distinctness: kind }: Pattern): boolean {
  const before = text.charAt(start - 1);
  const after = text.charAt(start + pattern.length);
  if (kind === 'word') return !WORD_CHARACTER.test(before) && !WORD_CHARACTER.test(after);
  // A number inside a longer number is another number.
  return !(
    (DIGIT.test(pattern.charAt(0)) && DIGIT.test(before)) ||
    (DIGIT.test(pattern.charAt(pattern.length - 1)) && DIGIT.test(after))
  );
}

/** Whether letters or digits adjoin a stretch: those that are left may be another value once the stretch is replaced. */
export const standsInWord = (text: string, { start, end }: { readonly start: number; readonly end: number }): boolean =>
  WORD_CHARACTER.test(text.charAt(start - 1)) || WORD_CHARACTER.test(text.charAt(end));

/** The values as they stand in a text. */
export function textPatterns(forbidden: readonly ForbiddenValue[]): Pattern[] {
  return withForms(forbidden, (value) => [value]);
}

/** The values as they stand in XML: escaped in several ways, or as a part of an address. */
export function xmlPatterns(forbidden: readonly ForbiddenValue[]): Pattern[] {
  return [...withForms(forbidden, escapedForms), ...withForms(forbidden, percentForms, 'percent')];
}

const WHITE_SPACE = /\s+/g;
const IDENTIFIER_CHARACTERS = 8;

/**
 * Values of several words as programs make names of them: bookmarks, styles, ids ("AnnaMueller", "Anna_Mueller", "Anna_20_Mueller" in OpenDocument, part 3,
 * 19.502).
 */
export function identifierPatterns(forbidden: readonly ForbiddenValue[]): Pattern[] {
  return withForms(
    forbidden,
    (value) => {
      const joined = value.replace(WHITE_SPACE, '');
      if (joined === value || joined.length < IDENTIFIER_CHARACTERS) return [];
      return ['', '_', '-', '_20_'].map((join) => value.replace(WHITE_SPACE, join));
    },
    'identifier',
  );
}

/** The values in the encodings of binary files; every byte is one character. */
export function binaryPatterns(forbidden: readonly ForbiddenValue[]): Pattern[] {
  return withForms(forbidden, (value) => {
    const littleEndian = Buffer.from(value, 'utf16le');
    const forms = [Buffer.from(value, 'utf8'), littleEndian, Buffer.from(littleEndian).swap16()];
    // Metafiles hold text of Windows-1252, which has the letters of Latin 1.
    if (/^[\u0020-\u00FF]*$/.test(value)) forms.push(Buffer.from(value, 'latin1'));
    return forms.map((form) => form.toString('latin1'));
  });
}

function withForms(
  forbidden: readonly ForbiddenValue[],
  forms: (value: string) => readonly string[],
  encoding: Pattern['encoding'] = 'plain',
): Pattern[] {
  return forbidden.flatMap((value) => {
    const trimmed = value.value.trim();
    const kind = distinctness(trimmed);
    if (kind === null) return [];
    return [...new Set(spellings(trimmed).flatMap(forms))].map((text) => ({
      text,
      value,
      distinctness: kind,
      encoding,
    }));
  });
}

/** The same value with its accents written in one character or in two (Unicode 15.5), and without the line breaks of the place it was found in. */
function spellings(value: string): string[] {
  const inOneLine = value.replace(WHITE_SPACE, ' ');
  return [value, ...[value, inOneLine].flatMap((each) => [each.normalize('NFC'), each.normalize('NFD')])];
}

/** The placeholders in all their forms. */
export function placeholderPatterns(forbidden: readonly ForbiddenValue[]): Pattern[] {
  const texts = forbidden.flatMap(({ replacement }) => [
    replacement,
    IDENTIFIER_FORM.write(replacement),
    SHEET_NAME_FORM.write(replacement),
    fileNameForm(replacement),
    encodeURIComponent(replacement),
  ]);
  return [...new Set(texts)].map((text) => ({ text, value: null, distinctness: 'anywhere', encoding: 'plain' }));
}

const ESCAPES: readonly (readonly [string, string])[] = Object.freeze([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
]);

/** Ampersands and angle brackets must be escaped, the other signs may be. */
function escapedForms(value: string): string[] {
  const forms = [value];
  let escaped = value;
  for (const [sign, entity] of ESCAPES) {
    escaped = escaped.replaceAll(sign, entity);
    forms.push(escaped);
  }
  return forms;
}

function percentForms(value: string): string[] {
  const wellFormed = value.toWellFormed();
  const encoded = encodeURIComponent(wellFormed);
  const forms = [encoded, encodeURI(wellFormed), encoded.replaceAll('%20', '+')];
  return [...forms, ...forms.map((form) => form.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))].filter(
    (form) => form !== value,
  );
}
