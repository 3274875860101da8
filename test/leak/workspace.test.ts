import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ENDPOINTS, errorCodes, OVERVIEWS } from '../../server/contract/index.ts';
import { AppError } from '../../server/core/errors.ts';
import type { ApiClient } from '../helpers/apiClient.ts';
import { filesBelow } from '../helpers/files.ts';
import { cookieOf, httpClient } from '../helpers/httpClient.ts';
import { NODE_ROWS, OWN_ROWS, type Target } from '../helpers/permissionRows.ts';
import { spawnServer } from '../helpers/spawnServer.ts';
import { keptTempDir } from '../helpers/tempDir.ts';
import { OWNER } from '../helpers/testConfig.ts';
import {
  addFile,
  addFolder,
  bootTeam,
  listAll,
  patchNode,
  type Person,
  readDelta,
  shareNode,
  succeeded,
  type Team,
  trashNode,
  unshareNode,
  writeFile,
} from '../helpers/workspace.ts';
import { CANARY, canariesIn, leakingFiles } from './traces.ts';
import { REFUSALS, type RefusalStage, UNREACHED } from './workspaceRefusals.ts';
import { pictureWith, plantWorkspace, type Stage, TEXT, upload } from './workspaceStage.ts';

const { name, word, number } = CANARY;
const HOUR_MS = 60 * 60_000;
/** Less than the largest file, so that one request exceeds it. */
const MAX_BYTES = 40 * 1024 * 1024;
/** Requests to every route of the workspace. */
const ROWS = Object.entries({ ...NODE_ROWS, ...OWN_ROWS });
const VIEWS = OVERVIEWS.map((view) => `/overview?view=${view}`);
const searches = (words: readonly string[]): string[] =>
  words.flatMap((text) => ['names', 'content'].map((place) => `/search?in=${place}&q=${encodeURIComponent(text)}`));
const ROUTES = ENDPOINTS.filter(({ path }) => path.startsWith('/v1/workspace') || path.startsWith('/v1/projects'));

let root: { path: string; remove: () => void };
let team: Team;
let stage: Stage;
/** Somebody without any access. */
let stranger: Person;
/** Reads one file with a harmless name in a folder with a telling one. */
let neighbour: Person;
let time = 0;
const folder = (part: string) => join(root.path, part);
const objects = () => filesBelow(join(folder('data'), 'objects'));

beforeAll(async () => {
  root = keptTempDir();
  for (const part of ['data', 'tmp']) mkdirSync(folder(part));
  vi.stubEnv('TMPDIR', folder('tmp'));
  team = await bootTeam({
    dataDir: folder('data'),
    config: { workspaceLimits: { maxBytes: MAX_BYTES, maxFiles: 5_000 } },
    clock: { now: () => Date.now() + time },
    async fetch(url) {
      if (url.endsWith('faulty')) throw new Error(`no answer from ${url}`);
      if (url.endsWith('offline')) throw new AppError('FETCH_FAILED', 'The address could not be fetched.');
      if (!url.startsWith('https:')) throw new AppError('INVALID_URL', 'Only https addresses can be fetched.');
      return { bytes: await pictureWith(word), name };
    },
  });
  stage = await plantWorkspace(team, () => (time += 2 * HOUR_MS));
  stranger = await team.addPerson('stranger');
  neighbour = await team.addPerson('neighbour');
  const open = await addFile(stage.owner, 'offen.txt', 'Nichts', { parentId: stage.folder.id });
  await shareNode(stage.owner, open.id, neighbour, 'viewer');
  // The words of documents are found by others only once they are indexed.
  await vi.waitUntil(async () => {
    const { text } = await stage.viewer.call('GET', `/v1/workspace/search?in=content&q=${number}`);
    return text.includes(stage.file.id) && text.includes(stage.documents.docx.id);
  }, 60_000);
});

afterAll(async () => {
  await team.stop();
  vi.unstubAllEnvs();
  root.remove();
});

/** An answer as it went over the wire: status, headers, body. */
async function received(response: Response): Promise<{ code: unknown; bytes: Buffer }> {
  const headers = [...response.headers].map(([header, value]) => `${header}: ${value}`).join('\n');
  const body = Buffer.from(await response.arrayBuffer());
  const json = JSON.parse(body.toString('utf8')) as { code?: unknown };
  return { code: json.code, bytes: Buffer.concat([Buffer.from(`${response.statusText}\n${headers}\n`), body]) };
}

/** A file at revision 2 that is full of canaries, in a folder. */
async function makeTarget(folderId: string): Promise<Target> {
  const { owner, editor } = stage;
  const { id } = await addFile(owner, `${number}.txt`, `eins ${TEXT}`, { parentId: folderId });
  succeeded(await writeFile(owner, id, TEXT), 200);
  return { id, folderId, owner, guest: editor };
}

