import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { runUploadHistories } from '../helpers/uploadHistories.ts';
import { bootTeam } from '../helpers/workspace.ts';

const HISTORIES = Number(process.env['DECKNAME_SOAK_UPLOAD_HISTORIES'] ?? 1_000);

it(`makes one file of each of ${HISTORIES} uploads whose answers get lost`, async () => {
  const seed = Number(process.env['DECKNAME_SEED'] ?? randomInt(2 ** 31));
  process.stdout.write(`seed ${String(seed)} (DECKNAME_SEED repeats it)\n`);
  const team = await bootTeam();
  try {
    const run = await runUploadHistories(team.owner, { seed, histories: HISTORIES });
    process.stdout.write(`${JSON.stringify(run)}\n`);
    expect(run.lostAtTheEnd).toBeGreaterThan(HISTORIES / 4);
  } finally {
    await team.stop();
  }
});
