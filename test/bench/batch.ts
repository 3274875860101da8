import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { jobCreated } from '../../server/contract/anonymization.ts';
import { batch, createBatch } from '../../server/contract/batches.ts';
import type { SpawnedServer } from '../helpers/spawnServer.ts';
import { batchZip, letters } from './documentFiles.ts';
import { milliseconds, quantile, tell, type Figure } from './measure.ts';
import { processMemory, withServer } from './server.ts';

const FILES = 200;
/** A smaller batch before it, which starts all threads and loads all code: memory that grows with the files grows after it. */
const FIRST_FILES = 40;
const POLL_MS = 50;
const TELL_EVERY = 100;
const LIMIT_MS = 600_000;
const state = z.object({ batch });

interface BatchRun {
  readonly seconds: number;
  /** Answers to others meanwhile, in milliseconds. */
  readonly waits: readonly number[];
  readonly peakMib: number | null;
}

const health = (server: SpawnedServer): Promise<number> => milliseconds(() => server.call('GET', '/health'));

/** A ZIP of many files until its download has come. */
async function runBatch(server: SpawnedServer, files: number): Promise<BatchRun> {
  const zip = await batchZip(files);
  const waits: number[] = [];
  const seconds = (await milliseconds(() => sendBatch(server, zip, waits))) / 1000;
  return { seconds, waits, peakMib: (await processMemory(server.process.pid!))?.peakMib ?? null };
}

async function sendBatch(server: SpawnedServer, zip: Uint8Array, waits: number[]): Promise<void> {
  const form = new FormData();
  form.append('files', new File([new Uint8Array(zip)], 'akten.zip'));
  const answer = await server.fetch('/api/v1/batches', { method: 'POST', body: form });
  const { batch_id: id } = createBatch.response.schema.parse(await answer.json());
  const started = performance.now();
  for (let asked = 0; ; asked += 1) {
    waits.push(await health(server));
    await wait(POLL_MS);
    if (asked % 10 !== 0) continue;
    const now = (await server.call('GET', `/v1/batches/${id}`)).read(state).batch;
    const { total, processing, failed } = now.counts;
    if (failed > 0) throw new Error(`${String(failed)} files of the batch failed`);
    if (asked % TELL_EVERY === 0) tell(`${String(total - processing)} of ${String(total)} files`);
    if (now.status !== 'processing') break;
    if (performance.now() - started > LIMIT_MS) throw new Error('the batch takes too long on this machine');
  }
  tell('download');
  const ended = new AbortController();
  const download = server.fetch(`/api/v1/batches/${id}/download`).then(async (response) => {
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`the download answered ${String(response.status)}`);
  });
  const done = download.finally(() => ended.abort());
  while (!ended.signal.aborted) {
    waits.push(await health(server));
    await wait(POLL_MS);
  }
  await done;
}

/** 200 letters as text, PDF, Word and e-mail files; the baseline is the same letters sent as texts, one after another. */
export const benchBatch = (): Promise<Figure[]> =>
  withServer(async (server) => {
    const idle: number[] = [];
    for (let run = 0; run < 50; run++) idle.push(await health(server));
    const first = await runBatch(server, FIRST_FILES);
    const texts = letters('de', FIRST_FILES);
    const single = await milliseconds(async () => {
      for (const text of texts) {
        await server.finished((await server.call('POST', '/anonymize', { text })).read(jobCreated).job_id);
      }
    });
    const all = await runBatch(server, FILES);
    const perFile = all.seconds / FILES;
    const [usual, longest] = [quantile(all.waits, 0.5), quantile(all.waits, 1)];
    return [
      {
        name: `${String(FILES)} files and their download`,
        value: `${all.seconds.toFixed(1)} s`,
        ratio: `${(perFile / (single / 1000 / texts.length)).toFixed(2)} × a letter sent as text, per file`,
      },
      {
        name: '  peak memory',
        value: all.peakMib === null ? 'not measured' : `${all.peakMib.toFixed(0)} MiB`,
        ratio:
          all.peakMib === null || first.peakMib === null
            ? ''
            : `${(all.peakMib / first.peakMib).toFixed(2)} × that of ${String(FIRST_FILES)} files`,
        goal: '1,024 MiB',
      },
      {
        name: '  others wait, median',
        value: `${usual.toFixed(1)} ms`,
        ratio: `${(usual / quantile(idle, 0.5)).toFixed(1)} × the idle server`,
      },
      {
        name: '  others wait, longest',
        value: `${longest.toFixed(0)} ms`,
        ratio: `${(longest / quantile(idle, 1)).toFixed(1)} × the idle server's slowest of ${String(idle.length)}`,
      },
    ];
  });
