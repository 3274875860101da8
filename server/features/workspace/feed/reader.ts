import { z } from 'zod';
import { FORMER_MEMBER_ID } from '../../../contract/accountTasks.ts';
import type { ChangeRecord } from '../../../contract/workspace/finding.ts';
import { decodeCursor, encodeCursor } from '../../../core/db/paging.ts';
import { AppError } from '../../../core/errors.ts';
import type { Database } from '../../../core/db/types.ts';
import type { Vault } from '../../../core/vault/types.ts';
import type { Principal } from '../../../http/types.ts';
import type { Access } from '../access/access.ts';
import { changeBoundTo, type ChangeRow, changesAfter, LEAVING, newestPosition } from './storage.ts';

/** A page of the change feed. */
export interface Changes {
  readonly changes: ChangeRecord[];
  /** Position of the last record that was looked at; passed back for the next page. */
  readonly cursor: string;
  readonly has_more: boolean;
}

/** The change feed's reading side: the caller's own view, in the order of commits. */
export interface FeedReader {
  /**
   * @param page.cursor - of an earlier page; {@link LATEST}: no changes, and the newest cursor
   * @throws AppError INVALID_QUERY for a cursor that this feed did not give out
   */
  read(principal: Principal, page: { cursor?: string | undefined; limit: number }): Promise<Changes>;
}

/** What a caller may know of one change. */
interface Sight {
  readonly node: boolean;
  readonly parent: boolean;
}

/** Stands in for the newest cursor. */
const LATEST = 'latest';

const position = z.tuple([z.number().int().nonnegative()]);
const invalidCursor = (): AppError =>
  new AppError('INVALID_QUERY', 'The cursor is not valid.', { details: { path: 'cursor' } });

export function createFeedReader({
  database: { db },
  vault,
  access,
}: {
  database: Database;
  vault: Vault;
  access: Access;
}): FeedReader {
  /** Names of a page's records by the record's id; without those of a space that is gone with its account. */
  async function openNames(page: readonly ChangeRow[]): Promise<ReadonlyMap<string, string>> {
    const rows = page.filter(({ space_id }) => space_id !== FORMER_MEMBER_ID);
    const openers = new Map<string, Awaited<ReturnType<Vault['textOpenerFor']>>>();
    for (const { space_id } of rows) {
      if (!openers.has(space_id)) openers.set(space_id, await vault.textOpenerFor(space_id));
    }
    return new Map(rows.map(({ id, space_id, name }) => [id, openers.get(space_id)!(changeBoundTo(id), name)]));
  }

  /**
   * Agents are told of what they could read at the time of the change and can read now; the rest is reported as having left their view.
   * Every change of what they can read is a record of its own, so an agent that follows the feed has exactly what it may read.
   */
  async function sightOf(principal: Principal, rows: readonly ChangeRow[]): Promise<(change: ChangeRow) => Sight> {
    const ofPerson = (change: ChangeRow): Sight => ({ node: true, parent: change.sees_parent === 1 });
    if (principal.agent === null) return ofPerson;
    const ids = rows.flatMap(({ node_id, parent_id }) => [node_id, ...(parent_id === null ? [] : [parent_id])]);
    const readable = await access.lookAll(db, principal, [...new Set(ids)]);
    return (change) => ({
      node: change.agent_reads === 1 && readable.has(change.node_id),
      parent: change.sees_parent === 1 && change.agent_reads_parent === 1 && readable.has(change.parent_id ?? ''),
    });
  }

  return {
    async read(principal, { cursor, limit }) {
      if (cursor === LATEST) {
        return { changes: [], cursor: encodeCursor([await newestPosition(db, principal.accountId)]), has_more: false };
      }
      const [after] = decodeCursor(cursor, position) ?? [0];
      const rows = await changesAfter(db, principal.accountId, after, limit + 1);
      // Positions that are still to come: the data folder has been put back to an earlier state. Their changes would be passed over in silence.
      if (rows.length === 0 && after > (await newestPosition(db, principal.accountId))) throw invalidCursor();
      const page = rows.slice(0, limit);
      const sight = await sightOf(principal, page);
      const opened = await openNames(page);
      return {
        changes: page.map((change): ChangeRecord => {
          const sees = sight(change);
          return {
            id: change.id,
            action: sees.node || LEAVING.has(change.action) ? change.action : 'unshared',
            at: change.at,
            node: {
              id: change.node_id,
              name: sees.node ? (opened.get(change.id) ?? '') : '',
              type: change.type,
              parent_id: sees.parent ? change.parent_id : null,
              // A personal space is removed with its account alone, so what else is none was a project's.
              project_id: change.personal === null && change.space_id !== FORMER_MEMBER_ID ? change.space_id : null,
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
