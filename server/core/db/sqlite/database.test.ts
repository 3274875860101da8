import { chmodSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { memoryLogger } from '../../../../test/helpers/memoryLogger.ts';
import { tempDir } from '../../../../test/helpers/tempDir.ts';
import type { Database, Db, Migration } from '../types.ts';
import { openDatabase } from './database.ts';

declare module '../types.ts' {
  interface Tables {
    test_counters: { name: string; value: number };
  }
}

const first: Migration = {
  id: '0001-counters',
  async up(db) {
    await db.schema
      .createTable('test_counters')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'integer', (column) => column.notNull())
      .execute();
  },
};
const second: Migration = {
  id: '0002-more',
  async up(db) {
    await db.insertInto('test_counters').values({ name: 'from-migration', value: 1 }).execute();
  },
};
const failing: Migration = {
  id: '0003-failing',
  async up(db) {
    await db.insertInto('test_counters').values({ name: 'half', value: 1 }).execute();
    throw new Error('broken migration');
  },
};

let seconds = 0;
async function open(dir: string, migrations: readonly Migration[] = [first]): Promise<Database> {
  const clock = { now: () => Date.UTC(2026, 0, 1) + seconds++ * 1000 };
  const database = await openDatabase({ file: join(dir, 'data', 'x.db'), migrations, clock, logger: memoryLogger() });
  onTestFinished(() => database.close());
  return database;
}

const valueOf = async (db: Database['db'], name: string) =>
  (await db.selectFrom('test_counters').select('value').where('name', '=', name).executeTakeFirst())?.value;

