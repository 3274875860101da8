import { countDigits } from './spans.ts';

/** A slash or dash behind which a second number may begin. */
const BOUNDARY = /(?<![ \u00a0])[ \u00a0]*[/–-][ \u00a0]*(?=\+|0[1-9]|\(0)/g;
/** Shorter parts are a part of one number: "(208) 555-0164". */
const DIGITS_MIN = 6;
/** The digits of an extension do not count: "1-800-555-0119 ext. 4470" is one number. */
const EXTENSION = /(?<![ \u00a0])[ \u00a0]*[A-Za-z].*$/;

/** Splits "0341 867140 / 0171 3920047" into its numbers; the parts are as written, without the mark between. */
export function splitPhones(run: string): string[] {
  for (const { 0: mark, index } of run.matchAll(BOUNDARY)) {
    const first = run.slice(0, index);
    const rest = run.slice(index + mark.length);
    if (countDigits(first) >= DIGITS_MIN && countDigits(rest.replace(EXTENSION, '')) >= DIGITS_MIN)
      return [first, ...splitPhones(rest)];
  }
  return [run];
}
