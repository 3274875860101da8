import { expect, it } from 'vitest';
import { runUnderKills } from '../helpers/killRun.ts';
import { tempDir } from '../helpers/tempDir.ts';

it('loses none of 1,000 jobs and doubles none while the server is killed 60 times', async () => {
  const { jobs, completed, crashed, mostCrashed, busyKills } = await runUnderKills({
    dataDir: tempDir(),
    jobs: 1_000,
    kills: 60,
  });
  expect(jobs).toBeGreaterThanOrEqual(1_000);
  expect(completed + crashed).toBe(jobs);
  expect(crashed).toBeLessThanOrEqual(mostCrashed);
  expect(busyKills).toBeGreaterThan(0);
});
