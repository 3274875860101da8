import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { isoTime, systemClock } from '../../server/core/clock.ts';
import { openDatabase } from '../../server/core/db/sqlite/database.ts';
import type { Db } from '../../server/core/db/types.ts';
import { openVault } from '../../server/core/vault/vault.ts';
import { createFeed } from '../../server/features/workspace/feed/feed.ts';
import { createViewers } from '../../server/features/workspace/feed/viewers.ts';
import { createNodeNames, type NodeNames } from '../../server/features/workspace/nodes/names.ts';
import { insertNode, type NodeRow } from '../../server/features/workspace/storage/nodes.ts';
import { MIGRATIONS } from '../../server/migrations.ts';
import { memoryLogger } from '../helpers/memoryLogger.ts';
import { spawnServer, type SpawnedServer } from '../helpers/spawnServer.ts';
import { newApiKey } from '../helpers/testConfig.ts';
import { type Figure, milliseconds, quantile, sample } from './measure.ts';

const SIZES = [10_000, 100_000] as const;
const DEPTH = 32;
const CHANGES = 1_000;
const CLIENTS = 200;
const CALLS_PER_CLIENT = 10;
const RUNS = 20;
const WARM_UP = 5;

/** A workspace of so many nodes: one folder with a tenth of them, a chain of {@link DEPTH} folders, and folders of a hundred. */
interface Seeded {
  readonly dataDir: string;
  readonly apiKey: string;
  readonly wideId: string;
  readonly deepPath: string;
}

/** Each figure with 10,000 nodes and with ten times as many, beside a bare answer of the same server. */
export async function benchWorkspace(): Promise<Figure[]> {
  const [small, large] = [await measure(SIZES[0]), await measure(SIZES[1])];
  return Object.entries(large).map(([name, { value, goal }]) => ({
    name,
    value: `${value.toFixed(1)} ms`,
    ratio: `${(value / large['a bare answer']!.value).toFixed(1)} bare answers; ${(value / small[name]!.value).toFixed(1)} times that of a tenth`,
    ...(goal !== undefined && { goal }),
  }));
}

async function measure(nodes: number): Promise<Record<string, { value: number; goal?: string }>> {
  const seeded = await seed(nodes);
  const server = await spawnServer({ ...seeded, env: { DECKNAME_LOG_LEVEL: 'error', DECKNAME_RATE_LIMITS: 'off' } });
  try {
    const median = async (path: string): Promise<number> =>
      quantile(await sample(RUNS, WARM_UP, () => get(server, path)), 0.5);
    const list = `/v1/workspace/nodes?parentId=${seeded.wideId}&limit=200`;
    const byPath = `/v1/workspace/nodes/by-path?path=${encodeURIComponent(seeded.deepPath)}`;
    const search = '/v1/workspace/search?q=akte%2099';
    const delta = `/v1/workspace/delta?limit=${String(CHANGES)}`;
    return {
      'a bare answer': { value: await median('/v1/account') },
      'a page of a folder with a tenth of all nodes': {
        value: await median(list),
        goal: '< 60 ms with 10,000 children',
      },
      [`by-path at depth ${String(DEPTH)}`]: { value: await median(byPath) },
      [`delta of ${String(CHANGES)} changes`]: { value: await median(delta) },
      'the first search after a start': { value: await milliseconds(() => get(server, search)) },
      'search among all names': { value: await median(search) },
      [`${String(CLIENTS)} parallel clients, mixed, 99th percentile`]: {
        value: await mixedLoad(server, [list, byPath, search, '/v1/workspace/usage', delta], seeded.wideId),
      },
    };
  } finally {
    await server.end('SIGTERM');
    rmSync(seeded.dataDir, { recursive: true, force: true });
  }
}

async function get(server: SpawnedServer, path: string): Promise<void> {
  const answer = await server.call('GET', path);
  if (answer.status !== 200) throw new Error(`${path} answered ${String(answer.status)}`);
}

/** Every fifth call makes a folder; the 99th percentile of all calls. */
async function mixedLoad(server: SpawnedServer, paths: readonly string[], parentId: string): Promise<number> {
  const times: number[] = [];
  const client = async (number: number): Promise<void> => {
    for (let call = 0; call < CALLS_PER_CLIENT; call++) {
      const path = paths[(number + call) % paths.length]!;
      const body = { kind: 'folder', name: randomUUID(), parentId };
      const work =
        (number + call) % 5 === 0 ? () => server.call('POST', '/v1/workspace/nodes', body) : () => get(server, path);
      times.push(await milliseconds(work));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  return quantile(times, 0.99);
}

/** Makes the data folder with a server of its own, then fills its database at once. */
async function seed(nodes: number): Promise<Seeded> {
  const dataDir = mkdtempSync(join(tmpdir(), 'deckname-bench-'));
  const apiKey = newApiKey();
  const server = await spawnServer({ dataDir, apiKey });
  const answer = await server.call('GET', '/v1/account');
  const spaceId = answer.read(z.object({ account: z.object({ id: z.string() }) })).account.id;
  const first = await server.call('POST', '/v1/workspace/nodes', { kind: 'folder', name: 'Alle Akten' });
  const wideId = first.read(z.object({ node: z.object({ id: z.string() }) })).node.id;
  await server.end('SIGTERM');

  const file = join(dataDir, 'deckname.db');
  const database = await openDatabase({ file, migrations: MIGRATIONS, clock: systemClock, logger: memoryLogger() });
  const masterKey = Buffer.from((await readFile(join(dataDir, 'master.key'), 'utf8')).trim(), 'base64');
  const vault = await openVault({ database, masterKey, clock: systemClock });
  const names = createNodeNames(vault);
  const viewers = createViewers({ directory: { groupMembers: () => Promise.resolve([]) } });
  const feed = createFeed({ vault, names, viewers, clock: systemClock });
  const add = (db: Db, name: string, parentId: string | null) => addFolder(db, names, spaceId, name, parentId);
  const deepPath = await database.transaction(async (db) => {
    const wide: NodeRow[] = [];
    for (let index = 0; index < nodes / 10; index++) wide.push(await add(db, `Brief ${String(index)}`, wideId));
    let parentId: string | null = null;
    const names: string[] = [];
    for (let depth = 1; depth <= DEPTH; depth++) {
      const name = `Ebene ${String(depth)}`;
      names.push(name);
      ({ id: parentId } = await add(db, name, parentId));
    }
    for (let made = wide.length + DEPTH; made < nodes;) {
      const { id } = await add(db, `Ordner ${String(made)}`, null);
      made += 1;
      for (let child = 0; child < 100 && made < nodes; child++, made++) await add(db, `Akte ${String(made)}`, id);
    }
    await feed.record(db, 'system', 'created', wide.slice(0, CHANGES));
    return `/${names.join('/')}`;
  });
  await database.close();
  return { dataDir, apiKey, wideId, deepPath };
}

async function addFolder(
  db: Db,
  names: NodeNames,
  spaceId: string,
  name: string,
  parentId: string | null,
): Promise<NodeRow> {
  const id = randomUUID();
  const at = isoTime(systemClock.now());
  const node: NodeRow = {
    ...{ id, spaceId, parentId, type: 'folder', ...(await names.seal(spaceId, id, name)), file: null },
    ...{ thumbnailState: 'unsupported', thumbnailRef: null, description: null, color: null, icon: null },
    ...{ agentRead: null, agentWrite: null, trashedAt: null, trashRoot: null, anonymization: null },
    ...{ createdBy: spaceId, createdAt: at, updatedAt: at },
  };
  await insertNode(db, node);
  return node;
}
