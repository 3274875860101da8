import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
} from 'kysely';
import { createMutex } from './mutex.ts';
import { SqliteSession, type SessionScope, type SqliteConnections } from './session.ts';
import { keptStatements } from './statements.ts';

/**
 * Kysely dialect with one writing connection behind a mutex and reading connections beside it. A transaction holds the mutex from BEGIN
 * IMMEDIATE to COMMIT, so statements of concurrent asynchronous work cannot slip into it, and reads neither wait for it nor see its
 * uncommitted rows.
 */
export function sqliteDialect(connections: SqliteConnections, scope: SessionScope): Dialect {
  return {
    createDriver: () => createDriver(connections, scope),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SharedWriterAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class SharedWriterAdapter extends SqliteAdapter {
  /** Kysely's own mutex would make every read wait for every transaction. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function createDriver(connections: SqliteConnections, scope: SessionScope): Driver {
  const writing = createMutex();
  const statements = { writer: keptStatements(connections.writer), reader: keptStatements(connections.reader) };
  const sessions = new WeakMap<DatabaseConnection, SqliteSession>();
  const sessionOf = (connection: DatabaseConnection): SqliteSession => {
    const session = sessions.get(connection);
    if (!session) throw new Error('not a connection of this database');
    return session;
  };
  return {
    init: () => Promise.resolve(),
    acquireConnection() {
      const session = new SqliteSession(connections, statements, writing, scope);
      sessions.set(session, session);
      return Promise.resolve(session);
    },
    beginTransaction: (connection) => sessionOf(connection).begin(),
    async commitTransaction(connection) {
      await sessionOf(connection).commit();
    },
    async rollbackTransaction(connection) {
      await sessionOf(connection).rollback();
    },
    async releaseConnection(connection) {
      await sessionOf(connection).release();
    },
    destroy() {
      connections.close();
      return Promise.resolve();
    },
  };
}
