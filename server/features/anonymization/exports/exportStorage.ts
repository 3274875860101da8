import { z } from 'zod';
import { exportOrder, type ExportOrder } from '../../../contract/exports.ts';
import type { BlobRef } from '../../../core/blobs/types.ts';
import type { Db } from '../../../core/db/types.ts';

/** An export's row, parsed; how far it is, the runner knows. */
export interface ExportRow {
  readonly id: string;
  readonly jobId: string;
  readonly accountId: string;
  readonly order: ExportOrder;
  /** Of the review when the export was asked for, then of the one that was written. */
  readonly revision: number;
  /** What was written; null until then, and where nothing was. */
  readonly fileRef: BlobRef | null;
  /** Encrypted: what stood in the way. */
  readonly obstacles: Uint8Array | null;
  readonly createdAt: string;
}

const row = z
  .object({
    id: z.string(),
    job_id: z.string(),
    account_id: z.string(),
    choices: z.string().transform((text) => exportOrder.parse(JSON.parse(text))),
    revision: z.number().int(),
    file_ref: z.string().nullable(),
    obstacles: z.instanceof(Uint8Array).nullable(),
    created_at: z.string(),
  })
  .transform((value): ExportRow => ({
    id: value.id,
    jobId: value.job_id,
    accountId: value.account_id,
    order: value.choices,
    revision: value.revision,
    fileRef: value.file_ref,
    obstacles: value.obstacles,
    createdAt: value.created_at,
  }));

export async function insertExport(db: Db, made: ExportRow): Promise<void> {
  const { id, jobId, accountId, order, revision, createdAt } = made;
  await db
    .insertInto('job_exports')
    .values({
      ...{ id, job_id: jobId, account_id: accountId, revision, created_at: createdAt },
      ...{ choices: JSON.stringify(order), file_ref: null, obstacles: null },
    })
    .execute();
}

/** An export of this account; another account's is as absent as none. */
export async function findExport(db: Db, accountId: string, id: string): Promise<ExportRow | undefined> {
  const found = await db
    .selectFrom('job_exports')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return found === undefined ? undefined : row.parse(found);
}

export async function listExports(db: Db, jobId: string): Promise<ExportRow[]> {
  return z.array(row).parse(await db.selectFrom('job_exports').selectAll().where('job_id', '=', jobId).execute());
}

/** Exports of all accounts made before a time. */
export async function listExportsMadeBefore(db: Db, before: string): Promise<ExportRow[]> {
  return z.array(row).parse(await db.selectFrom('job_exports').selectAll().where('created_at', '<', before).execute());
}

/** Stores how an export ended; false where it is gone. */
export async function storeEnd(
  db: Db,
  id: string,
  end: { readonly revision: number } & ({ readonly fileRef: BlobRef } | { readonly obstacles: Uint8Array }),
): Promise<boolean> {
  const written = 'fileRef' in end ? { file_ref: end.fileRef } : { obstacles: end.obstacles };
  const { numUpdatedRows } = await db
    .updateTable('job_exports')
    .set({ revision: end.revision, ...written })
    .where('id', '=', id)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

export async function deleteExportRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('job_exports').where('id', '=', id).execute();
}

/** Every object that an export refers to, in batches. */
export async function* exportReferences(db: Db): AsyncGenerator<{ accountId: string; ref: BlobRef }> {
  const batch = 500;
  for (let last = ''; ;) {
    const rows = await db
      .selectFrom('job_exports')
      .select(['id', 'account_id', 'file_ref'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute();
    for (const { account_id, file_ref } of rows) {
      if (file_ref !== null) yield { accountId: account_id, ref: file_ref };
    }
    if (rows.length < batch) return;
    last = rows.at(-1)!.id;
  }
}
