import { z } from 'zod';
import { changeAction, type ChangeRecord } from '../../../contract/workspace/finding.ts';
import { decodeCursor, encodeCursor } from '../../../core/db/paging.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import type { Vault } from '../../../core/vault/types.ts';
import type { Principal } from '../../../http/types.ts';
import type { Access } from '../access/access.ts';

/** A page of the change feed. */
export interface Changes {
  readonly changes: ChangeRecord[];
  /** Position of the last record that was looked at; passed back for the next page. */
  readonly cursor: string;
  readonly has_more: boolean;
}

/** The change feed's reading side: the caller's own view, in the order of commits. */
export interface FeedReader {
  /** @throws AppError INVALID_QUERY for a cursor that this feed did not give out */
  read(principal: Principal, page: { cursor?: string | undefined; limit: number }): Promise<Changes>;
}

const position = z.tuple([z.number().int().nonnegative()]);

const row = z.object({
  position: z.number().int(),
  sees_parent: z.number(),
  id: z.string(),
  action: changeAction,
  at: z.string(),
  space_id: z.string(),
  node_id: z.string(),
  name: z.instanceof(Uint8Array),
  type: z.enum(['folder', 'file']),
  parent_id: z.string().nullable(),
  revision: z.number().int().nullable(),
  trashed_at: z.string().nullable(),
  user_id: z.string().nullable(),
  agent_id: z.string().nullable(),
  project: z.string().nullable(),
});
type ChangeRow = z.output<typeof row>;

/** Actions after which a node is no longer in the caller's view. */
const LEAVING: ReadonlySet<string> = new Set(['deleted', 'unshared']);

export function createFeedReader({
  database: { db },
  vault,
  access,
}: {
  database: Database;
  vault: Vault;
  access: Access;
}): FeedReader {
  async function rowsAfter(db: Db, userId: string, after: number, count: number): Promise<ChangeRow[]> {
    const rows = await db
      .selectFrom('change_audience')
      .innerJoin('changes', 'changes.position', 'change_audience.position')
      .leftJoin('spaces', (join) => join.onRef('spaces.id', '=', 'changes.space_id').on('spaces.kind', '=', 'project'))
      .where('change_audience.user_id', '=', userId)
      .where('change_audience.position', '>', after)
      .orderBy('change_audience.position')
      .limit(count)
      .select([
        'changes.position',
        'change_audience.sees_parent',
        'changes.id',
        'changes.action',
        'changes.at',
        'changes.space_id',
        'changes.node_id',
        'changes.name',
        'changes.type',
        'changes.parent_id',
        'changes.revision',
        'changes.trashed_at',
        'changes.user_id',
        'changes.agent_id',
        'spaces.id as project',
      ])
      .execute();
    return rows.map((value) => row.parse(value));
  }

  /** Names of a page's records by the record's id. */
  async function openNames(rows: readonly ChangeRow[]): Promise<ReadonlyMap<string, string>> {
    const openers = new Map<string, Awaited<ReturnType<Vault['textOpenerFor']>>>();
    for (const { space_id } of rows) {
      if (!openers.has(space_id)) openers.set(space_id, await vault.textOpenerFor(space_id));
    }
    return new Map(rows.map(({ id, space_id, name }) => [id, openers.get(space_id)!(`changes/${id}/name`, name)]));
  }

  /**
   * What a lock keeps from an agent is reported as having left its view, without a name. Locking and unlocking tells of everything below
   * (see tree.lock), so an agent that follows the feed has exactly what it may read.
   */
  async function lockedFor(principal: Principal, rows: readonly ChangeRow[]): Promise<ReadonlySet<string>> {
    const locked = new Set<string>();
    if (principal.agent === null) return locked;
    for (const nodeId of new Set(rows.map(({ node_id }) => node_id))) {
      if ((await access.look(db, principal, nodeId)) === undefined) locked.add(nodeId);
    }
    return locked;
  }

  return {
    async read(principal, { cursor, limit }) {
      const [after] = decodeCursor(cursor, position) ?? [0];
      const rows = await rowsAfter(db, principal.accountId, after, limit + 1);
      const page = rows.slice(0, limit);
      const locked = await lockedFor(principal, page);
      const opened = await openNames(page);
      return {
        changes: page.map((change): ChangeRecord => {
          const hidden = locked.has(change.node_id) && !LEAVING.has(change.action);
          return {
            id: change.id,
            action: hidden ? 'unshared' : change.action,
            at: change.at,
            node: {
              id: change.node_id,
              name: locked.has(change.node_id) ? '' : opened.get(change.id)!,
              type: change.type,
              parent_id: change.sees_parent === 1 ? change.parent_id : null,
              project_id: change.project,
              revision: change.revision,
              trashed_at: change.trashed_at,
            },
            actor: { user_id: change.user_id, agent_id: change.agent_id },
          };
        }),
        cursor: encodeCursor([page.at(-1)?.position ?? after]),
        has_more: rows.length > limit,
      };
    },
  };
}
