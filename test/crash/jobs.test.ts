import { expect, it } from 'vitest';
import { runUnderKills } from '../helpers/killRun.ts';
import { tempDir } from '../helpers/tempDir.ts';

it('loses no job and doubles none while the server is killed at random moments', async () => {
  const { jobs, completed, crashed, mostCrashed } = await runUnderKills({ dataDir: tempDir(), jobs: 60, kills: 6 });
  expect(jobs).toBeGreaterThanOrEqual(60);
  expect(completed + crashed).toBe(jobs);
  expect(crashed).toBeLessThanOrEqual(mostCrashed);
});
