import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as contract from '../../server/contract/index.ts';
import { bootServer, type BootedServer } from '../helpers/bootServer.ts';

const letter = readFileSync(join(import.meta.dirname, '..', '..', 'resources', 'samples', 'de-brief.docx'));
const NAME = 'Anna Wackernagel';
const note = (line: string) => strToU8(`Sehr geehrte Frau ${NAME},\n${line}\nIBAN DE89 3704 0044 0532 0130 00\n`);

let server: BootedServer;
beforeAll(async () => {
  server = await bootServer();
});
afterAll(() => server.stop());

type Files = Readonly<Record<string, Uint8Array>>;
const created = z.object({ batch_id: z.string() });
const one = z.object({ batch: contract.batch });

function send(files: Files, fields: Readonly<Record<string, string>> = {}): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, bytes] of Object.entries(files)) form.append('files', new File([new Uint8Array(bytes)], name));
  return server.fetch('/api/v1/batches', { method: 'POST', body: form });
}
async function start(files: Files, fields?: Readonly<Record<string, string>>): Promise<string> {
  const answer = await send(files, fields);
  expect(answer.status).toBe(202);
  return created.parse(await answer.json()).batch_id;
}
const get = async (id: string) => (await server.call('GET', `/v1/batches/${id}`)).read(one).batch;
async function finished(id: string): Promise<contract.Batch> {
  await server.whenIdle();
  const batch = await get(id);
  expect(batch.status).toBe('completed');
  return batch;
}
async function download(id: string) {
  const answer = await server.fetch(`/api/v1/batches/${id}/download`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  const parts = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const { 'report.json': json, ...files } = parts;
  const text = Buffer.from(json!).toString('utf8');
  return { files, text, report: contract.batchReport.parse(JSON.parse(text)) };
}
const codeOf = async (answer: Response) => [answer.status, contract.errorBody.parse(await answer.json()).code];
const textOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes!).toString('utf8');

describe('several files', () => {
  it('become jobs with one mapping and come back in their own formats under neutral names', async () => {
    const id = await start(
      { 'Anna Wackernagel.txt': note('eins'), 'brief.docx': letter, 'liste.csv': note('drei') },
      { name: 'Akte 12' },
    );
    const batch = await finished(id);
    expect(batch).toMatchObject({ name: 'Akte 12', progress: 1, counts: { total: 3, completed: 3, failed: 0 } });
    expect(batch.files.map(({ name }) => name)).toEqual(['Anna Wackernagel.txt', 'brief.docx', 'liste.csv']);

    const { files, text, report } = await download(id);
    expect(Object.keys(files)).toEqual(['0001.txt', '0002.docx', '0003.csv']);
    const placeholders = (name: string) => textOf(files[name]).match(/\[\[[a-z]+-[0-9a-z]{8}\]\]/g);
    expect(placeholders('0001.txt')!.length).toBeGreaterThanOrEqual(2);
    expect(placeholders('0003.csv')).toEqual(placeholders('0001.txt'));
    for (const bytes of Object.values(files)) expect(textOf(bytes)).not.toContain('Wackernagel');
    expect(textOf(unzipSync(files['0002.docx']!)['word/document.xml'])).toContain('[[');

    expect(text).not.toContain('Wackernagel');
    for (const line of report.files) {
      expect(line).toMatchObject({ status: 'completed', own_format: true, code: null });
      expect(line.sha256).toBe(createHash('sha256').update(files[line.file!]!).digest('hex'));
      expect(line.masked['iban'] ?? 0).toBeGreaterThan(0);
    }
  });

  it('are listed newest first, page by page', async () => {
    const first = await start({ 'a.txt': note('a') });
    const second = await start({ 'b.txt': note('b') });
    const list = z.object({ batches: z.array(contract.batchSummary), cursor: z.string().nullable() });
    const page = (await server.call('GET', '/v1/batches?limit=1')).read(list);
    expect(page.batches.map(({ batch_id }) => batch_id)).toEqual([second]);
    const next = (await server.call('GET', `/v1/batches?limit=1&cursor=${page.cursor!}`)).read(list);
    expect(next.batches.map(({ batch_id, name }) => [batch_id, name])).toEqual([[first, 'a.txt']]);
  });
});

describe('files of a folder', () => {
  it('keep their folders in the list and, without what is personal or leads elsewhere, in the download', async () => {
    const paths = [`Akten/${NAME}/a.txt`, '/../Akten/./..\\../CON/b. /b.txt', 'Akten/1: <x>?/c.txt'];
    const files = { 'a.txt': note('a'), 'b.txt': note('b'), 'c.txt': note('c') };
    const id = await start(files, { paths: JSON.stringify(paths) });
    expect((await finished(id)).files.map(({ name }) => name)).toEqual(paths);
    const { files: written, report, text } = await download(id);
    const [first, ...others] = Object.keys(written);
    expect(first).toMatch(/^Akten\/\[\[person-[0-9a-z]{8}\]\]\/0001\.txt$/);
    expect(others).toEqual(['Akten/_CON/b/0002.txt', 'Akten/1_ _x_/0003.txt']);
    expect(report.files.map(({ file }) => file)).toEqual([first, ...others]);
    expect(text).not.toContain('Wackernagel');
  });

  it('are refused when their paths are no list', async () => {
    for (const paths of ['{', '"a"', '[1]']) {
      expect(await codeOf(await send({ 'a.txt': note('a') }, { paths }))).toEqual([400, 'INVALID_BODY']);
    }
  });
});

