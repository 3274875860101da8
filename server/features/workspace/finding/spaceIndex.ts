import type { Db } from '../../../core/db/types.ts';
import type { NodeNames } from '../nodes/names.ts';
import { foldForSearch } from './fold.ts';

/** What a search looks at of one node outside of the trash. */
export interface IndexEntry {
  readonly id: string;
  readonly parentId: string | null;
  readonly type: 'folder' | 'file';
  readonly name: string;
  /** See {@link foldForSearch}. */
  readonly folded: string;
  readonly createdBy: string;
  readonly updatedAt: string;
}

export type SpaceEntries = ReadonlyMap<string, IndexEntry>;

/** All names of a space, decrypted in memory, because the database has only their encrypted form. */
export interface SpaceIndex {
  /** Entries as of the latest change of the space. */
  of(db: Db, spaceId: string): Promise<SpaceEntries>;
}

/** Entries kept over all spaces; the least recently used spaces go first. */
const KEPT_ENTRIES = 300_000;

export function createSpaceIndex({ names }: { names: NodeNames }): SpaceIndex {
  const cache = new Map<string, { stamp: number; entries: SpaceEntries }>();

  /** Every change of a node writes a row of the feed, so its position tells whether anything is new. */
  async function stampOf(db: Db, spaceId: string): Promise<number> {
    const row = await db
      .selectFrom('changes')
      .select((eb) => eb.fn.max('position').as('position'))
      .where('space_id', '=', spaceId)
      .executeTakeFirst();
    return row?.position ?? 0;
  }

  async function load(db: Db, spaceId: string): Promise<SpaceEntries> {
    const { open } = await names.of(spaceId);
    const rows = await db
      .selectFrom('nodes')
      .select(['id', 'parent_id', 'type', 'name', 'created_by', 'updated_at'])
      .where('space_id', '=', spaceId)
      .where('trashed_at', 'is', null)
      .execute();
    const entries = new Map<string, IndexEntry>();
    for (const row of rows) {
      const name = open(row);
      entries.set(row.id, {
        id: row.id,
        parentId: row.parent_id,
        type: row.type === 'folder' ? 'folder' : 'file',
        name,
        folded: foldForSearch(name),
        createdBy: row.created_by,
        updatedAt: row.updated_at,
      });
    }
    return entries;
  }

  function keep(spaceId: string, found: { stamp: number; entries: SpaceEntries }): void {
    cache.delete(spaceId);
    cache.set(spaceId, found);
    let total = 0;
    for (const { entries } of cache.values()) total += entries.size;
    for (const [id, { entries }] of cache) {
      if (total <= KEPT_ENTRIES || id === spaceId) break;
      cache.delete(id);
      total -= entries.size;
    }
  }

  return {
    async of(db, spaceId) {
      // The stamp comes first: what is committed while the names are read makes the next search read them again.
      const stamp = await stampOf(db, spaceId);
      const known = cache.get(spaceId);
      const found = known?.stamp === stamp ? known : { stamp, entries: await load(db, spaceId) };
      keep(spaceId, found);
      return found.entries;
    },
  };
}
