import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { discoverLocalProviders } from './discoverLocalProviders.ts';

/** A server with fixed answers by path; others are answered as `otherwise` says. */
async function serve(answers: Readonly<Record<string, unknown>>, otherwise = 404): Promise<number> {
  const server: Server = createServer((request, response) => {
    const body = answers[request.url ?? ''];
    response.writeHead(body === undefined ? otherwise : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: 'Unexpected endpoint or method.' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const list = (owner: string, ...ids: string[]) => ({
  object: 'list',
  data: ids.map((id) => ({ id, object: 'model', owned_by: owner })),
});

it('finds each server by what it alone answers', async () => {
  const ports = {
    ollama: await serve({ '/api/version': { version: '0.12.0' }, '/v1/models': { object: 'list', data: null } }),
    lmstudio: await serve(
      { '/api/v0/models': list('x', 'a'), '/v1/models': list('organization_owner', 'a', 'b') },
      200,
    ),
    llamacpp: await serve({ '/v1/models': list('llamacpp', 'c.gguf') }),
    vllm: await serve({ '/v1/models': list('vllm', 'd') }),
  };
  await expect(discoverLocalProviders(new AbortController().signal, { ports })).resolves.toEqual([
    { kind: 'ollama', baseUrl: `http://127.0.0.1:${ports.ollama}/v1`, models: [] },
    { kind: 'lmstudio', baseUrl: `http://127.0.0.1:${ports.lmstudio}/v1`, models: ['a', 'b'] },
    { kind: 'llamacpp', baseUrl: `http://127.0.0.1:${ports.llamacpp}/v1`, models: ['c.gguf'] },
    { kind: 'vllm', baseUrl: `http://127.0.0.1:${ports.vllm}/v1`, models: ['d'] },
  ]);
});

it('finds nothing where other servers answer, or none', async () => {
  const other = await serve({}, 200);
  const chatServer = await serve({ '/v1/models': list('someone', 'm') });
  const ports = { ollama: other, lmstudio: await closedPort(), llamacpp: chatServer, vllm: chatServer };
  await expect(discoverLocalProviders(new AbortController().signal, { ports })).resolves.toEqual([]);
  await expect(discoverLocalProviders(AbortSignal.abort(), { ports })).rejects.toMatchObject({ name: 'AbortError' });
});