describe('what the workspace is told', () => {
  it('is really there, for those who may read it', async () => {
    const nodes = await listAll(stage.viewer, { parentId: stage.folder.id });
    expect(canariesIn(Buffer.from(JSON.stringify(nodes)))).toEqual(['name', 'word', 'number']);
    for (const { id } of [stage.file, ...Object.values(stage.documents)]) {
      const answer = await stage.viewer.fetch(`/api/v1/workspace/nodes/${id}/download`);
      expect(canariesIn(Buffer.from(await answer.arrayBuffer())).length).toBeGreaterThan(0);
    }
  });

  it('is not in the small pictures made of it', async () => {
    for (const { id } of [stage.documents.jpg, stage.documents.png, stage.documents.pdf]) {
      const answer = await stage.owner.fetch(`/api/v1/workspace/nodes/${id}/thumbnail`);
      expect(answer.status).toBe(200);
      expect(canariesIn(Buffer.from(await answer.arrayBuffer()))).toEqual([]);
    }
  });

  it.each(ROWS)('is not told to others by %s', async (_, row) => {
    for (const caller of [stranger, neighbour]) {
      const { text, headers } = await row.run(caller, await makeTarget(stage.folder.id));
      expect(canariesIn(Buffer.from(text + JSON.stringify([...headers])))).toEqual([]);
    }
  });

  it('is not told to others by lists of any kind, nor by addresses that name it', async () => {
    for (const caller of [stranger, neighbour]) {
      for (const path of [
        ...VIEWS,
        ...searches([name, word, number]),
        `/nodes/by-path?path=${encodeURIComponent(`/${name}`)}`,
        `/nodes/by-path?path=/${word}&projectId=${stage.projectId}`,
        `/search?q=txt&projectId=${stage.projectId}`,
        `/uploads/${stage.open.sessionId}`,
        stage.image.replace('/api/v1/workspace', ''),
        ...['/delta', '/inbox', '/nodes', '/search?q=offen'],
      ]) {
        const { text } = await caller.call('GET', `/v1/workspace${path}`);
        expect({ path, canaries: canariesIn(Buffer.from(text)) }).toEqual({ path, canaries: [] });
      }
    }
  });

  it('is not told to somebody whose share was taken back, beside the feed of the time before', async () => {
    const former = await team.addPerson('former');
    const share = await shareNode(stage.owner, stage.folder.id, former, 'editor');
    succeeded(await former.call('PUT', `/v1/workspace/nodes/${stage.file.id}/star`), 200);
    await unshareNode(stage.owner, stage.folder.id, share.id);
    for (const [id, row] of ROWS) {
      if (id === 'delta') continue;
      const { text } = await row.run(former, await makeTarget(stage.folder.id));
      expect({ id, canaries: canariesIn(Buffer.from(text)) }).toEqual({ id, canaries: [] });
    }
  });
});

describe('an agent before a folder lock', () => {
  let agent: ApiClient;

  /** Everything that was planted is locked as well: the agent is told of it from the beginning of its feed on. */
  beforeAll(async () => {
    agent = await team.addAgent(stage.owner);
    expect(canariesIn(Buffer.from(JSON.stringify(await listAll(agent)))).length).toBeGreaterThan(0);
    for (const at of [{}, { projectId: stage.projectId }]) {
      for (const { id } of await listAll(stage.owner, at)) await patchNode(stage.owner, id, { agentRead: false });
    }
  });

  it.each(['before anything was in the folder', 'afterwards'] as const)(
    'set %s finds nothing that lies behind it',
    async (when) => {
      const { owner, editor } = stage;
      const locked = await addFolder(owner, `${when} ${name}`);
      const path = `/${locked.name}`;
      const lock = () => patchNode(owner, locked.id, { agentRead: false });
      if (when !== 'afterwards') await lock();
      await shareNode(owner, locked.id, editor, 'editor');
      const [{ id }, trashed] = [await makeTarget(locked.id), await makeTarget(locked.id)];
      const comment = { body: TEXT, anchor: { revision: 2, from: 0, to: 4, exactQuote: 'zwei' } };
      succeeded(await editor.call('POST', `/v1/workspace/nodes/${id}/comments`, comment), 201);
      succeeded(await owner.call('PUT', `/v1/workspace/nodes/${id}/star`), 200);
      await trashNode(owner, trashed.id);
      const below = await addFolder(owner, 'Offen', { parentId: locked.id });
      await patchNode(owner, below.id, { agentRead: true });
      if (when === 'afterwards') await lock();

      const parts = [
        '',
        '/activity',
        '/comments',
        '/download',
        '/shares',
        '/diff?revision=1',
        '/thumbnail',
        '/agent-lock',
      ];
      for (const request of [
        ...VIEWS,
        ...searches([name, word, number, 'Offen']),
        `/search?q=o&locationId=${locked.id}`,
        ...[path, `${path}/Offen`].map((at) => `/nodes/by-path?path=${encodeURIComponent(at)}`),
        '/nodes/by-path?children=1&path=/',
        ...['/inbox?limit=200', '/nodes?limit=200', `/nodes?projectId=${stage.projectId}`],
        ...[id, trashed.id, locked.id, below.id].flatMap((node) => parts.map((part) => `/nodes/${node}${part}`)),
        ...[below, locked].map((node) => `/nodes?parentId=${node.id}`),
        `/versions?node_id=${id}`,
      ]) {
        const { text, headers } = await agent.call('GET', `/v1/workspace${request}`);
        const canaries = canariesIn(Buffer.from(text + JSON.stringify([...headers])));
        expect({ request, canaries }).toEqual({ request, canaries: [] });
      }
      for (const at of ['/', path, `${path}/Offen`]) {
        const { text } = await agent.call('POST', '/v1/workspace/fs', { aktion: 'read', path: at });
        expect(canariesIn(Buffer.from(text))).toEqual([]);
      }
      const { changes } = await readDelta(agent);
      expect(changes.map(({ node }) => node.id)).toEqual(expect.arrayContaining([id, locked.id]));
      expect(canariesIn(Buffer.from(JSON.stringify(changes)))).toEqual([]);
    },
  );

  it('is told nothing by any route', async () => {
    for (const [id, row] of ROWS) {
      // A project has no lock of its own: agents know the names of the projects of their person.
      if (id === 'listProjects') continue;
      const { text } = await row.run(agent, await makeTarget(stage.folder.id));
      expect({ id, canaries: canariesIn(Buffer.from(text)) }).toEqual({ id, canaries: [] });
    }
  });
});

