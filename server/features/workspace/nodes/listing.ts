import { z } from 'zod';
import type { NODE_SORTS } from '../../../contract/workspace/nodes.ts';
import { decodeCursor, encodeCursor } from '../../../core/db/paging.ts';
import type { Db } from '../../../core/db/types.ts';
import { findNodes, type NodeRow } from '../storage/nodes.ts';
import type { NodeNames } from './names.ts';

/** Order of a list of children; folders always come first. */
export interface ListOrder {
  readonly sort: (typeof NODE_SORTS)[number];
  readonly order: 'asc' | 'desc';
}

/** Sort key of a child: whether it is a file, what it is sorted by, its name, its id. */
type Key = readonly [isFile: number, by: string | number, name: string, id: string];
const keySchema = z.tuple([z.number(), z.union([z.string(), z.number()]), z.string(), z.string()]);

/** People expect "2.docx" before "10.docx", and letter case and accents to matter last. */
const collator = new Intl.Collator('und', { numeric: true, sensitivity: 'base' });

const compareParts = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));

function comparison({ order }: ListOrder): (a: Key, b: Key) => number {
  const sign = order === 'asc' ? 1 : -1;
  return (a, b) =>
    a[0] - b[0] ||
    sign * compareParts(a[1], b[1]) ||
    sign * collator.compare(a[2], b[2]) ||
    (a[3] < b[3] ? -1 : a[3] > b[3] ? 1 : 0);
}

/**
 * The first `count` keys after `after`, in order. Names are encrypted, so the database cannot sort them; picking a page takes
 * one comparison for most children instead of a sort of all of them.
 */
function pick(keys: Iterable<Key>, compare: (a: Key, b: Key) => number, after: Key | null, count: number): Key[] {
  const picked: Key[] = [];
  for (const key of keys) {
    if (after !== null && compare(key, after) <= 0) continue;
    if (picked.length === count && compare(key, picked[count - 1]!) >= 0) continue;
    let [low, high] = [0, picked.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(picked[middle]!, key) <= 0) low = middle + 1;
      else high = middle;
    }
    picked.splice(low, 0, key);
    if (picked.length > count) picked.pop();
  }
  return picked;
}

/**
 * A page of the children of a folder or a root, outside of the trash.
 * @param parent - id of the folder, or of the space for its root
 * @throws AppError INVALID_QUERY for a cursor of another list
 */
export async function listChildren(
  db: Db,
  names: NodeNames,
  { spaceId, parent }: { spaceId: string; parent: string },
  { limit, cursor, ...order }: ListOrder & { limit: number; cursor?: string | undefined },
): Promise<{ nodes: readonly NodeRow[]; cursor: string | null }> {
  const after = decodeCursor(cursor, keySchema);
  const space = await names.of(spaceId);
  const rows = await db
    .selectFrom('nodes')
    .select(['id', 'type', 'name', 'updated_at', 'size_bytes', 'kind'])
    .where('parent_key', '=', parent)
    .where('trashed_at', 'is', null)
    .execute();
  const keys = rows.map((row): Key => {
    const by = {
      name: '',
      updatedAt: row.updated_at,
      sizeBytes: row.size_bytes ?? 0,
      kind: row.kind ?? '',
    }[order.sort];
    return [row.type === 'folder' ? 0 : 1, by, space.open(row), row.id];
  });
  const picked = pick(keys, comparison(order), after, limit + 1);
  const page = picked.slice(0, limit);
  const last = page.at(-1);
  return {
    nodes: await findNodes(
      db,
      page.map(([, , , id]) => id),
    ),
    cursor: picked.length > limit && last !== undefined ? encodeCursor(last) : null,
  };
}
