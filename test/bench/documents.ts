import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { jobCreated } from '../../server/contract/anonymization.ts';
import { batch, createBatch } from '../../server/contract/batches.ts';
import { getJob } from '../../server/contract/jobs.ts';
import type { SpawnedServer } from '../helpers/spawnServer.ts';
import { batchZip, letterDocx, letterPdf, letters, scanPdf } from './documentFiles.ts';
import { milliseconds, type Figure } from './measure.ts';
import { processMemory, withServer } from './server.ts';

const PDF_LETTERS = 200;
const SCANNED_PAGES = 100;
const BATCH_FILES = 200;
const POLL_MS = 100;
const LANGUAGE = 'de';

interface Run {
  /** Until the finds can be reviewed. */
  readonly found: number;
  /** Until the document has come back in its own format. */
  readonly written: number;
  readonly pages: number;
  readonly peakMib: number | null;
}

const peakOf = async (server: SpawnedServer): Promise<number | null> =>
  (await processMemory(server.process.pid!))?.peakMib ?? null;

/** Seconds for one document from the upload to its anonymized form; each on a server of its own, whose peak memory is the document's. */
const runDocument = (name: string, bytes: Uint8Array): Promise<Run> =>
  withServer(async (server) => {
    let id = '';
    const found = await milliseconds(async () => {
      id = (await server.upload('/v1/jobs/upload', { name, bytes }, { language: LANGUAGE })).read(jobCreated).job_id;
      await server.finished(id);
    });
    const { job } = (await server.call('GET', `/v1/jobs/${id}`)).read(getJob.response.schema);
    if (job.status !== 'completed') throw new Error(`${name}: ${String(job.code)}`);
    const written = await milliseconds(async () => {
      const answer = await server.fetch(`/api/jobs/${id}/export?format=native`);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`the export of ${name} answered ${String(answer.status)}`);
    });
    const pages = job.metadata?.pages ?? 1;
    return { found: found / 1000, written: written / 1000, pages, peakMib: await peakOf(server) };
  });

const memory = ({ peakMib }: Run): Figure => ({
  name: '  peak memory',
  value: peakMib === null ? 'not measured' : `${peakMib.toFixed(0)} MiB`,
  goal: '1,024 MiB',
});

/** Letters as PDF and as Word file; the baseline is their text alone. */
async function benchLetters(): Promise<Figure[]> {
  const text = letters(LANGUAGE, PDF_LETTERS).join('\n\n');
  const paragraphs = text.split('\n').length;
  const plain = await runDocument('brief.txt', Buffer.from(text));
  const pdf = await runDocument('brief.pdf', await letterPdf(text, LANGUAGE));
  const docx = await runDocument('brief.docx', await letterDocx(text, LANGUAGE));
  const whole = ({ found, written }: Run): number => found + written;
  const ratio = (run: Run): string => `${(whole(run) / whole(plain)).toFixed(1)} × the time of the text alone`;
  return [
    { name: 'text', value: `${whole(plain).toFixed(1)} s`, ratio: `${String(text.length)} characters, with export` },
    { name: 'PDF, finds', value: `${(pdf.pages / pdf.found).toFixed(0)} pages/s`, ratio: `${String(pdf.pages)} pages` },
    { name: 'PDF, with export', value: `${(pdf.pages / whole(pdf)).toFixed(0)} pages/s`, ratio: ratio(pdf) },
    memory(pdf),
    { name: 'DOCX, finds', value: `${(paragraphs / docx.found).toFixed(0)} paragraphs/s` },
    { name: 'DOCX, with export', value: `${(paragraphs / whole(docx)).toFixed(0)} paragraphs/s`, ratio: ratio(docx) },
    memory(docx),
  ];
}

/** A long scan; the baseline is the system's tesseract on one of its pages, one thread. */
async function benchScan(): Promise<Figure[]> {
  const scan = await runDocument('scan.pdf', await scanPdf(LANGUAGE, SCANNED_PAGES));
  const own = scan.found / scan.pages;
  const baseline = await systemSecondsPerPage();
  return [
    {
      name: 'scan, finds',
      value: `${own.toFixed(2)} s/page`,
      ratio:
        baseline === null
          ? 'no tesseract with German data on this machine to compare'
          : `${(own / baseline).toFixed(2)} × the system's tesseract, one thread`,
    },
    { name: 'scan, export', value: `${(scan.written / scan.pages).toFixed(2)} s/page` },
    memory(scan),
  ];
}

async function systemSecondsPerPage(): Promise<number | null> {
  const folder = mkdtempSync(join(tmpdir(), 'deckname-bench-scan-'));
  try {
    const pdf = join(folder, 'page.pdf');
    writeFileSync(pdf, await scanPdf(LANGUAGE, 1, 1));
    const picture = spawnSync('pdfimages', ['-j', pdf, join(folder, 'page')]);
    if (picture.status !== 0) return null;
    const page = join(folder, 'page-000.jpg');
    const env = { ...process.env, OMP_THREAD_LIMIT: '1' };
    const read = () => spawnSync('tesseract', [page, '-', '-l', 'deu'], { env });
    if (read().status !== 0) return null;
    return (await milliseconds(read)) / 1000;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A ZIP of many files; the baseline is the same number of letters as texts, one after another. */
const benchBatch = (): Promise<Figure[]> =>
  withServer(async (server) => {
    const texts = letters(LANGUAGE, BATCH_FILES / 4);
    const single = await milliseconds(async () => {
      for (const text of texts) {
        await server.finished((await server.call('POST', '/anonymize', { text })).read(jobCreated).job_id);
      }
    });
    const zip = await batchZip(BATCH_FILES);
    const seconds =
      (await milliseconds(async () => {
        const form = new FormData();
        form.append('files', new File([new Uint8Array(zip)], 'akten.zip'));
        const answer = await server.fetch('/api/v1/batches', { method: 'POST', body: form });
        const { batch_id: id } = createBatch.response.schema.parse(await answer.json());
        const state = z.object({ batch });
        let now = (await server.call('GET', `/v1/batches/${id}`)).read(state).batch;
        while (now.status === 'processing') {
          await wait(POLL_MS);
          now = (await server.call('GET', `/v1/batches/${id}`)).read(state).batch;
        }
        if (now.counts.failed > 0) throw new Error(`${String(now.counts.failed)} files of the batch failed`);
        const download = await server.fetch(`/api/v1/batches/${id}/download`);
        await download.arrayBuffer();
        if (download.status !== 200) throw new Error(`the download answered ${String(download.status)}`);
      })) / 1000;
    const perFile = seconds / BATCH_FILES;
    const peakMib = await peakOf(server);
    return [
      {
        name: `batch of ${String(BATCH_FILES)} files`,
        value: `${seconds.toFixed(1)} s`,
        ratio: `${(perFile / (single / 1000 / texts.length)).toFixed(2)} × a letter sent as text, per file`,
      },
      {
        name: '  peak memory',
        value: peakMib === null ? 'not measured' : `${peakMib.toFixed(0)} MiB`,
        goal: '1,024 MiB',
      },
    ];
  });

/** Documents from the upload to their anonymized form, over HTTP. */
export async function benchDocuments(): Promise<Figure[]> {
  return [...(await benchLetters()), ...(await benchScan()), ...(await benchBatch())];
}
