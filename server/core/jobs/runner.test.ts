import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openTestCore, type TestCore } from '../../../test/helpers/openTestCore.ts';
import { MIGRATIONS } from '../../migrations.ts';
import type { Migration } from '../db/types.ts';
import { AppError } from '../errors.ts';
import { createJobRunner } from './runner.ts';
import type { JobContext, JobKind, JobOutcome, JobRunner } from './types.ts';

declare module '../db/types.ts' {
  interface Tables {
    test_results: { job_id: string; text: string };
  }
}
const migration: Migration = {
  id: '9001-test-results',
  up: (db) =>
    db.schema
      .createTable('test_results')
      .addColumn('job_id', 'text', (column) => column.primaryKey())
      .addColumn('text', 'text', (column) => column.notNull())
      .execute(),
};

type Run = (text: string, context: JobContext) => Promise<JobOutcome>;
const nothing: JobOutcome = { commit: () => Promise.resolve() };
const storing = (context: JobContext, text: string): JobOutcome => ({
  commit: (db) =>
    db
      .insertInto('test_results')
      .values({ job_id: context.jobId, text })
      .execute()
      .then(() => undefined),
});
/** Waits until the job is aborted, as well-behaved work does. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });

interface Setup {
  readonly core: TestCore;
  readonly runner: JobRunner;
  readonly add: (accountId: string, text?: string) => Promise<string>;
  readonly record: (id: string) => ReturnType<JobRunner['get']>;
}

async function setUp(
  run: Run,
  options: { core?: TestCore; concurrency?: number; kind?: Partial<JobKind<string>> } = {},
) {
  const core = options.core ?? (await openTestCore({ migrations: [...MIGRATIONS, migration] }));
  const runner = createJobRunner({ ...core, concurrency: options.concurrency ?? 2, stopTimeoutMs: 200 });
  const kind: JobKind<string> = { name: 'test', input: z.string(), run, ...options.kind };
  runner.register(kind);
  const setup: Setup = {
    core,
    runner,
    async add(accountId, text = 'text') {
      const id = randomUUID();
      await core.database.transaction((trx) => runner.enqueue(trx, kind, { id, accountId, input: text }));
      runner.wake();
      return id;
    },
    record: (id) => runner.get(core.database.db, id),
  };
  return setup;
}

/** Ends the runner as a crash would: its rows stay as they are. */
const crash = async (core: TestCore) => {
  await core.database.close();
  return openTestCore({ ...core, migrations: [...MIGRATIONS, migration] });
};

describe('waiting for a job', () => {
  afterEach(() => void vi.useRealTimers());
  const never = new AbortController().signal;
  const until = { timeoutMs: 30_000, signal: never };
  /** Counts the readings, so that a test sees what woke the caller. */
  const reading = ({ record }: Setup, id: string) => {
    const reads = { count: 0 };
    const read = async () => {
      reads.count += 1;
      return (await record(id))?.state;
    };
    return { reads, read };
  };

  it('ends with the job, not with the next look', async () => {
    // No timer ever fires: nothing but the end of the job can wake the caller.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { promise: released, resolve: release } = Promise.withResolvers<JobOutcome>();
    const setup = await setUp(() => released);
    const id = await setup.add(await setup.core.addAccount());
    await setup.runner.start();
    const { reads, read } = reading(setup, id);
    const ended = setup.runner.waitFor(id, read, { ...until, isDone: (state) => state !== 'processing' });
    await expect.poll(() => reads.count).toBe(1);
    release(nothing);
    expect(await ended).toBe('completed');
    expect(reads.count).toBe(2);
  });

  it('ends with its time, its caller and the server', async () => {
    const setup = await setUp((_, { signal }) => untilAborted(signal));
    const id = await setup.add(await setup.core.addAccount());
    await setup.runner.start();
    const { read } = reading(setup, id);
    const wait = (options: Partial<typeof until>) =>
      setup.runner.waitFor(id, read, { ...until, isDone: (state) => state !== 'processing', ...options });
    expect(await wait({ timeoutMs: 50 })).toBe('processing');
    expect(await wait({ signal: AbortSignal.timeout(50) })).toBe('processing');
    const last = wait({});
    await setup.runner.stop();
    expect(await last).toBe('processing');
    expect(await wait({})).toBe('processing');
  });
});

