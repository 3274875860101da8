import type { Selectable } from 'kysely';
import type { Db } from '../../../core/db/types.ts';
import { forEachInTurns } from '../../../core/turns.ts';
import type { NodeNames, SpaceNames } from '../nodes/names.ts';
import type { NodeTable } from '../storage/tables.ts';
import { foldForSearch } from '../../../core/text/foldForSearch.ts';

/** What a search looks at of one node outside of the trash. */
export interface IndexEntry {
  readonly id: string;
  readonly parentId: string | null;
  readonly type: 'folder' | 'file';
  readonly name: string;
  /** See {@link foldForSearch}. */
  readonly folded: string;
  /** Own setting of the agent lock; null inherits. */
  readonly agentRead: boolean | null;
  readonly createdBy: string;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

export type SpaceEntries = ReadonlyMap<string, IndexEntry>;

/** All names of a space, decrypted in memory, because the database has only their encrypted form. */
export interface SpaceIndex {
  /** Entries as of the latest change of the space. A later call brings this very map up to date. */
  of(db: Db, spaceId: string): Promise<SpaceEntries>;
}

interface Cached {
  /** Position in the change feed up to which `entries` has everything. */
  stamp: number;
  readonly entries: Map<string, IndexEntry>;
}

/** Entries kept over all spaces; the least recently used spaces go first. */
const KEPT_ENTRIES = 300_000;
/** With more changes than this a space is read anew. */
const MOST_CHANGES = 2_000;
const ROWS_AT_ONCE = 400;
const COLUMNS = ['id', 'parent_id', 'type', 'name', 'agent_read', 'created_by', 'updated_at'] as const;
type Row = Pick<Selectable<NodeTable>, (typeof COLUMNS)[number]>;

function entryOf(row: Row, { open }: SpaceNames): IndexEntry {
  const name = open(row);
  return {
    id: row.id,
    parentId: row.parent_id,
    type: row.type === 'folder' ? 'folder' : 'file',
    name,
    folded: foldForSearch(name),
    agentRead: row.agent_read === null ? null : row.agent_read === 1,
    createdBy: row.created_by,
    updatedAt: Date.parse(row.updated_at),
  };
}

export function createSpaceIndex({ names }: { names: NodeNames }): SpaceIndex {
  const cache = new Map<string, Cached>();

  /** Every change of a node writes a row of the feed, so its position tells whether anything is new. */
  async function stampOf(db: Db, spaceId: string): Promise<number> {
    const row = await db
      .selectFrom('changes')
      .select((eb) => eb.fn.max('position').as('position'))
      .where('space_id', '=', spaceId)
      .executeTakeFirst();
    return row?.position ?? 0;
  }

  async function load(db: Db, spaceId: string, stamp: number): Promise<Cached> {
    const space = await names.of(spaceId);
    const rows = await db
      .selectFrom('nodes')
      .select(COLUMNS)
      .where('space_id', '=', spaceId)
      .where('trashed_at', 'is', null)
      .execute();
    const entries = new Map<string, IndexEntry>();
    await forEachInTurns(rows, (row) => void entries.set(row.id, entryOf(row, space)));
    return { stamp, entries };
  }

  /** Ids of the nodes that changed after a position; null when they are too many. */
  async function changedSince(db: Db, spaceId: string, position: number): Promise<readonly string[] | null> {
    const rows = await db
      .selectFrom('changes')
      .select('node_id')
      .where('space_id', '=', spaceId)
      .where('position', '>', position)
      .limit(MOST_CHANGES + 1)
      .execute();
    return rows.length > MOST_CHANGES ? null : [...new Set(rows.map(({ node_id }) => node_id))];
  }

  async function readNodes(db: Db, ids: readonly string[]): Promise<Row[]> {
    const rows: Row[] = [];
    for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
      const part = ids.slice(at, at + ROWS_AT_ONCE);
      const found = db.selectFrom('nodes').select(COLUMNS).where('id', 'in', part).where('trashed_at', 'is', null);
      rows.push(...(await found.execute()));
    }
    return rows;
  }

  /** Brings a cached space up to `stamp`; false when it has to be read anew. */
  async function catchUp(db: Db, spaceId: string, cached: Cached, stamp: number): Promise<boolean> {
    const ids = await changedSince(db, spaceId, cached.stamp);
    if (ids === null) return false;
    const space = await names.of(spaceId);
    const rows = await readNodes(db, ids);
    for (const id of ids) cached.entries.delete(id);
    for (const row of rows) cached.entries.set(row.id, entryOf(row, space));
    cached.stamp = stamp;
    return true;
  }

  function keep(spaceId: string, found: Cached): void {
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

  async function current(db: Db, spaceId: string): Promise<SpaceEntries> {
    // The stamp comes first: what is committed while the names are read is read again by the next search.
    const stamp = await stampOf(db, spaceId);
    const known = cache.get(spaceId);
    const isCurrent = known !== undefined && (known.stamp >= stamp || (await catchUp(db, spaceId, known, stamp)));
    const found = isCurrent ? known : await load(db, spaceId, stamp);
    keep(spaceId, found);
    return found.entries;
  }

  /** The last search in the line of each space: one after the other, so that none does what another is doing. */
  const lines = new Map<string, Promise<unknown>>();

  return {
    async of(db, spaceId) {
      const turn = (lines.get(spaceId) ?? Promise.resolve()).then(() => current(db, spaceId));
      const settled = turn.catch(() => undefined);
      lines.set(spaceId, settled);
      try {
        return await turn;
      } finally {
        if (lines.get(spaceId) === settled) lines.delete(spaceId);
      }
    },
  };
}
