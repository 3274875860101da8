import { forbiddenOf, replacementsOf } from '../../../../test/fixtures/documents/inPlace/checks.ts';
import type { InPlaceFormat, InPlaceText, RewriteRequest, RewriteResult } from '../types.ts';

/** What the pictures of `test/fixtures/documents/pictures` show: a letter, and a logo. */
export const NAME = 'Leonore Wachtelmann';
export const LOGO = 'Ottokar Birnbaum';
export const IBAN = 'DE89 3704 0044 0532 0130 00';
export const VALUES: readonly string[] = [NAME, LOGO, IBAN];
/** Words of the values that recognition finds even where it misreads others. */
export const WORDS = /Leonore|Wachtelmann|Ottokar|Birnbaum|3704|0532/;
/** Of the text in the pictures. */
export const language = 'de';

/** Reads a document with its pictures and masks the values in all of it. */
export async function anonymizePlanted(
  format: InPlaceFormat,
  bytes: Uint8Array,
  more: Partial<RewriteRequest> = {},
): Promise<{ readonly before: InPlaceText; readonly result: RewriteResult }> {
  const { signal } = new AbortController();
  const before = await format.read(bytes, { signal, language });
  const result = await format.rewrite(bytes, {
    ...{ expectedText: before.text, replacements: replacementsOf(before.text, VALUES), forbidden: forbiddenOf(VALUES) },
    ...{ purpose: 'anonymize', signal, language, ...(before.layout && { layout: before.layout }), ...more },
  });
  return { before, result };
}
