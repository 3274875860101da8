import { describe, expect, it, vi } from 'vitest';
import { usage } from '../../../contract/workspace/finding.ts';
import type { Database } from '../../../core/db/types.ts';
import type { RequestContext } from '../../../http/types.ts';
import type { EndpointSpec } from '../../../contract/endpoint.ts';
import { openTestCore } from '../../../../test/helpers/openTestCore.ts';
import { createObjects } from '../content/objects.ts';
import { createCommits } from './commits.ts';

const space = (id: string) => ({
  ...{ id, kind: 'personal' as const, name: null, bytes_used: 0, file_count: 0 },
  created_at: '2026-01-01T00:00:00.000Z',
});

/** A real database whose disk answers when the test says so. */
async function open() {
  const core = await openTestCore();
  const disk = Promise.withResolvers<undefined>();
  // As the database has it: whoever needs to know waits for it.
  disk.promise.catch(() => undefined);
  const database: Database = {
    ...core.database,
    async commitBesideOthers(work) {
      const { result } = await core.database.commitBesideOthers(work);
      return { result, onDisk: disk.promise };
    },
  };
  const commits = createCommits(database);
  const add = (id: string) =>
    commits.database.transaction(async (db) => db.insertInto('spaces').values(space(id)).execute());
  const count = async () => (await core.database.db.selectFrom('spaces').select('id').execute()).length;
  const ask = () => {
    const { handle } = commits.answering({ endpoint: usage, handle: count });
    return Promise.resolve(handle({} as RequestContext<EndpointSpec>));
  };
  return { ...core, commits, disk, add, ask, count };
}

/** What a promise has come to when everything that is ready has run. */
async function stateOf(promise: Promise<unknown>): Promise<unknown> {
  await new Promise((resolve) => setTimeout(resolve, 20));
  return Promise.race([promise, Promise.resolve('waits')]);
}

describe('commits of the workspace', () => {
  it('tell a writer, and readers of what was written, only when the disk has it', async () => {
    const { add, ask, count, disk } = await open();
    expect(await ask()).toBe(0);
    const written = add('a').then(() => 'told');
    const early = ask();
    await vi.waitFor(async () => expect(await count()).toBe(1));
    const late = ask();
    expect([await stateOf(written), await stateOf(early), await stateOf(late)]).toEqual(['waits', 'waits', 'waits']);
    disk.resolve(undefined);
    expect([await written, await late, await ask()]).toEqual(['told', 1, 1]);
  });

  it('tell the writer when the disk fails, and answer readers', async () => {
    const { add, ask, disk } = await open();
    const written = add('a');
    disk.reject(new Error('disk'));
    await expect(written).rejects.toThrow('disk');
    expect(await ask()).toBe(1);
  });

  it('answer an error as it is', async () => {
    const { commits } = await open();
    const { handle } = commits.answering({ endpoint: usage, handle: () => Promise.reject(new Error('refused')) });
    await expect(handle({} as RequestContext<EndpointSpec>)).rejects.toThrow('refused');
  });
});

describe('objects beside a transaction', () => {
  it('stay when the disk fails after the commit, and go when there is none', async () => {
    const { commits, blobs, logger, addAccount, disk } = await open();
    const objects = createObjects({ blobs, logger });
    const spaceId = await addAccount();
    const refs: string[] = [];
    const store = (fails: boolean) =>
      objects.storing(spaceId, [Buffer.from('content')], ([ref]) =>
        commits.database.commitBesideOthers(async (db) => {
          refs.push(ref!);
          await db.insertInto('spaces').values(space(ref!)).execute();
          if (fails) throw new Error('refused');
        }),
      );
    await expect(store(true)).rejects.toThrow('refused');
    disk.reject(new Error('disk'));
    await expect(store(false)).rejects.toThrow('disk');
    await expect(objects.read(spaceId, refs[0]!)).rejects.toThrow('missing or damaged');
    expect(Buffer.from(await objects.read(spaceId, refs[1]!)).toString()).toBe('content');
  });
});
