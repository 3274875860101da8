import { getCompileCacheDir } from 'node:module';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { createWorkerPool, workerFile, WorkerTaskError, type WorkerPool, type WorkerPoolOptions } from './pool.ts';
import type { Order } from '../../../test/fixtures/workers/worker.ts';

const pools: WorkerPool<Order, number | string, number>[] = [];
function pool(options: Partial<WorkerPoolOptions> = {}) {
  const made = createWorkerPool<Order, number | string, number>({
    file: new URL('../../../test/fixtures/workers/worker.ts', import.meta.url),
    threads: 2,
    ...options,
  });
  pools.push(made);
  return made;
}
afterEach(async () => {
  await Promise.all(pools.splice(0).map((made) => made.close()));
});

/** Runs an endless task and resolves when it has begun. */
async function spinning(workers: WorkerPool<Order, number | string, number>, signal: AbortSignal) {
  let running: Promise<unknown> | undefined;
  await new Promise<void>((resolve) => {
    running = workers.run({ do: 'spin' }, { signal, onMessage: () => resolve() }).catch((error: unknown) => error);
  });
  return { ended: running };
}

describe('createWorkerPool', () => {
  it('runs a task and hands its messages over in order', async () => {
    const messages: number[] = [];
    const sum = await pool().run({ do: 'add', numbers: [1, 2, 3] }, { onMessage: (n) => messages.push(n) });
    expect(sum).toBe(6);
    expect(messages).toEqual([1, 2, 3]);
  });

  it('ends the thread of a cancelled task and leaves the others alone', async () => {
    const workers = pool({ threads: 2 });
    const aborter = new AbortController();
    const first = await spinning(workers, aborter.signal);
    const second = await spinning(workers, aborter.signal);
    const other = new AbortController();
    const waiting = workers.run({ do: 'add', numbers: [4] }, { signal: other.signal });
    aborter.abort();
    expect(await first.ended).toMatchObject({ name: 'AbortError' });
    expect(await second.ended).toMatchObject({ name: 'AbortError' });
    // Both threads were held by endless loops: a result proves that they were ended.
    expect(await waiting).toBe(4);
  });

  it.each([1, 2])('finds a thread for short tasks when long ones hold all %i', async (threads) => {
    const workers = pool({ threads, hasLongTasks: true });
    const aborter = new AbortController();
    const { signal } = aborter;
    let running = 0;
    const begun = Promise.withResolvers<undefined>();
    const onMessage = () => {
      running += 1;
      if (running === threads) begun.resolve(undefined);
    };
    const long = Array.from({ length: threads + 2 }, () =>
      workers.run({ do: 'spin' }, { isLong: true, signal, onMessage }),
    );
    const ended = Promise.allSettled(long);
    await begun.promise;
    const sums = await Promise.all([1, 2, 3].map((number) => workers.run({ do: 'add', numbers: [number] })));
    expect(sums).toEqual([1, 2, 3]);
    expect(running).toBe(threads);
    aborter.abort();
    await ended;
    // Places were given back as often as they were taken.
    expect(await workers.run({ do: 'add', numbers: [4] }, { isLong: true })).toBe(4);
  });

  it.each([
    ['is cancelled', { do: 'spin' }],
    ['fails unforeseen', { do: 'break' }],
    ['runs out of memory', { do: 'exhaust' }],
  ] as const)('starts a thread for those that wait when the task of the only one %s', async (_, order) => {
    const workers = pool({ threads: 1, resourceLimits: { maxOldGenerationSizeMb: 32 } });
    const aborter = new AbortController();
    const ended = workers.run(order, { signal: aborter.signal, onMessage: () => aborter.abort() });
    const waiting = [4, 5].map((number) => workers.run({ do: 'add', numbers: [number] }));
    await expect(ended).rejects.toThrow();
    expect(await Promise.all(waiting)).toEqual([4, 5]);
  });

  it('removes a waiting task when it is cancelled', async () => {
    const workers = pool({ threads: 1 });
    const running = new AbortController();
    const spin = await spinning(workers, running.signal);
    const waiting = new AbortController();
    const result = workers.run({ do: 'add', numbers: [1] }, { signal: waiting.signal });
    waiting.abort();
    await expect(result).rejects.toMatchObject({ name: 'AbortError' });
    running.abort();
    await spin.ended;
  });

  it('hands over an AppError with its code, message and details', async () => {
    const error: unknown = await pool()
      .run({ do: 'refuse' })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'UNREADABLE_FILE', status: 422, details: { part: 'word/document.xml' } });
  });

  it('reduces other errors to name, code and frames', async () => {
    const error: unknown = await pool()
      .run({ do: 'break' })
      .catch((thrown: unknown) => thrown);
    if (!(error instanceof WorkerTaskError)) throw new Error('expected a WorkerTaskError');
    expect(error).toMatchObject({ name: 'TypeError', code: 'E_BROKEN' });
    expect(error.stack).toContain('fixtures/workers/worker.ts');
    expect(`${error.message}${error.stack ?? ''}`).not.toContain('secret');
  });

  it('ends the thread after an error that was not foreseen, and keeps it after an AppError', async () => {
    const workers = pool({ threads: 1 });
    const first = await workers.run({ do: 'thread' });
    await expect(workers.run({ do: 'refuse' })).rejects.toThrow(AppError);
    expect(await workers.run({ do: 'thread' })).toBe(first);
    const broken = workers.run({ do: 'break' });
    const waiting = workers.run({ do: 'thread' });
    await expect(broken).rejects.toThrow(WorkerTaskError);
    expect(await waiting).not.toBe(first);
  });

  it('survives a task that runs out of memory', async () => {
    const workers = pool({ threads: 1, resourceLimits: { maxOldGenerationSizeMb: 32 } });
    await expect(workers.run({ do: 'exhaust' })).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' });
    expect(await workers.run({ do: 'add', numbers: [7] })).toBe(7);
  });

  it('ends a task whose listener throws', async () => {
    const failing = pool({ threads: 1 }).run(
      { do: 'spin' },
      {
        onMessage: () => {
          throw new RangeError('listener');
        },
      },
    );
    await expect(failing).rejects.toThrow(RangeError);
  });

  it('gives threads an empty environment', async () => {
    // Where compiled code is kept, threads are told the folder.
    const cache = getCompileCacheDir() === undefined ? [] : ['NODE_COMPILE_CACHE'];
    expect(await pool().run({ do: 'environment' })).toBe(JSON.stringify(cache));
    expect(await pool({ env: { LANG: 'C' } }).run({ do: 'environment' })).toBe(JSON.stringify(['LANG', ...cache]));
  });

  it('closes while tasks run, and without ever having started', async () => {
    const workers = pool({ threads: 1 });
    const spin = await spinning(workers, new AbortController().signal);
    const waiting = expect(workers.run({ do: 'add', numbers: [1] })).rejects.toThrow('closed');
    // Taking its place in the line takes a turn.
    await new Promise((resolve) => setImmediate(resolve));
    await workers.close();
    expect(await spin.ended).toBeInstanceOf(Error);
    await waiting;
    await expect(workers.run({ do: 'add', numbers: [1] })).rejects.toThrow('closed');
    await pool().close();
  });
});

describe('workerFile', () => {
  it('takes the extension of its caller', () => {
    expect(workerFile('file:///app/server/detection/engine.ts', './worker').href).toBe(
      'file:///app/server/detection/worker.ts',
    );
    expect(workerFile('file:///app/dist/detection/engine.js', './worker').href).toBe(
      'file:///app/dist/detection/worker.js',
    );
  });
});
