import { AsyncLocalStorage } from 'node:async_hooks';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import { hasErrno } from '../../files/errno.ts';
import type { Logger } from '../../log/logger.ts';
import { appliedMigrations, applyMigration, pendingMigrations } from '../migrate.ts';
import type { Database, Migration, Tables } from '../types.ts';
import { backUp } from './backup.ts';
import { sqliteDialect } from './dialect.ts';
import { openConnections } from './open.ts';
import type { SqliteConnections } from './session.ts';

const KEPT_BACKUPS = 3;

export interface OpenDatabaseOptions {
  /** Path of the database file; made when absent. Copies before migrations go to the folder `backups` beside it. */
  readonly file: string;
  /** The whole history of the schema, oldest first. */
  readonly migrations: readonly Migration[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Opens the database and brings its schema up to date.
 * @throws StartError when the file is damaged or its history does not fit
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const connections = openConnections(options.file);
  const database = wrap(connections);
  try {
    await migrate(database, connections, options);
    return database;
  } catch (error) {
    connections.close();
    throw error;
  }
}

function wrap(connections: SqliteConnections): Database {
  // Work that a transaction started and left behind still carries its scope; `active` tells that it has ended.
  const scope = new AsyncLocalStorage<{ active: boolean }>();
  const syncing = new AsyncLocalStorage<{ isTaken: boolean }>();
  const db = new Kysely<Tables>({
    dialect: sqliteDialect(connections, {
      insideTransaction: () => scope.getStore()?.active ?? false,
      takeLogSync() {
        const offer = syncing.getStore();
        if (offer === undefined || offer.isTaken) return false;
        offer.isTaken = true;
        return true;
      },
    }),
  });
  const transaction: Database['transaction'] = (work) =>
    db.transaction().execute(async (trx) => {
      const running = { active: true };
      try {
        return await scope.run(running, () => work(trx));
      } finally {
        running.active = false;
      }
    });
  const { log } = connections;
  return {
    db,
    transaction,
    async transactionBesideOthers(work) {
      if (log === null) return transaction(work);
      const result = await syncing.run({ isTaken: false }, () => transaction(work));
      await syncFile(log);
      return result;
    },
    async close() {
      // Kysely closes only what it has used.
      await db.destroy();
      connections.close();
    },
  };
}

/** Waits, beside the thread, until the disk has a file's content. Where the log began anew meanwhile, its content went into the database before. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+').catch((error: unknown) => {
    // The last connection moves the log into the database, syncs that, and removes the log.
    if (hasErrno(error, 'ENOENT')) return null;
    throw error;
  });
  if (file === null) return;
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

async function migrate(
  database: Database,
  connections: SqliteConnections,
  { file, migrations, clock, logger }: OpenDatabaseOptions,
): Promise<void> {
  const applied = await appliedMigrations(database.db);
  const pending = pendingMigrations(migrations, applied);
  const lastMigration = applied.at(-1);
  if (pending.length > 0 && lastMigration !== undefined) {
    const dir = join(dirname(file), 'backups');
    backUp(connections.writer, { dir, now: new Date(clock.now()), lastMigration, keep: KEPT_BACKUPS });
    logger.info('db.backed_up', { lastMigration });
  }
  for (const [index, migration] of pending.entries()) {
    await applyMigration(database, migration, applied.length + index + 1, clock);
    logger.info('db.migrated', { migration: migration.id });
  }
}
