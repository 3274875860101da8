import { isUtf8 } from 'node:buffer';
import { createValueSearch, type SearchedValue, type ValueFind } from './valueSearch.ts';
import { readingOf, replaced, type TextReading } from './views.ts';

/** A part of a text with what it says instead. Offsets are UTF-16 code units; `end` is exclusive. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly says: string;
}

/**
 * The readings of a text that people or programs can undo and that no word of the text shows: tag characters and variation selectors as the
 * letters they carry, overridden directions, letters that are spaced out, character codes, words from their end. All in time linear to the
 * text; a text that hides nothing in such a way costs a few passes and has none.
 */
export function hiddenReadings(text: string): TextReading[] {
  const { spelled } = spacedOut(text);
  const reversed = reversedWords(text);
  return [
    ...carried(text),
    ...overridden(text),
    ...(spelled.length === 0 ? [] : [readingOf(replaced(text, spelled, undefined))]),
    ...characterCodes(text).map(({ start, end, says }) => ({ text: says, source: () => ({ start, end }) })),
    ...(reversed.length === 0 ? [] : [readingOf(replaced(text, reversed, undefined))]),
  ];
}

/** Finds known values in what {@link hiddenReadings} cannot part into words. */
export interface HiddenSearch {
  find(text: string): ValueFind[];
}

/** Letters and digits that a value has at least: shorter ones would come up by chance. */
const LEAST_JOINED = 6;
const LEAST_REVERSED = 8;

/** Searches for values without anything between their letters where letters are spaced out, and for values from their end. */
export function createHiddenSearch(values: Iterable<SearchedValue>): HiddenSearch {
  const all = [...values].map((value) => ({ value, bare: value.text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '') }));
  const original = new Map<string, SearchedValue>();
  for (const { value, bare } of all) if (!original.has(bare)) original.set(bare, value);
  const joined = createValueSearch(
    all.filter(({ bare }) => bare.length >= LEAST_JOINED).map(({ value, bare }) => ({ ...value, text: bare })),
    { ignoreCase: true },
  );
  const long = all.filter(({ bare }) => bare.length >= LEAST_REVERSED);
  const backwards = createValueSearch(
    long.map(({ value }) => ({ ...value, text: turned(value.text) })),
    { ignoreCase: true },
  );
  return {
    find(text) {
      const { gaps } = spacedOut(text);
      const reading = gaps.length === 0 ? undefined : readingOf(replaced(text, gaps, undefined));
      const inJoined = (reading === undefined ? [] : joined.find(reading.text)).flatMap(({ start, end, value }) => {
        const source = reading!.source(start, end);
        // What holds no gap is no other way to write a value than its own.
        return source.end - source.start === end - start
          ? []
          : [{ ...source, value: original.get(value.text) ?? value }];
      });
      return [
        ...inJoined,
        ...backwards.find(text).map((find) => ({ ...find, value: { ...find.value, text: turned(find.value.text) } })),
      ];
    },
  };
}

function turned(text: string): string {
  return Array.from(text).reverse().join('');
}

/** Tag characters (Unicode 23.9), each of which stands for a character of ASCII; variation selectors, each of which can stand for a byte. */
const TAGS = /[\u{e0020}-\u{e007e}]/gu;
const SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
const LEAST_CARRIED = 3;

/** What stands in characters that nobody sees, once in a row and once with the characters apart that stand apart. */
function carried(text: string): TextReading[] {
  const asText = (points: readonly number[]) => String.fromCodePoint(...points.map((point) => point - 0xe0000));
  const asBytes = (points: readonly number[]) => {
    const bytes = Buffer.from(points.map((point) => (point < 0xe0000 ? point - 0xfe00 : point - 0xe0100 + 16)));
    return isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1');
  };
  return [...carriedBy(text, TAGS, asText), ...carriedBy(text, SELECTORS, asBytes)];
}

function carriedBy(text: string, pattern: RegExp, say: (points: readonly number[]) => string): TextReading[] {
  const runs: { start: number; end: number; points: number[] }[] = [];
  for (const { 0: character, index } of text.matchAll(pattern)) {
    const end = index + character.length;
    const last = runs.at(-1);
    if (last?.end === index) {
      last.points.push(character.codePointAt(0)!);
      last.end = end;
    } else runs.push({ start: index, end, points: [character.codePointAt(0)!] });
  }
  const count = runs.reduce((sum, { points }) => sum + points.length, 0);
  if (count < LEAST_CARRIED) return [];
  const readingFor = (start: number, end: number, says: string): TextReading[] =>
    /[\p{L}\p{N}]{2}/u.test(says) ? [{ text: says, source: () => ({ start, end }) }] : [];
  const apart = runs.map(({ points }) => inChunks(points, say));
  const whole = { start: runs[0]!.start, end: runs.at(-1)!.end };
  if (runs.length === 1) return readingFor(whole.start, whole.end, apart[0]!);
  return [
    ...runs.flatMap(({ start, end }, index) => readingFor(start, end, apart[index]!)),
    ...readingFor(
      whole.start,
      whole.end,
      inChunks(
        runs.flatMap(({ points }) => points),
        say,
      ),
    ),
    ...readingFor(whole.start, whole.end, apart.join(' ')),
  ];
}

