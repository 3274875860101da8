import { expect, it } from 'vitest';
import { openTestCore } from '../../../test/helpers/openTestCore.ts';
import { MIGRATIONS } from '../../migrations.ts';
import { createGroupedWrites } from './groupedWrites.ts';
import type { Db, Migration } from './types.ts';

declare module './types.ts' {
  interface Tables {
    test_groups: { name: string };
  }
}

const migration: Migration = {
  id: '9001-groups',
  async up(db) {
    await db.schema
      .createTable('test_groups')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .execute();
  },
};

async function open() {
  const { database } = await openTestCore({ migrations: [...MIGRATIONS, migration] });
  return {
    database,
    writes: createGroupedWrites(database),
    names: async () =>
      (await database.db.selectFrom('test_groups').selectAll().orderBy('name').execute()).map((row) => row.name),
  };
}
const add = (name: string) => async (db: Db) => {
  await db.insertInto('test_groups').values({ name }).execute();
  return name;
};

it('commits what several callers write', async () => {
  const { writes, names } = await open();
  const many = Array.from({ length: 120 }, (_, index) => `n${String(index).padStart(3, '0')}`);
  const written = await Promise.all(many.map((name) => writes.run(add(name))));
  expect(written.map(({ result }) => result)).toEqual(many);
  await Promise.all(written.map(({ onDisk }) => onDisk));
  expect(await names()).toEqual(many);
});

it('undoes what one caller wrote, and nothing of the others', async () => {
  const { writes, names } = await open();
  const failing = async (db: Db) => {
    await add('lost')(db);
    throw new Error('one of three');
  };
  const results = await Promise.allSettled([writes.run(add('a')), writes.run(failing), writes.run(add('b'))]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await names()).toEqual(['a', 'b']);
});

it('goes on after writes that failed', async () => {
  const { writes, names } = await open();
  await writes.run(add('a'));
  await expect(writes.run(add('a'))).rejects.toThrow();
  await writes.run(add('b'));
  expect(await names()).toEqual(['a', 'b']);
});
