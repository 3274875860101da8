import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { deanonymized, jobCreated } from '../../server/contract/anonymization.ts';
import type { EndpointSpec } from '../../server/contract/endpoint.ts';
import { ENDPOINTS } from '../../server/contract/index.ts';
import { entityList } from '../../server/contract/jobs.ts';
import { spawnServer, type SpawnedServer } from '../helpers/spawnServer.ts';
import { keptTempDir } from '../helpers/tempDir.ts';
import { CANARY, canariesIn, leakingFiles } from './traces.ts';
import { damagedDocuments, plantedDocuments } from './documents.ts';

/** A text in which every canary stands, one of them in a form that detection finds. */
const TEXT = `Sehr geehrte Frau ${CANARY.name},\n\nIhr Kennwort: ${CANARY.word}\nKunden-Nr. ${CANARY.number}\n\n${CANARY.name}\n`;

let root: { path: string; remove: () => void };
let server: SpawnedServer;
const folder = (name: string) => join(root.path, name);

beforeAll(async () => {
  root = keptTempDir();
  mkdirSync(folder('tmp'));
  // Everything the process may write lies below one folder: data, temporary files, home.
  server = await spawnServer({ dataDir: folder('data'), env: { TMPDIR: folder('tmp'), DECKNAME_LOG_LEVEL: 'debug' } });
});

afterAll(() => {
  server.process.kill('SIGKILL');
  root.remove();
});

/** Sends a request as it is and returns everything that came back. */
async function exchange(path: string, init: RequestInit): Promise<{ status: number; bytes: Buffer }> {
  const response = await server.fetch(path, init);
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, bytes: Buffer.concat([Buffer.from(`${response.statusText}\n${headers}\n`), body]) };
}

const pathOf = (endpoint: EndpointSpec, value: string) =>
  `/api${endpoint.path.replace(/:[a-z_]+/gi, encodeURIComponent(value))}`;

/** Ways to get a request wrong, each with canaries wherever a caller can put text. */
function failures(endpoint: EndpointSpec): { name: string; path: string; init: RequestInit }[] {
  const method = endpoint.method.toUpperCase();
  const path = pathOf(endpoint, CANARY.number);
  const json = { 'content-type': 'application/json' };
  const hasBody = endpoint.body !== undefined;
  const junk = JSON.stringify({
    text: { [CANARY.word]: CANARY.name },
    language: CANARY.word,
    [CANARY.word]: CANARY.number,
  });
  const bodies: [string, RequestInit][] = hasBody
    ? [
        ['malformed JSON', { headers: json, body: `{"text": "${TEXT.replaceAll('\n', ' ')}", ${CANARY.word}` }],
        ['wrong types', { headers: json, body: junk }],
        ['an array', { headers: json, body: JSON.stringify([CANARY.name]) }],
        ['a wrong content type', { headers: { 'content-type': 'application/xml' }, body: `<a>${CANARY.name}</a>` }],
        [
          'a broken form',
          { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: `--x\r\n${CANARY.name}` },
        ],
      ]
    : [['no body', {}]];
  return [
    ...bodies.map(([name, init]) => ({ name, path, init: { method, ...init } })),
    {
      name: 'no key',
      path,
      init: {
        method,
        headers: { ...json, authorization: `Bearer ${CANARY.word}` },
        ...(hasBody ? { body: junk } : {}),
      },
    },
    {
      name: 'a canary in the query',
      path: `${path}?limit=${encodeURIComponent(CANARY.name)}&cursor=${CANARY.word}&format=${CANARY.word}&q=${CANARY.word}`,
      init: { method },
    },
    { name: 'a wrong method', path, init: { method: 'PROPFIND' } },
    { name: 'an unknown path', path: `${path}/${CANARY.word}`, init: { method } },
  ];
}

