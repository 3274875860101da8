import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** More combining marks in a row than any writing has (UAX #15, 13: stream-safe text). Sorting them takes the square of their number. */
const UNSAFE_RUN = /\p{M}{33}/u;

/** Code units of a piece of a long text, and of what is looked through for a place where the next one may begin. */
const PIECE = 128 * 1024;
/** Texts of more code units are counted in turns, where others may have the thread in between. */
const LONG = 1024 * 1024;
/** In front of it a text may be cut: it composes with nothing before it (UAX #15, 9.1), as marks, vowels and finals of Hangul and of Kirat Rai may, and is no second half of a pair. */
export const NFC_BOUNDARY = /[^\p{M}\u1160-\u11ff\ud7b0-\ud7ff\u{16d63}-\u{16d6a}\udc00-\udfff]/u;
/** A text without others is its own NFC form: Latin-1 holds no marks, and all its letters are composed. */
const BEYOND_LATIN_1 = /[^\0-\xff]/;

/**
 * Characters of a text as people count them for a limit: code points of its NFC form (UAX #15), so that an emoji is one, and `é` is one
 * however it is written. What nobody writes, with more than 32 combining marks in a row, is counted as it is.
 */
export function countCharacters(text: string): number {
  let count = 0;
  for (const piece of piecesOf(text)) count += countPiece(piece);
  return count;
}

/** {@link countCharacters} with a turn for everybody else between the pieces. */
export async function countCharactersInTurns(text: string): Promise<number> {
  let count = 0;
  for (const piece of piecesOf(text)) {
    count += countPiece(piece);
    await new Promise<void>((resolve) => {
      setTimeout(resolve);
    });
  }
  return count;
}

/** A text in pieces of about {@link PIECE} code units, whose NFC forms one behind the other are that of the whole. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const next = text.slice(start + PIECE, start + 2 * PIECE);
    // Without any, both sides have more marks in a row than a text that is normalized.
    const end = start + PIECE + Math.max(0, next.search(NFC_BOUNDARY));
    yield text.slice(start, end);
    start = end;
  }
}

function countPiece(text: string): number {
  if (!BEYOND_LATIN_1.test(text)) return text.length;
  const normal = UNSAFE_RUN.test(text) ? text : text.normalize('NFC');
  let count = normal.length;
  for (let at = 1; at < normal.length; at += 1) if (isPair(normal, at)) count -= 1;
  return count;
}

/** Whether the code units before and at `at` are one character. */
function isPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}

/** Lower limit of a string's length in characters (see {@link countCharacters}), for `.check(…)`. */
export function minCharacters(minimum: number) {
  const check = z.check<string>(({ value, issues }) => {
    if (value.length > minimum * MOST_SHRINKAGE || countCharacters(value) >= minimum) return;
    issues.push({ code: 'too_small', origin: 'string', minimum, inclusive: true, input: value });
  });
  check._zod.onattach.push((schema) => {
    schema._zod.bag['minimum'] = minimum;
  });
  return check;
}

/** NFC makes at most three code units of one, and one of at most four. */
const MOST_GROWTH = 3;
const MOST_SHRINKAGE = 4;

/**
 * Upper limit of a string's length in characters (see {@link countCharacters}), for `.check(…)`: `.max()` of zod counts code units.
 * Very long texts are counted in turns: where the limit allows them, the schema is asked with `safeParseAsync`.
 * @param code - error code of what is longer; the general one when absent
 */
export function maxCharacters(maximum: number, code?: ErrorCode) {
  const check = z.check<string>(({ value, issues }) => {
    const refuse = (): void => {
      issues.push({
        code: 'too_big',
        origin: 'string',
        maximum,
        inclusive: true,
        input: value,
        ...(code !== undefined && { message: code }),
      });
    };
    if (value.length * MOST_GROWTH <= maximum) return;
    const isSure = value.length > maximum * MOST_SHRINKAGE;
    if (isSure || value.length <= LONG) {
      if (isSure || countCharacters(value) > maximum) refuse();
      return;
    }
    return countCharactersInTurns(value).then((count) => {
      if (count > maximum) refuse();
    });
  });
  // JSON Schema counts code points as well.
  check._zod.onattach.push((schema) => {
    schema._zod.bag['maximum'] = maximum;
  });
  return check;
}
