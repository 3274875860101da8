import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'content-disposition';
import { strToU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import * as contract from '../../server/contract/index.ts';
import { bootServer, type BootedServer } from '../helpers/bootServer.ts';

/** The client, and what a name must not repeat of it in any spelling. */
const CLIENT = 'Käthe Wackernagel';
const CANARY = /wackernagel|k(?:ä|ae|a)the/i;
const NOTE = `Sehr geehrte Frau ${CLIENT},\nIhre IBAN ist DE89 3704 0044 0532 0130 00.\n`;
const letter = readFileSync(join(import.meta.dirname, '..', '..', 'resources', 'samples', 'de-brief.docx'));

/**
 * Every endpoint that gives out a file. `neutral`: what it gives out is anonymized and so is its name; `own`: it gives back what was put in, under the
 * name that it had; `none`: it is shown, not saved.
 */
const DOWNLOADS: Readonly<Record<string, 'neutral' | 'own' | 'none'>> = {
  exportJob: 'neutral',
  exportJobV1: 'neutral',
  downloadExport: 'neutral',
  getJobReport: 'neutral',
  downloadBatch: 'neutral',
  exportConversation: 'neutral',
  deanonymizeDocument: 'own',
  downloadNode: 'own',
  downloadChatAttachment: 'own',
  getThumbnail: 'none',
  getPreview: 'none',
  getPagePicture: 'none',
  getImage: 'none',
  getDocs: 'none',
};

let server: BootedServer;
beforeAll(async () => {
  server = await bootServer();
});
afterAll(() => server.stop());

async function upload(name: string, bytes: Uint8Array): Promise<string> {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], name));
  const answer = await server.fetch('/api/v1/jobs/upload', { method: 'POST', body: form });
  expect(answer.status).toBe(202);
  await server.whenIdle();
  return z.object({ job_id: z.string() }).parse(await answer.json()).job_id;
}

/** Name and bytes of a download. The header as it goes over the line, `filename` and `filename*` alike. */
async function download(path: string, init?: RequestInit) {
  const answer = await server.fetch(`/api${path}`, init);
  expect([path, answer.status]).toEqual([path, 200]);
  const header = answer.headers.get('content-disposition')!;
  const plain = parse(header, { extended: false }).parameters;
  const sent = [plain['filename'], decodeURIComponent(plain['filename*'] ?? '')].join(' ');
  return { sent, name: parse(header).parameters['filename'], bytes: new Uint8Array(await answer.arrayBuffer()) };
}

it('knows every endpoint that gives out a file', () => {
  const binary = contract.ENDPOINTS.filter(({ response }) => response.kind === 'binary').map(({ id }) => id);
  expect([...binary].sort()).toEqual(Object.keys(DOWNLOADS).sort());
});

it.each([
  [`${CLIENT}.txt`, strToU8(NOTE)],
  ['WACKERNAGEL_kaethe.txt', strToU8(NOTE)],
  ['kathe-wackernagel-akte.docx', letter],
])('says nothing about %s in names of exports and reports', async (filename, bytes) => {
  const id = await upload(filename, bytes);
  const exports = ['native', 'pdf', 'docx', 'txt'].map((format) => `/v1/jobs/${id}/export?format=${format}`);
  const older = `/jobs/${id}/export?format=txt`;
  const reports = ['pdf', 'json'].map((format) => `/v1/jobs/${id}/report?format=${format}`);
  for (const path of [...exports, older, ...reports]) {
    const { sent, name } = await download(path);
    expect(sent).not.toMatch(CANARY);
    expect(name).toMatch(new RegExp(`^document-${id.slice(0, 8)}-anonymized(?:-report)?\\.[a-z]+$`));
  }
  expect((await download(`/v1/jobs/${id}/export?format=native&textType=original`)).name).toBe(filename);
});

it('says nothing about the client in what is exported in the background', async () => {
  const id = await upload(`${CLIENT}.docx`, letter);
  const begin = async (textType: 'anonymized' | 'original') => {
    const answer = await server.call('POST', `/v1/jobs/${id}/exports`, { format: 'native', textType });
    const { export_id } = answer.read(contract.createExport.response.schema).export;
    await server.whenIdle();
    return `/v1/jobs/${id}/exports/${export_id}/download`;
  };
  const { sent, name } = await download(await begin('anonymized'));
  expect(sent).not.toMatch(CANARY);
  expect(name).toBe(`document-${id.slice(0, 8)}-anonymized.docx`);
  expect((await download(await begin('original'))).name).toBe(`${CLIENT}.docx`);
});

it('says nothing about clients in names inside of the ZIP of a batch', async () => {
  const folders = [CLIENT, 'wackernagel_2026', 'KaetheWackernagel', 'akte-kaethe', 'WACKERNAGEL', 'Akten'];
  const form = new FormData();
  form.set('name', `Mandat ${CLIENT}`);
  form.set('paths', JSON.stringify(folders.map((folder) => `${folder}/${CLIENT}.txt`)));
  for (const folder of folders) form.append('files', new File([NOTE], `${folder}.txt`));
  const answer = await server.fetch('/api/v1/batches', { method: 'POST', body: form });
  const { batch_id: id } = z.object({ batch_id: z.string() }).parse(await answer.json());
  await server.whenIdle();
  const { sent, bytes } = await download(`/v1/batches/${id}/download`);
  expect(sent).not.toMatch(CANARY);
  const entries = unzipSync(bytes);
  expect(Object.keys(entries)).toHaveLength(folders.length + 1);
  expect(Object.keys(entries).join('\n')).not.toMatch(CANARY);
  expect(Object.keys(entries)).toContain('Akten/0006.txt');
  expect(Buffer.from(entries['report.json']!).toString('utf8')).not.toMatch(CANARY);
});

it('says nothing about a client in the name of an anonymized conversation', async () => {
  const created = await server.call('POST', '/v1/chat/conversations', {});
  const { conversation } = created.read(z.object({ conversation: z.object({ id: z.string() }) }));
  await server.call('PATCH', `/v1/chat/conversations/${conversation.id}`, { title: `Mandat ${CLIENT}` });
  for (const format of ['md', 'json', 'txt']) {
    const { sent, bytes } = await download(`/v1/chat/conversations/${conversation.id}/export?format=${format}`);
    expect(sent).not.toMatch(CANARY);
    expect(Buffer.from(bytes).toString('utf8')).not.toMatch(CANARY);
  }
});

it('gives a restored document the name that it was sent with', async () => {
  const form = new FormData();
  form.set('file', new File(['[[person-zzzzzzz9]] und mehr'], `Antwort an ${CLIENT}.txt`));
  const { name } = await download('/v1/deanonymize/document', { method: 'POST', body: form });
  expect(name).toBe(`Antwort an ${CLIENT}.txt`);
});