describe('nothing of a document is left where it does not belong', () => {
  it.each(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'not in any failure of %s',
    async (_, endpoint) => {
      for (const { name, path, init } of failures(endpoint)) {
        const { status, bytes } = await exchange(path, init);
        expect({ name, canaries: canariesIn(bytes) }, `answered ${status}`).toEqual({ name, canaries: [] });
      }
    },
  );

  it('not in the answers to damaged documents, nor in the jobs they make', async () => {
    for (const { name, bytes } of await damagedDocuments(CANARY)) {
      const answer = await server.upload('/v1/jobs/upload', { name, bytes });
      const ended = answer.status === 202 ? await server.finished(answer.read(jobCreated).job_id) : answer;
      expect({ name, canaries: canariesIn(Buffer.from(ended.text)) }).toEqual({ name, canaries: [] });
      expect(ended.status === 200 ? ended.body : { status: 'failed' }, name).toMatchObject({ status: 'failed' });
    }
  });

  it('through the whole life of jobs, review, export, terms and restoring', async () => {
    const texts = await server.call('POST', '/anonymize', {
      text: TEXT,
      language: 'de',
      filename: `${CANARY.name}.txt`,
    });
    const ids = [texts.read(jobCreated).job_id];
    for (const { name, bytes } of await plantedDocuments(CANARY)) {
      ids.push((await server.upload('/v1/jobs/upload', { name, bytes })).read(jobCreated).job_id);
    }
    for (const id of ids) {
      const done = await server.finished(id);
      expect(done.body).toMatchObject({ status: 'completed' });
      const { original_text: original } = done.read(z.object({ original_text: z.string() }));
      const { entities } = (await server.call('GET', `/v1/jobs/${id}/entities`)).read(entityList);
      // Masks the canaries by hand, as a person would, so that the exports can be searched.
      const operations = Object.values(CANARY)
        .map((value) => ({ start: original.indexOf(value), length: value.length }))
        .filter(({ start }) => start >= 0)
        .map(({ start, length }) => ({
          op: 'add',
          start,
          end: start + length,
          category: 'custom',
          all_occurrences: true,
        }));
      expect(operations.length, 'the canaries can be read').toBeGreaterThan(0);
      expect(entities.length).toBeGreaterThan(0);
      expect((await server.call('PATCH', `/v1/jobs/${id}/entities`, { operations })).status).toBe(200);
      for (const format of ['txt', 'docx', 'pdf']) {
        const { status, bytes } = await exchange(`/api/jobs/${id}/export?format=${format}`, {});
        expect({ status, canaries: canariesIn(bytes) }).toEqual({ status: 200, canaries: [] });
      }
      const wrong = await server.call('PATCH', `/v1/jobs/${id}/entities`, {
        operations: [
          { op: 'add', start: 0, end: 10 ** 9, category: 'person' },
          { op: CANARY.word, id: CANARY.name },
        ],
      });
      expect(wrong.status).toBe(400);
      expect(canariesIn(Buffer.from(wrong.text))).toEqual([]);
    }
    const { anonymized_text_raw: masked } = (await server.call('GET', `/status/${ids[0]!}`)).read(
      z.object({ anonymized_text_raw: z.string() }),
    );
    expect(canariesIn(Buffer.from(masked))).toEqual([]);
    expect((await server.call('POST', '/deanonymize', { text: masked })).read(deanonymized).text).toBe(TEXT);
    await server.call('POST', '/v1/account/terms', { kind: 'mask', value: CANARY.name });
    const pattern = await server.call('POST', '/v1/account/terms', { kind: 'pattern', value: `${CANARY.word}(` });
    expect(pattern.status).toBe(400);
    expect(canariesIn(Buffer.from(pattern.text))).toEqual([]);
    const url = await server.call('POST', '/v1/jobs/upload-url', {
      url: `http://${CANARY.word}.example/${CANARY.number}`,
    });
    expect(canariesIn(Buffer.from(url.text))).toEqual([]);
    const cancelled = (await server.call('POST', '/anonymize', { text: TEXT.repeat(2_000) })).read(jobCreated).job_id;
    await server.call('POST', `/v1/jobs/${cancelled}/cancel`);
    await server.call('DELETE', `/v1/jobs/${ids[1]!}`);
  });

  it('not in what the server printed, logged, stored or left in temporary folders', async () => {
    await server.end('SIGTERM');
    expect(canariesIn(Buffer.from(server.stdout() + server.stderr()))).toEqual([]);
    // What is searched is really there.
    expect(readdirSync(folder('data'))).toEqual(expect.arrayContaining(['deckname.db', 'logs', 'objects']));
    expect(leakingFiles(root.path)).toEqual([]);
  });
});
