import { documentError } from '../failures.ts';

/**
 * Holds the text that a rewrite has read against the one its offsets were made for: in another text they would point at the wrong words.
 * @param expected - see `RewriteRequest.expectedText`; without it nothing is compared
 * @throws AppError NOT_EXPORTABLE when they differ
 */
export function checkExpectedText(text: string, expected: string | undefined): void {
  if (expected !== undefined && text !== expected) throw documentError('NOT_EXPORTABLE');
}
