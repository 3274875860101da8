import { z } from 'zod';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import type { OVERVIEWS, overview } from '../../../contract/workspace/finding.ts';
import type { WorkspaceNode } from '../../../contract/workspace/node.ts';
import { type CursorKey, decodeCursor, textAndId, toPage } from '../../../core/db/paging.ts';
import type { Database } from '../../../core/db/types.ts';
import type { Principal } from '../../../http/types.ts';
import type { Access } from '../access/access.ts';
import type { Activity } from '../activity/activity.ts';
import type { Presenter } from '../nodes/presenter.ts';
import type { NodeReader } from '../nodes/reader.ts';
import { sharesTo } from '../storage/shares.ts';
import type { Directory } from '../types.ts';
import type { Search } from './search.ts';

/** Folders of the root that the start page shows. */
const HOME_FOLDERS = 200;

export interface OverviewQuery {
  readonly view: (typeof OVERVIEWS)[number];
  readonly projectId?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Ready-made lists of the workspace. A page may be shorter than the limit: what is hidden from the caller is left out. */
export interface Overview {
  /** @throws AppError INVALID_QUERY for a cursor of another view; NOT_FOUND for an unknown project */
  show(principal: Principal, query: OverviewQuery): Promise<ResponseOf<typeof overview>>;
}

interface Parts {
  readonly database: Database;
  readonly access: Access;
  readonly activity: Pick<Activity, 'ofAll'>;
  readonly directory: Pick<Directory, 'groupsOf'>;
  readonly presenter: Presenter;
  readonly reader: Pick<NodeReader, 'list'>;
  readonly search: Search;
}

interface NodePage {
  readonly nodes: WorkspaceNode[];
  readonly cursor: string | null;
}
/** A node of a list with the time it is sorted by; newest first. */
interface Dated {
  readonly id: string;
  readonly at: string;
}

export function createOverview({
  database: { db },
  access,
  activity,
  directory,
  presenter,
  reader,
  search,
}: Parts): Overview {
  /** Those of a page that the caller sees, in their order. */
  async function visible(
    principal: Principal,
    rows: readonly Dated[],
    { limit, cursor }: { limit: number; cursor: string | null },
    { inTrash }: { inTrash: boolean },
  ): Promise<NodePage> {
    const page = rows.slice(0, limit);
    const seen = await access.lookAll(
      db,
      principal,
      page.map(({ id }) => id),
    );
    const found = page
      .flatMap(({ id }) => seen.get(id) ?? [])
      .filter(({ node }) => inTrash === (node.trashedAt !== null));
    return { nodes: await presenter.many(db, principal, found), cursor };
  }

  const keyOf = ({ at, id }: Dated): CursorKey => [at, id];

  /** Files that were changed last, with what the caller sees of others. */
  async function recent(principal: Principal, { limit, cursor }: OverviewQuery): Promise<NodePage> {
    // A search for nothing finds everything, the newest first.
    return search.find(principal, { in: 'names', kind: 'file', owner: 'alle', limit, cursor });
  }

  async function home(principal: Principal, query: OverviewQuery) {
    const root = await reader.list(principal, { sort: 'name', order: 'asc', limit: HOME_FOLDERS });
    return { ...(await recent(principal, query)), folders: root.nodes.filter(({ type }) => type === 'folder') };
  }

  /** What others have shared with the caller, the newest shares first. */
  async function shared(principal: Principal, { limit, cursor }: OverviewQuery): Promise<NodePage> {
    const after = decodeCursor(cursor, textAndId);
    const shares = await sharesTo(db, principal.accountId, await directory.groupsOf(db, principal.accountId));
    const newest = new Map<string, string>();
    for (const { nodeId, createdAt } of shares) {
      if (createdAt > (newest.get(nodeId) ?? '')) newest.set(nodeId, createdAt);
    }
    const rows = [...newest]
      .map(([id, at]): Dated => ({ id, at }))
      .sort((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1))
      .filter(({ id, at }) => after === null || at < after[0] || (at === after[0] && id < after[1]));
    return visible(principal, rows, { limit, cursor: toPage(rows, limit, keyOf).cursor }, { inTrash: false });
  }

  async function starred(principal: Principal, { limit, cursor }: OverviewQuery): Promise<NodePage> {
    const after = decodeCursor(cursor, textAndId);
    let query = db
      .selectFrom('stars')
      .select(['node_id as id', 'created_at as at'])
      .where('user_id', '=', principal.accountId);
    if (after !== null) {
      query = query.where((eb) => eb(eb.refTuple('created_at', 'node_id'), '<', eb.tuple(after[0], after[1])));
    }
    const rows = await query
      .orderBy('created_at', 'desc')
      .orderBy('node_id', 'desc')
      .limit(limit + 1)
      .execute();
    return visible(principal, rows, { limit, cursor: toPage(rows, limit, keyOf).cursor }, { inTrash: false });
  }

  /** What was put into the trash of a space, without what went there with it. */
  async function trash(principal: Principal, { projectId, limit, cursor }: OverviewQuery): Promise<NodePage> {
    const { spaceId } = await access.space(db, principal, projectId);
    const after = decodeCursor(cursor, textAndId);
    let query = db
      .selectFrom('nodes')
      .select(['id', 'trashed_at as at'])
      .where('space_id', '=', spaceId)
      .where('trashed_at', 'is not', null)
      .whereRef('trash_root', '=', 'id');
    if (after !== null) {
      query = query.where((eb) => eb(eb.refTuple('trashed_at', 'id'), '<', eb.tuple(after[0], after[1])));
    }
    const found = await query
      .orderBy('trashed_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const rows = found.map(({ id, at }): Dated => ({ id, at: z.string().parse(at) }));
    return visible(principal, rows, { limit, cursor: toPage(rows, limit, keyOf).cursor }, { inTrash: true });
  }

  return {
    async show(principal, query) {
      const { view } = query;
      switch (view) {
        case 'home':
          return { view, ...(await home(principal, query)) };
        case 'activity': {
          const { items, cursor } = await activity.ofAll(principal, query);
          return { view, nodes: [], activity: [...items], cursor };
        }
        case 'recent':
          return { view, ...(await recent(principal, query)) };
        case 'shared':
          return { view, ...(await shared(principal, query)) };
        case 'starred':
          return { view, ...(await starred(principal, query)) };
        case 'trash':
          return { view, ...(await trash(principal, query)) };
      }
    },
  };
}
