import { describe, expect, it } from 'vitest';
import type { Batch } from '../../../server/contract/batches.ts';
import { createBatches, type BatchesDependencies } from './batches.ts';
import type { JobOptions } from './queue.ts';

const OPTIONS: JobOptions = { language: null, level: 'balanced', categories: {} };
const FILES = [new File(['a'], 'a.txt'), new File(['b'], 'b.txt')];
const batch = (id: string, done: number): Batch => ({
  ...{ batch_id: id, name: 'Akten', status: done < 2 ? 'processing' : 'completed', progress: done / 2 },
  counts: { total: 2, processing: 2 - done, completed: done, failed: 0 },
  created_at: '2026-01-01T00:00:00.000Z',
  files: [1, 2].map((number) => ({
    ...{ number, name: `${number}.txt`, job_id: crypto.randomUUID(), progress: 1, code: null },
    status: number <= done ? 'completed' : 'processing',
  })),
});

/** A server with one batch that gets on with every question. */
function open(change: Partial<BatchesDependencies> = {}) {
  let done = 0;
  return createBatches({
    send: (_files, _name, _options, _signal, onProgress) => {
      onProgress(1);
      return Promise.resolve({ batch_id: 'one' });
    },
    list: () => Promise.resolve([]),
    get: (id) => Promise.resolve(batch(id, done++)),
    cancel: () => Promise.resolve(),
    remove: () => Promise.resolve(),
    sleep: () => Promise.resolve(),
    ...change,
  });
}
const until = async (ready: () => boolean) => {
  for (let turn = 0; turn < 100 && !ready(); turn += 1) await new Promise((resolve) => setTimeout(resolve));
  expect(ready()).toBe(true);
};

describe('batches', () => {
  it('are sent, followed until all files are done, and name their jobs', async () => {
    const store = open();
    const { batches, jobIds } = store;
    store.add(FILES, 'Akten', OPTIONS);
    expect(batches.value[0]).toMatchObject({ state: 'sending', counts: { total: 2 } });
    await until(() => batches.value[0]?.state === 'completed');
    expect(batches.value[0]).toMatchObject({ batchId: 'one', counts: { completed: 2 } });
    expect(jobIds.value.size).toBe(2);
  });

  it('go on after a reload', async () => {
    const store = open({ list: () => Promise.resolve([batch('old', 0)]) });
    const { batches } = store;
    await store.load();
    expect(batches.value[0]).toMatchObject({ batchId: 'old', state: 'processing' });
    await until(() => batches.value[0]?.state === 'completed');
  });

  it('say why they could not be sent, and can be put away', async () => {
    const store = open({ send: () => Promise.reject(new Error('no')) });
    const { batches } = store;
    store.add(FILES, null, OPTIONS);
    await until(() => batches.value[0]?.state === 'failed');
    expect(batches.value[0]).toMatchObject({ name: 'a.txt', batchId: null });
    await store.remove(batches.value[0]!.key);
    expect(batches.value).toEqual([]);
  });

  it('disappear when the server has them no more', async () => {
    const store = open({ get: () => Promise.resolve(null) });
    const { batches } = store;
    store.add(FILES, null, OPTIONS);
    await until(() => batches.value.length === 0);
  });
});
