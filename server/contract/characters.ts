import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** More combining marks in a row than any writing has (UAX #15, 13: stream-safe text). Sorting them takes the square of their number. */
const UNSAFE_RUN = /\p{M}{33}/u;

/**
 * Characters of a text as people count them for a limit: code points of its NFC form (UAX #15), so that an emoji is one, and `é` is one
 * however it is written. Texts that nobody writes, with more than 32 combining marks in a row, are counted as they are.
 */
export function countCharacters(text: string): number {
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
 * @param code - error code of what is longer; the general one when absent
 */
export function maxCharacters(maximum: number, code?: ErrorCode) {
  const check = z.check<string>(({ value, issues }) => {
    if (value.length * MOST_GROWTH <= maximum) return;
    if (value.length <= maximum * MOST_SHRINKAGE && countCharacters(value) <= maximum) return;
    issues.push({
      code: 'too_big',
      origin: 'string',
      maximum,
      inclusive: true,
      input: value,
      ...(code !== undefined && { message: code }),
    });
  });
  // JSON Schema counts code points as well.
  check._zod.onattach.push((schema) => {
    schema._zod.bag['maximum'] = maximum;
  });
  return check;
}