describe('a ZIP', () => {
  it('is unpacked; what cannot be read is listed with its code and never lost', async () => {
    const id = await start({
      'akten.zip': zipSync({
        'mandant/a.txt': note('a'),
        'mandant/leer.txt': new Uint8Array(),
        'mandant/programm.exe': strToU8('MZ\u0000\u0001'),
        'mandant/kaputt.docx': letter.subarray(0, 3_000),
        '__MACOSX/mandant/._a.txt': strToU8('x'),
      }),
    });
    const batch = await finished(id);
    expect(batch.name).toBe('akten.zip');
    expect(batch.files.map(({ name, status, code }) => [name, status, code])).toEqual([
      ['mandant/a.txt', 'completed', null],
      ['mandant/leer.txt', 'failed', 'UNREADABLE_FILE'],
      ['mandant/programm.exe', 'failed', 'UNSUPPORTED_TYPE'],
      ['mandant/kaputt.docx', 'failed', 'UNREADABLE_FILE'],
    ]);
    const { files, report } = await download(id);
    expect(Object.keys(files)).toEqual(['mandant/0001.txt']);
    expect(report.counts).toEqual({ total: 4, processing: 0, completed: 1, failed: 3 });
    expect(report.files.map(({ code, file }) => [code, file])).toEqual([
      [null, 'mandant/0001.txt'],
      ['UNREADABLE_FILE', null],
      ['UNSUPPORTED_TYPE', null],
      ['UNREADABLE_FILE', null],
    ]);
  });

  it('is refused as a whole when it is damaged, a bomb, empty or holds too many files', async () => {
    const many = Object.fromEntries(
      Array.from({ length: contract.LIMITS.batchFiles + 1 }, (_, index) => [`${index}.txt`, strToU8('x')]),
    );
    expect(await codeOf(await send({ 'a.zip': zipSync(many, { level: 0 }) }))).toEqual([413, 'TOO_MANY_FILES']);
    const bomb = zipSync({ 'a.txt': new Uint8Array(12 * 1024 * 1024) }, { level: 9 });
    expect(await codeOf(await send({ 'a.zip': bomb }))).toEqual([415, 'ZIP_RATIO_SUSPICIOUS']);
    expect(await codeOf(await send({ 'a.zip': zipSync({ 'a/': new Uint8Array() }) }))).toEqual([400, 'FILE_MISSING']);
    const cut = zipSync({ 'a.txt': note('a') }).subarray(0, 60);
    expect(await codeOf(await send({ 'a.zip': cut }))).toEqual([422, 'UNREADABLE_FILE']);
    expect(await codeOf(await send({}))).toEqual([400, 'FILE_MISSING']);
  });
});

describe('a batch', () => {
  it('takes no more files than allowed, and only under its own field', async () => {
    const form = new FormData();
    for (let index = 0; index <= contract.LIMITS.batchFiles; index += 1) form.append('files', new File(['x'], 'a.txt'));
    const answer = await server.fetch('/api/v1/batches', { method: 'POST', body: form });
    expect(await codeOf(answer)).toEqual([413, 'TOO_MANY_FILES']);
    const other = new FormData();
    other.set('file', new File(['x'], 'a.txt'));
    expect(await codeOf(await server.fetch('/api/v1/batches', { method: 'POST', body: other }))).toEqual([
      400,
      'FILE_MISSING',
    ]);
  });

  it('goes on after a restart', async () => {
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`${index}.txt`, note(`${index}`)]));
    const id = await start({ 'a.zip': zipSync(files) });
    await server.restart();
    const batch = await finished(id);
    expect(batch.counts).toEqual({ total: 12, processing: 0, completed: 12, failed: 0 });
    expect(Object.keys((await download(id)).files)).toHaveLength(12);
  });

  it('can be stopped: what waits fails as cancelled, and a running batch gives nothing out', async () => {
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}.docx`, letter]));
    const id = await start(files);
    const early = await server.fetch(`/api/v1/batches/${id}/download`);
    expect(await codeOf(early)).toEqual([409, 'BATCH_NOT_COMPLETED']);
    const { batch } = (await server.call('POST', `/v1/batches/${id}/cancel`)).read(one);
    expect(batch.status).toBe('completed');
    expect(batch.counts.failed).toBeGreaterThan(0);
    const failed = batch.files.filter(({ status }) => status === 'failed');
    expect(new Set(failed.map(({ code }) => code))).toEqual(new Set(['JOB_CANCELLED']));
  });

  it('is deleted with its jobs', async () => {
    const id = await start({ 'a.txt': note('a'), 'b.txt': note('b') });
    const jobs = (await finished(id)).files.map(({ job_id }) => job_id!);
    expect((await server.call('DELETE', `/v1/batches/${id}`)).status).toBe(204);
    for (const jobId of jobs) expect((await server.call('GET', `/v1/jobs/${jobId}`)).status).toBe(404);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/cancel'],
      ['GET', '/download'],
    ] as const) {
      expect(await codeOf(await server.fetch(`/api/v1/batches/${id}${path}`, { method }))).toEqual([
        404,
        'BATCH_NOT_FOUND',
      ]);
    }
  });

  it('leaves out a job that was deleted by itself', async () => {
    const id = await start({ 'a.txt': note('a'), 'b.txt': note('b') });
    const [first] = (await finished(id)).files;
    await server.call('DELETE', `/v1/jobs/${first!.job_id!}`);
    expect((await get(id)).files.map(({ number }) => number)).toEqual([2]);
    expect(Object.keys((await download(id)).files)).toEqual(['0002.txt']);
  });
});
