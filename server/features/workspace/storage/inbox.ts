import { randomUUID } from 'node:crypto';
import type { INBOX_KINDS } from '../../../contract/workspace/sharing.ts';
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
