import { z } from 'zod';
import type { Db } from '../../../core/db/types.ts';
import '../tables.ts';

export interface PromptRow {
  readonly id: string;
  /** Who made it. */
  readonly accountId: string;
  readonly shared: boolean;
  /** Encrypted, under the installation's key when shared. */
  readonly content: Uint8Array;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const row = z
  .object({
    id: z.string(),
    account_id: z.string(),
    shared: z.number().int(),
    content: z.instanceof(Uint8Array),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .transform((value): PromptRow => ({
    id: value.id,
    accountId: value.account_id,
    shared: value.shared === 1,
    content: value.content,
    createdAt: value.created_at,
    updatedAt: value.updated_at,
  }));

const columnsOf = (prompt: PromptRow) => ({
  id: prompt.id,
  account_id: prompt.accountId,
  shared: Number(prompt.shared),
  content: prompt.content,
  created_at: prompt.createdAt,
  updated_at: prompt.updatedAt,
});

/** Prompts that an account sees: its own and those of the team. */
export async function listPrompts(db: Db, accountId: string): Promise<PromptRow[]> {
  const rows = await db
    .selectFrom('chat_prompts')
    .selectAll()
    .where((eb) => eb.or([eb('account_id', '=', accountId), eb('shared', '=', 1)]))
    .execute();
  return rows.map((value) => row.parse(value));
}

export async function insertPrompt(db: Db, prompt: PromptRow): Promise<void> {
  await db.insertInto('chat_prompts').values(columnsOf(prompt)).execute();
}

export async function savePrompt(db: Db, prompt: PromptRow): Promise<void> {
  const { id, ...columns } = columnsOf(prompt);
  await db.updateTable('chat_prompts').set(columns).where('id', '=', id).execute();
}

export async function deletePromptRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('chat_prompts').where('id', '=', id).execute();
}
