import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { BUILT_IN_CATEGORIES } from '../../server/contract/categories.ts';
import { createDetector } from '../../server/detection/createDetector.ts';
import { makeLetter } from '../helpers/letters.ts';
import { milliseconds, quantile, sample, type Figure } from './measure.ts';

const RUNS = 6;
const SETUP = {
  threads: 1,
  resourcesDir: fileURLToPath(new URL('../../resources/', import.meta.url)),
  modelsDir: '',
  plugged: () => Promise.resolve([]),
};
const options = {
  level: 'balanced' as const,
  categories: Object.fromEntries(BUILT_IN_CATEGORIES.map((name) => [name, true])),
  terms: [],
};
const residentMib = (): number => process.memoryUsage.rss() / 2 ** 20;

/** From nothing to the finds of a first letter in a fresh detection thread, and what the thread adds to the process; the baseline is an empty thread. */
export async function benchWorker(): Promise<Figure[]> {
  // As the server does; the first run of all fills it.
  enableCompileCache();
  const { text } = makeLetter('de', 1);
  const starts: number[] = [];
  const processor: number[] = [];
  const memory: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const before = residentMib();
    const used = process.cpuUsage();
    const detector = createDetector(SETUP);
    starts.push(await milliseconds(() => detector.detect(text, options)));
    const { user, system } = process.cpuUsage(used);
    processor.push((user + system) / 1000);
    memory.push(residentMib() - before);
    await detector.close();
  }
  const detector = createDetector(SETUP);
  const before = residentMib();
  for (let seed = 0; seed < 500; seed++) await detector.detect(makeLetter('fr', seed).text, options);
  const busy = residentMib() - before;
  await detector.close();

  const empty = await sample(RUNS, 1, async () => {
    const worker = new Worker('', { eval: true });
    await new Promise((resolve) => worker.once('exit', resolve));
  });
  const base = quantile(empty, 0.5);
  const start = quantile(starts.slice(1), 0.5);
  return [
    {
      name: 'first finds after',
      value: `${start.toFixed(0)} ms`,
      ratio: `${(start / base).toFixed(1)} × an empty thread`,
      goal: '400 ms',
    },
    {
      name: 'processor time',
      value: `${quantile(processor.slice(1), 0.5).toFixed(0)} ms`,
      ratio: 'what stays on a machine that is busy otherwise',
    },
    {
      name: 'slowest of all',
      value: `${Math.max(...starts).toFixed(0)} ms`,
      ratio: 'the first one, which loads the pool too',
    },
    {
      name: 'memory of a thread',
      value: `${Math.max(...memory.slice(1)).toFixed(0)} MiB`,
      ratio: 'most of five',
      goal: '300 MiB',
    },
    { name: 'after 500 letters', value: `${busy.toFixed(0)} MiB`, goal: '300 MiB' },
    { name: 'baseline', value: `${base.toFixed(0)} ms` },
  ];
}
