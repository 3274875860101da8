import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { jobCreated } from '../../server/contract/anonymization.ts';
import { quantile, sample, type Figure } from './measure.ts';
import { samplePath } from './samples.ts';
import { withServer } from './server.ts';

/** Seconds for the sample scan over HTTP, detection included; the baseline is the system's tesseract on the same page. */
export async function benchOcr(): Promise<Figure[]> {
  const path = await samplePath('png');
  const bytes = await readFile(path);
  const own = await withServer((server) =>
    sample(3, 1, async () => {
      const answer = await server.upload('/ocr', { name: 'scan.png', bytes }, { language: 'it' });
      await server.finished(answer.read(jobCreated).job_id);
    }),
  );
  const seconds = (times: readonly number[]) => quantile(times, 0.5) / 1000;
  const figure: Figure = { name: 'Deckname', value: `${seconds(own).toFixed(2)} s/page` };
  const run = () =>
    spawnSync('tesseract', [path, '-', '-l', 'ita'], { env: { ...process.env, OMP_THREAD_LIMIT: '1' } });
  if (run().status !== 0) return [{ ...figure, ratio: 'no tesseract with Italian data on this machine to compare' }];
  const baseline = await sample(3, 0, run);
  return [
    { ...figure, ratio: `${(seconds(own) / seconds(baseline)).toFixed(2)} × the system's tesseract, one thread` },
    { name: 'baseline', value: `${seconds(baseline).toFixed(2)} s/page` },
  ];
}
