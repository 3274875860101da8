import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { memoryLogger } from '../../../test/helpers/memoryLogger.ts';
import { createUpkeep } from './upkeep.ts';

it('runs all tasks again and again, also after a failure, until it is stopped', async () => {
  const logger = memoryLogger();
  const runs: string[] = [];
  const third = Promise.withResolvers<undefined>();
  const upkeep = createUpkeep(
    [
      {
        name: 'failing',
        run: () => {
          runs.push('failing');
          return Promise.reject(new Error('Anna Müller'));
        },
      },
      {
        name: 'counting',
        run: () => {
          runs.push('counting');
          if (runs.length === 6) third.resolve(undefined);
          return Promise.resolve();
        },
      },
    ],
    { intervalMs: 1, logger },
  );
  upkeep.start();
  await third.promise;
  await upkeep.stop();
  const stoppedAt = runs.length;
  await sleep(10);
  expect(runs).toHaveLength(stoppedAt);
  expect(runs.slice(0, 6)).toEqual(['failing', 'counting', 'failing', 'counting', 'failing', 'counting']);
  expect(logger.entries[0]).toMatchObject({ event: 'upkeep.failed', fields: { task: 'failing' } });
  expect(JSON.stringify(logger.entries)).not.toContain('Anna');
});

it('waits for the task under way and runs no other', async () => {
  const gate = Promise.withResolvers<undefined>();
  const begun = Promise.withResolvers<undefined>();
  let ended = false;
  const upkeep = createUpkeep(
    [
      {
        name: 'slow',
        run: async () => {
          begun.resolve(undefined);
          await gate.promise;
          ended = true;
        },
      },
      { name: 'other', run: () => expect.unreachable() },
    ],
    { intervalMs: 1, logger: memoryLogger() },
  );
  upkeep.start();
  await begun.promise;
  const stopped = upkeep.stop();
  gate.resolve(undefined);
  await stopped;
  expect(ended).toBe(true);
});
