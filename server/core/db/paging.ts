import { z } from 'zod';
import { AppError } from '../errors.ts';

/**
 * Keyset paging: a cursor holds the sort key of the last row of a page, and the next page takes the rows after it. Unlike an offset it neither
 * skips nor repeats rows when others are added or removed. In a query of rows ordered by (created_at, id) descending:
 *
 *     const after = decodeCursor(cursor, z.tuple([timestamp, uuid]));
 *     if (after) query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(...after)));
 *     return toPage(await query.limit(limit + 1).execute(), limit, (row) => [row.created_at, row.id]);
 */
export type CursorKey = readonly (string | number)[];

/** Sort key of lists ordered by a text (mostly a time) and an id. */
export const textAndId = z.tuple([z.string(), z.string()]);

/** Opaque text of a sort key: base64url of its JSON. */
export function encodeCursor(key: CursorKey): string {
  return Buffer.from(JSON.stringify(key), 'utf8').toString('base64url');
}

/**
 * The sort key in a cursor; null without a cursor.
 * @throws AppError INVALID_QUERY when it is not one that this list gave out
 */
export function decodeCursor<S extends z.ZodType<CursorKey>>(
  cursor: string | undefined,
  schema: S,
): z.output<S> | null {
  if (cursor === undefined) return null;
  const key = schema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!key.success) throw new AppError('INVALID_QUERY', 'The cursor is not valid.', { details: { path: 'cursor' } });
  return key.data;
}

/** One page out of up to `limit + 1` rows; the extra row only tells that there are more. */
export function toPage<R>(
  rows: readonly R[],
  limit: number,
  keyOf: (row: R) => CursorKey,
): { items: readonly R[]; cursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, cursor: rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
