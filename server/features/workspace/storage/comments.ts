import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Db, Tables } from '../../../core/db/types.ts';
import './tables.ts';

const BATCH = 400;

/** A thread of comments on a file. */
export interface ThreadRow {
  readonly id: string;
  readonly nodeId: string;
  readonly status: 'open' | 'resolved';
  /** Grows by one with every change of the thread. */
  readonly version: number;
  /** Encrypted JSON. */
  readonly anchor: Uint8Array;
  /** The quoted words are no longer in the text. */
  readonly orphaned: boolean;
  readonly authorId: string;
  readonly resolvedBy: string | null;
  readonly resolvedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface MessageRow {
  readonly id: string;
  readonly threadId: string;
  /** 0 for the first message of a thread. */
  readonly position: number;
  /** Encrypted. */
  readonly body: Uint8Array;
  readonly authorId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const threadRow = z
  .object({
    id: z.string(),
    node_id: z.string(),
    status: z.enum(['open', 'resolved']),
    version: z.number().int(),
    anchor: z.instanceof(Uint8Array),
    orphaned: z.number(),
    author_id: z.string(),
    resolved_by: z.string().nullable(),
    resolved_at: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .transform((value): ThreadRow => ({
    id: value.id,
    nodeId: value.node_id,
    status: value.status,
    version: value.version,
    anchor: value.anchor,
    orphaned: value.orphaned === 1,
    authorId: value.author_id,
    resolvedBy: value.resolved_by,
    resolvedAt: value.resolved_at,
    createdAt: value.created_at,
    updatedAt: value.updated_at,
  }));

const messageRow = z
  .object({
    id: z.string(),
    thread_id: z.string(),
    position: z.number().int(),
    body: z.instanceof(Uint8Array),
    author_id: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .transform((value): MessageRow => ({
    id: value.id,
    threadId: value.thread_id,
    position: value.position,
    body: value.body,
    authorId: value.author_id,
    createdAt: value.created_at,
    updatedAt: value.updated_at,
  }));

/** All threads of a file. */
export async function threadsOf(
  db: Db,
  nodeId: string,
  { status }: { status?: ThreadRow['status'] | undefined } = {},
): Promise<ThreadRow[]> {
  let query = db.selectFrom('comment_threads').selectAll().where('node_id', '=', nodeId);
  if (status !== undefined) query = query.where('status', '=', status);
  return (await query.execute()).map((value) => threadRow.parse(value));
}

export async function hasThreads(db: Db, nodeId: string): Promise<boolean> {
  const found = await db.selectFrom('comment_threads').select('id').where('node_id', '=', nodeId).executeTakeFirst();
  return found !== undefined;
}

export async function findThread(db: Db, nodeId: string, id: string): Promise<ThreadRow | undefined> {
  const found = await db
    .selectFrom('comment_threads')
    .selectAll()
    .where('node_id', '=', nodeId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found && threadRow.parse(found);
}

export async function insertThread(db: Db, thread: ThreadRow): Promise<void> {
  await db
    .insertInto('comment_threads')
    .values({
      id: thread.id,
      node_id: thread.nodeId,
      author_id: thread.authorId,
      created_at: thread.createdAt,
      ...changing(thread),
    })
    .execute();
}

/** Writes everything of a thread that may change. */
export async function saveThread(db: Db, thread: ThreadRow): Promise<void> {
  await db.updateTable('comment_threads').set(changing(thread)).where('id', '=', thread.id).execute();
}

function changing(thread: ThreadRow) {
  return {
    status: thread.status,
    version: thread.version,
    anchor: thread.anchor,
    orphaned: thread.orphaned ? 1 : 0,
    resolved_by: thread.resolvedBy,
    resolved_at: thread.resolvedAt,
    updated_at: thread.updatedAt,
  } satisfies Partial<Selectable<Tables['comment_threads']>>;
}

/** Removes a thread with its messages, and what inboxes say of it. */
export async function deleteThread(db: Db, { id, nodeId }: Pick<ThreadRow, 'id' | 'nodeId'>): Promise<void> {
  await db.deleteFrom('comment_threads').where('id', '=', id).execute();
  await db.deleteFrom('inbox').where('node_id', '=', nodeId).where('thread_id', '=', id).execute();
}

export async function insertMessage(db: Db, message: MessageRow): Promise<void> {
  await db
    .insertInto('comment_messages')
    .values({
      id: message.id,
      thread_id: message.threadId,
      position: message.position,
      body: message.body,
      author_id: message.authorId,
      created_at: message.createdAt,
      updated_at: message.updatedAt,
    })
    .execute();
}

export async function firstMessage(db: Db, threadId: string): Promise<MessageRow> {
  const found = await db
    .selectFrom('comment_messages')
    .selectAll()
    .where('thread_id', '=', threadId)
    .where('position', '=', 0)
    .executeTakeFirstOrThrow();
  return messageRow.parse(found);
}

export async function saveMessageBody(db: Db, message: Pick<MessageRow, 'id' | 'body' | 'updatedAt'>): Promise<void> {
  await db
    .updateTable('comment_messages')
    .set({ body: message.body, updated_at: message.updatedAt })
    .where('id', '=', message.id)
    .execute();
}

/** Number of messages of each thread. */
export async function countMessages(db: Db, threadIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (let at = 0; at < threadIds.length; at += BATCH) {
    const rows = await db
      .selectFrom('comment_messages')
      .select((eb) => ['thread_id', eb.fn.countAll<number>().as('count')])
      .where('thread_id', 'in', threadIds.slice(at, at + BATCH))
      .groupBy('thread_id')
      .execute();
    for (const { thread_id, count } of rows) counts.set(thread_id, count);
  }
  return counts;
}

/** The first message of each thread and the newest ones up to `most` in all, in their order. */
export async function messagesOf(db: Db, threadIds: readonly string[], most: number): Promise<MessageRow[]> {
  const messages: MessageRow[] = [];
  for (let at = 0; at < threadIds.length; at += BATCH) {
    const ids = threadIds.slice(at, at + BATCH);
    const rows = await db
      .with('ends', (cte) =>
        cte
          .selectFrom('comment_messages')
          .select((eb) => ['thread_id as id', eb.fn.max('position').as('last')])
          .where('thread_id', 'in', ids)
          .groupBy('thread_id'),
      )
      .selectFrom('comment_messages')
      .innerJoin('ends', 'ends.id', 'comment_messages.thread_id')
      .selectAll('comment_messages')
      .where((eb) =>
        eb.or([
          eb('comment_messages.position', '=', 0),
          eb('comment_messages.position', '>', sql<number>`${eb.ref('ends.last')} - ${most - 1}`),
        ]),
      )
      .orderBy('comment_messages.thread_id')
      .orderBy('comment_messages.position')
      .execute();
    messages.push(...rows.map((value) => messageRow.parse(value)));
  }
  return messages;
}

/** Everybody who has written in a thread. */
export async function participantsOf(db: Db, threadId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('comment_messages')
    .select('author_id')
    .distinct()
    .where('thread_id', '=', threadId)
    .execute();
  return rows.map(({ author_id }) => author_id);
}
