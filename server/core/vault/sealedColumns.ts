import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database, Db, Tables } from '../db/types.ts';
import type { Vault } from './types.ts';

/** Whose account a row is encrypted under: a column with its id, or the row of another table that this one belongs to. */
export type RowOwner =
  string | { readonly column: string; readonly table: keyof Tables; readonly key?: string; readonly owner: RowOwner };

/** A column of ciphertexts under the keys of accounts. Every feature lists its own, so that a new key reaches all of them. */
export interface SealedColumn {
  readonly table: keyof Tables;
  /** Primary key. */
  readonly keys: readonly string[];
  readonly column: string;
  readonly owner: RowOwner;
  /** What the ciphertext of a row is bound to. */
  readonly boundTo: (row: Readonly<Record<string, string | number>>, accountId: string) => string;
  /** Rows under a key of accounts, where not all are. */
  readonly where?: RawBuilder<boolean>;
}

/** Rows read and written at once: some milliseconds of one transaction. */
const BATCH = 100;
const sealedRow = z.looseObject({ sealed: z.instanceof(Uint8Array) });
const keyValue = z.union([z.string(), z.number()]);

function belongsTo(owner: RowOwner, accountId: string): RawBuilder<boolean> {
  if (typeof owner === 'string') return sql<boolean>`${sql.ref(owner)} = ${accountId}`;
  const { column, table, key = 'id', owner: above } = owner;
  return sql<boolean>`${sql.ref(column)} in (select ${sql.ref(key)} from ${sql.table(table)} where ${belongsTo(above, accountId)})`;
}

function rowsOf({ column, owner, where }: SealedColumn, accountId: string): RawBuilder<boolean> {
  const own = sql<boolean>`${sql.ref(column)} is not null and ${belongsTo(owner, accountId)}`;
  return where === undefined ? own : sql<boolean>`${own} and ${where}`;
}

/** How many ciphertexts of an account a column has. */
export async function countSealed(db: Db, column: SealedColumn, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(column.table)} where ${rowsOf(column, accountId)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Encrypts anew what a column holds under an older key of an account, in short transactions. What others write meanwhile is left alone: it is under the present key.
 * @param onRows - told how many rows were looked at
 * @returns how many were encrypted anew
 */
export async function resealColumn(
  { database, vault }: { readonly database: Database; readonly vault: Vault },
  column: SealedColumn,
  accountId: string,
  { signal, onRows }: { readonly signal: AbortSignal; readonly onRows: (count: number) => Promise<void> },
): Promise<number> {
  const keys = column.keys.map((key) => sql.ref(key));
  const table = sql.table(column.table);
  let changed = 0;
  let last: readonly (string | number)[] | null = null;
  for (;;) {
    signal.throwIfAborted();
    const after: RawBuilder<unknown> = last === null ? sql`` : sql`and (${sql.join(keys)}) > (${sql.join(last)})`;
    const rows: readonly z.output<typeof sealedRow>[] = await database.transactionBesideOthers(async (db) => {
      const found = await sql`
        select ${sql.join(keys)}, ${sql.ref(column.column)} as sealed from ${table}
        where ${rowsOf(column, accountId)} ${after} order by ${sql.join(keys)} limit ${BATCH}`.execute(db);
      const page = z.array(sealedRow).parse(found.rows);
      for (const row of page) {
        const key = Object.fromEntries(column.keys.map((name) => [name, keyValue.parse(row[name])]));
        const sealed = await vault.reseal(accountId, column.boundTo(key, accountId), row.sealed);
        if (sealed === null) continue;
        const same = column.keys.map((name) => sql`${sql.ref(name)} = ${key[name]}`);
        await sql`update ${table} set ${sql.ref(column.column)} = ${sealed} where ${sql.join(same, sql` and `)}`.execute(
          db,
        );
        changed += 1;
      }
      return page;
    });
    await onRows(rows.length);
    if (rows.length < BATCH) return changed;
    const end = rows.at(-1)!;
    last = column.keys.map((name) => keyValue.parse(end[name]));
  }
}
