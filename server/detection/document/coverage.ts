import type { Lexicon } from '../gazetteers/lexicon.ts';
import type { Candidate } from '../recognizer.ts';

/** Finds below this priority give way to a longer value that the document names elsewhere. */
const WEAK_PRIORITY = 36;
/** Values of {@link coveredTokens}. */
export const COVERED = Object.freeze({ no: 0, firmly: 1, weakly: 2 } as const);

/** One byte per token: whether a find already covers it, see COVERED. @param sorted - finds sorted by start, not overlapping */
export function coveredTokens({ tokens }: Lexicon, sorted: readonly Candidate[]): Uint8Array {
  const covered = new Uint8Array(tokens.length);
  let at = 0;
  for (const { start, end, priority } of sorted) {
    while (at < tokens.length && tokens[at]!.end <= start) at += 1;
    while (at < tokens.length && tokens[at]!.start < end) {
      covered[at] = priority < WEAK_PRIORITY ? COVERED.weakly : COVERED.firmly;
      at += 1;
    }
  }
  return covered;
}

/** Calls back with the first and last token (inclusive) of every find. @param sorted - finds sorted by start, not overlapping */
export function eachTokenRange(
  { tokens }: Lexicon,
  sorted: readonly Candidate[],
  visit: (find: Candidate, first: number, last: number) => void,
): void {
  let at = 0;
  for (const find of sorted) {
    while (at < tokens.length && tokens[at]!.end <= find.start) at += 1;
    const first = at;
    while (at < tokens.length && tokens[at]!.start < find.end) at += 1;
    if (at > first) visit(find, first, at - 1);
  }
}
