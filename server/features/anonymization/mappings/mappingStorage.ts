import type { Db } from '../../../core/db/types.ts';

/** Values per query: below the parameter limits of every database. */
const BATCH = 400;

export interface MappingRow {
  readonly id: string;
  readonly valueKey: string;
  readonly category: string;
  readonly hash: string;
  /** Encrypted. */
  readonly original: Uint8Array;
}

function* batches<T>(values: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < values.length; start += BATCH) yield values.slice(start, start + BATCH);
}

/** Hash by value key, for the values that the account has. */
export async function hashesByValueKey(
  db: Db,
  accountId: string,
  valueKeys: readonly string[],
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const batch of batches(valueKeys)) {
    const rows = await db
      .selectFrom('mappings')
      .select(['value_key', 'hash'])
      .where('account_id', '=', accountId)
      .where('value_key', 'in', batch)
      .execute();
    for (const row of rows) hashes.set(row.value_key, row.hash);
  }
  return hashes;
}

/** Encrypted originals of the hashes that the account has. */
export async function originalsByHash(
  db: Db,
  accountId: string,
  hashes: readonly string[],
): Promise<{ id: string; hash: string; original: Uint8Array }[]> {
  const found: { id: string; hash: string; original: Uint8Array }[] = [];
  for (const batch of batches(hashes)) {
    const rows = await db
      .selectFrom('mappings')
      .select(['id', 'hash', 'original'])
      .where('account_id', '=', accountId)
      .where('hash', 'in', batch)
      .execute();
    found.push(...rows);
  }
  return found;
}

/** Adds mappings; returns how many of them were new to the database. */
export async function insertMappings(
  db: Db,
  accountId: string,
  createdAt: string,
  mappings: readonly MappingRow[],
): Promise<number> {
  let inserted = 0;
  for (const batch of batches(mappings)) {
    const values = batch.map((mapping) => ({
      id: mapping.id,
      account_id: accountId,
      value_key: mapping.valueKey,
      category: mapping.category,
      hash: mapping.hash,
      original: mapping.original,
      created_at: createdAt,
    }));
    const result = await db
      .insertInto('mappings')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    inserted += Number(result.numInsertedOrUpdatedRows ?? 0);
  }
  return inserted;
}

/** Notes that a job uses these placeholders; returns how many of them exist. */
export async function linkMappings(
  db: Db,
  accountId: string,
  jobId: string,
  hashes: readonly string[],
): Promise<number> {
  let existing = 0;
  for (const batch of batches(hashes)) {
    const rows = await db
      .selectFrom('mappings')
      .select('id')
      .where('account_id', '=', accountId)
      .where('hash', 'in', batch)
      .execute();
    existing += rows.length;
    if (rows.length === 0) continue;
    await db
      .insertInto('job_mappings')
      .values(rows.map(({ id }) => ({ job_id: jobId, mapping_id: id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return existing;
}

/** Takes back what {@link linkMappings} noted, and removes the mappings that no job uses any more. */
export async function releaseMappings(db: Db, jobId: string): Promise<void> {
  const used = await db.selectFrom('job_mappings').select('mapping_id').where('job_id', '=', jobId).execute();
  await db.deleteFrom('job_mappings').where('job_id', '=', jobId).execute();
  for (const batch of batches(used.map(({ mapping_id }) => mapping_id))) {
    await db
      .deleteFrom('mappings')
      .where('id', 'in', batch)
      .where('id', 'not in', (eb) =>
        eb.selectFrom('job_mappings').select('mapping_id').where('mapping_id', 'in', batch),
      )
      .execute();
  }
}
