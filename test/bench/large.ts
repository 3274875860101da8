import { setTimeout as wait } from 'node:timers/promises';
import { jobCreated } from '../../server/contract/anonymization.ts';
import { getJob } from '../../server/contract/jobs.ts';
import { LIMITS } from '../../server/contract/limits.ts';
import { milliseconds, type Figure } from './measure.ts';
import { processMemory, withServer } from './server.ts';

/** How often the server is asked whether it still answers. */
const POLL_MS = 5;

/** The longest allowed text with a find in every 22 characters, all of them different. */
export function textOfFinds(): string {
  const parts: string[] = [];
  for (let at = 0, number = 0; at < LIMITS.textCharacters; number += 1) {
    const part = `mail${String(number)}@firma${String(number % 977)}.de `;
    parts.push(part);
    at += part.length;
  }
  return parts.join('').slice(0, LIMITS.textCharacters);
}

/** What the longest text with the most finds does to a server: its duration, its memory, and how long others wait; the baseline is the idle server. */
export function benchLarge(): Promise<Figure[]> {
  return withServer(async (server) => {
    const health = (): Promise<number> => milliseconds(() => server.call('GET', '/health'));
    let idle = 0;
    for (let run = 0; run < 50; run++) idle = Math.max(idle, await health());
    const before = await processMemory(server.process.pid!);
    const text = textOfFinds();
    const started = performance.now();
    const { job_id: id } = (await server.call('POST', '/anonymize', { text })).read(jobCreated);
    let longest = 0;
    let finds = 0;
    for (let asked = 0; ; asked += 1) {
      longest = Math.max(longest, await health());
      await wait(POLL_MS);
      if (asked % 20 !== 0) continue;
      const job = (await server.call('GET', `/v1/jobs/${id}`)).read(getJob.response.schema).job;
      if (job.status === 'failed') throw new Error(`the job failed: ${String(job.code)}`);
      if (job.status !== 'completed') continue;
      finds = Object.values(job.metadata?.entities ?? {}).reduce((sum, count) => sum + count, 0);
      break;
    }
    const seconds = (performance.now() - started) / 1000;
    const after = await processMemory(server.process.pid!);
    return [
      {
        name: 'duration',
        value: `${seconds.toFixed(1)} s`,
        ratio: `${Math.round(text.length / seconds).toLocaleString('en')} chars/s, ${finds.toLocaleString('en')} finds`,
      },
      {
        name: 'longest silence',
        value: `${longest.toFixed(0)} ms`,
        ratio: `${(longest / idle).toFixed(1)} × the idle server's slowest of 50`,
        goal: '250 ms',
      },
      {
        name: 'peak memory',
        value: after === null ? 'not measured' : `${after.peakMib.toFixed(0)} MiB`,
        ratio: after === null || before === null ? '' : `${(after.peakMib / before.residentMib).toFixed(1)} × idle`,
        goal: '1,024 MiB',
      },
    ];
  });
}
