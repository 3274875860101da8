import type { Db } from '../../../core/db/types.ts';
import { forEachInTurns, nextTurn } from '../../../core/turns.ts';

/** Values per query: below the parameter limits of every database. */
const BATCH = 400;

export interface MappingRow {
  readonly hash: string;
  readonly valueKey: string;
  readonly category: string;
  /** Encrypted. */
  readonly original: Uint8Array;
}

/**
 * Parts of a long list. A document can hold a hundred thousand values, and an embedded database answers without ever leaving the
 * thread: between two parts everybody else gets a turn.
 */
async function* batches<T>(values: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < values.length; start += BATCH) {
    if (start > 0) await nextTurn();
    yield values.slice(start, start + BATCH);
  }
}

/** Hash by value key, for the values that the account has. */
export async function hashesByValueKey(
  db: Db,
  accountId: string,
  valueKeys: readonly string[],
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for await (const batch of batches(valueKeys)) {
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
): Promise<{ hash: string; original: Uint8Array }[]> {
  const found: { hash: string; original: Uint8Array }[] = [];
  for await (const batch of batches(hashes)) {
    const rows = await db
      .selectFrom('mappings')
      .select(['hash', 'original'])
      .where('account_id', '=', accountId)
      .where('hash', 'in', batch)
      .execute();
    for (const row of rows) found.push(row);
  }
  return found;
}

/** Where the jobs of the account come from that use these hashes, once for each pair of the two. */
export async function jobsUsing(
  db: Db,
  accountId: string,
  hashes: readonly string[],
): Promise<{ hash: string; keyId: string | null; nodeId: string | null }[]> {
  const found: { hash: string; keyId: string | null; nodeId: string | null }[] = [];
  for await (const batch of batches(hashes)) {
    const rows = await db
      .selectFrom('mapping_uses')
      .innerJoin('anonymization_jobs', 'anonymization_jobs.id', 'mapping_uses.owner_id')
      .select(['mapping_uses.hash', 'anonymization_jobs.key_id', 'anonymization_jobs.node_id'])
      .where('mapping_uses.account_id', '=', accountId)
      .where('anonymization_jobs.account_id', '=', accountId)
      .where('mapping_uses.hash', 'in', batch)
      .execute();
    for (const { hash, key_id, node_id } of rows) found.push({ hash, keyId: key_id, nodeId: node_id });
  }
  return found;
}

/** The mappings that something uses, with their encrypted originals. */
export async function usedMappings(
  db: Db,
  accountId: string,
  ownerId: string,
): Promise<{ hash: string; category: string; original: Uint8Array }[]> {
  return db
    .selectFrom('mapping_uses')
    .innerJoin('mappings', (join) =>
      join
        .onRef('mappings.account_id', '=', 'mapping_uses.account_id')
        .onRef('mappings.hash', '=', 'mapping_uses.hash'),
    )
    .select(['mappings.hash', 'mappings.category', 'mappings.original'])
    .where('mapping_uses.owner_id', '=', ownerId)
    .where('mapping_uses.account_id', '=', accountId)
    .orderBy('mappings.hash')
    .execute();
}

/** Adds mappings; returns how many of them were new to the database. */
export async function insertMappings(
  db: Db,
  accountId: string,
  createdAt: string,
  mappings: readonly MappingRow[],
): Promise<number> {
  let inserted = 0;
  for await (const batch of batches(await inOrder(mappings, ({ hash }) => hash))) {
    const values = batch.map((mapping) => ({
      account_id: accountId,
      hash: mapping.hash,
      value_key: mapping.valueKey,
      category: mapping.category,
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

/** Notes that a job, a request or whatever else has this id uses these placeholders; returns how many of them exist. */
export async function linkMappings(
  db: Db,
  accountId: string,
  ownerId: string,
  hashes: readonly string[],
): Promise<number> {
  let existing = 0;
  for await (const batch of batches(await inOrder(hashes, (hash) => hash))) {
    const rows = await db
      .selectFrom('mappings')
      .select('hash')
      .where('account_id', '=', accountId)
      .where('hash', 'in', batch)
      .execute();
    existing += rows.length;
    await insertUses(
      db,
      accountId,
      ownerId,
      rows.map(({ hash }) => hash),
    );
  }
  return existing;
}

/** The same for placeholders of which the caller has seen, in the same transaction, that they exist. */
export async function noteUses(db: Db, accountId: string, ownerId: string, hashes: readonly string[]): Promise<void> {
  for await (const batch of batches(await inOrder(hashes, (hash) => hash))) {
    await insertUses(db, accountId, ownerId, batch);
  }
}

async function insertUses(db: Db, accountId: string, ownerId: string, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await db
    .insertInto('mapping_uses')
    .values(hashes.map((hash) => ({ owner_id: ownerId, account_id: accountId, hash })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes back what {@link linkMappings} noted, and removes the mappings that nothing uses any more. */
export async function releaseMappings(db: Db, accountId: string, ownerId: string): Promise<void> {
  const used = await db
    .selectFrom('mapping_uses')
    .select('hash')
    .where('owner_id', '=', ownerId)
    .orderBy('hash')
    .execute();
  await db.deleteFrom('mapping_uses').where('owner_id', '=', ownerId).execute();
  for await (const batch of batches(used.map(({ hash }) => hash))) {
    await db
      .deleteFrom('mappings')
      .where('account_id', '=', accountId)
      .where('hash', 'in', batch)
      .where('hash', 'not in', (eb) =>
        eb.selectFrom('mapping_uses').select('hash').where('account_id', '=', accountId).where('hash', 'in', batch),
      )
      .execute();
  }
}

/**
 * Values in the order of their hashes: rows in the order of their index are written several times as fast as in a random one.
 * Hashes are evenly distributed, so sorting what begins alike takes many short turns instead of one long one.
 */
async function inOrder<T>(values: readonly T[], hashOf: (value: T) => string): Promise<T[]> {
  const groups = new Map<string, T[]>();
  await forEachInTurns(values, (value) => {
    const beginning = hashOf(value).slice(0, 2);
    const group = groups.get(beginning);
    if (group === undefined) groups.set(beginning, [value]);
    else group.push(value);
  });
  const sorted: T[] = [];
  await forEachInTurns([...groups.keys()].sort(), (beginning) => {
    const group = groups.get(beginning)!.sort((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1));
    for (const value of group) sorted.push(value);
  });
  return sorted;
}
