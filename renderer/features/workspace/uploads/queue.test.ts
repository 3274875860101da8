import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../api/index.ts';
import { testNode } from '../../../../test/helpers/renderer/workspaceNodes.ts';
import type { UploadEntry } from '../../../ui/fileEntries.ts';
import { planUpload, type KnownChild } from './plan.ts';
import { createUploadQueue } from './queue.ts';
import type { Destination, Transfer } from './transfer.ts';

const TARGET = { parentId: null, projectId: null, name: 'Files' };
const rest = () => new Promise((resolve) => setTimeout(resolve, 0));
const entry = (path: string): UploadEntry => {
  const parts = path.split('/');
  return { file: new File(['text'], parts.at(-1)!), folders: parts.slice(0, -1) };
};
const plan = (paths: readonly string[], there: Readonly<Record<string, readonly KnownChild[]>> = {}) =>
  planUpload({ files: paths.map(entry), emptyFolders: [] }, (id) => Promise.resolve(there[id ?? 'root'] ?? []));

/** A queue whose transfers end when a test says so. */
function manualQueue() {
  const running = new Map<string, { to: Destination; finish: () => void; fail: (error: unknown) => void }>();
  const discarded: string[] = [];
  const folders: string[] = [];
  const stored: string[] = [];
  const queue = createUploadQueue({
    createFolder: (name, { parentId }) => {
      folders.push(`${parentId ?? 'root'}/${name}`);
      return Promise.resolve(testNode(name, { type: 'folder', id: `id-${name}` }));
    },
    createTransfer: ({ file, to }): Transfer => ({
      run: (signal) =>
        new Promise((resolve, reject) => {
          running.set(file.name, { to, finish: () => resolve(testNode(file.name)), fail: reject });
          signal.addEventListener('abort', () => reject(new ApiError({ status: 0, code: 'ABORTED' })));
        }),
      discard: () => {
        discarded.push(file.name);
        return Promise.resolve();
      },
    }),
    onStored: ({ name }) => stored.push(name),
  });
  const states = () => Object.fromEntries(queue.items.value.map(({ name, state }) => [name, state]));
  const keyOf = (name: string) => queue.items.value.find((item) => item.name === name)!.key;
  return { queue, running, discarded, folders, stored, states, keyOf };
}

describe('a plan', () => {
  it('merges folders of the same name and finds files whose name is taken, also inside', async () => {
    const result = await plan(['Brief.docx', 'akten/Alt.pdf', 'akten/neu/Neu.pdf'], {
      root: [testNode('brief.DOCX'), testNode('Akten', { type: 'folder', id: 'akten-id' })],
      'akten-id': [testNode('Alt.pdf', { revision: 7 })],
    });
    expect(result.conflicts.map(({ existing }) => existing?.name)).toEqual(['brief.DOCX', 'Alt.pdf']);
    expect(result.folders.map(({ name, id }) => [name, id])).toEqual([
      ['akten', 'akten-id'],
      ['neu', null],
    ]);
  });
});

describe('the queue', () => {
  it('makes each folder once, sends three at a time and tells what is stored', async () => {
    const { queue, running, folders, stored, states } = manualQueue();
    queue.add(await plan(['a/1', 'a/2', 'a/b/3', 'a/b/4']), TARGET, 'both');
    await rest();
    expect(folders).toEqual(['root/a', 'id-a/b']);
    expect(Object.values(states())).toEqual(['sending', 'sending', 'sending', 'waiting']);
    expect(running.get('3')!.to).toEqual({ kind: 'new', parentId: 'id-b', projectId: null });
    running.get('1')!.finish();
    await rest();
    expect(states()).toMatchObject({ 1: 'done', 4: 'sending' });
    expect(stored).toEqual(['a', 'b', '1']);
  });

  it('replaces, skips or keeps both where a name is taken', async () => {
    const there = { root: [testNode('x', { id: 'x-id', revision: 4 })] };
    const replacing = manualQueue();
    replacing.queue.add(await plan(['x', 'y'], there), TARGET, 'replace');
    await rest();
    expect(replacing.running.get('x')!.to).toEqual({ kind: 'replace', nodeId: 'x-id', revision: 4 });
    expect(replacing.running.get('y')!.to.kind).toBe('new');
    const skipping = manualQueue();
    skipping.queue.add(await plan(['x', 'y'], there), TARGET, 'skip');
    await rest();
    expect(skipping.states()).toEqual({ y: 'sending' });
    const both = manualQueue();
    both.queue.add(await plan(['x'], there), TARGET, 'both');
    await rest();
    expect(both.running.get('x')!.to.kind).toBe('new');
  });

  it('pauses and goes on with the same transfer, cancels and discards', async () => {
    const { queue, running, discarded, states, keyOf } = manualQueue();
    queue.add(await plan(['a', 'b']), TARGET, 'both');
    await rest();
    queue.pause(keyOf('a'));
    // At once again, before the request has ended.
    queue.resume(keyOf('a'));
    await rest();
    expect(states()).toEqual({ a: 'sending', b: 'sending' });
    queue.pauseAll();
    await rest();
    expect(queue.overall.value).toMatchObject({ active: false, paused: true });
    queue.resumeAll();
    await rest();
    queue.cancel(keyOf('b'));
    await rest();
    expect(states()).toEqual({ a: 'sending', b: 'cancelled' });
    expect(discarded).toEqual(['b']);
    running.get('a')!.finish();
    await rest();
    expect(queue.overall.value).toMatchObject({ files: 1, done: 1, active: false });
    queue.clear();
    expect(queue.items.value).toEqual([]);
  });

  it('keeps what failed for another try, folders included', async () => {
    const { queue, running, states, keyOf } = manualQueue();
    queue.add(await plan(['a']), TARGET, 'both');
    await rest();
    running.get('a')!.fail(new ApiError({ status: 413, code: 'QUOTA_EXCEEDED' }));
    await rest();
    expect(states()).toEqual({ a: 'failed' });
    expect(queue.items.value[0]!.error).toMatchObject({ code: 'QUOTA_EXCEEDED' });
    queue.retry(keyOf('a'));
    await rest();
    running.get('a')!.finish();
    await rest();
    expect(states()).toEqual({ a: 'done' });
  });
});
