import type BetterSqlite3 from 'better-sqlite3';
import { RawNode, SelectQueryNode, type CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import type { Mutex } from './mutex.ts';
import type { Statements } from './statements.ts';

/** The connections of one database file. All are synchronous; what is asynchronous is the waiting between statements. */
export interface SqliteConnections {
  /** The only connection that writes. */
  readonly writer: BetterSqlite3.Database;
  /** Reads outside transactions. */
  readonly reader: BetterSqlite3.Database;
  /** Opens a connection for one streamed query; on the shared reader it would hold everybody's view of the data in the past. */
  openReader(): BetterSqlite3.Database;
  /** Path of the write-ahead log; null where the file system allows none. */
  readonly log: string | null;
  close(): void;
}

/** Tells what code a session is opened by; asked at that moment. */
export interface SessionScope {
  /** It runs in a transaction already; a second writer there would wait for itself for ever. */
  readonly insideTransaction: () => boolean;
  /** It sees to it itself that the log gets to the disk after the commit. Said once: what the code begins later waits for the disk again. */
  readonly takeLogSync: () => boolean;
}

/** The prepared statements of the two shared connections. */
export interface SessionStatements {
  readonly writer: Statements;
  readonly reader: Statements;
}

/** What Kysely takes for a connection: used for one query or one transaction, then released for good. */
export class SqliteSession implements DatabaseConnection {
  readonly #connections: SqliteConnections;
  readonly #statements: SessionStatements;
  readonly #writing: Mutex;
  readonly #scope: SessionScope;
  /** Gives the writer back; set while this session is a transaction. */
  #releaseWriter: (() => void) | null = null;
  #released = false;
  /** Commits of this session do not wait for the disk. */
  #syncsLog = false;

  constructor(connections: SqliteConnections, statements: SessionStatements, writing: Mutex, scope: SessionScope) {
    this.#connections = connections;
    this.#statements = statements;
    this.#writing = writing;
    this.#scope = scope;
  }

  async begin(): Promise<void> {
    this.#releaseWriter = await this.#acquireWriter();
    this.#syncsLog = this.#scope.takeLogSync();
    // With WAL, NORMAL is FULL without the wait at every commit (sqlite.org/pragma.html#pragma_synchronous).
    if (this.#syncsLog) this.#connections.writer.pragma('synchronous = NORMAL');
    this.#connections.writer.exec('begin immediate');
  }

  commit(): Promise<void> {
    return Promise.resolve().then(() => void this.#connections.writer.exec('commit'));
  }

  rollback(): Promise<void> {
    // SQLite has rolled back by itself when the disk was full or failed.
    return Promise.resolve().then(() => {
      if (this.#connections.writer.inTransaction) this.#connections.writer.exec('rollback');
    });
  }

  release(): Promise<void> {
    this.#released = true;
    if (this.#syncsLog) this.#connections.writer.pragma('synchronous = FULL');
    this.#syncsLog = false;
    this.#releaseWriter?.();
    this.#releaseWriter = null;
    return Promise.resolve();
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#released) throw new Error('a query ran after its transaction had ended; an await is missing');
    if (this.#releaseWriter) return execute<R>(this.#statements.writer, query);
    if (this.#isRead(query)) return execute<R>(this.#statements.reader, query);
    const releaseWriter = await this.#acquireWriter();
    try {
      return execute<R>(this.#statements.writer, query);
    } finally {
      releaseWriter();
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    if (this.#releaseWriter) {
      yield await this.executeQuery<R>(query);
      return;
    }
    const connection = this.#connections.openReader();
    try {
      for (const row of connection.prepare(query.sql).iterate(query.parameters)) yield { rows: [row as R] };
    } finally {
      connection.close();
    }
  }

  async #acquireWriter(): Promise<() => void> {
    if (this.#scope.insideTransaction()) {
      throw new Error('a write beside the running transaction; pass the transaction on instead');
    }
    return await this.#writing.acquire();
  }

  #isRead(query: CompiledQuery): boolean {
    if (SelectQueryNode.is(query.query)) return true;
    return RawNode.is(query.query) && this.#connections.reader.prepare(query.sql).readonly;
  }
}

function execute<R>(statements: Statements, query: CompiledQuery): QueryResult<R> {
  const statement = statements.for(query);
  if (statement.reader) return { rows: statement.all(query.parameters) as R[] };
  const { changes, lastInsertRowid } = statement.run(query.parameters);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}
