import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { runFeed } from '../helpers/feedRun.ts';

const OPERATIONS = 20_000;
const RESTARTS = 5;

it(`keeps everybody's view exact over ${OPERATIONS.toLocaleString('en')} random operations of eight writers`, async () => {
  const seed = Number(process.env['DECKNAME_SEED'] ?? randomInt(2 ** 31));
  process.stdout.write(`seed ${String(seed)} (DECKNAME_SEED repeats it)\n`);
  const run = await runFeed({ seed, operations: OPERATIONS, restarts: RESTARTS });
  process.stdout.write(`${JSON.stringify(run)}\n`);
  expect(run.done).toBeGreaterThanOrEqual(OPERATIONS);
  expect(run.records).toBeGreaterThan(OPERATIONS);
});
