import { z } from 'zod';
import type { Db } from '../../../core/db/types.ts';
import { decodeCursor, textAndId } from '../../../core/db/paging.ts';
import '../tables.ts';

/** A conversation without its messages. */
export interface ConversationRow {
  readonly id: string;
  readonly accountId: string;
  readonly folderId: string | null;
  /** Encrypted. */
  readonly title: Uint8Array | null;
  readonly anonymous: boolean;
  readonly model: string | null;
  readonly pinned: boolean;
  readonly activeMessageId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** API key that made it; null: a person did. */
  readonly keyId: string | null;
}

const row = z
  .object({
    id: z.string(),
    account_id: z.string(),
    folder_id: z.string().nullable(),
    title: z.instanceof(Uint8Array).nullable(),
    anonymous: z.number().int(),
    model: z.string().nullable(),
    pinned: z.number().int(),
    active_message_id: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    key_id: z.string().nullable(),
  })
  .transform((value): ConversationRow => ({
    id: value.id,
    accountId: value.account_id,
    folderId: value.folder_id,
    title: value.title,
    anonymous: value.anonymous === 1,
    model: value.model,
    pinned: value.pinned === 1,
    activeMessageId: value.active_message_id,
    createdAt: value.created_at,
    updatedAt: value.updated_at,
    keyId: value.key_id,
  }));

const columnsOf = (conversation: ConversationRow) => ({
  id: conversation.id,
  account_id: conversation.accountId,
  folder_id: conversation.folderId,
  title: conversation.title,
  anonymous: Number(conversation.anonymous),
  model: conversation.model,
  pinned: Number(conversation.pinned),
  active_message_id: conversation.activeMessageId,
  created_at: conversation.createdAt,
  updated_at: conversation.updatedAt,
  key_id: conversation.keyId,
});

export async function insertConversation(db: Db, conversation: ConversationRow): Promise<void> {
  await db.insertInto('chat_conversations').values(columnsOf(conversation)).execute();
}

/** Writes all fields of a conversation that may have changed. */
export async function saveConversation(db: Db, conversation: ConversationRow): Promise<void> {
  const { id, account_id: accountId, ...columns } = columnsOf(conversation);
  await db
    .updateTable('chat_conversations')
    .set(columns)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .execute();
}

/** The conversation of an account. */
export async function findConversation(db: Db, accountId: string, id: string): Promise<ConversationRow | undefined> {
  const found = await db
    .selectFrom('chat_conversations')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return found && row.parse(found);
}

export interface ConversationFilter {
  /** null: those in no folder; undefined: all. */
  readonly folderId?: string | null | undefined;
  readonly pinned?: boolean | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Conversations of an account, last changed first. */
export async function listConversationRows(
  db: Db,
  accountId: string,
  { folderId, pinned, cursor, limit }: ConversationFilter,
): Promise<ConversationRow[]> {
  let query = db.selectFrom('chat_conversations').selectAll().where('account_id', '=', accountId);
  if (folderId === null) query = query.where('folder_id', 'is', null);
  else if (folderId !== undefined) query = query.where('folder_id', '=', folderId);
  if (pinned !== undefined) query = query.where('pinned', '=', Number(pinned));
  const after = decodeCursor(cursor, textAndId);
  if (after !== null) query = query.where((eb) => eb(eb.refTuple('updated_at', 'id'), '<', eb.tuple(...after)));
  const rows = await query.orderBy('updated_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map((value) => row.parse(value));
}

/** Sort key of {@link listConversationRows}. */
export function conversationKey({ updatedAt, id }: ConversationRow): readonly [string, string] {
  return [updatedAt, id];
}

export async function countConversations(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('chat_conversations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Removes a conversation with its messages; its attachments have to be gone. */
export async function deleteConversationRow(db: Db, accountId: string, id: string): Promise<void> {
  await db.deleteFrom('chat_conversations').where('id', '=', id).where('account_id', '=', accountId).execute();
}
