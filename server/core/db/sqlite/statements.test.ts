import BetterSqlite3 from 'better-sqlite3';
import { CompiledQuery } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { keptStatements } from './statements.ts';

function open(most?: number) {
  const connection = new BetterSqlite3(':memory:');
  onTestFinished(() => void connection.close());
  const statements = keptStatements(connection, most);
  const select = (sql: string) => statements.for({ ...CompiledQuery.raw(sql), query: { kind: 'SelectQueryNode' } });
  return { statements, select };
}

it('keeps the statements that were used last', () => {
  const { select } = open(2);
  const first = select('select 1');
  const second = select('select 2');
  expect(select('select 1')).toBe(first);
  select('select 3');
  expect(select('select 1')).toBe(first);
  expect(select('select 2')).not.toBe(second);
});

it('keeps no raw statements and no long ones', () => {
  const { statements, select } = open();
  const raw = CompiledQuery.raw('pragma foreign_keys');
  expect(statements.for(raw)).not.toBe(statements.for(raw));
  const long = `select ${Array.from({ length: 1_000 }, () => '1').join(', ')}`;
  expect(select(long)).not.toBe(select(long));
});
