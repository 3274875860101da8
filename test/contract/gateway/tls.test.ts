import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { gatewayErrorBody, providerTest } from '../../../server/contract/index.ts';
import { spawnServer } from '../../helpers/spawnServer.ts';
import { tempDir } from '../../helpers/tempDir.ts';

/** An authority made for these tests, whose key is gone, and a certificate of it for 127.0.0.1. */
const CA_FILE = fileURLToPath(new URL('../../fixtures/tls/ca-cert.pem', import.meta.url));
const fixture = (name: string) => readFileSync(new URL(`../../fixtures/tls/${name}`, import.meta.url), 'utf8');

let server: Server;
let seen: string[] = [];
beforeAll(async () => {
  server = createServer({ key: fixture('server-key.pem'), cert: fixture('server-cert.pem') }, (request, response) => {
    seen.push(`${request.method ?? ''} ${request.url ?? ''}`);
    request.resume().on('end', () => {
      const message = { role: 'assistant', content: 'Hello over TLS.' };
      const whole = { id: 'c1', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] };
      const list = { object: 'list', data: [{ id: 'm', object: 'model', created: 1, owned_by: 'office' }] };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(request.method === 'GET' ? list : whole));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A server of its own whose provider is at `host`, with more certificate authorities or without. */
async function open(host: string, env: Readonly<Record<string, string>>) {
  seen = [];
  const baseUrl = `https://${host}:${(server.address() as AddressInfo).port}/v1`;
  const providers = JSON.stringify([{ id: 'office', kind: 'compatible', baseUrl, apiKey: 'secret' }]);
  const spawned = await spawnServer({ dataDir: tempDir(), env: { DECKNAME_PROVIDERS: providers, ...env } });
  onTestFinished(async () => {
    await spawned.end('SIGTERM');
  });
  const tested = (await spawned.call('POST', '/v1/admin/providers/office/test')).read(providerTest);
  const messages = [{ role: 'user', content: 'Hello' }];
  const answer = await spawned.call('POST', '/v1/llm/chat/completions', { model: 'office/m', messages });
  return { tested, answer };
}

it('reaches a provider whose certificate an authority of the office has signed', async () => {
  const { tested, answer } = await open('127.0.0.1', { NODE_EXTRA_CA_CERTS: CA_FILE });
  expect(tested).toMatchObject({ ok: true, models: ['m'] });
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Hello over TLS.')]);
});

it.each([
  ['nobody vouches for', '127.0.0.1', {}],
  ['is another host’s', 'localhost', { NODE_EXTRA_CA_CERTS: CA_FILE }],
])('sends nothing to a provider whose certificate %s', async (_, host, env) => {
  const { tested, answer } = await open(host, env);
  expect(tested).toMatchObject({ ok: false, failure: 'untrusted' });
  expect([answer.status, answer.read(gatewayErrorBody).error.code]).toEqual([503, 'service_unavailable']);
  expect(seen).toEqual([]);
});
