import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { nodeRole, type NodeRole } from '../../../contract/workspace/node.ts';
import { INBOX_KINDS } from '../../../contract/workspace/sharing.ts';
import type { Db } from '../../../core/db/types.ts';
import './tables.ts';

/** What a person is told of. */
export interface NewInboxEntry {
  readonly userId: string;
  readonly kind: (typeof INBOX_KINDS)[number];
  readonly nodeId: string;
  readonly actorId: string | null;
  readonly role?: string;
  readonly threadId?: string;
  readonly requestId?: string;
  readonly at: string;
}

/** Puts an entry into somebody's inbox, in the transaction of what it tells of. */
export async function addToInbox(db: Db, entry: NewInboxEntry): Promise<void> {
  await db
    .insertInto('inbox')
    .values({
      id: randomUUID(),
      user_id: entry.userId,
      kind: entry.kind,
      node_id: entry.nodeId,
      actor_id: entry.actorId,
      role: entry.role ?? null,
      thread_id: entry.threadId ?? null,
      request_id: entry.requestId ?? null,
      read_at: null,
      created_at: entry.at,
    })
    .execute();
}

/** An entry of somebody's inbox. */
export interface InboxRow {
  readonly id: string;
  readonly kind: (typeof INBOX_KINDS)[number];
  readonly nodeId: string | null;
  readonly actorId: string | null;
  readonly role: NodeRole | null;
  readonly threadId: string | null;
  readonly requestId: string | null;
  /** State of the request now. */
  readonly status: string | null;
  readonly read: boolean;
  readonly createdAt: string;
}

const row = z
  .object({
    id: z.string(),
    kind: z.enum(INBOX_KINDS),
    node_id: z.string().nullable(),
    actor_id: z.string().nullable(),
    role: nodeRole.nullable(),
    thread_id: z.string().nullable(),
    request_id: z.string().nullable(),
    status: z.string().nullable(),
    read_at: z.string().nullable(),
    created_at: z.string(),
  })
  .transform((value): InboxRow => ({
    id: value.id,
    kind: value.kind,
    nodeId: value.node_id,
    actorId: value.actor_id,
    role: value.role,
    threadId: value.thread_id,
    requestId: value.request_id,
    status: value.status,
    read: value.read_at !== null,
    createdAt: value.created_at,
  }));

/** Entries of a user older than a key (time and id), newest first. */
export async function inboxOf(
  db: Db,
  userId: string,
  page: { after: readonly [string, string] | null; limit: number; unreadOnly: boolean },
): Promise<InboxRow[]> {
  let query = db
    .selectFrom('inbox')
    .leftJoin('restore_requests', 'restore_requests.id', 'inbox.request_id')
    .selectAll('inbox')
    .select('restore_requests.status')
    .where('inbox.user_id', '=', userId);
  if (page.unreadOnly) query = query.where('inbox.read_at', 'is', null);
  const { after } = page;
  if (after !== null) {
    query = query.where((eb) => eb(eb.refTuple('inbox.created_at', 'inbox.id'), '<', eb.tuple(after[0], after[1])));
  }
  const rows = await query.orderBy('inbox.created_at', 'desc').orderBy('inbox.id', 'desc').limit(page.limit).execute();
  return rows.map((value) => row.parse(value));
}

export async function countUnread(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('inbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Marks unread entries of a user as read; those of others are left alone.
 * @param ids - absent: all of them
 * @returns how many were unread
 */
export async function markRead(db: Db, userId: string, ids: readonly string[] | null, at: string): Promise<number> {
  if (ids?.length === 0) return 0;
  let query = db.updateTable('inbox').set({ read_at: at }).where('user_id', '=', userId).where('read_at', 'is', null);
  if (ids !== null) query = query.where('id', 'in', ids);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return Number(numUpdatedRows);
}
