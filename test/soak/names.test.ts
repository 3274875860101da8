import { randomInt } from 'node:crypto';
import { it } from 'vitest';
import { runRandomNames } from '../helpers/randomNames.ts';
import { bootTeam } from '../helpers/workspace.ts';

const NAMES = Number(process.env['DECKNAME_SOAK_NAMES'] ?? 10_000);

it(`lists, pages, renames and downloads ${NAMES} files with random names of all scripts`, async () => {
  const seed = Number(process.env['DECKNAME_SEED'] ?? randomInt(2 ** 31));
  process.stdout.write(`seed ${String(seed)} (DECKNAME_SEED repeats it)\n`);
  const team = await bootTeam({ config: { workspaceLimits: { maxBytes: 2 ** 30, maxFiles: NAMES } } });
  try {
    await runRandomNames(team.owner, { seed, names: NAMES });
  } finally {
    await team.stop();
  }
});
