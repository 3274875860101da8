import { setTimeout as wait } from 'node:timers/promises';
import { jobCreated } from '../../server/contract/anonymization.ts';
import { createExport, getExport } from '../../server/contract/exports.ts';
import { getJob } from '../../server/contract/jobs.ts';
import { READING_SHARE } from '../../server/features/anonymization/jobs/anonymizeKind.ts';
import type { SpawnedServer } from '../helpers/spawnServer.ts';
import { tell, type Figure } from './measure.ts';
import { processCpuSeconds, processMemory, withServer } from './server.ts';

const POLL_MS = 100;
const TELL_SECONDS = 5;

/** What a document cost from its upload on; seconds. */
export interface DocumentRun {
  /** Of the reading, 0 to 1: below 1 when the time was over before. */
  readonly share: number;
  /** Until the finds could be reviewed, or until the time was over. */
  readonly found: number;
  /** Until the document had come back in its own format; null when the time was over before. */
  readonly written: number | null;
  /** Processor time of the server, all threads. */
  readonly processor: number | null;
  readonly peakMib: number | null;
}

export interface DocumentOrder {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly language: string;
  /** Pages, paragraphs, cells: what is counted while it goes on. */
  readonly units: { readonly count: number; readonly name: string };
  /** Most seconds for all of it. */
  readonly limitSeconds: number;
}

const secondsSince = (from: number): number => (performance.now() - from) / 1000;

/** One document from the upload to its anonymized form, on a server of its own, whose peak memory is the document's. */
export const runDocument = (order: DocumentOrder): Promise<DocumentRun> =>
  withServer(async (server) => {
    const pid = server.process.pid!;
    const before = (await processCpuSeconds(pid)) ?? 0;
    const { id, share, found } = await readOne(server, order);
    const written = share < 1 ? null : await exportOne(server, id, order, order.limitSeconds - found);
    const processor = await processCpuSeconds(pid);
    return {
      ...{ share, found, written },
      processor: processor === null ? null : processor - before,
      peakMib: (await processMemory(pid))?.peakMib ?? null,
    };
  });

async function readOne(
  server: SpawnedServer,
  { name, bytes, language, units, limitSeconds }: DocumentOrder,
): Promise<{ readonly id: string; readonly share: number; readonly found: number }> {
  const started = performance.now();
  let told = started;
  const { job_id: id } = (await server.upload('/v1/jobs/upload', { name, bytes }, { language })).read(jobCreated);
  for (;;) {
    const { job } = (await server.call('GET', `/v1/jobs/${id}`)).read(getJob.response.schema);
    const found = secondsSince(started);
    if (job.status === 'completed') return { id, share: 1, found };
    if (job.status === 'failed') throw new Error(`${name}: ${String(job.code)}`);
    const share = Math.min(1, job.progress / READING_SHARE);
    if (found > limitSeconds) return { id, share: Math.min(share, 0.99), found };
    if (secondsSince(told) > TELL_SECONDS) {
      told = performance.now();
      const done = Math.floor(share * units.count);
      const rate = `, ${String(done)} of ${String(units.count)} ${units.name}, ${(done / found).toFixed(2)} per second`;
      tell(`${name}, ${found.toFixed(0)} s: ${job.stage}${done > 0 && share < 1 ? rate : ''}`);
    }
    await wait(POLL_MS);
  }
}

/** Seconds of writing; null when the time was over. */
async function exportOne(
  server: SpawnedServer,
  id: string,
  { name }: DocumentOrder,
  limitSeconds: number,
): Promise<number | null> {
  tell(`${name}: writing`);
  const started = performance.now();
  const signal = AbortSignal.timeout(Math.ceil(Math.max(1, limitSeconds) * 1000));
  try {
    const answer = await server.fetch(`/api/jobs/${id}/export?format=native`, { signal });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`the export of ${name} answered ${String(answer.status)}`);
    return secondsSince(started);
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

/** What the export of a document cost that was read before; seconds. */
export interface ExportCost {
  readonly seconds: number;
  /** Pages that were told one after the other. */
  readonly told: number;
  /** Processor time of the server, all threads. */
  readonly processor: number | null;
}

/** The export of one document in the background, with its progress, on a server that has read it. */
export const runExport = (order: DocumentOrder): Promise<ExportCost> =>
  withServer(async (server) => {
    const pid = server.process.pid!;
    const { id, share } = await readOne(server, order);
    if (share < 1) throw new Error(`${order.name} was not read in time`);
    const before = (await processCpuSeconds(pid)) ?? 0;
    const started = performance.now();
    const pages = new Set<number>();
    const begun = await server.call('POST', `/v1/jobs/${id}/exports`, { format: 'native' });
    for (let run = begun.read(createExport.response.schema).export; ;) {
      if (run.status === 'failed') throw new Error(`${order.name}: ${String(run.code)}`);
      if (run.page !== null) pages.add(run.page);
      if (run.status === 'completed') break;
      await wait(POLL_MS);
      const answer = await server.call('GET', `/v1/jobs/${id}/exports/${run.export_id}`);
      run = answer.read(getExport.response.schema).export;
    }
    const seconds = secondsSince(started);
    const processor = await processCpuSeconds(pid);
    return { seconds, told: pages.size, processor: processor === null ? null : processor - before };
  });

/** Seconds from the upload to the anonymized document; null when the time was over. */
export const whole = ({ found, written }: DocumentRun): number | null => (written === null ? null : found + written);

/** Memory and processor time of a run. */
export function costs({ peakMib, processor }: DocumentRun): Figure[] {
  return [
    {
      name: '  peak memory',
      value: peakMib === null ? 'not measured' : `${peakMib.toFixed(0)} MiB`,
      ratio: processor === null ? '' : `${processor.toFixed(1)} s of processor time`,
      goal: '1,024 MiB',
    },
  ];
}
