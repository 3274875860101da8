import type { Language } from '../../contract/common.ts';

/** Names of the files in resources/gazetteers. */
export const FILES = Object.freeze({
  names: 'names.bin',
  words: 'words.bin',
  places: 'places.bin',
  things: 'things.bin',
  postcodes: 'postcodes.bin',
});

/**
 * Value of a word in the table of names: bits 0–2 strength as given name, bits 3–5 strength as surname.
 * Strength: 0 unknown, 1 very rare, 2 rare, 3 listed, 4 known, 5 frequent, 6 very frequent, 7 among the most frequent.
 */
export const namesValue = Object.freeze({
  pack: (given: number, surname: number): number => given | (surname << 3),
  given: (value: number): number => value & 7,
  surname: (value: number): number => (value >> 3) & 7,
});

const WORD_SHIFT = Object.freeze({ de: 0, en: 3, fr: 6, es: 9, it: 12 } as const) satisfies Readonly<
  Record<Language, number>
>;

/**
 * Value of a word in the table of common words: three bits per language.
 * 0 unknown, 1 only in a web word list with a capital, 2 in a word list in small letters, 3 once or twice in running text outside
 * names, 4 in a dictionary, 5 three times or more, 6 twenty times or more, 7 two hundred times or more.
 */
export const wordsValue = Object.freeze({
  pack: (language: Language, strength: number): number => strength << WORD_SHIFT[language],
  strength: (value: number, language: Language): number => (value >> WORD_SHIFT[language]) & 7,
});

/** Countries whose postal codes are known, in the order of their bits and of their bitmaps. */
export const POSTCODE_COUNTRIES = Object.freeze(['de', 'at', 'ch', 'fr', 'es', 'it', 'gb'] as const);
export type PostcodeCountry = (typeof POSTCODE_COUNTRIES)[number];

/**
 * Value of a place: bits 0–6 the countries of {@link POSTCODE_COUNTRIES} that have a place of this name, bit 7 a city of the
 * world with over 15,000 inhabitants, bit 8 it is one of the larger places of its country (many postal codes), bit 9 longer
 * place names begin with these words, bit 10 a place by itself (unset: only a beginning of longer ones), bit 11 a country or region.
 */
export const PLACE = Object.freeze({ world: 1 << 7, large: 1 << 8, prefix: 1 << 9, whole: 1 << 10, region: 1 << 11 });

/** Digits of the postal codes with a bitmap; the British codes are told by their shape. */
export const POSTCODE_DIGITS = Object.freeze({ de: 5, at: 4, ch: 4, fr: 5, es: 5, it: 5 } as const);
export type NumericPostcodeCountry = keyof typeof POSTCODE_DIGITS;
