import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../server/contract/index.ts';
import { bootServer, type BootedServer } from '../helpers/bootServer.ts';

const SAMPLE = 'fr-contrat.pdf';

let server: BootedServer;
let job: string;
/** Path of an export that was made in the background. */
let made: string;
beforeAll(async () => {
  server = await bootServer();
  const form = new FormData();
  const bytes = readFileSync(join(import.meta.dirname, '..', '..', 'resources', 'samples', SAMPLE));
  form.set('file', new File([new Uint8Array(bytes)], SAMPLE));
  const response = await server.fetch('/api/v1/jobs/upload', { method: 'POST', body: form });
  job = contract.jobCreated.parse(await response.json()).job_id;
  await server.finished(job);
  const exports = `/v1/jobs/${job}/exports`;
  const { export: run } = (await server.call('POST', exports, { format: 'native' })).read(
    contract.createExport.response.schema,
  );
  made = `${exports}/${run.export_id}`;
  await server.whenIdle();
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) => server.fetch(`/api${path}`, { headers });

describe('downloads of a job', () => {
  it.each([
    ['an export as text', () => `/v1/jobs/${job}/export?format=txt`],
    ['an export in its own format', () => `/v1/jobs/${job}/export?format=native`],
    ['an export that was made in the background', () => `${made}/download`],
    ['a page as a picture', () => `/v1/jobs/${job}/document/parts/1/picture?width=400`],
  ])('are conditional and come in ranges: %s', async (_, path) => {
    const whole = await get(path());
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const etag = whole.headers.get('etag') ?? '';
    expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    const known = await get(path(), { 'if-none-match': etag });
    expect([known.status, (await known.arrayBuffer()).byteLength]).toEqual([304, 0]);
    const part = await get(path(), { range: 'bytes=2-5', 'if-range': etag });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 2-5/${bytes.byteLength}`]);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.subarray(2, 6));
    expect((await get(path(), { range: `bytes=${bytes.byteLength}-` })).status).toBe(416);
    expect((await get(path(), { 'if-match': '"another"' })).status).toBe(412);
  });

  it('change their tag with the review', async () => {
    const tag = async () => (await get(`/v1/jobs/${job}/export?format=txt`)).headers.get('etag');
    const before = await tag();
    const { entities, revision } = (await server.call('GET', `/v1/jobs/${job}/entities`)).read(
      contract.listEntities.response.schema,
    );
    const body = { revision, operations: [{ op: 'reject', id: entities[0]!.id }] };
    expect((await server.call('PATCH', `/v1/jobs/${job}/entities`, body)).status).toBe(200);
    expect(await tag()).not.toBe(before);
  });
});
