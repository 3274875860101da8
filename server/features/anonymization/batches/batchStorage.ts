import { z } from 'zod';
import { decodeCursor, textAndId } from '../../../core/db/paging.ts';
import type { Db } from '../../../core/db/types.ts';

export interface BatchRow {
  readonly id: string;
  readonly accountId: string;
  /** Encrypted. */
  readonly name: Uint8Array;
  readonly createdAt: string;
  /** API key that made the batch; null: a person did. */
  readonly keyId: string | null;
}

export interface BatchFileRow {
  /** Place in the batch, from 1 on. */
  readonly number: number;
  /** Encrypted. */
  readonly name: Uint8Array;
  /** null: it could not become a job, for the reason in `code`. */
  readonly jobId: string | null;
  readonly code: string | null;
}

const batchRow = z
  .object({
    id: z.string(),
    account_id: z.string(),
    name: z.instanceof(Uint8Array),
    created_at: z.string(),
    key_id: z.string().nullable(),
  })
  .transform(({ id, account_id, name, created_at, key_id }): BatchRow => ({
    ...{ id, name },
    accountId: account_id,
    createdAt: created_at,
    keyId: key_id,
  }));
const fileRow = z
  .object({
    number: z.number().int(),
    name: z.instanceof(Uint8Array),
    job_id: z.string().nullable(),
    code: z.string().nullable(),
  })
  .transform(({ number, name, job_id, code }): BatchFileRow => ({ number, name, jobId: job_id, code }));

const COLUMNS = ['id', 'account_id', 'name', 'created_at', 'key_id'] as const;
/** SQLite takes 32,766 parameters in one statement. */
const ROWS_PER_INSERT = 500;

export async function insertBatch(db: Db, batch: BatchRow, files: readonly BatchFileRow[]): Promise<void> {
  const { id, accountId, name, createdAt, keyId } = batch;
  await db
    .insertInto('batches')
    .values({ id, account_id: accountId, name, created_at: createdAt, key_id: keyId })
    .execute();
  const rows = files.map((file) => ({
    batch_id: id,
    number: file.number,
    name: file.name,
    job_id: file.jobId,
    code: file.code,
  }));
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
    await db
      .insertInto('batch_files')
      .values(rows.slice(from, from + ROWS_PER_INSERT))
      .execute();
  }
}

/** A batch of this account; another account's is as absent as none. */
export async function findBatch(db: Db, accountId: string, id: string): Promise<BatchRow | undefined> {
  const found = await db
    .selectFrom('batches')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return found === undefined ? undefined : batchRow.parse(found);
}

/** The files of a batch in their order. */
export async function listBatchFiles(db: Db, batchId: string): Promise<BatchFileRow[]> {
  const rows = await db
    .selectFrom('batch_files')
    .select(['number', 'name', 'job_id', 'code'])
    .where('batch_id', '=', batchId)
    .orderBy('number')
    .execute();
  return z.array(fileRow).parse(rows);
}

/** `keyId`: those alone that this key made. */
interface BatchFilter {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly keyId?: string | undefined;
}

/** Batches of an account, newest first; one more than `limit`, which tells that there are more. */
export async function listBatchRows(
  db: Db,
  accountId: string,
  { limit, cursor, keyId }: BatchFilter,
): Promise<BatchRow[]> {
  const after = decodeCursor(cursor, textAndId);
  let query = db
    .selectFrom('batches')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (keyId !== undefined) query = query.where('key_id', '=', keyId);
  if (after !== null) {
    query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after[0], after[1])));
  }
  return z.array(batchRow).parse(await query.execute());
}

/** Deletes a batch with its list of files; the jobs are not its own. */
export async function deleteBatchRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('batches').where('id', '=', id).execute();
}

/** Deletes batches of all accounts that were made before a time and whose jobs are all gone. */
export async function deleteBatchesWithoutJobs(db: Db, before: string): Promise<void> {
  await db
    .deleteFrom('batches')
    .where('created_at', '<', before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('batch_files')
            .select('batch_files.number')
            .whereRef('batch_files.batch_id', '=', 'batches.id')
            .where('batch_files.job_id', 'is not', null),
        ),
      ),
    )
    .execute();
}
