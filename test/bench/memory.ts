import { readFile } from 'node:fs/promises';
import { jobCreated } from '../../server/contract/anonymization.ts';
import { LANGUAGES } from '../../server/contract/common.ts';
import { makeLetter } from '../helpers/letters.ts';
import type { Figure } from './measure.ts';
import { samplePath } from './samples.ts';
import { processMemory, withServer } from './server.ts';

/** Resident memory after start and at the peak of letters, documents and a scanned page; the baseline is an empty Node process. */
export function benchMemory(): Promise<Figure[]> {
  return withServer(async (server) => {
    const pid = server.process.pid!;
    const idle = await processMemory(pid);
    const empty = process.memoryUsage.rss() / 2 ** 20;
    for (let seed = 0; seed < 50; seed++) {
      const { text } = makeLetter(LANGUAGES[seed % LANGUAGES.length]!, seed);
      const { job_id: id } = (await server.call('POST', '/anonymize', { text })).read(jobCreated);
      await server.finished(id);
    }
    const afterLetters = await processMemory(pid);
    for (const name of ['docx', 'pdf', 'png'] as const) {
      const path = await samplePath(name);
      const file = { name: `sample.${name}`, bytes: await readFile(path) };
      const { job_id: id } = (await server.upload('/ocr', file)).read(jobCreated);
      await server.finished(id);
    }
    const afterDocuments = await processMemory(pid);
    if (!idle || !afterLetters || !afterDocuments) return [{ name: 'memory', value: 'not measured on this system' }];
    const show = (name: string, mib: number): Figure => ({
      name,
      value: `${mib.toFixed(0)} MiB`,
      ratio: `${(mib / empty).toFixed(1)} × the process of this benchmark`,
    });
    return [
      show('idle', idle.residentMib),
      show('after 50 letters', afterLetters.residentMib),
      show('peak, with documents and a scan', afterDocuments.peakMib),
    ];
  });
}
