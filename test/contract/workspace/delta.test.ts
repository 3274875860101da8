import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { runFeed } from '../../helpers/feedRun.ts';

it('gives everybody exactly what they see, from nothing and page by page, while eight writers work', async () => {
  const seed = Number(process.env['DECKNAME_SEED'] ?? randomInt(2 ** 31));
  const { done, records } = await runFeed({ seed, operations: 400, restarts: 1 }).catch((cause: unknown) => {
    throw new Error(`seed ${seed}`, { cause });
  });
  expect(done).toBeGreaterThanOrEqual(400);
  expect(records).toBeGreaterThan(1_000);
});
