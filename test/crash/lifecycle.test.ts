import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createTcpServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { spawnCli, spawnServer, type SpawnOptions } from '../helpers/spawnServer.ts';
import { tempDir } from '../helpers/tempDir.ts';
import { newApiKey } from '../helpers/testConfig.ts';

/** Starts a server that is killed when the test has finished. */
async function start(options: SpawnOptions) {
  const server = await spawnServer(options);
  onTestFinished(() => void server.process.kill('SIGKILL'));
  return server;
}

/** Starts a server that is expected to refuse, and returns what it printed. */
async function refusal(options: SpawnOptions) {
  const { output, ended } = spawnCli(options);
  const end = await ended;
  return { ...output, end };
}

const created = z.object({ job_id: z.string() });

describe('npm run serve', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('prints one line when it is ready and ends cleanly on %s', async (signal) => {
    const server = await start({ dataDir: tempDir() });
    expect((await server.call('GET', '/health')).body).toMatchObject({ status: 'ok' });
    expect(server.stdout().match(/ready: http:\/\/127\.0\.0\.1:\d+\/$/gm)).toHaveLength(1);
    expect(await server.end(signal)).toEqual({ code: 0, signal: null });
    await expect(server.call('GET', '/health')).rejects.toThrow();
  });

  it('gives the owner of the environment the key of the environment', async () => {
    const server = await start({ dataDir: tempDir() });
    expect((await server.call('GET', '/v1/account')).body).toMatchObject({
      account: { email: 'owner@example.org', role: 'owner' },
    });
  });

  it('prints a set-up link when there is no owner', async () => {
    const env = { DECKNAME_OWNER_EMAIL: undefined, DECKNAME_OWNER_PASSWORD: undefined };
    const { child, output, ended } = spawnCli({ dataDir: tempDir(), env });
    onTestFinished(() => void child.kill('SIGKILL'));
    while (!output.stdout.includes('ready: ')) await once(child.stdout, 'data');
    const [, url, token] = /(http:\/\/\S+)\/setup#token=(\S+)/.exec(output.stdout)!;
    const owner = { token, email: 'first@example.org', name: 'First', password: 'correct horse battery' };
    const answer = await fetch(`${url!}/api/v1/auth/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'deckname' },
      body: JSON.stringify(owner),
    });
    expect(answer.status).toBe(201);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('keeps a second server out of the data folder, and lets one in at once after SIGKILL', async () => {
    const dataDir = tempDir();
    const first = await start({ dataDir });
    const second = await refusal({ dataDir });
    expect(second.end.code).toBe(1);
    expect(second.stderr.trim().split('\n')).toEqual([
      `Another Deckname server is using the data folder ${dataDir}. Stop it first.`,
    ]);
    expect(second.stdout).toBe('');
    expect((await first.call('GET', '/health')).status).toBe(200);
    await first.end('SIGKILL');
    const third = await start({ dataDir, apiKey: first.apiKey });
    expect((await third.call('GET', '/v1/account')).status).toBe(200);
  });

  it('leaves jobs to the next start when it is stopped', async () => {
    const dataDir = tempDir();
    const first = await start({ dataDir });
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) {
      const answer = await first.call('POST', '/anonymize', {
        text: `Mail ${n} an anna${n}@example.org`,
        language: 'de',
      });
      ids.push(answer.read(created).job_id);
    }
    expect(await first.end('SIGTERM')).toEqual({ code: 0, signal: null });
    const second = await start({ dataDir, apiKey: first.apiKey });
    for (const id of ids) expect((await second.finished(id)).body).toMatchObject({ status: 'completed' });
  });

  it('lets a request that runs end, and cuts off one that never does', async () => {
    const server = await start({ dataDir: tempDir() });
    const never = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"text": "')),
    });
    const hanging = server
      .fetch('/api/anonymize', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: never,
        // @ts-expect-error -- missing in the DOM's types, required by Node for streams
        duplex: 'half',
      })
      .then(
        () => 'answered',
        () => 'cut off',
      );
    await server.call('GET', '/health');
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(['answered', 'cut off']).toContain(await hanging);
  });
});

describe('a start that cannot succeed', () => {
  it.each([
    ['an unknown setting', { DECKNAME_COLOUR: 'red' }, 'DECKNAME_COLOUR'],
    ['an invalid setting', { DECKNAME_PORT: 'high' }, 'DECKNAME_PORT'],
    ['a missing file', { DECKNAME_CONFIG: '/nowhere/deckname.yaml' }, '/nowhere/deckname.yaml'],
    ['an address of another machine', { DECKNAME_HOST: '192.0.2.1' }, '192.0.2.1'],
  ])('is explained in one line: %s', async (_, env, named) => {
    const { end, stderr, stdout } = await refusal({
      dataDir: tempDir(),
      env: { DECKNAME_LOG_LEVEL: 'silent', ...env },
    });
    expect(end.code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(named);
    expect(stdout).toBe('');
  });

  it('names a port in use, and leaves the data folder free', async () => {
    const other = createTcpServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = z.object({ port: z.number() }).parse(other.address());
    const dataDir = tempDir();
    const env = { DECKNAME_PORT: String(port), DECKNAME_LOG_LEVEL: 'silent' };
    const { end, stderr } = await refusal({ dataDir, env });
    expect(end.code).toBe(1);
    expect(stderr).toBe(`Port ${port} on 127.0.0.1 is already in use.\n`);
    await start({ dataDir });
  });

  it('never changes the key of existing data', async () => {
    const dataDir = tempDir();
    await (await start({ dataDir })).end('SIGTERM');
    const key = join(dataDir, 'master.key');
    const content = readFileSync(key);
    const silent = { DECKNAME_LOG_LEVEL: 'silent' };
    rmSync(key);
    const missing = await refusal({ dataDir, env: silent });
    expect([missing.end.code, missing.stderr]).toEqual([1, expect.stringContaining('is missing')]);
    const other = { ...silent, DECKNAME_MASTER_KEY: Buffer.alloc(32, 1).toString('base64') };
    const wrong = await refusal({ dataDir, env: other });
    expect([wrong.end.code, wrong.stderr]).toEqual([1, expect.stringContaining('does not belong')]);
    writeFileSync(key, content, { mode: 0o600 });
    await start({ dataDir });
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('names a folder it cannot write', async () => {
    const dataDir = tempDir();
    chmodSync(dataDir, 0o500);
    const { end, stderr } = await refusal({ dataDir });
    expect(end.code).toBe(1);
    expect(stderr).toContain(dataDir);
  });
});

describe('npm start in a browser', () => {
  it('prints a link that opens the local account once', async () => {
    const env = {
      DECKNAME_OWNER_EMAIL: undefined,
      DECKNAME_OWNER_PASSWORD: undefined,
      DECKNAME_BOOTSTRAP_API_KEY: undefined,
    };
    const server = await start({ dataDir: tempDir(), command: 'local', apiKey: newApiKey(), env });
    const token = /#launch=(\S+)/.exec(server.stdout())![1];
    const open = () =>
      fetch(`${server.url}api/v1/auth/launch`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-requested-with': 'deckname' },
        body: JSON.stringify({ token }),
      });
    const answer = await open();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toContain('HttpOnly');
    expect((await open()).status).toBe(401);
    expect((await fetch(`${server.url}api/v1/account`)).status).toBe(401);
  });
});
