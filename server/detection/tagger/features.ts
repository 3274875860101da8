import { LANGUAGES, type Language } from '../../contract/languages.ts';
import { PLACE, POSTCODE_COUNTRIES, wordsValue } from '../gazetteers/format.ts';
import type { Gazetteers } from '../gazetteers/index.ts';
import { SHAPE, type Lexicon } from '../gazetteers/lexicon.ts';
import type { TextView, Token } from '../recognizer.ts';
import { TAGGER_CATEGORIES } from './categories.ts';

/**
 * What the tagger sees of a text, as rows of its embedding table. Used by the product and by the training pipeline alike, so
 * that a model always sees what it was trained on. Two groups: features of a word, the same wherever it stands (so their sum
 * can be kept), and features of its place in the text.
 */

/** Rows of the table that features of words are hashed into. */
export const WORD_ROWS = 1 << 16;
/** Features of a word, in order; training drops some of them at random by these positions. */
export const WORD_FEATURES = Object.freeze([
  'word',
  'prefix2',
  'prefix3',
  'prefix4',
  'suffix2',
  'suffix3',
  'suffix4',
  'shape',
  'length',
  'names',
  'common',
  'places',
  'roles',
  'lists',
] as const);

/** Features of the place: how many values each can take, in order. Their rows follow those of words. */
export const PLACE_FEATURES = Object.freeze({ spacing: 64, label: 256, line: 32, repetition: 8 } as const);
const PLACE_COUNT = Object.keys(PLACE_FEATURES).length;
/** First row of every feature of the place. */
export const PLACE_ROWS = Object.freeze({
  spacing: WORD_ROWS,
  label: WORD_ROWS + 64,
  line: WORD_ROWS + 320,
  repetition: WORD_ROWS + 352,
});
/** Rows of the whole table. */
export const FEATURE_ROWS = WORD_ROWS + 360;

const LONGEST = 40;