/** A call takes only so many arguments; bytes are told in one go where they fit. */
const MOST_POINTS = 30_000;

function inChunks(points: readonly number[], say: (points: readonly number[]) => string): string {
  const says: string[] = [];
  for (let at = 0; at < points.length; at += MOST_POINTS) says.push(say(points.slice(at, at + MOST_POINTS)));
  return says.join('');
}

/** Override and end of an override or embedding (Unicode TR 9): what stands between is shown from its end. */
const DIRECTIONS = /[\u202a-\u202e]/;
const RIGHT_TO_LEFT_OVERRIDE = '\u202e';
const POP = '\u202c';
/** Nested overrides of which each is undone; deeper ones are read as the last. */
const MOST_LEVELS = 6;

/** The text as it is shown where directions are overridden. */
function overridden(text: string): TextReading[] {
  if (!text.includes(RIGHT_TO_LEFT_OVERRIDE)) return [];
  const units: { readonly at: number; readonly end: number; readonly level: number }[] = [];
  let levels: number[] = [];
  for (let at = 0; at < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(at)!);
    const end = at + character.length;
    const level = levels.at(-1) ?? 0;
    if (character === '\n') levels = [];
    if (!DIRECTIONS.test(character)) units.push({ at, end, level: character === '\n' ? 0 : level });
    else if (character === POP) levels.pop();
    // Overrides to the right have odd levels, all others even ones; Latin text keeps its order in embeddings.
    else if (character === RIGHT_TO_LEFT_OVERRIDE) levels.push(Math.min(MOST_LEVELS - 1, level + 1 + (level % 2)));
    else levels.push(Math.min(MOST_LEVELS, level + (level % 2 === 0 ? 0 : 1)));
    at = end;
  }
  for (let level = MOST_LEVELS; level >= 1; level -= 1) {
    for (let from = 0; from < units.length; from += 1) {
      if (units[from]!.level < level) continue;
      let to = from;
      while (to < units.length && units[to]!.level >= level) to += 1;
      const run = units.slice(from, to).reverse();
      for (const [index, unit] of run.entries()) units[from + index] = unit;
      from = to;
    }
  }
  const says = units.map(({ at, end }) => text.slice(at, end));
  const offsets = says.flatMap((piece, index) => Array.from({ length: piece.length }, () => index));
  return [
    {
      text: says.join(''),
      source: (start, end) => {
        const inside = units.slice(offsets[start], offsets[end - 1]! + 1);
        return {
          start: inside.reduce((least, { at }) => Math.min(least, at), text.length),
          end: inside.reduce((most, unit) => Math.max(most, unit.end), 0),
        };
      },
    },
  ];
}

