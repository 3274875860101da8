import { z } from 'zod';
import type { Db } from '../../../core/db/types.ts';
import '../tables.ts';

export interface FolderRow {
  readonly id: string;
  readonly accountId: string;
  /** Encrypted. */
  readonly name: Uint8Array;
  readonly createdAt: string;
}

const row = z
  .object({ id: z.string(), account_id: z.string(), name: z.instanceof(Uint8Array), created_at: z.string() })
  .transform((value): FolderRow => ({
    id: value.id,
    accountId: value.account_id,
    name: value.name,
    createdAt: value.created_at,
  }));

export async function listFolders(db: Db, accountId: string): Promise<FolderRow[]> {
  const rows = await db.selectFrom('chat_folders').selectAll().where('account_id', '=', accountId).execute();
  return rows.map((value) => row.parse(value));
}

export async function folderExists(db: Db, accountId: string, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('chat_folders')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertFolder(db: Db, { id, accountId, name, createdAt }: FolderRow): Promise<void> {
  await db.insertInto('chat_folders').values({ id, account_id: accountId, name, created_at: createdAt }).execute();
}

export async function renameFolderRow(db: Db, id: string, name: Uint8Array): Promise<void> {
  await db.updateTable('chat_folders').set({ name }).where('id', '=', id).execute();
}

/** Removes a folder; what is in it stays, in no folder. False when the account has no such folder. */
export async function deleteFolderRow(db: Db, accountId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('chat_folders')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return Number(result.numDeletedRows) > 0;
}