function mix(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

/** MurmurHash3's last step, so that similar inputs fall far apart. */
function finish(hash: number): number {
  let value = hash;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

function rowOfText(column: number, text: string, start: number, end: number): number {
  let hash = mix(0x811c9dc5, column + 1);
  for (let i = start; i < end; i += 1) hash = mix(hash, text.charCodeAt(i));
  return finish(hash) & (WORD_ROWS - 1);
}

function rowOfNumber(column: number, value: number): number {
  return finish(mix(mix(mix(0x811c9dc5, column + 1), value & 0xffff), value >>> 16)) & (WORD_ROWS - 1);
}

/** The word as the table knows it: lower case, every digit a 0, every line break the same. */
function normalised({ kind, text }: Token): string {
  if (kind === 'break') return '\n';
  const lower = text.slice(0, LONGEST).toLowerCase();
  return kind === 'number' || kind === 'mixed' ? lower.replace(/\p{Nd}/gu, '0') : lower;
}

/** "Müller" → "Aa", "GmbH" → "AaA", "A-12" → one token each, "K9" → "A0", "2024" → "0000". */
function shapeText({ kind, text }: Token): string {
  if (kind === 'mark' || kind === 'break') return kind;
  let shape = '';
  for (const character of text.slice(0, LONGEST)) {
    const lower = character.toLowerCase();
    const code = lower !== character ? 'A' : /\p{Nd}/u.test(character) ? '0' : 'a';
    if (code === '0' ? !shape.endsWith('00000000') : !shape.endsWith(code)) shape += code;
  }
  return shape;
}

/**
 * Writes the rows of the word at a token, one per {@link WORD_FEATURES}; 0 or more for a row, -1 where it has none.
 * Depends on the word and the language of the text alone.
 */
export function wordFeatures(
  view: TextView,
  lexicon: Lexicon,
  gazetteers: Gazetteers,
  index: number,
  rows: Int32Array,
): void {
  const token = view.tokens[index]!;
  const word = normalised(token);
  const { length } = word;
  rows[0] = rowOfText(0, word, 0, length);
  const isWord = token.kind === 'word' || token.kind === 'mixed' || token.kind === 'number';
  for (let size = 2; size <= 4; size += 1) {
    rows[size - 1] = isWord ? rowOfText(size - 1, word, 0, Math.min(size, length)) : -1;
    rows[size + 2] = isWord ? rowOfText(size + 2, word, Math.max(0, length - size), length) : -1;
  }
  const shape = shapeText(token);
  rows[7] = rowOfText(7, shape, 0, shape.length);
  rows[8] = rowOfNumber(8, (lexicon.shape[index]! << 8) | Math.min(token.end - token.start, 16));

  if (token.kind !== 'word') {
    rows.fill(-1, 9, WORD_FEATURES.length);
    return;
  }
  const { text, language } = view;
  const form = lexicon.shape[index]!;
  const given = lexicon.given[index]!;
  const surname = lexicon.surname[index]!;
  const own = lexicon.common[index]!;
  const others = strongestElsewhere(gazetteers, text, token, language);
  const place = placeBits(gazetteers, text, token, language);
  rows[9] = rowOfNumber(9, (form << 6) | (given << 3) | surname);
  rows[10] = rowOfNumber(10, (form << 6) | (own << 3) | others);
  rows[11] = rowOfNumber(11, (form << 6) | place);
  rows[12] = lexicon.roles[index] === 0 ? -1 : rowOfNumber(12, lexicon.roles[index]!);
  rows[13] = rowOfNumber(
    13,
    (form << 10) |
      (Math.min(3, (given + 1) >> 1) << 8) |
      (Math.min(3, (surname + 1) >> 1) << 6) |
      (Math.min(3, (own + 1) >> 1) << 4) |
      (Math.min(3, others >> 1) << 2) |
      (place === 0 ? 0 : (place & 8) === 0 ? 1 : (place & 3) === 0 ? 2 : 3),
  );
}

/** Strength as a common word in the language that knows it best, the text's own left out. */
function strongestElsewhere(gazetteers: Gazetteers, text: string, { start, end }: Token, own: Language): number {
  const value = gazetteers.words.getRange(text, start, end);
  let most = 0;
  for (const language of LANGUAGES) if (language !== own) most = Math.max(most, wordsValue.strength(value, language));
  return most;
}

const COUNTRIES_OF: Readonly<Record<Language, number>> = Object.freeze({
  de: countryBits('de', 'at', 'ch'),
  en: countryBits('gb'),
  fr: countryBits('fr', 'ch'),
  es: countryBits('es'),
  it: countryBits('it', 'ch'),
});

function countryBits(...countries: readonly (typeof POSTCODE_COUNTRIES)[number][]): number {
  return countries.reduce((bits, country) => bits | (1 << POSTCODE_COUNTRIES.indexOf(country)), 0);
}

/** Six bits: 1 large, 2 city of the world, 4 begins longer names, 8 a place by itself, 16 in a country of the language, 32 a country or region. */
function placeBits(gazetteers: Gazetteers, text: string, { start, end }: Token, language: Language): number {
  const bits = gazetteers.places.getRange(text, start, end);
  if (bits === 0) return 0;
  return (
    ((bits & PLACE.large) === 0 ? 0 : 1) |
    ((bits & PLACE.world) === 0 ? 0 : 2) |
    ((bits & PLACE.prefix) === 0 ? 0 : 4) |
    ((bits & PLACE.whole) === 0 ? 0 : 8) |
    ((bits & COUNTRIES_OF[language]) === 0 ? 0 : 16) |
    ((bits & PLACE.region) === 0 ? 0 : 32)
  );
}

/** Values of {@link PLACE_FEATURES} for every token, one byte each, in the order of the tokens. */
export function placeFeatures(view: TextView, lexicon: Lexicon): Uint8Array {
  const count = view.tokens.length;
  const values = new Uint8Array(count * PLACE_COUNT);
  const labels = labelValues(view);
  const repetition = repetitionValues(view, lexicon);
  writeLines(view, lexicon, values);
  for (let i = 0; i < count; i += 1) {
    values[i * PLACE_COUNT + 1] = labels[i]!;
    values[i * PLACE_COUNT + 3] = repetition[i]!;
  }
  return values;
}

/** Spaces from which a gap is one between columns. */
const COLUMN_GAP = 3;
const LINE_STEPS = Object.freeze([1, 2, 3, 6, 12] as const);
const POSITION_STEPS = Object.freeze([0, 1, 2, 5] as const);

/** How many of the steps a value is above. */
function bucket(value: number, steps: readonly number[]): number {
  let at = 0;
  while (at < steps.length && value > steps[at]!) at += 1;
  return at;
}

function isWideGap(text: string, from: number, to: number): boolean {
  if (to - from >= COLUMN_GAP) return true;
  for (let i = from; i < to; i += 1) if (text.charCodeAt(i) === 9) return true;
  return false;
}

/** Spacing and place in the line. */
function writeLines({ text, tokens }: TextView, lexicon: Lexicon, values: Uint8Array): void {
  const count = tokens.length;
  let first = 0;
  while (first < count) {
    let end = first;
    while (end < count && tokens[end]!.kind !== 'break') end += 1;
    const size = bucket(end - first, LINE_STEPS);
    for (let i = first; i <= end && i < count; i += 1) {
      const before = i === 0 ? 0 : tokens[i - 1]!.end;
      const next = i + 1 < count && tokens[i + 1]!.start === tokens[i]!.end;
      const { start } = tokens[i]!;
      values[i * PLACE_COUNT] =
        lexicon.opens[i]! |
        (lexicon.capsLine[i]! << 1) |
        (i === first ? 4 : 0) |
        (start === before ? 8 : 0) |
        (i !== first && isWideGap(text, before, start) ? 16 : 0) |
        (next ? 32 : 0);
      values[i * PLACE_COUNT + 2] = size * 5 + bucket(i - first, POSITION_STEPS);
    }
    first = end + 1;
  }
}

/** Words behind a label that are told about it. */
const LABEL_REACH = 3;
const CATEGORY_COUNT = TAGGER_CATEGORIES.length;
const CATEGORY_NUMBERS: ReadonlyMap<string, number> = new Map<string, number>(
  TAGGER_CATEGORIES.map((name, index) => [name, index]),
);

/** 0 nothing; from 1 inside a label of a category; then first, second, third word behind it. */
function labelValues({ tokens, labels }: TextView): Uint8Array {
  const values = new Uint8Array(tokens.length);
  let at = 0;
  for (const { start, nextToken, groups } of labels) {
    const category = CATEGORY_NUMBERS.get(groups[0]!.category);
    if (category === undefined) continue;
    while (at < tokens.length && tokens[at]!.end <= start) at += 1;
    for (let i = at; i < nextToken; i += 1) values[i] = 1 + category;
    let words = 0;
    let breaks = 0;
    for (let i = nextToken; i < tokens.length && words < LABEL_REACH && breaks < 2; i += 1) {
      if (tokens[i]!.kind === 'break') breaks += words > 0 ? 2 : 1;
      else if (tokens[i]!.kind !== 'mark') {
        words += 1;
        values[i] = 1 + words * CATEGORY_COUNT + category;
      }
    }
  }
  return values;
}

/** 1 the word stands elsewhere too, 2 also in small letters, 4 also with a capital inside a sentence. */
function repetitionValues({ tokens, folded }: TextView, lexicon: Lexicon): Uint8Array {
  const values = new Uint8Array(tokens.length);
  const known = new Map<string, number>();
  for (let i = 0; i < tokens.length; i += 1) {
    if (tokens[i]!.kind !== 'word') continue;
    const seen = known.get(folded[i]!);
    const small = lexicon.shape[i] === SHAPE.small ? 2 : 0;
    const capital = small === 0 && lexicon.opens[i] === 0 && lexicon.capsLine[i] === 0 ? 4 : 0;
    known.set(folded[i]!, seen === undefined ? small | capital : seen | small | capital | 1);
  }
  for (let i = 0; i < tokens.length; i += 1) if (tokens[i]!.kind === 'word') values[i] = known.get(folded[i]!)!;
  return values;
}