describe('refusals', () => {
  let all: RefusalStage;
  beforeAll(async () => {
    const before = new Set(objects());
    const damaged = await upload(stage.owner, { name: `${name} beschädigt.txt`, bytes: Buffer.from(TEXT) });
    for (const file of objects().filter((path) => !before.has(path))) writeFileSync(file, 'no ciphertext');
    const login = await httpClient(`${team.server.url}api`)('POST', '/v1/auth/login', { body: OWNER });
    all = { ...stage, damagedId: damaged.id, url: team.server.url, cookie: cookieOf(login) };
  });

  it('are tried for every code that a route may answer with', () => {
    const declared = new Set<string>(ROUTES.flatMap((route) => errorCodes(route)));
    expect([...Object.keys(REFUSALS), ...Object.keys(UNREACHED)].sort()).toEqual([...declared].sort());
  });

  it.each(Object.entries(REFUSALS))('quote nothing: %s', async (code, refuse) => {
    const answer = await received(await refuse(all));
    expect({ code: answer.code, canaries: canariesIn(answer.bytes) }).toEqual({ code, canaries: [] });
  });
});

describe('on the disk', () => {
  const stores = ['deckname.db', 'logs', 'objects'];

  it('nothing is readable while the server runs', () => {
    expect(readdirSync(folder('data'))).toEqual(expect.arrayContaining([...stores, 'deckname.db-wal']));
    expect(objects().length).toBeGreaterThan(10);
    expect(leakingFiles(root.path)).toEqual([]);
    expect(canariesIn(Buffer.from(team.server.logLines.join('')))).toEqual([]);
    expect(team.server.logLines.some((line) => line.includes('http.failed'))).toBe(true);
  });

  it('nor after a crash in the middle of writes, nor after the next start', async () => {
    const { apiKey } = stage.owner;
    await team.stop();
    const start = () =>
      spawnServer({
        ...{ dataDir: folder('data'), apiKey },
        env: { TMPDIR: folder('tmp'), DECKNAME_LOG_LEVEL: 'debug' },
      });
    const crashing = await start();
    const begun = Promise.withResolvers<unknown>();
    const picture = await pictureWith(word);
    const write = async () => {
      for (;;) {
        const file = { name: `${name}.jpg`, bytes: picture };
        succeeded(await crashing.upload('/v1/workspace/upload', file, { withAnonymization: 'true' }), 201);
        begun.resolve(file);
      }
    };
    const writers = Promise.allSettled(Array.from({ length: 6 }, write));
    await begun.promise;
    await crashing.end('SIGKILL');
    await writers;
    expect(canariesIn(Buffer.from(crashing.stdout() + crashing.stderr()))).toEqual([]);
    expect(leakingFiles(root.path)).toEqual([]);

    const next = await start();
    succeeded(await next.call('GET', '/v1/workspace/usage'), 200);
    await next.end('SIGTERM');
    expect(canariesIn(Buffer.from(next.stdout() + next.stderr()))).toEqual([]);
    expect(leakingFiles(root.path)).toEqual([]);
  });
});
