import { AsyncLocalStorage } from 'node:async_hooks';
import { dirname, join } from 'node:path';
import { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Logger } from '../../log/logger.ts';
import { appliedMigrations, applyMigration, pendingMigrations } from '../migrate.ts';
import type { Database, Migration, Tables } from '../types.ts';
import { backUp } from './backup.ts';
import { createCheckpoints } from './checkpoints.ts';
import { sqliteDialect } from './dialect.ts';
import { createLogSync } from './logSync.ts';
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
  const database = wrap(connections, options);
  try {
    await migrate(database, connections, options);
    return database;
  } catch (error) {
    connections.close();
    throw error;
  }
}

function wrap(connections: SqliteConnections, { file, logger }: OpenDatabaseOptions): Database {
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
  const { log, reader } = connections;
  const sync = log === null ? null : createLogSync(log);
  const checkpoints = log === null ? null : createCheckpoints({ file, reader, logger });
  const transaction: Database['transaction'] = async (work) => {
    const result = await db.transaction().execute(async (trx) => {
      const running = { active: true };
      try {
        return await scope.run(running, () => work(trx));
      } finally {
        running.active = false;
      }
    });
    checkpoints?.afterCommit();
    return result;
  };
  const commitBesideOthers: Database['commitBesideOthers'] = async (work) => {
    if (sync === null) return { result: await transaction(work), onDisk: Promise.resolve() };
    const result = await syncing.run({ isTaken: false }, () => transaction(work));
    const onDisk = sync.run();
    // Whoever needs to know waits for it; nobody has to.
    onDisk.catch(() => undefined);
    return { result, onDisk };
  };
  return {
    db,
    transaction,
    commitBesideOthers,
    async transactionBesideOthers(work) {
      const { result, onDisk } = await commitBesideOthers(work);
      await onDisk;
      return result;
    },
    forgetDeleted() {
      connections.writer.pragma('wal_checkpoint(TRUNCATE)');
    },
    async close() {
      await checkpoints?.close();
      // Kysely closes only what it has used.
      await db.destroy();
      connections.close();
      await sync?.close();
    },
  };
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
