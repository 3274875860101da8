import type { BodyOf, ResponseOf } from '../../../contract/endpoint.ts';
import type { InboxEntry, listInbox, markInbox } from '../../../contract/workspace/sharing.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import { decodeCursor, textAndId, toPage } from '../../../core/db/paging.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import type { Principal } from '../../../http/types.ts';
import type { Access } from '../access/access.ts';
import type { NodeNames } from '../nodes/names.ts';
import { countUnread, inboxOf, type InboxRow, markRead } from '../storage/inbox.ts';
import type { Directory } from '../types.ts';

/** What the caller has been told of: shares, comments, requests to restore a version and their answers. */
export interface Inbox {
  /** Newest first. An entry of something that the caller can no longer see has no node. @throws AppError INVALID_QUERY */
  list(
    principal: Principal,
    query: { unread: boolean; limit: number; cursor?: string | undefined },
  ): Promise<ResponseOf<typeof listInbox>>;
  /** Ids of others' entries, or of none, are passed over. */
  mark(principal: Principal, order: BodyOf<typeof markInbox>): Promise<ResponseOf<typeof markInbox>>;
}

export function createInbox({
  database,
  clock,
  access,
  names,
  directory,
}: {
  database: Database;
  clock: Clock;
  access: Access;
  names: NodeNames;
  directory: Pick<Directory, 'people'>;
}): Inbox {
  async function present(db: Db, principal: Principal, rows: readonly InboxRow[]): Promise<InboxEntry[]> {
    const seen = await access.lookAll(db, principal, [...new Set(rows.flatMap(({ nodeId }) => nodeId ?? []))]);
    const people = await directory.people(db, [...new Set(rows.flatMap(({ actorId }) => actorId ?? []))]);
    return Promise.all(
      rows.map(async (row): Promise<InboxEntry> => {
        const node = seen.get(row.nodeId ?? '')?.node;
        return {
          id: row.id,
          kind: row.kind,
          read: row.read,
          createdAt: row.createdAt,
          actor: row.actorId === null ? null : { id: row.actorId, name: people.get(row.actorId)?.name ?? '' },
          node: node === undefined ? null : { id: node.id, name: await names.open(node), type: node.type },
          role: row.role,
          threadId: row.threadId,
          requestId: row.requestId,
          status: row.status,
        };
      }),
    );
  }

  return {
    async list(principal, { unread, limit, cursor }) {
      const { db } = database;
      const after = decodeCursor(cursor, textAndId);
      const rows = await inboxOf(db, principal.accountId, { after, limit: limit + 1, unreadOnly: unread });
      const page = toPage(rows, limit, ({ createdAt, id }) => [createdAt, id]);
      return {
        entries: await present(db, principal, page.items),
        unreadCount: await countUnread(db, principal.accountId),
        cursor: page.cursor,
      };
    },

    mark: (principal, { ids }) =>
      database.transaction(async (db) => {
        const marked = await markRead(db, principal.accountId, ids ?? null, isoTime(clock.now()));
        return { marked, unreadCount: await countUnread(db, principal.accountId) };
      }),
  };
}
