import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { apiClient, type ApiClient } from '../helpers/apiClient.ts';
import { cookieOf, httpClient } from '../helpers/httpClient.ts';
import { spawnServer } from '../helpers/spawnServer.ts';
import { tempDir } from '../helpers/tempDir.ts';
import { newApiKey, OWNER } from '../helpers/testConfig.ts';
import { runTree } from '../helpers/treeModel/run.ts';
import { succeeded } from '../helpers/workspace.ts';

const OPERATIONS = Number(process.env['DECKNAME_SOAK_OPERATIONS'] ?? 50_000);
/** One in so many operations is interrupted by SIGKILL. */
const OPERATIONS_PER_KILL = 250;
/** Operations between two comparisons of everything that everybody sees. */
const BATCH = 500;
/** Far more than it takes: every operation is written to the disk before it is answered. */
const TIMEOUT_MS = 4 * 3_600_000;
const PASSWORD = 'long enough 1';
const BERT = Object.freeze({ email: 'bert@example.org', name: 'Bert', role: 'member', password: PASSWORD });

const made = z.object({ secret: z.string() });
const withId = z.object({ id: z.string() });

it(
  `keeps the tree exact over ${OPERATIONS.toLocaleString('en')} random operations while the server is killed in between`,
  async () => {
    const seed = Number(process.env['DECKNAME_SEED'] ?? randomInt(2 ** 31));
    process.stdout.write(`seed ${String(seed)} (DECKNAME_SEED repeats it)\n`);
    const dataDir = tempDir();
    const start = { dataDir, apiKey: newApiKey() };
    let server = await spawnServer(start);
    try {
      const key = async (client: ApiClient, body: object) =>
        succeeded(await client.call('POST', '/v1/account/keys', body), 201).read(made).secret;
      const annaId = (await server.call('GET', '/v1/account')).read(z.object({ account: withId })).account.id;
      const added = succeeded(await server.call('POST', '/v1/admin/users', BERT), 201);
      const bertId = added.read(z.object({ user: withId })).user.id;
      const login = httpClient(`${server.url}api`);
      const cookie = cookieOf(
        await login('POST', '/v1/auth/login', { body: { email: BERT.email, password: PASSWORD } }),
      );
      const bertKey = made.parse((await login('POST', '/v1/account/keys', { cookie, body: { name: 'Tests' } })).json);
      const agentKey = await key(server, { name: 'Agent', agent: { name: 'Helper' } });
      const clientOf = (apiKey: string) => apiClient(() => server.url, apiKey);
      const clients = { Anna: clientOf(start.apiKey), Bert: clientOf(bertKey.secret), Agent: clientOf(agentKey) };

      const run = await runTree(
        {
          dataDir,
          actors: [
            { name: 'Anna', userId: annaId, isAgent: false },
            { name: 'Bert', userId: bertId, isAgent: false },
            { name: 'Agent', userId: annaId, isAgent: true },
          ],
          clientOf: ({ name }) => clients[name as keyof typeof clients],
          emailOf: (userId) => (userId === annaId ? OWNER.email : BERT.email),
          async killAndStart() {
            await server.end('SIGKILL');
            server = await spawnServer(start);
          },
        },
        { seed, operations: OPERATIONS, batch: BATCH, kills: Math.ceil(OPERATIONS / OPERATIONS_PER_KILL) },
      );
      process.stdout.write(`${JSON.stringify(run)}\n`);
      expect(run.done).toBe(OPERATIONS);
      expect(run.interrupted).toBeGreaterThan(0);
      expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    } finally {
      server.process.kill('SIGKILL');
    }
  },
  TIMEOUT_MS,
);