describe('transactions', () => {
  it('keeps 50 parallel read-modify-write transactions apart', async () => {
    const database = await open(tempDir());
    await database.db.insertInto('test_counters').values({ name: 'n', value: 0 }).execute();
    await Promise.all(
      Array.from({ length: 50 }, () =>
        database.transaction(async (trx) => {
          const value = (await valueOf(trx, 'n'))!;
          await new Promise((resolve) => setImmediate(resolve));
          await trx
            .updateTable('test_counters')
            .set({ value: value + 1 })
            .execute();
        }),
      ),
    );
    expect(await valueOf(database.db, 'n')).toBe(50);
  });

  it('lets writes outside wait for a running transaction, and reads go on with the committed state', async () => {
    const database = await open(tempDir());
    await database.db.insertInto('test_counters').values({ name: 'n', value: 1 }).execute();
    const gate = Promise.withResolvers<undefined>();
    const begun = Promise.withResolvers<undefined>();
    const transaction = database.transaction(async (trx) => {
      await trx.updateTable('test_counters').set({ value: 2 }).execute();
      begun.resolve(undefined);
      await gate.promise;
    });
    await begun.promise;
    expect(await valueOf(database.db, 'n')).toBe(1);
    const write = database.db
      .updateTable('test_counters')
      .set((eb) => ({ value: eb('value', '+', 10) }))
      .execute();
    gate.resolve(undefined);
    await Promise.all([transaction, write]);
    expect(await valueOf(database.db, 'n')).toBe(12);
  });

  it('rolls everything back when the work throws, and goes on', async () => {
    const database = await open(tempDir());
    const failed = database.transaction(async (trx) => {
      await trx.insertInto('test_counters').values({ name: 'gone', value: 1 }).execute();
      throw new RangeError('stop');
    });
    await expect(failed).rejects.toThrow(RangeError);
    await database.transaction((trx) => trx.insertInto('test_counters').values({ name: 'kept', value: 1 }).execute());
    expect(await database.db.selectFrom('test_counters').select('name').execute()).toEqual([{ name: 'kept' }]);
  });

  it('refuses a write beside the running transaction instead of waiting for itself', async () => {
    const database = await open(tempDir());
    const insert = { name: 'n', value: 0 };
    await expect(
      database.transaction(() => database.db.insertInto('test_counters').values(insert).execute()),
    ).rejects.toThrow('pass the transaction on');
    await expect(database.transaction(() => database.transaction(() => Promise.resolve()))).rejects.toThrow(
      'pass the transaction on',
    );
    // A read beside it is allowed.
    expect(await database.transaction(() => valueOf(database.db, 'n'))).toBeUndefined();
  });

  it('allows work that a transaction started to write after its end', async () => {
    const database = await open(tempDir());
    const ended = Promise.withResolvers<undefined>();
    let later: Promise<unknown> = Promise.resolve();
    await database.transaction(() => {
      later = ended.promise.then(() =>
        database.db.insertInto('test_counters').values({ name: 'later', value: 1 }).execute(),
      );
      return Promise.resolve();
    });
    ended.resolve(undefined);
    await later;
    expect(await valueOf(database.db, 'later')).toBe(1);
  });

  it('refuses a query on a transaction that has ended', async () => {
    const database = await open(tempDir());
    const trx = await database.transaction((inner) => Promise.resolve(inner));
    await expect(trx.selectFrom('test_counters').selectAll().execute()).rejects.toThrow();
  });

  it('streams rows while others write', async () => {
    const database = await open(tempDir());
    const rows = Array.from({ length: 20 }, (_, index) => ({
      name: `row-${String(index).padStart(2, '0')}`,
      value: 1,
    }));
    await database.db.insertInto('test_counters').values(rows).execute();
    const names: string[] = [];
    for await (const row of database.db.selectFrom('test_counters').select('name').orderBy('name').stream()) {
      await database.db.updateTable('test_counters').set({ value: 2 }).where('name', '=', row.name).execute();
      expect(await valueOf(database.db, row.name)).toBe(2);
      names.push(row.name);
    }
    expect(names).toEqual(rows.map(({ name }) => name));
  });

  it('answers in the shape of a schema that changed since a query was first made', async () => {
    const database = await open(tempDir());
    const { db } = database;
    await db.insertInto('test_counters').values({ name: 'n', value: 1 }).execute();
    const rows = async () => {
      const query = db.selectFrom('test_counters').selectAll();
      return [
        await query.execute(),
        await database.transaction((trx) => trx.selectFrom('test_counters').selectAll().execute()),
      ];
    };
    const before = { name: 'n', value: 1 };
    expect(await rows()).toEqual([[before], [before]]);
    await sql`alter table test_counters add column more text default 'x'`.execute(db);
    expect(await rows()).toEqual([[{ ...before, more: 'x' }], [{ ...before, more: 'x' }]]);
    await sql`drop table test_counters`.execute(db);
    await expect(rows()).rejects.toThrow('no such table');
    await sql`create table test_counters (value integer, name text)`.execute(db);
    expect(await rows()).toEqual([[], []]);
  });

  it('beside others waits for the disk off the thread, and leaves every other write as it was', async () => {
    const database = await open(tempDir());
    // NORMAL is 1, FULL is 2; a transaction tells its own.
    const synchronous = async (db: Db) =>
      (await sql<{ synchronous: number }>`pragma synchronous`.execute(db)).rows[0]!.synchronous;
    const add = (name: string) => async (db: Db) => {
      await db
        .insertInto('test_counters')
        .values({ name, value: await synchronous(db) })
        .execute();
    };
    let later: Promise<void> = Promise.resolve();
    const { promise: ended, resolve: end } = Promise.withResolvers<null>();
    await database.transactionBesideOthers(async (trx) => {
      await add('beside')(trx);
      later = ended.then(() => database.transaction(add('begun in it')));
    });
    end(null);
    await later;
    await expect(
      database.transactionBesideOthers(async (trx) => {
        await add('undone')(trx);
        throw new Error('broken');
      }),
    ).rejects.toThrow('broken');
    await database.transaction(add('after'));
    const rows = await database.db.selectFrom('test_counters').selectAll().orderBy('name').execute();
    expect(rows).toEqual([
      { name: 'after', value: 2 },
      { name: 'begun in it', value: 2 },
      { name: 'beside', value: 1 },
    ]);
  });

  it('is read at once where nobody waits for the disk', async () => {
    const database = await open(tempDir());
    const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
    const commits = await Promise.all(
      names.map((name) =>
        database.commitBesideOthers(async (trx) => {
          await trx.insertInto('test_counters').values({ name, value: 1 }).execute();
          return name;
        }),
      ),
    );
    expect(commits.map(({ result }) => result)).toEqual(names);
    expect(await database.db.selectFrom('test_counters').selectAll().execute()).toHaveLength(names.length);
    await Promise.all(commits.map(({ onDisk }) => onDisk));
  });

  it('moves a long log into the database beside its other work', async () => {
    const dir = tempDir();
    const database = await open(dir);
    const reader = new BetterSqlite3(join(dir, 'data', 'x.db'), { readonly: true });
    onTestFinished(() => void reader.close());
    const log = () => (reader.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[])[0]!;
    for (let round = 0; round < 4; round += 1) {
      await database.transaction(async (trx) => {
        for (let row = 0; row < 300; row += 1) {
          const name = `${round}/${row}/${'x'.repeat(4_000)}`;
          await trx.insertInto('test_counters').values({ name, value: row }).execute();
        }
      });
    }
    // Far from the length at which a commit would do it.
    expect(log().log).toBeLessThan(6_000);
    await vi.waitFor(() => expect(log().checkpointed).toBeGreaterThan(0), { timeout: 20_000 });
    expect(await database.db.selectFrom('test_counters').select('value').execute()).toHaveLength(1_200);
  });

  it('enforces foreign keys and writes with full durability', async () => {
    const database = await open(tempDir());
    const pragma = async (name: string) =>
      (await sql<Record<string, unknown>>`${sql.raw(`pragma ${name}`)}`.execute(database.db)).rows[0];
    expect(await pragma('journal_mode')).toEqual({ journal_mode: 'wal' });
    await database.transaction(async (trx) => {
      const of = async (name: string) => (await sql`${sql.raw(`pragma ${name}`)}`.execute(trx)).rows[0];
      expect(await of('foreign_keys')).toEqual({ foreign_keys: 1 });
      expect(await of('synchronous')).toEqual({ synchronous: 2 });
    });
  });
});