const CHUNK = /[\p{L}\p{M}\p{N}]+/gu;
/** One separator, repeated. */
const GAP = /^(?:,+|\.+|;+|\|+|'+|_+|\/+|-+|:+|\*+|·+|[ \t\u00a0]+)$/;
const LONGEST_GAP = 8;
/** Letters that are spaced out stand in pieces of at most as many, digits in groups. */
const LONGEST_LETTERS = 4;
const LONGEST_DIGITS = 12;
const LEAST_CHUNKS = 2;
/** Pieces so short on average are letters that are spaced out, and no words or amounts. */
const SPELLED_LENGTH = 1.5;
const LEAST_SPELLED = 4;

interface Chunk {
  readonly start: number;
  readonly end: number;
}

/**
 * Letters and digits over runs of one repeated separator. `gaps`: all of them without what stands between; `spelled`: those that are spelled
 * letter by letter, with a space where the gap is wider than others of its run or a capital begins.
 */
function spacedOut(text: string): { readonly gaps: readonly Part[]; readonly spelled: readonly Part[] } {
  const gaps: Part[] = [];
  const spelled: Part[] = [];
  let run: Chunk[] = [];
  let separator = '';
  const close = () => {
    if (run.length >= LEAST_CHUNKS) {
      const between = run.slice(1).map(({ start }, index) => ({ start: run[index]!.end, end: start }));
      const length = run.reduce((sum, { start, end }) => sum + end - start, 0);
      for (const gap of between) gaps.push({ ...gap, says: '' });
      const written = text.slice(run[0]!.start, run.at(-1)!.end);
      if (run.length >= LEAST_SPELLED && length / run.length <= SPELLED_LENGTH && /\p{L}/u.test(written)) {
        const narrow = between.reduce((least, { start, end }) => Math.min(least, end - start), LONGEST_GAP);
        for (const { start, end } of between) {
          const isWide = end - start > narrow;
          const isCapital = /\p{Ll}/u.test(text.charAt(start - 1)) && /\p{Lu}/u.test(text.charAt(end));
          spelled.push({ start, end, says: isWide || isCapital ? ' ' : '' });
        }
      }
    }
    run = [];
    separator = '';
  };
  for (const { 0: chunk, index } of text.matchAll(CHUNK)) {
    const isShort = chunk.length <= LONGEST_LETTERS || (chunk.length <= LONGEST_DIGITS && /^\p{N}+$/u.test(chunk));
    const last = run.at(-1);
    if (last !== undefined) {
      const gap = index - last.end <= LONGEST_GAP ? text.slice(last.end, index) : '';
      const goesOn = isShort && GAP.test(gap) && (separator === '' || gap.startsWith(separator));
      if (!goesOn) close();
      else separator = gap.charAt(0);
    }
    if (isShort) run.push({ start: index, end: index + chunk.length });
  }
  close();
  return { gaps, spelled };
}

/** Codes of characters in a row: `65 110 110 97`, `0x41, 0x6e`, `U+0041 U+006E`. */
const CODE = /(?<![\p{L}\p{N}])(?:0x|U\+|\\x)?([0-9a-f]{2,6})(?![\p{L}\p{N}])/giu;
const CODE_GAP = /^[\s,;:.|/_-]{1,3}$/;
const LEAST_CODES = 4;

function characterCodes(text: string): Part[] {
  const parts: Part[] = [];
  let run: { readonly start: number; readonly end: number; readonly code: string }[] = [];
  const close = () => {
    if (run.length >= LEAST_CODES) {
      const [start, end] = [run[0]!.start, run.at(-1)!.end];
      const codes = run.map(({ code }) => code);
      for (const says of [inDecimal(codes), inHexadecimal(codes)]) {
        if (says !== undefined) parts.push({ start, end, says });
      }
    }
    run = [];
  };
  for (const match of text.matchAll(CODE)) {
    const last = run.at(-1);
    const start = match.index;
    if (last !== undefined && (start - last.end > 3 || !CODE_GAP.test(text.slice(last.end, start)))) close();
    run.push({ start, end: start + match[0].length, code: match[1]! });
  }
  close();
  return parts;
}

function inDecimal(codes: readonly string[]): string | undefined {
  if (!codes.every((code) => /^\d{2,5}$/.test(code))) return undefined;
  return wordsOf(codes.map(Number));
}

function inHexadecimal(codes: readonly string[]): string | undefined {
  const points = codes.map((code) => Number.parseInt(code, 16));
  if (codes.every((code) => code.length === 2)) {
    const bytes = Buffer.from(points);
    if (isUtf8(bytes)) return wordsOf(Array.from(bytes.toString('utf8'), (character) => character.codePointAt(0)!));
  }
  return wordsOf(points);
}

/** What character codes say, when it is made of what names and numbers are made of. */
function wordsOf(points: readonly number[]): string | undefined {
  if (!points.every((point) => (point >= 0x20 && point < 0x7f) || (point >= 0xa0 && point < 0x250))) return undefined;
  const says = points.map((point) => String.fromCodePoint(point)).join('');
  const telling = says.match(/[\p{L}\p{N} ]/gu)?.length ?? 0;
  return telling >= points.length * 0.8 && /\p{L}{2}|\p{N}{4}/u.test(says) ? says : undefined;
}

/** Words with a capital at their end and nowhere else, which languages do not have; such words in a row belong together. */
const TURNED = /^\p{Ll}+\p{Lu}$/u;

function reversedWords(text: string): Part[] {
  const parts: Part[] = [];
  let run: { start: number; end: number } | undefined;
  const close = () => {
    if (run !== undefined && run.end - run.start >= LEAST_REVERSED) {
      parts.push({ ...run, says: turned(text.slice(run.start, run.end)) });
    }
    run = undefined;
  };
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    if (!TURNED.test(word)) {
      close();
      continue;
    }
    if (run !== undefined && index - run.end === 1 && /[ -]/.test(text.charAt(run.end))) run.end = index + word.length;
    else {
      close();
      run = { start: index, end: index + word.length };
    }
  }
  close();
  return parts;
}
