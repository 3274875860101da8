import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../api/index.ts';
import { testNode } from '../../../../test/helpers/renderer/workspaceNodes.ts';
import { createTransfer, WHOLE_BYTES, type TransferRoutes } from './transfer.ts';

const TO = { kind: 'new', parentId: null, projectId: null } as const;
const CHUNK = 4 * 1024 * 1024;
const error = (code: string, status = 0) => new ApiError({ status, code });

/** A server that stores chunks; `faults` are thrown in turn before or after a chunk is taken, null lets one pass. */
function chunkServer(
  size: number,
  faults: ({ readonly at: 'before' | 'after'; readonly error: ApiError } | null)[] = [],
) {
  const log: string[] = [];
  let received = 0;
  let sessions = 0;
  const routes: TransferRoutes = {
    uploadWhole: () => Promise.reject(error('INTERNAL', 500)),
    openSession: () => {
      sessions += 1;
      received = 0;
      log.push('open');
      return Promise.resolve({ sessionId: `s${sessions}`, chunkSizeBytes: CHUNK, offset: 0 });
    },
    sessionState: (sessionId) => {
      log.push(`state ${received}`);
      if (sessionId !== `s${sessions}`) return Promise.reject(error('SESSION_NOT_FOUND', 404));
      return Promise.resolve(
        received === size
          ? { done: true, node: testNode('big') }
          : { done: false, session: { sessionId, chunkSizeBytes: CHUNK, offset: received } },
      );
    },
    sendChunk: (_id, chunk, { start, total }) => {
      const fault = faults.shift();
      if (fault?.at === 'before') return Promise.reject(fault.error);
      expect([start, total]).toEqual([received, size]);
      received += chunk.size;
      log.push(`chunk ${start}`);
      if (fault) return Promise.reject(fault.error);
      return Promise.resolve(
        received === size ? { done: true, node: testNode('big') } : { done: false, offset: received },
      );
    },
    closeSession: (id) => {
      log.push(`close ${id}`);
      return Promise.resolve();
    },
  };
  return { routes, log, forget: () => (sessions += 1) };
}
function transferOf(size: number, routes: TransferRoutes) {
  const waits: number[] = [];
  const transfer = createTransfer({
    file: new File([new Uint8Array(size)], 'big'),
    to: TO,
    routes,
    onSent: () => undefined,
    onWaiting: () => undefined,
    sleep: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
  });
  return { transfer, waits };
}
const signal = () => new AbortController().signal;

describe('a big file', () => {
  const SIZE = WHOLE_BYTES + 1;
  it('goes in chunks', async () => {
    const { routes, log } = chunkServer(SIZE);
    await transferOf(SIZE, routes).transfer.run(signal());
    expect(log).toEqual(['open', 'chunk 0', `chunk ${CHUNK}`, `chunk ${2 * CHUNK}`]);
  });

  it('asks what has arrived after a broken connection, and sends no byte twice', async () => {
    const { routes, log } = chunkServer(SIZE, [
      { at: 'after', error: error('NETWORK') },
      { at: 'before', error: error('NETWORK') },
    ]);
    const { transfer, waits } = transferOf(SIZE, routes);
    await transfer.run(signal());
    expect(waits).toEqual([1_000, 2_000]);
    expect(log).toEqual([
      'open',
      'chunk 0',
      `state ${CHUNK}`,
      `state ${CHUNK}`,
      `chunk ${CHUNK}`,
      `chunk ${2 * CHUNK}`,
    ]);
  });

  it('learns of its file when the answer to the last chunk was lost', async () => {
    const { routes, log } = chunkServer(SIZE, [null, null, { at: 'after', error: error('NETWORK') }]);
    const { transfer } = transferOf(SIZE, routes);
    await expect(transfer.run(signal())).resolves.toMatchObject({ name: 'big' });
    expect(log.slice(-2)).toEqual([`chunk ${2 * CHUNK}`, `state ${SIZE}`]);
    await transfer.discard();
    expect(log.at(-1)).toBe(`state ${SIZE}`);
  });

  it('goes to the offset the server expects, and begins anew when the session is gone', async () => {
    const mismatch = chunkServer(SIZE, [{ at: 'before', error: error('RANGE_MISMATCH', 409) }]);
    await transferOf(SIZE, mismatch.routes).transfer.run(signal());
    expect(mismatch.log.slice(0, 3)).toEqual(['open', 'state 0', 'chunk 0']);
    const lost = chunkServer(SIZE, [{ at: 'after', error: error('INTERNAL', 500) }]);
    const { transfer } = transferOf(SIZE, lost.routes);
    await expect(transfer.run(signal())).rejects.toMatchObject({ code: 'INTERNAL' });
    lost.forget();
    await transfer.run(signal());
    expect(lost.log.filter((line) => line === 'open')).toHaveLength(2);
  });

  it('waits as long as a busy server asks for, and closes its session when it is discarded', async () => {
    const busy = new ApiError({ status: 429, code: 'rate_limit_exceeded', retryAfterSeconds: 7 });
    const { routes, log } = chunkServer(SIZE, [
      { at: 'before', error: busy },
      { at: 'before', error: error('QUOTA_EXCEEDED', 413) },
    ]);
    const { transfer, waits } = transferOf(SIZE, routes);
    await expect(transfer.run(signal())).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
    expect(waits).toEqual([7_000]);
    await transfer.discard();
    expect(log.at(-1)).toBe('close s1');
  });
});

describe('a small file', () => {
  const failing = (share: number) => {
    let tries = 0;
    const routes: TransferRoutes = {
      ...chunkServer(0).routes,
      uploadWhole: (_file, _to, _signal, onProgress) => {
        tries += 1;
        onProgress(tries === 1 ? share : 1);
        return tries === 1 ? Promise.reject(error('NETWORK')) : Promise.resolve(testNode('small'));
      },
    };
    return routes;
  };
  it('is sent again when it cannot have arrived, and not when it may have', async () => {
    await expect(transferOf(10, failing(0.5)).transfer.run(signal())).resolves.toMatchObject({ name: 'small' });
    await expect(transferOf(10, failing(1)).transfer.run(signal())).rejects.toMatchObject({ code: 'NETWORK' });
  });
});
