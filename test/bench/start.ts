import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnServer } from '../helpers/spawnServer.ts';
import { quantile, sample, type Figure } from './measure.ts';

/** From starting the process to its ready line, on a data folder that exists; the baseline is Node doing nothing. */
export async function benchStart(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'deckname-bench-'));
  try {
    const times: number[] = [];
    for (let run = 0; run < 8; run++) {
      const started = performance.now();
      const server = await spawnServer({ dataDir, env: { DECKNAME_LOG_LEVEL: 'error' } });
      // The first two fill the compile cache and make the database.
      if (run >= 2) times.push(performance.now() - started);
      await server.end('SIGTERM');
    }
    const baseline = await sample(6, 1, () => spawnSync(process.execPath, ['-e', '0']));
    const ratio = (quantile(times, 0.5) / quantile(baseline, 0.5)).toFixed(1);
    return [
      {
        name: 'ready after',
        value: `${quantile(times, 0.5).toFixed(0)} ms`,
        ratio: `${ratio} × an empty Node process`,
        goal: '1,000 ms',
      },
      { name: 'baseline', value: `${quantile(baseline, 0.5).toFixed(0)} ms` },
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
