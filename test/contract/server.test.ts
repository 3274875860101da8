import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { jobCreated } from '../../server/contract/anonymization.ts';
import { createServer } from '../../server/createServer.ts';
import { bootServer, type BootedServer, type BootOptions } from '../helpers/bootServer.ts';
import { tempDir } from '../helpers/tempDir.ts';
import { newApiKey, testConfig } from '../helpers/testConfig.ts';

const DAY_MS = 86_400_000;
const TEXT = 'Bitte schreiben Sie an anna.mueller@example.org.';

async function boot(options: BootOptions = {}) {
  const server = await bootServer(options);
  onTestFinished(() => server.stop());
  return server;
}

async function anonymize(server: BootedServer) {
  const { job_id } = (await server.call('POST', '/anonymize', { text: TEXT, language: 'de' })).read(jobCreated);
  expect((await server.finished(job_id)).body).toMatchObject({ status: 'completed', original_text: TEXT });
  return job_id;
}

function objectsOf({ dataDir }: BootedServer): string[] {
  const dir = join(dataDir, 'objects');
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const eventsOf = ({ logLines }: BootedServer) => logLines.map((line) => (JSON.parse(line) as { event: string }).event);

describe('a server', () => {
  it('shares nothing with another one in the same process', async () => {
    const [one, two] = [await boot(), await boot()];
    const id = await anonymize(one);
    expect((await two.call('GET', `/status/${id}`)).status).toBe(404);
    const foreign = { authorization: `Bearer ${one.apiKey}` };
    expect((await two.call('GET', '/v1/account', undefined, foreign)).status).toBe(401);
    await one.stop();
    await anonymize(two);
  });

  it('keeps accounts, keys, jobs and originals over a restart', async () => {
    const server = await boot();
    const id = await anonymize(server);
    const before = (await server.call('GET', `/status/${id}`)).body;
    await server.restart();
    expect((await server.call('GET', `/status/${id}`)).body).toEqual(before);
    expect(server.setupToken).toBeNull();
  });

  it('removes objects that no row refers to when it starts, and reports missing ones', async () => {
    const server = await boot();
    await anonymize(server);
    const [object, ...others] = objectsOf(server);
    const orphan = join(object!, '..', 'f'.repeat(64));
    writeFileSync(orphan, 'left by a crash');
    await server.restart();
    expect(objectsOf(server).sort()).toEqual([object!, ...others].sort());
    expect(eventsOf(server)).not.toContain('blobs.missing');
    rmSync(object!);
    await server.restart();
    expect(eventsOf(server)).toContain('blobs.missing');
  });

  it('deletes jobs that are older than the team keeps them, with their objects', async () => {
    let now = Date.now();
    const server = await boot({ clock: { now: () => now } });
    const old = await anonymize(server);
    expect((await server.call('PATCH', '/v1/admin/settings', { jobRetentionDays: 2 })).status).toBe(200);
    now += DAY_MS;
    await server.restart();
    const young = await anonymize(server);
    expect((await server.call('GET', `/status/${old}`)).status).toBe(200);
    now += 1.5 * DAY_MS;
    await server.restart();
    await vi.waitFor(async () => expect((await server.call('GET', `/status/${old}`)).status).toBe(404));
    expect((await server.call('GET', `/status/${young}`)).status).toBe(200);
  });

  it('writes a log without the text of documents', async () => {
    const server = await boot();
    await anonymize(server);
    expect(eventsOf(server)).toEqual(expect.arrayContaining(['server.ready', 'jobs.ended']));
    expect(server.logLines.join('')).not.toContain('anna.mueller');
    expect(server.logLines.join('')).not.toContain(server.apiKey);
  });

  it('can be stopped twice and before it was started, and is started once', async () => {
    const dataDir = tempDir();
    const server = createServer(testConfig({ dataDir, apiKey: newApiKey(), logLevel: 'silent' }));
    await server.start();
    await expect(server.start()).rejects.toThrow('once');
    await Promise.all([server.stop(), server.stop()]);
    await createServer(testConfig({ dataDir, apiKey: newApiKey() })).stop();
  });

  it('leaves nothing open when it cannot start', async () => {
    const dataDir = tempDir();
    // A folder stands where the database has to be.
    mkdirSync(join(dataDir, 'deckname.db'));
    const config = testConfig({ dataDir, apiKey: newApiKey(), logLevel: 'silent' });
    const masterKey = { kind: 'key', base64: Buffer.alloc(32).toString('base64') } as const;
    await expect(createServer({ ...config, masterKey }).start()).rejects.toThrow();
    rmSync(join(dataDir, 'deckname.db'), { recursive: true });
    const server = createServer({ ...config, masterKey });
    await server.start();
    await server.stop();
  });

  it('serves the web interface when it has one', async () => {
    const rendererDir = tempDir();
    writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><title>Deckname</title>');
    const server = await boot({ config: { rendererDir } });
    const page = await fetch(server.url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Deckname')]);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});
