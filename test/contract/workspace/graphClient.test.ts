import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client, FileUpload, LargeFileUploadTask, type Range } from '@microsoft/microsoft-graph-client';
import { Agent, fetch as fetchWith } from 'undici';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { workspaceNode } from '../../../server/contract/workspace/node.ts';
import { addFile, addFolder, bootTeam, getNode, type Person, type Team } from '../../helpers/workspace.ts';

/** The client knows https addresses only: a proxy with the name of the test certificate stands before the server, as in an office. */
const HOST = 'files.example.org';
const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../fixtures/tls', name), 'utf8');

let team: Team;
let owner: Person;
/** Sends the key, or, not knowing the host as its own, none. */
let keyed: Client;
let bare: Client;
const requests: { readonly method: string; readonly range: string; readonly authorization: boolean }[] = [];
let breakAfter = Number.POSITIVE_INFINITY;

const proxy = createServer({ key: fixture('test-key.pem'), cert: fixture('test-cert.pem') }, (request, response) => {
  const { method = '', headers, url } = request;
  requests.push({ method, range: headers['content-range'] ?? '', authorization: headers.authorization !== undefined });
  if (requests.length > breakAfter) {
    request.socket.destroy();
    return;
  }
  const target = new URL(url ?? '', team.server.url);
  const onward = httpRequest(target, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  request.pipe(onward);
});

const withKey = (done: (error: null, token: string) => void): void => done(null, owner.apiKey);

beforeAll(async () => {
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  team = await bootTeam({ config: { publicUrl: `https://${HOST}:${String(port)}` } });
  ({ owner } = team);
  const dispatcher = new Agent({
    connect: {
      ca: fixture('test-cert.pem'),
      lookup: (_host, options, done) =>
        options.all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
    },
  });
  vi.stubGlobal('fetch', (url: string, init: Parameters<typeof fetchWith>[1]) =>
    new URL(url).hostname === HOST ? fetchWith(url, { ...init, dispatcher }) : fetchOf(url, init as RequestInit),
  );
  const options = { authProvider: withKey, baseUrl: `https://${HOST}:${String(port)}/`, defaultVersion: 'api' };
  keyed = Client.init({ ...options, customHosts: new Set([HOST]) });
  bare = Client.init(options);
});
const fetchOf = globalThis.fetch;
afterAll(async () => {
  vi.unstubAllGlobals();
  proxy.close();
  await team.stop();
});

const SIZE = 2 * 1024 * 1024 + 17;
const RANGE = 320 * 1024;
const content = Buffer.alloc(SIZE, 'Sehr geehrte Frau Rechtsanwältin, ');
const uploaded = z.object({ id: z.string(), name: z.string(), size: z.number(), node: workspaceNode });

async function newTask(client: Client, payload: Record<string, unknown>, onProgress?: (range?: Range) => void) {
  const name = String(payload['name']);
  const session = await LargeFileUploadTask.createUploadSession(keyed, '/v1/workspace/uploads', payload);
  const bytes = content.buffer.slice(content.byteOffset, content.byteOffset + SIZE);
  const file = new FileUpload(new Uint8Array(bytes), name, SIZE);
  const uploadEventHandlers = onProgress && { progress: onProgress };
  return new LargeFileUploadTask(client, file, session, {
    rangeSize: RANGE,
    ...(uploadEventHandlers && { uploadEventHandlers }),
  });
}

async function download(id: string): Promise<Buffer> {
  return Buffer.from(await (await owner.fetch(`/api/v1/workspace/nodes/${id}/download`)).arrayBuffer());
}

it('uploads a large file range by range', async () => {
  const folder = await addFolder(owner, 'Graph');
  const ends: number[] = [];
  requests.length = 0;
  const task = await newTask(keyed, { name: 'gross.txt', sizeBytes: SIZE, parentId: folder.id }, (range) =>
    ends.push(range!.maxValue),
  );
  expect(task.getUploadSession().expiry.getTime()).toBeGreaterThan(Date.now());
  const { responseBody } = await task.upload();
  const { id, name, size } = uploaded.parse(responseBody);
  expect([name, size]).toEqual(['gross.txt', SIZE]);
  expect(ends.at(-1)).toBe(SIZE - 1);
  expect(ends).toHaveLength(Math.ceil(SIZE / RANGE));
  expect((await getNode(owner, id)).parentId).toBe(folder.id);
  expect((await download(id)).equals(content)).toBe(true);
});

it('goes on where a broken connection left it, and needs no credential for the ranges', async () => {
  const file = await addFile(owner, 'alt.txt', 'alt');
  const task = await newTask(bare, { name: 'alt.txt', sizeBytes: SIZE, nodeId: file.id, revision: 1 });
  requests.length = 0;
  breakAfter = 3;
  await expect(task.upload()).rejects.toThrow();
  breakAfter = Number.POSITIVE_INFINITY;
  expect(await task.getStatus()).toMatchObject({
    receivedBytes: 3 * RANGE,
    nextExpectedRanges: [`${String(3 * RANGE)}-`],
  });
  const result = (await task.resume()) as { responseBody: unknown };
  expect(uploaded.parse(result.responseBody)).toMatchObject({ id: file.id, node: { revision: 2 } });
  expect(requests.some(({ authorization }) => authorization)).toBe(false);
  expect((await download(file.id)).equals(content)).toBe(true);
});

it('cancels', async () => {
  const task = await newTask(bare, { name: 'nie.txt', sizeBytes: SIZE });
  await task.uploadSlice(
    content.buffer.slice(content.byteOffset, content.byteOffset + RANGE),
    task.getNextRange(),
    SIZE,
  );
  expect(await task.getStatus()).toMatchObject({ receivedBytes: RANGE });
  expect(await task.cancel()).toMatchObject({ status: 204 });
  expect(task.getUploadSession().isCancelled).toBe(true);
  await expect(task.getStatus()).rejects.toMatchObject({ statusCode: 404 });
});
