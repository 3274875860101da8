import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BUILT_IN_CATEGORIES } from '../../server/contract/categories.ts';
import { createDetector } from '../../server/detection/createDetector.ts';
import type { DetectionOptions } from '../../server/detection/types.ts';

const ROUNDS = 200;
/** Threads that were ended may leave this much behind; one thread's model, lists and heap are about 100 MB. */
const GROWTH_MAX_BYTES = 300_000_000;

it('survives 200 threads that are ended while the tagger computes', async () => {
  const detector = createDetector({
    threads: 2,
    resourcesDir: join(import.meta.dirname, '../../resources'),
    modelsDir: join(import.meta.dirname, 'no-models'),
    plugged: () => Promise.resolve([]),
  });
  const options: DetectionOptions = {
    level: 'balanced',
    categories: Object.fromEntries(BUILT_IN_CATEGORIES.map((category) => [category, true])),
    terms: [],
    language: 'de',
  };
  const long = 'Gestern rief Tadeusz Wojnarowski aus Wermelskirchen an und bat um Rückruf.\n'.repeat(30_000);
  let before = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const abort = new AbortController();
    const running = detector.detect(long, options, abort.signal);
    setTimeout(() => abort.abort(), 300 + ((round * 37) % 900));
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    if (round === ROUNDS / 4) before = process.memoryUsage().rss;
  }
  const { spans } = await detector.detect('Gestern rief Tadeusz Wojnarowski an.', options);
  expect(spans.map(({ category }) => category)).toContain('person');
  await detector.close();
  expect(process.memoryUsage().rss - before).toBeLessThan(GROWTH_MAX_BYTES);
});
