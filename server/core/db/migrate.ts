import type { Kysely } from 'kysely';
import { isoTime, type Clock } from '../clock.ts';
import { StartError } from '../startError.ts';
import type { Database, Migration, Tables } from './types.ts';

declare module './types.ts' {
  interface Tables {
    schema_migrations: { position: number; id: string; applied_at: string };
  }
}

/**
 * The migrations still to run, after checking that the recorded history is the beginning of the known one.
 * @throws StartError when the database is newer than the program, or its history differs
 */
export function pendingMigrations(known: readonly Migration[], applied: readonly string[]): readonly Migration[] {
  checkOrder(known);
  const ids = known.map(({ id }) => id as string);
  const unknown = applied.find((id) => !ids.includes(id));
  if (unknown !== undefined) {
    throw new StartError(
      `The database was changed by a newer or different version of Deckname (${unknown} is unknown here). Start that version, or restore a copy from the folder backups.`,
    );
  }
  const at = applied.findIndex((id, index) => ids[index] !== id);
  if (at >= 0) {
    throw new StartError(
      `The history of the database does not fit this version of Deckname: step ${at + 1} should be ${ids[at]!} and is ${applied[at]!}.`,
    );
  }
  return known.slice(applied.length);
}

/** Ids of the migrations that ran in this database, in their order; empty for a new file. */
export async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  await db.schema
    .createTable('schema_migrations')
    .ifNotExists()
    .addColumn('position', 'integer', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('applied_at', 'text', (column) => column.notNull())
    .execute();
  const rows = await db.selectFrom('schema_migrations').select('id').orderBy('position').execute();
  return rows.map(({ id }) => id);
}

/** Runs one migration and records it, both in one transaction. */
export async function applyMigration(
  database: Database,
  migration: Migration,
  position: number,
  clock: Clock,
): Promise<void> {
  await database.transaction(async (trx) => {
    await migration.up(trx);
    const row = { position, id: migration.id, applied_at: isoTime(clock.now()) };
    await trx.insertInto('schema_migrations').values(row).execute();
  });
}

function checkOrder(known: readonly Migration[]): void {
  known.forEach(({ id }, index) => {
    const before = known[index - 1];
    if (before && Number.parseInt(before.id, 10) >= Number.parseInt(id, 10)) {
      throw new Error(`migration ${id} stands after ${before.id}`);
    }
  });
}
