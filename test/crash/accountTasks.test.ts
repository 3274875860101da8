import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { keyRotation } from '../../server/contract/accountTasks.ts';
import { apiClient, type ApiAnswer, type ApiClient } from '../helpers/apiClient.ts';
import { cookieOf, httpClient } from '../helpers/httpClient.ts';
import { spawnServer, type SpawnedServer } from '../helpers/spawnServer.ts';
import { tempDir } from '../helpers/tempDir.ts';
import { newApiKey } from '../helpers/testConfig.ts';
import { addFile, succeeded } from '../helpers/workspace.ts';

const KILLS = 5;
const FILES = 40;
const LOGIN = { email: 'leaving@example.org', password: 'the password of one who leaves' };
const withId = z.object({ id: z.string() });
const rotation = z.object({ rotation: keyRotation });

/** A server that is killed (SIGKILL) at random moments and started again on the same data. */
async function killable() {
  const dataDir = tempDir();
  const apiKey = newApiKey();
  let server: SpawnedServer = await spawnServer({ dataDir, apiKey });
  onTestFinished(() => void server.process.kill('SIGKILL'));
  const clientOf = (key: string): ApiClient => apiClient(() => server.url, key);
  const owner = clientOf(apiKey);
  return {
    owner,
    clientOf,
    url: () => server.url,
    kill: async () => {
      await sleep(randomInt(0, 400));
      await server.end('SIGKILL');
      server = await spawnServer({ dataDir, apiKey });
    },
  };
}

const textOf = (file: number) => `text ${file} `.repeat(20_000);

async function addFiles(client: ApiClient): Promise<string[]> {
  const ids: string[] = [];
  for (let file = 0; file < FILES; file += 1) ids.push((await addFile(client, `${file}.txt`, textOf(file))).id);
  return ids;
}
async function checkFiles(client: ApiClient, ids: readonly string[]): Promise<void> {
  for (const [file, id] of ids.entries()) {
    const answer = await client.fetch(`/api/v1/workspace/nodes/${id}/download`);
    expect([answer.status, await answer.text()]).toEqual([200, textOf(file)]);
  }
}
async function until(ask: () => Promise<ApiAnswer>, done: (answer: ApiAnswer) => boolean): Promise<void> {
  for (let answer = await ask(); !done(answer); answer = await ask()) await sleep(100);
}

it('gives an account another key and loses nothing while the server is killed', async () => {
  const { owner, kill } = await killable();
  const ids = await addFiles(owner);
  const text = 'Antwort an wanda@example.org';
  const made = (await owner.call('POST', '/anonymize', { text, language: 'de' })).read(
    z.object({ job_id: z.string() }),
  );
  const before = (await owner.finished(made.job_id)).body;
  const state = () => owner.call('GET', '/v1/account/rotate-key');
  const first = (await state()).read(rotation).rotation.keyCreatedAt;
  succeeded(await owner.call('POST', '/v1/account/rotate-key'), 202);
  for (let count = 0; count < KILLS; count += 1) {
    await kill();
    expect((await state()).read(rotation).rotation.status).toBe('running');
  }
  await until(state, (answer) => answer.read(rotation).rotation.status === 'idle');
  expect((await state()).read(rotation).rotation.keyCreatedAt).not.toBe(first);
  await checkFiles(owner, ids);
  expect((await owner.finished(made.job_id)).body).toEqual(before);
  await kill();
  await checkFiles(owner, ids);
});

it('hands the files of an account over and loses none while the server is killed', async () => {
  const { owner, clientOf, kill, url } = await killable();
  const body = { ...LOGIN, name: 'Leaving', role: 'member' };
  const { user } = succeeded(await owner.call('POST', '/v1/admin/users', body), 201).read(z.object({ user: withId }));
  const call = httpClient(`${url()}api`);
  const cookie = cookieOf(await call('POST', '/v1/auth/login', { body: LOGIN }));
  const key = await call('POST', '/v1/account/keys', { cookie, body: { name: 'Tests' } });
  const { secret } = z.object({ secret: z.string() }).parse(key.json);
  const ids = await addFiles(clientOf(secret));
  const account = (await owner.call('GET', '/v1/account')).read(z.object({ account: withId })).account;
  succeeded(await owner.call('DELETE', `/v1/admin/users/${user.id}`, { transferTo: account.id }), 202);
  for (let count = 0; count < KILLS; count += 1) await kill();
  await until(
    () => owner.call('GET', `/v1/admin/users/${user.id}/deletion`),
    ({ status }) => status === 404,
  );
  await checkFiles(owner, ids);
  const users = (await owner.call('GET', '/v1/admin/users')).read(z.object({ users: z.array(withId) })).users;
  expect(users.map(({ id }) => id)).toEqual([account.id]);
});
