import { afterAll, describe, expect, it } from 'vitest';
import { memoryLogger } from '../../test/helpers/memoryLogger.ts';
import type { Order } from '../../test/fixtures/workers/worker.ts';
import { createWorkerPool } from '../core/workers/pool.ts';
import { runGuarded } from './guard.ts';

const pool = createWorkerPool<Order, number | string, number>({
  file: new URL('../../test/fixtures/workers/worker.ts', import.meta.url),
  threads: 1,
  resourceLimits: { maxOldGenerationSizeMb: 32 },
});
afterAll(() => pool.close());

describe('runGuarded', () => {
  it('says that a file takes too much memory, and that any other failure is the file', async () => {
    const logger = memoryLogger();
    const options = { signal: new AbortController().signal, silenceMilliseconds: 60_000, logger };
    await expect(runGuarded(pool, { do: 'exhaust' }, options)).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
      message: 'The file takes more memory than one file may. Split it and try again.',
    });
    await expect(runGuarded(pool, { do: 'break' }, options)).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
      message: 'The file is damaged or cannot be read.',
    });
  });
});
