import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { StartError } from '../../startError.ts';
import type { SqliteConnections } from './session.ts';

const BUSY_TIMEOUT_MS = 5_000;
/**
 * Pages of the write-ahead log from which a commit moves them into the database itself. A thread does that earlier (checkpoints.ts); where
 * commits follow each other without a pause it never reaches the end of the log, and SQLite begins the log anew only then.
 */
const LONGEST_LOG_PAGES = 8_000;
/** Primary result codes of a file that is no database, or one that is damaged (sqlite.org/rescode.html). */
const DAMAGED = new Set(['SQLITE_NOTADB', 'SQLITE_CORRUPT']);

/**
 * Opens a database file, or makes it with mode 0600 in a folder of mode 0700; the files that SQLite puts beside it take over its mode.
 * WAL for readers beside a writer; synchronous=FULL, because what a caller was told is stored has to survive a power cut.
 */
export function openConnections(file: string): SqliteConnections {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, 'wx', 0o600));
  }
  const writer = openWriter(file);
  const openReader = () => {
    const reader = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
    reader.pragma('trusted_schema = OFF');
    return reader;
  };
  const reader = openReader();
  return {
    writer,
    reader,
    openReader,
    log: writer.pragma('journal_mode', { simple: true }) === 'wal' ? `${file}-wal` : null,
    close() {
      reader.close();
      // The last connection moves the log into the database file and removes it.
      writer.close();
    },
  };
}

function openWriter(file: string): BetterSqlite3.Database {
  const writer = new BetterSqlite3(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    writer.pragma('journal_mode = WAL');
    writer.pragma('synchronous = FULL');
    writer.pragma(`wal_autocheckpoint = ${LONGEST_LOG_PAGES}`);
    // What is deleted is overwritten (sqlite.org/pragma.html#pragma_secure_delete).
    writer.pragma('secure_delete = ON');
    writer.pragma('foreign_keys = ON');
    writer.pragma('trusted_schema = OFF');
    // Deleted rows are overwritten wherever their page is written anyway.
    writer.pragma('secure_delete = FAST');
    return writer;
  } catch (cause) {
    writer.close();
    if (cause instanceof BetterSqlite3.SqliteError && DAMAGED.has(cause.code)) {
      throw new StartError(`The database ${file} is damaged. Replace it by the newest file in the folder backups.`, {
        cause,
      });
    }
    throw cause;
  }
}
