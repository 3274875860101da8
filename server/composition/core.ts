import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerConfig } from '../config.ts';
import { createFileBlobStore } from '../core/blobs/fileBlobStore.ts';
import type { BlobStore } from '../core/blobs/types.ts';
import { systemClock, type Clock } from '../core/clock.ts';
import type { Closers } from '../core/closers.ts';
import { openDatabase } from '../core/db/sqlite/database.ts';
import type { Database } from '../core/db/types.ts';
import { createJobRunner } from '../core/jobs/runner.ts';
import type { JobRunner } from '../core/jobs/types.ts';
import { lockDataDir } from '../core/lock/dataDirLock.ts';
import { createLogger } from '../core/log/createLogger.ts';
import type { Logger } from '../core/log/logger.ts';
import { loadMasterKey } from '../core/vault/masterKey.ts';
import type { Vault } from '../core/vault/types.ts';
import { openVault } from '../core/vault/vault.ts';
import { MIGRATIONS } from '../migrations.ts';
import type { ServerDependencies } from './types.ts';

/** How long running requests, and running jobs beside them, may take to end when the server stops. */
export const STOP_TIMEOUT_MS = 3_000;
const DATABASE_FILE = 'deckname.db';

/** The parts that know nothing of features. */
export interface Core {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly database: Database;
  readonly vault: Vault;
  readonly blobs: BlobStore;
  readonly jobs: JobRunner;
}

/**
 * Locks the data folder, opens what lies in it and brings the database up to date.
 * @param onLogger - called as soon as there is a log, so that a later failure stands in it
 * @throws StartError when the person who starts the server has to change something
 */
export async function openCore(
  config: ServerConfig,
  dependencies: ServerDependencies,
  closers: Closers,
  onLogger: (logger: Logger) => void,
): Promise<Core> {
  const { clock = systemClock, logConsole = null } = dependencies;
  const lock = lockDataDir(config.dataDir);
  closers.add(() => lock.release());
  const logger = createLogger({ dir: join(config.dataDir, 'logs'), level: config.logLevel, console: logConsole });
  closers.add(() => logger.close());
  onLogger(logger);

  const file = join(config.dataDir, DATABASE_FILE);
  const masterKey = await loadMasterKey(config.masterKey, { mayCreate: !existsSync(file), logger });
  const database = await openDatabase({ file, migrations: MIGRATIONS, clock, logger });
  closers.add(() => database.close());
  const vault = await openVault({ database, masterKey, clock });
  return {
    clock,
    logger,
    database,
    vault,
    blobs: createFileBlobStore({ dir: join(config.dataDir, 'objects'), vault }),
    jobs: createJobRunner({
      ...{ database, vault, clock, logger },
      concurrency: config.workers,
      stopTimeoutMs: STOP_TIMEOUT_MS,
    }),
  };
}
