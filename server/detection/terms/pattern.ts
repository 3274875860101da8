import { RE2JS } from 're2js';
import { LIMITS } from '../../contract/limits.ts';
import { AppError } from '../../core/errors.ts';

/** Instructions of a compiled expression; matching costs text length times this at worst. */
const PROGRAM_SIZE_MAX = 3_000;
/** Counted repetitions multiply the program before its size is known, so they are bounded in the expression itself. */
const REPETITIONS_PRODUCT_MAX = 10_000;
/** Matches of one expression in one text. */
const MATCHES_MAX = 200_000;
/** Texts in which an expression must not match the empty string. */
const PROBES = ['', 'a', 'a b', ' ', '1\n2', '.', 'ä-ß'];

const COUNTED = /\{\d{0,9},?(\d{0,9})\}|\{(\d{1,9})\}/g;

/** An expression in RE2 syntax: linear time, no backtracking. */
export interface OwnPattern {
  /** Ranges of all matches, in order; UTF-16 code units. @throws AppError INVALID_PATTERN when there are too many */
  matches(text: string): { readonly start: number; readonly end: number }[];
}

function invalid(reason: string, cause?: unknown): AppError {
  return new AppError('INVALID_PATTERN', `The expression ${reason}.`, cause === undefined ? {} : { cause });
}

function repetitionsProduct(expression: string): number {
  let product = 1;
  for (const [counted] of expression.matchAll(COUNTED)) {
    const highest = Math.max(...(counted.match(/\d+/g) ?? ['1']).map(Number));
    product *= Math.max(1, highest);
  }
  return product;
}

/** @throws AppError INVALID_PATTERN when the expression is too long, does not compile, or matches the empty string */
export function compilePattern(expression: string, caseSensitive: boolean): OwnPattern {
  if (expression.length > LIMITS.patternCharacters) throw invalid('is too long');
  if (repetitionsProduct(expression) > REPETITIONS_PRODUCT_MAX) throw invalid('repeats too much');
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(expression, RE2JS.MULTILINE | (caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE));
  } catch (error) {
    throw invalid('is not valid in RE2 syntax', error);
  }
  if (compiled.programSize() > PROGRAM_SIZE_MAX) throw invalid('is too complex');
  for (const probe of PROBES) {
    const matcher = compiled.matcher(probe);
    while (matcher.find()) if (matcher.end() === matcher.start()) throw invalid('matches the empty text');
  }
  return {
    matches(text) {
      const found: { start: number; end: number }[] = [];
      const matcher = compiled.matcher(text);
      while (matcher.find()) {
        const start = matcher.start();
        const end = matcher.end();
        if (end > start) found.push({ start, end });
        if (found.length > MATCHES_MAX) throw invalid('matches too often in this text');
      }
      return found;
    },
  };
}
