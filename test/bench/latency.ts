import { z } from 'zod';
import { jobCreated } from '../../server/contract/anonymization.ts';
import { makeLetter } from '../helpers/letters.ts';
import { quantile, sample, type Figure } from './measure.ts';
import { withServer } from './server.ts';

/** A page of a letter has about 2,500 characters. */
const PAGES = 2;
const PAGE_CHARACTERS = 2_500;
const RUNS = 100;

function twoPages(seed: number): string {
  let text = '';
  for (let part = 0; text.length < PAGES * PAGE_CHARACTERS; part++)
    text += `${makeLetter('de', seed * 100 + part).text}\n`;
  return text.slice(0, PAGES * PAGE_CHARACTERS);
}

/** From sending a letter of two pages to having its anonymized text; the baseline is a request that does nothing. */
export function benchLatency(): Promise<Figure[]> {
  return withServer(async (server) => {
    const health = z.object({ status: z.literal('ok') });
    const baseline = await sample(RUNS, 20, async () => (await server.call('GET', '/health')).read(health));
    let seed = 0;
    const letters = await sample(RUNS, 10, async () => {
      const { job_id: id } = (await server.call('POST', '/anonymize', { text: twoPages(seed++) })).read(jobCreated);
      await server.finished(id);
    });
    const show = (q: number, name: string): Figure => ({
      name,
      value: `${quantile(letters, q).toFixed(1)} ms`,
      ratio: `${(quantile(letters, q) / quantile(baseline, q)).toFixed(1)} × a request that does nothing`,
    });
    return [
      show(0.5, 'p50'),
      show(0.99, 'p99'),
      { name: 'baseline p50', value: `${quantile(baseline, 0.5).toFixed(2)} ms` },
    ];
  });
}
