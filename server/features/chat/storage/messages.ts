import { z } from 'zod';
import { MESSAGE_STATES } from '../../../contract/chatMessages.ts';
import { isErrorCode, type ErrorCode } from '../../../contract/errors.ts';
import type { Db } from '../../../core/db/types.ts';
import '../tables.ts';

/** Conversations whose messages are counted per query. */
const BATCH = 400;

/** A message as stored. */
export interface MessageRow {
  readonly id: string;
  readonly conversationId: string;
  readonly accountId: string;
  readonly parentId: string | null;
  readonly position: number;
  readonly role: 'user' | 'assistant';
  readonly state: (typeof MESSAGE_STATES)[number];
  readonly anonymous: boolean;
  readonly model: string | null;
  readonly requestId: string | null;
  readonly errorCode: ErrorCode | null;
  /** Encrypted. */
  readonly body: Uint8Array;
  readonly createdAt: string;
}

const row = z
  .object({
    id: z.string(),
    conversation_id: z.string(),
    account_id: z.string(),
    parent_id: z.string().nullable(),
    position: z.number().int(),
    role: z.enum(['user', 'assistant']),
    state: z.enum(MESSAGE_STATES),
    anonymous: z.number().int(),
    model: z.string().nullable(),
    request_id: z.string().nullable(),
    error_code: z.custom<ErrorCode>(isErrorCode).nullable(),
    body: z.instanceof(Uint8Array),
    created_at: z.string(),
  })
  .transform((value): MessageRow => ({
    id: value.id,
    conversationId: value.conversation_id,
    accountId: value.account_id,
    parentId: value.parent_id,
    position: value.position,
    role: value.role,
    state: value.state,
    anonymous: value.anonymous === 1,
    model: value.model,
    requestId: value.request_id,
    errorCode: value.error_code,
    body: value.body,
    createdAt: value.created_at,
  }));

const columnsOf = (message: MessageRow) => ({
  id: message.id,
  conversation_id: message.conversationId,
  account_id: message.accountId,
  parent_id: message.parentId,
  position: message.position,
  role: message.role,
  state: message.state,
  anonymous: Number(message.anonymous),
  model: message.model,
  request_id: message.requestId,
  error_code: message.errorCode,
  body: message.body,
  created_at: message.createdAt,
});

export async function insertMessage(db: Db, message: MessageRow): Promise<void> {
  await db.insertInto('chat_messages').values(columnsOf(message)).execute();
}

/** Writes what changes of a message; one that was deleted meanwhile stays deleted. */
export async function saveMessage(db: Db, message: MessageRow): Promise<void> {
  const { state, anonymous, model, request_id, error_code, body } = columnsOf(message);
  await db
    .updateTable('chat_messages')
    .set({ state, anonymous, model, request_id, error_code, body })
    .where('id', '=', message.id)
    .execute();
}

/** Messages of a conversation, oldest first. */
export async function listMessages(db: Db, conversationId: string): Promise<MessageRow[]> {
  const rows = await db
    .selectFrom('chat_messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy('position')
    .execute();
  return rows.map((value) => row.parse(value));
}

/** Position of the last message of a conversation; 0 when it has none. */
export async function lastPosition(db: Db, conversationId: string): Promise<number> {
  const { last } = await db
    .selectFrom('chat_messages')
    .select((eb) => eb.fn.max<number | null>('position').as('last'))
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

export async function findMessage(db: Db, conversationId: string, id: string): Promise<MessageRow | undefined> {
  const found = await db
    .selectFrom('chat_messages')
    .selectAll()
    .where('id', '=', id)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
  return found && row.parse(found);
}

/** Number of messages by conversation; a conversation without messages is absent. */
export async function countMessages(db: Db, conversationIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (let at = 0; at < conversationIds.length; at += BATCH) {
    const rows = await db
      .selectFrom('chat_messages')
      .select(['conversation_id', (eb) => eb.fn.countAll<number>().as('count')])
      .where('conversation_id', 'in', conversationIds.slice(at, at + BATCH))
      .groupBy('conversation_id')
      .execute();
    for (const { conversation_id: id, count } of rows) counts.set(id, count);
  }
  return counts;
}

/** Requests to models that wrote the answers of a conversation. */
export async function requestsOf(db: Db, conversationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('chat_messages')
    .select('request_id')
    .where('conversation_id', '=', conversationId)
    .where('request_id', 'is not', null)
    .execute();
  return rows.flatMap(({ request_id: id }) => id ?? []);
}

/** Ends answers that an earlier run of the server left unfinished; returns how many. */
export async function failUnfinished(db: Db, code: ErrorCode): Promise<number> {
  const result = await db
    .updateTable('chat_messages')
    .set({ state: 'failed', error_code: code })
    .where('state', '=', 'streaming')
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
