import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createProvider } from '../createProvider.ts';

const fixture = (name: string) => readFileSync(new URL(`../../../test/fixtures/tls/${name}`, import.meta.url), 'utf8');

it('sends nothing to a server whose certificate is not trusted', async () => {
  const seen: string[] = [];
  const keys = { key: fixture('test-key.pem'), cert: fixture('test-cert.pem') };
  const server = createServer(keys, (request, response) => {
    seen.push(request.url ?? '');
    response.end('{"object":"list","data":[]}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const definition = { id: 'tls', kind: 'compatible', baseUrl, apiKey: 'k', models: [], apiVersion: null } as const;
  const provider = createProvider(definition, { retries: { attempts: 1 } });
  onTestFinished(() => provider.close());
  await expect(provider.listModels(new AbortController().signal)).rejects.toMatchObject({
    failure: 'untrusted',
    cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  });
  expect(seen).toEqual([]);
});
