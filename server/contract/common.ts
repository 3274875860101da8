import { z } from 'zod';
import { INTERFACE_LANGUAGE_CODES, LANGUAGES, type Language } from './languages.ts';

export { LANGUAGES, type Language };
export const language = z
  .enum(LANGUAGES)
  .meta({ id: 'Language', description: 'ISO 639-1 code of a language in which values are found.' });
export const interfaceLanguage = z
  .enum(INTERFACE_LANGUAGE_CODES)
  .meta({ id: 'InterfaceLanguage', description: 'ISO 639-1 code of a language of the interface.' });

/** ISO 8601 in UTC with milliseconds, for example 2026-11-21T13:45:00.000Z. */
export const timestamp = z.iso.datetime().meta({ description: 'ISO 8601, UTC.' });

/** Compared in lower case, which is how the server writes them (RFC 9562, 4: input may be in either case). */
export const uuid = z.uuid().toLowerCase();
/** Identifier of a job in a path: what is none names no job, and is answered by the same words as one that is not there. */
export const jobId = z.string().toLowerCase();

/** More digits than any allowed value has, few enough to be exact as a number. */
const DECIMAL_DIGITS = /^\d{1,15}$/;
/** A non-negative integer in a query: decimal digits and nothing else. `schema` says what it may be. */
export const integerText = <S extends z.ZodNumber>(schema: S) =>
  z.preprocess((value) => (typeof value === 'string' && DECIMAL_DIGITS.test(value) ? Number(value) : value), schema);

/** Text that is stored: lone surrogates have no UTF-8 form and would come back as something else. */
export const storedText = z.string().refine((value) => value.isWellFormed(), 'INVALID_BODY');

/** An e-mail address as typed; compared in lower case. */
export const email = z.email().max(254);

/** The error body of every route outside the gateway (interface 7.3, decisions 1). */
export const errorBody = z
  .object({
    error: z.string().meta({ description: 'A sentence for people. Never contains a value from a document.' }),
    code: z.string(),
    type: z.literal('auth_error').optional().meta({ description: 'Only on 401.' }),
    details: z.record(z.string(), z.unknown()).optional(),
    requestId: z.string().optional().meta({ description: 'Only on 500: the identifier of the log entry.' }),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.output<typeof errorBody>;

/** Holds the sort key of an entry, which may be a name of 255 characters of four bytes. */
export const cursorText = z.string().max(4_096);

/** Query of a paged list with pages of its own size. */
export const pageQueryOf = ({ usual, most }: { readonly usual: number; readonly most: number }) =>
  z.object({
    limit: integerText(z.number().int().min(1))
      .default(usual)
      .transform((n) => Math.min(n, most))
      .meta({
        description: `Entries per page, at most ${String(most)}.`,
      }),
    cursor: cursorText.optional().meta({
      description:
        'Opaque; the `cursor` of the previous page. Of another list, or of this one under other parameters: 400.',
    }),
  });
/** Query of every other paged list. */
export const pageQuery = pageQueryOf({ usual: 50, most: 200 });
export type PageQuery = z.output<typeof pageQuery>;

/** Fields every paged answer carries beside its list. */
export const pageFields = {
  cursor: z.string().nullable().meta({ description: 'Pass back unchanged for the next page; null at the end.' }),
};

export const idParams = z.object({ id: uuid });
export const empty = Object.freeze({ kind: 'empty', description: 'Done; no body.' } as const);

/** A boolean in a query or a form field: `true`, `1`, `false` or `0`. */
export const booleanText = z.enum(['true', '1', 'false', '0']).transform((value) => value === 'true' || value === '1');

/** One page of a list inside the server. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly cursor: string | null;
}
