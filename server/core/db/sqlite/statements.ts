import type BetterSqlite3 from 'better-sqlite3';
import type { CompiledQuery } from 'kysely';

/** Statements of one connection; each is only used before anybody else gets a turn. */
export interface Statements {
  for(query: CompiledQuery): BetterSqlite3.Statement;
}

/** Kinds that come again. What changes the schema does not, and a pragma may act while it is prepared (sqlite.org/pragma.html). */
const REPEATED: ReadonlySet<string> = new Set([
  'SelectQueryNode',
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
]);
/** Statements of lists of values are as long as those, and seldom come again with as many. */
const LONGEST_SQL = 2_000;

/**
 * Keeps the statements that were used last, because preparing one takes longer than running it. They follow changes of the schema: SQLite
 * prepares them anew (sqlite.org/c3ref/prepare.html).
 */
export function keptStatements(connection: BetterSqlite3.Database, most = 200): Statements {
  const kept = new Map<string, BetterSqlite3.Statement>();
  return {
    for({ sql, query }) {
      if (!REPEATED.has(query.kind) || sql.length > LONGEST_SQL) return connection.prepare(sql);
      const statement = kept.get(sql) ?? connection.prepare(sql);
      // A Map keeps the order of insertion, so the first entry is the least recently used.
      kept.delete(sql);
      kept.set(sql, statement);
      if (kept.size > most) kept.delete(kept.keys().next().value!);
      return statement;
    },
  };
}