describe('running jobs', () => {
  it('completes a job and commits its result with it', async () => {
    const { core, runner, add, record } = await setUp((text, context) => Promise.resolve(storing(context, text)));
    const account = await core.addAccount();
    const id = await add(account, 'Anna Müller');
    expect(await record(id)).toMatchObject({ state: 'processing', progress: 0, stage: 'queued', startedAt: null });
    await runner.start();
    await runner.whenIdle();
    expect(await record(id)).toMatchObject({ id, accountId: account, kind: 'test', state: 'completed', progress: 1 });
    expect(await core.database.db.selectFrom('test_results').selectAll().execute()).toEqual([
      { job_id: id, text: 'Anna Müller' },
    ]);
  });

  it('stores the input encrypted and removes it at the end', async () => {
    const { core, runner, add } = await setUp(() => Promise.resolve(nothing));
    const id = await add(await core.addAccount(), 'Anna Müller');
    const input = async () =>
      (await core.database.db.selectFrom('work').select('input').where('id', '=', id).executeTakeFirstOrThrow()).input;
    expect(Buffer.from((await input())!).includes('Anna')).toBe(false);
    await runner.start();
    await runner.whenIdle();
    expect(await input()).toBeNull();
  });

  it('enqueues nothing when the transaction is rolled back', async () => {
    const { core, runner, record } = await setUp(() => Promise.resolve(nothing));
    const accountId = await core.addAccount();
    const id = randomUUID();
    const kind: JobKind<string> = { name: 'test', input: z.string(), run: () => Promise.resolve(nothing) };
    const failing = core.database.transaction(async (trx) => {
      await runner.enqueue(trx, kind, { id, accountId, input: 'x' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await record(id)).toBeUndefined();
  });

  it('starts also when it is woken inside the transaction', async () => {
    const { core, runner, record } = await setUp(() => Promise.resolve(nothing));
    const accountId = await core.addAccount();
    await runner.start();
    const id = randomUUID();
    const kind: JobKind<string> = { name: 'test', input: z.string(), run: () => Promise.resolve(nothing) };
    await core.database.transaction(async (trx) => {
      await runner.enqueue(trx, kind, { id, accountId, input: 'x' });
      runner.wake();
      await sleep(5);
    });
    runner.wake();
    await runner.whenIdle();
    expect(await record(id)).toMatchObject({ state: 'completed' });
    expect(core.logger.entries.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('runs no more jobs at a time than allowed, and all of them', async () => {
    let now = 0;
    let most = 0;
    const { core, runner, add, record } = await setUp(
      async () => {
        most = Math.max(most, ++now);
        await sleep(2);
        now -= 1;
        return nothing;
      },
      { concurrency: 3 },
    );
    const account = await core.addAccount();
    await runner.start();
    const ids = await Promise.all(Array.from({ length: 20 }, () => add(account)));
    await runner.whenIdle();
    expect(most).toBe(3);
    const states = await Promise.all(ids.map(async (id) => (await record(id))!.state));
    expect(new Set(states)).toEqual(new Set(['completed']));
  });

  it('takes turns between accounts', async () => {
    const served: string[] = [];
    const { core, runner, add } = await setUp(
      (text) => {
        served.push(text);
        return Promise.resolve(nothing);
      },
      { concurrency: 1 },
    );
    const [many, few] = [await core.addAccount(), await core.addAccount()];
    for (let n = 0; n < 6; n++) await add(many, 'many');
    for (let n = 0; n < 2; n++) await add(few, 'few');
    await runner.start();
    await runner.whenIdle();
    expect(served.slice(0, 4)).toEqual(['many', 'few', 'many', 'few']);
    expect(served).toHaveLength(8);
  });

  it('tells a code and a safe sentence of a failure, and nothing else', async () => {
    const { core, runner, add, record } = await setUp((text) => {
      if (text === 'expected') throw new AppError('UNREADABLE_FILE', 'The file cannot be read.');
      throw new Error(`cannot parse "${text}"`);
    });
    const account = await core.addAccount();
    const [expected, unexpected] = [await add(account, 'expected'), await add(account, 'Anna Müller')];
    await runner.start();
    await runner.whenIdle();
    expect(await record(expected)).toMatchObject({
      state: 'failed',
      code: 'UNREADABLE_FILE',
      error: 'The file cannot be read.',
    });
    const failed = await record(unexpected);
    expect(failed).toMatchObject({ state: 'failed', code: 'INTERNAL' });
    expect(JSON.stringify([failed, core.logger.entries])).not.toContain('Anna');
    expect(core.logger.entries.some(({ event }) => event === 'jobs.failed')).toBe(true);
  });

  it('lets a job that is not committed discard what it has made, and no other', async () => {
    const discarded: string[] = [];
    const begun = Promise.withResolvers<undefined>();
    const { core, runner, add } = await setUp(async (text, { signal }) => {
      if (text === 'cancelled') {
        begun.resolve(undefined);
        // It was done before it noticed.
        await untilAborted(signal).catch(() => undefined);
      }
      return {
        commit: () => (text === 'failing' ? Promise.reject(new Error('commit failed')) : Promise.resolve()),
        discard() {
          discarded.push(text);
          return Promise.resolve();
        },
      };
    });
    const account = await core.addAccount();
    const cancelled = await add(account, 'cancelled');
    await add(account, 'failing');
    await add(account, 'completed');
    await runner.start();
    await begun.promise;
    await runner.cancel(cancelled);
    await runner.whenIdle();
    expect(discarded.sort()).toEqual(['cancelled', 'failing']);
  });

  it('fails a job whose result cannot be committed, and keeps nothing of it', async () => {
    const { core, runner, add, record } = await setUp((text, context) =>
      Promise.resolve({
        async commit(db) {
          await storing(context, text).commit(db);
          throw new Error('commit failed');
        },
      }),
    );
    const id = await add(await core.addAccount());
    await runner.start();
    await runner.whenIdle();
    expect(await record(id)).toMatchObject({ state: 'failed', code: 'INTERNAL' });
    expect(await core.database.db.selectFrom('test_results').selectAll().execute()).toEqual([]);
  });

  it('fails a job of a kind that nobody registered', async () => {
    const first = await setUp(() => Promise.resolve(nothing));
    const id = await first.add(await first.core.addAccount());
    const second = await setUp(() => Promise.resolve(nothing), { core: first.core, kind: { name: 'other' } });
    await second.runner.start();
    await second.runner.whenIdle();
    expect(await second.record(id)).toMatchObject({ state: 'failed', code: 'INTERNAL' });
  });

  it('reports progress at once and writes it in few steps', async () => {
    const gate = Promise.withResolvers<undefined>();
    const reported = Promise.withResolvers<undefined>();
    const { core, runner, add, record } = await setUp(async (_, context) => {
      for (let step = 0; step <= 500; step++) context.progress(step / 1000, 'reading');
      context.progress(0.1, 'detecting');
      reported.resolve(undefined);
      await gate.promise;
      return nothing;
    });
    const id = await add(await core.addAccount());
    await runner.start();
    await reported.promise;
    expect(await record(id)).toMatchObject({ state: 'processing', progress: 0.5, stage: 'detecting' });
    gate.resolve(undefined);
    await runner.whenIdle();
    expect(await record(id)).toMatchObject({ state: 'completed', progress: 1 });
  });

  it('removes rows and lists by ids', async () => {
    const { core, runner, add } = await setUp(() => Promise.resolve(nothing));
    const account = await core.addAccount();
    const [one, two] = [await add(account), await add(account)];
    await core.database.transaction((trx) => runner.remove(trx, one));
    const records = await runner.list(core.database.db, [one, two, randomUUID()]);
    expect([...records.keys()]).toEqual([two]);
  });
});

describe('cancelling', () => {
  it('fails a queued job', async () => {
    const { core, runner, add, record } = await setUp(() => Promise.resolve(nothing));
    const id = await add(await core.addAccount());
    await runner.cancel(id);
    expect(await record(id)).toMatchObject({ state: 'failed', code: 'JOB_CANCELLED' });
  });

  it('aborts a running job and resolves when it has ended', async () => {
    let ended = false;
    const begun = Promise.withResolvers<undefined>();
    const { core, runner, add, record } = await setUp(async (_, { signal }) => {
      begun.resolve(undefined);
      await untilAborted(signal).catch(() => sleep(10));
      expect(signal.reason).toBe('cancelled');
      ended = true;
      throw new DOMException('aborted', 'AbortError');
    });
    const id = await add(await core.addAccount());
    await runner.start();
    await begun.promise;
    await runner.cancel(id);
    expect(ended).toBe(true);
    expect(await record(id)).toMatchObject({ state: 'failed', code: 'JOB_CANCELLED' });
    expect(core.logger.entries.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('wins over a result that comes after it', async () => {
    const begun = Promise.withResolvers<undefined>();
    const { core, runner, add, record } = await setUp(async (text, context) => {
      begun.resolve(undefined);
      await untilAborted(context.signal).catch(() => undefined);
      return storing(context, text);
    });
    const id = await add(await core.addAccount());
    await runner.start();
    await begun.promise;
    await runner.cancel(id);
    expect(await record(id)).toMatchObject({ state: 'failed', code: 'JOB_CANCELLED' });
    expect(await core.database.db.selectFrom('test_results').selectAll().execute()).toEqual([]);
  });

  it('leaves ended and unknown jobs as they are', async () => {
    const { core, runner, add, record } = await setUp(() => Promise.resolve(nothing));
    const id = await add(await core.addAccount());
    await runner.start();
    await runner.whenIdle();
    await runner.cancel(id);
    await runner.cancel(randomUUID());
    expect(await record(id)).toMatchObject({ state: 'completed', code: null });
  });

  it('ends every job in exactly one way, whenever it comes', async () => {
    const { core, runner, add, record } = await setUp(async (text, context) => {
      await sleep(Math.random() * 3);
      return storing(context, text);
    });
    const account = await core.addAccount();
    await runner.start();
    const ids = await Promise.all(Array.from({ length: 40 }, () => add(account)));
    await Promise.all(
      ids.map(async (id) => {
        await sleep(Math.random() * 40);
        await runner.cancel(id);
      }),
    );
    await runner.whenIdle();
    const stored = await core.database.db.selectFrom('test_results').select('job_id').execute();
    const completed: string[] = [];
    for (const id of ids) {
      const { state, code } = (await record(id))!;
      expect(['completed/null', 'failed/JOB_CANCELLED']).toContain(`${state}/${code}`);
      if (state === 'completed') completed.push(id);
    }
    expect(stored.map((row) => row.job_id).sort()).toEqual(completed.sort());
  });
});

describe('ending and beginning again', () => {
  it('leaves running jobs to the next process and counts no crash', async () => {
    const begun = Promise.withResolvers<undefined>();
    const first = await setUp((_, { signal }) => {
      begun.resolve(undefined);
      return untilAborted(signal);
    });
    const id = await first.add(await first.core.addAccount());
    for (let round = 0; round < 3; round++) {
      const { runner } =
        round === 0 ? first : await setUp((_, { signal }) => untilAborted(signal), { core: first.core });
      await runner.start();
      if (round === 0) await begun.promise;
      else await sleep(5);
      await runner.stop();
    }
    const last = await setUp((text, context) => Promise.resolve(storing(context, text)), { core: first.core });
    await last.runner.start();
    await last.runner.whenIdle();
    expect(await last.record(id)).toMatchObject({ state: 'completed' });
  });

  it('does not wait for ever for a job that ignores the signal, nor writes its late result', async () => {
    const gate = Promise.withResolvers<undefined>();
    const begun = Promise.withResolvers<undefined>();
    const { core, runner, add, record } = await setUp(async (text, context) => {
      begun.resolve(undefined);
      await gate.promise;
      return storing(context, text);
    });
    const id = await add(await core.addAccount());
    await runner.start();
    await begun.promise;
    await runner.stop();
    gate.resolve(undefined);
    await sleep(20);
    expect(await record(id)).toMatchObject({ state: 'processing' });
    expect(await core.database.db.selectFrom('test_results').selectAll().execute()).toEqual([]);
  });

  it('runs a job again after a crash, once, and then marks it failed', async () => {
    const never = () => new Promise<never>(() => undefined);
    let core = await openTestCore({ migrations: [...MIGRATIONS, migration] });
    const account = await core.addAccount();
    const starts: number[] = [];
    let id = '';
    for (const round of [1, 2]) {
      const begun = Promise.withResolvers<undefined>();
      const { runner, add } = await setUp(
        () => {
          starts.push(round);
          begun.resolve(undefined);
          return never();
        },
        { core },
      );
      if (round === 1) id = await add(account);
      await runner.start();
      await begun.promise;
      core = await crash(core);
    }
    const { runner, record } = await setUp(never, { core });
    await runner.start();
    await runner.whenIdle();
    expect(starts).toEqual([1, 2]);
    expect(await record(id)).toMatchObject({ state: 'failed', code: 'JOB_CRASHED' });
  });

  it('keeps jobs that nobody had started', async () => {
    const first = await setUp(() => Promise.resolve(nothing));
    const id = await first.add(await first.core.addAccount());
    const core = await crash(first.core);
    const second = await setUp((text, context) => Promise.resolve(storing(context, text)), { core });
    await second.runner.start();
    await second.runner.whenIdle();
    expect(await second.record(id)).toMatchObject({ state: 'completed' });
  });
});