describe('migrations', () => {
  const backups = (dir: string) => readdirSync(join(dir, 'data', 'backups')).sort();

  it('run once, in order, and are recorded', async () => {
    const dir = tempDir();
    await (await open(dir)).close();
    const database = await open(dir, [first, second]);
    const rows = await database.db.selectFrom('schema_migrations').select(['position', 'id']).execute();
    expect(rows).toEqual([
      { position: 1, id: '0001-counters' },
      { position: 2, id: '0002-more' },
    ]);
    expect(await valueOf(database.db, 'from-migration')).toBe(1);
  });

  it('refuse a database of a newer version', async () => {
    const dir = tempDir();
    await (await open(dir, [first, second])).close();
    await expect(open(dir, [first])).rejects.toThrow(/newer .* version of Deckname \(0002-more/);
  });

  it('refuse a history in another order, or with a gap', async () => {
    const dir = tempDir();
    await (await open(dir, [first, second])).close();
    const renumbered = { ...second, id: '0000-inserted' } as const;
    await expect(open(dir, [renumbered, first, second])).rejects.toThrow(/step 1 should be 0000-inserted/);
    const raw = new BetterSqlite3(join(dir, 'data', 'x.db'));
    raw.exec("delete from schema_migrations where id = '0001-counters'");
    raw.close();
    await expect(open(dir, [first, second])).rejects.toThrow(/does not fit/);
  });

  it('refuse a list that is not in order', async () => {
    await expect(open(tempDir(), [second, first])).rejects.toThrow('0001-counters stands after 0002-more');
  });

  it('leave nothing behind when they fail', async () => {
    const dir = tempDir();
    await expect(open(dir, [first, second, failing])).rejects.toThrow('broken migration');
    const database = await open(dir, [first, second]);
    expect(await valueOf(database.db, 'half')).toBeUndefined();
  });

  it('copy an existing database first and keep the newest three copies', async () => {
    const dir = tempDir();
    await (await open(dir)).close();
    const history: Migration[] = [first];
    for (const id of ['0002-step', '0003-step', '0004-step', '0005-step'] as const) {
      history.push({
        id,
        up: (db) =>
          db
            .deleteFrom('test_counters')
            .execute()
            .then(() => undefined),
      });
      await (await open(dir, history)).close();
    }
    expect(backups(dir).map((name) => name.replace(/^database-\d{8}T\d{9}Z-/, ''))).toEqual([
      '0002-step.db',
      '0003-step.db',
      '0004-step.db',
    ]);
    await (await open(dir, history)).close();
    expect(backups(dir)).toHaveLength(3);
    const copy = new BetterSqlite3(join(dir, 'data', 'backups', backups(dir)[2]!), { readonly: true });
    expect(copy.prepare('select max(position) as last from schema_migrations').get()).toEqual({ last: 4 });
    copy.close();
  });
});

describe('the database file', () => {
  it.skipIf(process.platform === 'win32')('is readable by its owner only', async () => {
    const dir = tempDir();
    const database = await open(dir);
    await database.db.insertInto('test_counters').values({ name: 'n', value: 1 }).execute();
    expect(statSync(join(dir, 'data')).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(join(dir, 'data'))) {
      expect([name, statSync(join(dir, 'data', name)).mode & 0o777]).toEqual([name, 0o600]);
    }
  });

  it('leaves no log file behind after closing', async () => {
    const dir = tempDir();
    const database = await open(dir);
    await database.db.insertInto('test_counters').values({ name: 'n', value: 1 }).execute();
    await valueOf(database.db, 'n');
    await database.close();
    expect(readdirSync(join(dir, 'data'))).toEqual(['x.db']);
  });

  it('is reported when it is no database', async () => {
    const dir = tempDir();
    await (await open(dir)).close();
    const file = join(dir, 'data', 'x.db');
    rmSync(file);
    writeFileSync(file, 'x'.repeat(10_000));
    chmodSync(file, 0o600);
    await expect(open(dir)).rejects.toThrow(/damaged/);
  });
});
