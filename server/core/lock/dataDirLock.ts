import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { StartError } from '../startError.ts';

/** A held lock. Keep a reference to it: one that is garbage-collected is given back. */
export interface DataDirLock {
  release(): void;
}

/**
 * Makes sure that one server at a time uses a data folder. The lock is an exclusive transaction on a small database file, held open: the operating
 * system gives such locks back when a process ends in whatever way, so a restart after a crash or SIGKILL need not guess whether an old lock is stale.
 * @throws StartError when another server holds it, in this process or in another one, or the folder cannot be written
 */
export function lockDataDir(dataDir: string): DataDirLock {
  const file = join(dataDir, 'server.lock');
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // Only when it is missing: closing any handle of a file ends the POSIX locks this process holds on it (fcntl(2)).
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  } catch (cause) {
    throw new StartError(`The data folder ${dataDir} cannot be written.`, { cause });
  }
  const lock = new BetterSqlite3(file, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (cause) {
    lock.close();
    if (cause instanceof BetterSqlite3.SqliteError && cause.code.startsWith('SQLITE_BUSY')) {
      throw new StartError(`Another Deckname server is using the data folder ${dataDir}. Stop it first.`, { cause });
    }
    throw cause;
  }
  return { release: () => lock.close() };
}
