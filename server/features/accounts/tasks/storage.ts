import { z } from 'zod';
import type { Db, Migration } from '../../../core/db/types.ts';
import type { AccountTask } from './types.ts';

declare module '../../../core/db/types.ts' {
  interface Tables {
    account_tasks: {
      account_id: string;
      kind: 'deletion' | 'rotation';
      transfer_to: string | null;
      done: number;
      total: number;
      started_at: string;
    };
  }
}

/** Work on whole accounts; after the history of other features. */
export const taskMigrations: readonly Migration[] = Object.freeze([
  {
    id: '0018-account-tasks',
    async up(db) {
      await db.schema
        .createTable('account_tasks')
        .addColumn('account_id', 'text', (column) => column.primaryKey())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('transfer_to', 'text')
        .addColumn('done', 'integer', (column) => column.notNull())
        .addColumn('total', 'integer', (column) => column.notNull())
        .addColumn('started_at', 'text', (column) => column.notNull())
        .execute();
    },
  } satisfies Migration,
]);

const row = z
  .object({
    account_id: z.string(),
    kind: z.enum(['deletion', 'rotation']),
    transfer_to: z.string().nullable(),
    done: z.number().int(),
    total: z.number().int(),
    started_at: z.string(),
  })
  .transform((value): AccountTask => ({
    accountId: value.account_id,
    kind: value.kind,
    transferTo: value.transfer_to,
    done: value.done,
    total: value.total,
    startedAt: value.started_at,
  }));

/** Begins work on an account, in the place of other work on it. */
export async function saveTask(db: Db, task: AccountTask): Promise<void> {
  const values = {
    kind: task.kind,
    transfer_to: task.transferTo,
    done: task.done,
    total: task.total,
    started_at: task.startedAt,
  };
  await db
    .insertInto('account_tasks')
    .values({ account_id: task.accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
}

export async function findTask(db: Db, accountId: string): Promise<AccountTask | undefined> {
  const found = await db.selectFrom('account_tasks').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  return found && row.parse(found);
}

export async function listTasks(db: Db): Promise<AccountTask[]> {
  return z.array(row).parse(await db.selectFrom('account_tasks').selectAll().orderBy('started_at').execute());
}

export async function writeTaskProgress(db: Db, accountId: string, done: number, total: number): Promise<void> {
  await db.updateTable('account_tasks').set({ done, total }).where('account_id', '=', accountId).execute();
}

/** Ends work on an account, unless other work has taken its place. */
export async function deleteTask(db: Db, { accountId, kind }: Pick<AccountTask, 'accountId' | 'kind'>): Promise<void> {
  await db.deleteFrom('account_tasks').where('account_id', '=', accountId).where('kind', '=', kind).execute();
}

/** Whether somebody is taking over from an account that is being deleted. */
export async function isTakingOver(db: Db, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('account_tasks')
    .select('kind')
    .where('transfer_to', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Share that is done, 0 to 1. */
export function progressOf({ done, total }: AccountTask): number {
  return total === 0 ? 0 : Math.min(1, done / total);
}
