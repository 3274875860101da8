import { z } from 'zod';
import type { BlobRef } from '../../../core/blobs/types.ts';
import type { Db } from '../../../core/db/types.ts';
import '../tables.ts';

export interface AttachmentRow {
  readonly id: string;
  readonly accountId: string;
  /** null until a message takes it. */
  readonly conversationId: string | null;
  /** Encrypted. */
  readonly details: Uint8Array;
  readonly sizeBytes: number;
  readonly fileRef: BlobRef;
  readonly textRef: BlobRef;
  readonly createdAt: string;
  /** API key that made it; null: a person did. */
  readonly keyId: string | null;
}

const row = z
  .object({
    id: z.string(),
    account_id: z.string(),
    conversation_id: z.string().nullable(),
    details: z.instanceof(Uint8Array),
    size_bytes: z.number().int(),
    file_ref: z.string(),
    text_ref: z.string(),
    created_at: z.string(),
    key_id: z.string().nullable(),
  })
  .transform((value): AttachmentRow => ({
    id: value.id,
    accountId: value.account_id,
    conversationId: value.conversation_id,
    details: value.details,
    sizeBytes: value.size_bytes,
    fileRef: value.file_ref,
    textRef: value.text_ref,
    createdAt: value.created_at,
    keyId: value.key_id,
  }));

export async function insertAttachment(db: Db, attachment: AttachmentRow): Promise<void> {
  await db
    .insertInto('chat_attachments')
    .values({
      id: attachment.id,
      account_id: attachment.accountId,
      conversation_id: attachment.conversationId,
      details: attachment.details,
      size_bytes: attachment.sizeBytes,
      file_ref: attachment.fileRef,
      text_ref: attachment.textRef,
      created_at: attachment.createdAt,
      key_id: attachment.keyId,
    })
    .execute();
}

export async function findAttachment(db: Db, accountId: string, id: string): Promise<AttachmentRow | undefined> {
  const found = await db
    .selectFrom('chat_attachments')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return found && row.parse(found);
}

/** Attachments of a conversation. */
export async function attachmentsOf(db: Db, conversationId: string): Promise<AttachmentRow[]> {
  const rows = await db
    .selectFrom('chat_attachments')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .execute();
  return rows.map((value) => row.parse(value));
}

export async function giveToConversation(db: Db, id: string, conversationId: string): Promise<void> {
  await db.updateTable('chat_attachments').set({ conversation_id: conversationId }).where('id', '=', id).execute();
}

/** Bytes of all attached files of an account. */
export async function attachedBytes(db: Db, accountId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('chat_attachments')
    .select((eb) => eb.fn.sum<number | null>('size_bytes').as('bytes'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

/** Attachments that no message has taken and that are older than `before` (ISO 8601). */
export async function forgottenAttachments(db: Db, before: string): Promise<AttachmentRow[]> {
  const rows = await db
    .selectFrom('chat_attachments')
    .selectAll()
    .where('conversation_id', 'is', null)
    .where('created_at', '<', before)
    .execute();
  return rows.map((value) => row.parse(value));
}

/** Removes an attachment that no message has taken; false when one has, or it is gone. */
export async function deleteUntaken(db: Db, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('chat_attachments')
    .where('id', '=', id)
    .where('conversation_id', 'is', null)
    .executeTakeFirst();
  return Number(result.numDeletedRows) > 0;
}

export async function deleteAttachmentsOf(db: Db, conversationId: string): Promise<void> {
  await db.deleteFrom('chat_attachments').where('conversation_id', '=', conversationId).execute();
}

/** Every object that an attachment refers to. */
export async function* blobReferences(db: Db): AsyncIterable<{ accountId: string; ref: BlobRef }> {
  const rows = db.selectFrom('chat_attachments').select(['account_id', 'file_ref', 'text_ref']);
  for await (const { account_id: accountId, file_ref: file, text_ref: text } of rows.stream()) {
    yield { accountId, ref: file };
    yield { accountId, ref: text };
  }
}
