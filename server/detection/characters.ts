/** Kinds of characters the tokenizer tells apart. */
export const CharacterClass = Object.freeze({
  other: 0,
  letter: 1,
  digit: 2,
  /** Combining marks and the invisible joiners that may stand inside a word (soft hyphen, ZWJ, ZWNJ, word joiner). */
  extend: 3,
  space: 4,
  lineBreak: 5,
} as const);

/** A value of {@link CharacterClass}. */
export type CharacterClass = (typeof CharacterClass)[keyof typeof CharacterClass];

const LETTER = /^\p{L}$/u;
const DIGIT = /^\p{Nd}$/u;
const EXTEND = /^[\p{M}\u00AD\u200C\u200D\u2060\uFEFF]$/u;
const SPACE = /^[\p{Zs}\t]$/u;
const LINE_BREAK = /^[\n\r\v\f\u0085\u2028\u2029]$/u;

/** Class of one code point by its Unicode properties. */
function classify(character: string): CharacterClass {
  if (LETTER.test(character)) return CharacterClass.letter;
  if (DIGIT.test(character)) return CharacterClass.digit;
  if (EXTEND.test(character)) return CharacterClass.extend;
  if (LINE_BREAK.test(character)) return CharacterClass.lineBreak;
  if (SPACE.test(character)) return CharacterClass.space;
  return CharacterClass.other;
}

/**
 * One more than the class of a UTF-16 code unit, or 0 as long as nobody has asked for it: classifying all of them at once
 * would be a tenth of the start-up of a detection thread.
 */
const KNOWN_CLASSES = new Uint8Array(0x10000);

/** Class of the code point that starts at `offset`. */
export function classAt(text: string, offset: number): CharacterClass {
  const unit = text.charCodeAt(offset);
  if (unit >= 0xd800 && unit <= 0xdbff) return classify(String.fromCodePoint(text.codePointAt(offset)!));
  let known = KNOWN_CLASSES[unit];
  if (known === 0) KNOWN_CLASSES[unit] = known = classify(String.fromCharCode(unit)) + 1;
  return known === undefined ? CharacterClass.other : ((known - 1) as CharacterClass);
}

/** Code units of the code point at `offset`: 1 or 2. */
export function sizeAt(text: string, offset: number): 1 | 2 {
  const unit = text.charCodeAt(offset);
  if (unit < 0xd800 || unit > 0xdbff) return 1;
  const next = text.charCodeAt(offset + 1);
  return next >= 0xdc00 && next <= 0xdfff ? 2 : 1;
}

/** True when the code point at `offset` is a letter or a digit. */
export function isWordAt(text: string, offset: number): boolean {
  if (offset < 0 || offset >= text.length) return false;
  const kind = classAt(text, offset);
  return kind === CharacterClass.letter || kind === CharacterClass.digit;
}

/** True when the code unit before `offset` belongs to a letter, a digit or a mark on one. */
export function isWordBefore(text: string, offset: number): boolean {
  if (offset <= 0) return false;
  const unit = text.charCodeAt(offset - 1);
  const start = unit >= 0xdc00 && unit <= 0xdfff && offset >= 2 ? offset - 2 : offset - 1;
  const kind = classAt(text, start);
  return kind === CharacterClass.letter || kind === CharacterClass.digit || kind === CharacterClass.extend;
}

const MARK = /^\p{M}$/u;

/** True when the word before `end` goes on behind it, perhaps after a soft hyphen or joiner. */
function continuesAt(text: string, end: number): boolean {
  let at = end;
  while (at < text.length && classAt(text, at) === CharacterClass.extend) {
    if (MARK.test(text[at]!)) return true;
    at += 1;
  }
  return isWordAt(text, at);
}

/** True when [start, end) touches no letter or digit on either side: a whole word or several. */
export function isWholeWord(text: string, start: number, end: number): boolean {
  return !(isWordBefore(text, start) && isWordAt(text, start)) && !(isWordBefore(text, end) && continuesAt(text, end));
}

const ASCII_ONLY = /^[\0-\x7f]*$/;
const COMBINING = /[\p{M}\u00AD\u200C\u200D\u2060\uFEFF]/gu;
const SPECIAL_LETTERS: Readonly<Record<string, string>> = Object.freeze({
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  º: '',
  ª: '',
});

/**
 * A word in lower case without diacritics ("Müller" → "muller", "GROSS" and "groß" → "gross"), for comparing with word
 * lists. Lengths may change, so offsets into the result mean nothing.
 */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  if (ASCII_ONLY.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(COMBINING, '')
    .replace(/[ßæœøłđıºª]/g, (letter) => SPECIAL_LETTERS[letter] ?? letter);
}
