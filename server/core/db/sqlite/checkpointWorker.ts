import BetterSqlite3 from 'better-sqlite3';
import { workerTask } from '../../workers/task.ts';

/** Moves what it can of the write-ahead log into the database; neither readers nor the writer wait for it (sqlite.org/wal.html, 2.3). */
export default workerTask<string, null>((file) => {
  const connection = new BetterSqlite3(file, { fileMustExist: true });
  try {
    connection.pragma('wal_checkpoint(PASSIVE)');
    return null;
  } finally {
    connection.close();
  }
});
