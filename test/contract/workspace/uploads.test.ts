import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LIMITS } from '../../../server/contract/limits.ts';
import type { ApiClient } from '../../helpers/apiClient.ts';
import {
  beginUpload,
  finishedUpload as finished,
  sendAll,
  sendPart,
  sendRange,
  uploadState,
  type UploadSession,
} from '../../helpers/uploads.ts';
import {
  addFile,
  addFolder,
  addProject,
  bootTeam,
  listAll,
  NOWHERE,
  type Person,
  refusal,
  shareNode,
  succeeded,
  type Team,
  writeFile,
} from '../../helpers/workspace.ts';
import { runUploadHistories } from '../../helpers/uploadHistories.ts';
import { filesBelow } from '../../helpers/files.ts';

const HOUR_MS = 60 * 60_000;
const MAX_BYTES = 64 * 1024;
const ranges = z.object({ nextExpectedRanges: z.array(z.string()) });
const usage = z.object({ bytesUsed: z.number(), fileCount: z.number() });

let now = Date.parse('2026-11-01T08:00:00Z');
let team: Team;
let owner: Person;
let anna: Person;
beforeAll(async () => {
  const config = { workspaceLimits: { maxBytes: MAX_BYTES, maxFiles: 40 } };
  team = await bootTeam({ config, clock: { now: () => now } });
  ({ owner } = team);
  anna = await team.addPerson('anna');
});
afterAll(() => team.stop());

const text = (length: number) => Buffer.alloc(length, 'Sehr geehrte Damen und Herren, ');
const storedObjects = () =>
  filesBelow(team.server.dataDir).filter((file) => file.startsWith(join(team.server.dataDir, 'objects'))).length;
const read = async (client: ApiClient, id: string) =>
  Buffer.from(await (await client.fetch(`/api/v1/workspace/nodes/${id}/download`)).arrayBuffer());
const begin = (client: ApiClient, body: Record<string, unknown>) => client.call('POST', '/v1/workspace/uploads', body);
const used = async (client: ApiClient) =>
  succeeded(await client.call('GET', '/v1/workspace/usage'), 200).read(usage.loose());
const ask = (client: ApiClient, method: string, { sessionId }: UploadSession) =>
  client.call(method, `/v1/workspace/uploads/${sessionId}`);

describe('a chunked upload', () => {
  it('makes the file with its last range', async () => {
    const folder = await addFolder(owner, 'Akten');
    const whole = text(1_000);
    const before = storedObjects();
    const session = await beginUpload(owner, { name: 'Brief.txt', sizeBytes: 1_000, parentId: folder.id });
    expect(session).toMatchObject({ chunkSizeBytes: LIMITS.uploadChunkBytes, nextExpectedRanges: ['0-'] });
    expect(Date.parse(session.expiresAt) - now).toBe(HOUR_MS);
    expect(
      session.uploadUrl.startsWith(`${team.server.url}api/v1/workspace/uploads/${session.sessionId}?access=`),
    ).toBe(true);

    const first = await sendPart(session, whole, 0, 400);
    expect([first.status, first.body]).toMatchObject([
      202,
      { sessionId: session.sessionId, nextExpectedRanges: ['400-'] },
    ]);
    expect(await uploadState(owner, session)).toMatchObject({
      name: 'Brief.txt',
      sizeBytes: 1_000,
      receivedBytes: 400,
      nextExpectedRanges: ['400-'],
      expiresAt: session.expiresAt,
    });
    const last = succeeded(await sendPart(session, whole, 400, 1_000), 201).read(finished);
    expect(last.node).toMatchObject({ name: 'Brief.txt', parentId: folder.id, revision: 1, sizeBytes: 1_000 });
    expect([last.id, last.name, last.size]).toEqual([last.node.id, 'Brief.txt', 1_000]);
    expect(await read(owner, last.id)).toEqual(whole);
    expect(storedObjects()).toBe(before + 1);
  });

  it('answers its last range, and questions, with the same file until it expires', async () => {
    const whole = text(1_000);
    const session = await beginUpload(owner, { name: 'Antwort.txt', sizeBytes: 1_000 });
    await sendPart(session, whole, 0, 400);
    const first = succeeded(await sendPart(session, whole, 400, 1_000), 201);
    const { id } = first.read(finished);
    const before = [storedObjects(), await used(owner)];
    // What happens to the file afterwards changes nothing: it is the answer that was lost.
    succeeded(await writeFile(owner, id, 'neu'), 200);
    succeeded(await owner.call('PATCH', `/v1/workspace/nodes/${id}`, { name: 'Umbenannt.txt' }), 200);
    for (const again of [
      await sendPart(session, whole, 400, 1_000),
      await ask(owner, 'GET', session),
      await owner.call('GET', `/v1/workspace/uploads/${session.sessionId.toUpperCase()}`),
    ]) {
      expect([again.status, again.body]).toEqual([201, first.body]);
    }
    for (const [start, end] of [
      [0, 400],
      [400, 900],
      [500, 1_000],
      [0, 1_000],
    ] as const) {
      const other = await sendPart(session, whole, start, end);
      expect([start, end, ...refusal(other)]).toEqual([start, end, 409, 'RANGE_MISMATCH']);
      expect(other.read(ranges).nextExpectedRanges).toEqual([]);
    }
    expect(refusal(await sendRange(session, text(600), 'bytes 400-999/1001'))).toEqual([400, 'INVALID_RANGE']);
    expect(refusal(await ask(owner, 'DELETE', session))).toEqual([404, 'SESSION_NOT_FOUND']);
    expect(refusal(await ask(anna, 'GET', session))).toEqual([404, 'SESSION_NOT_FOUND']);
    expect((await listAll(owner)).filter(({ name }) => /^Antwort|^Umbenannt/.test(name))).toHaveLength(1);
    expect([storedObjects() - 1, (await used(owner)).fileCount]).toEqual([
      before[0],
      (before[1] as { fileCount: number }).fileCount,
    ]);
    now += HOUR_MS;
    expect(refusal(await sendPart(session, whole, 400, 1_000))).toEqual([410, 'SESSION_EXPIRED']);
    expect(refusal(await ask(owner, 'GET', session))).toEqual([410, 'SESSION_EXPIRED']);
  });

  it('makes one file, however many answers get lost', async () => {
    const seed = Number(process.env['DECKNAME_SEED'] ?? randomInt(2 ** 31));
    const run = await runUploadHistories(await team.addPerson('upload-histories'), { seed, histories: 30 });
    expect(run.lost).toBeGreaterThan(0);
  });

  it('of an agent tells nothing of a file that is locked by then', async () => {
    const agent = await team.addAgent(owner);
    const session = await beginUpload(agent, { name: 'Gesperrt.txt', sizeBytes: 3 });
    const { id } = succeeded(await sendPart(session, text(3), 0, 3), 201).read(finished);
    expect((await ask(agent, 'GET', session)).status).toBe(201);
    succeeded(await owner.call('PATCH', `/v1/workspace/nodes/${id}`, { agentRead: false }), 200);
    expect(refusal(await ask(agent, 'GET', session))).toEqual([404, 'SESSION_NOT_FOUND']);
    expect(refusal(await sendPart(session, text(3), 0, 3))).toEqual([404, 'SESSION_NOT_FOUND']);
  });

  it('takes the next free name, also when it was taken meanwhile', async () => {
    const session = await beginUpload(owner, { name: 'Doppelt.txt', sizeBytes: 3 });
    await addFile(owner, 'Doppelt.txt', 'war zuerst da');
    expect((await sendAll(session, text(3), 3)).read(finished).name).toBe('Doppelt (2).txt');
  });

  it('makes empty files of an empty range, and files of one range', async () => {
    const empty = await beginUpload(owner, { name: 'leer.md', sizeBytes: 0 });
    expect(succeeded(await sendRange(empty, new Uint8Array(0), 'bytes */0'), 201).read(finished).size).toBe(0);
    const one = await beginUpload(owner, { name: 'eins.md', sizeBytes: 1 });
    expect(succeeded(await sendPart(one, text(1), 0, 1), 201).read(finished).size).toBe(1);
  });

  it('replaces content as a write with a revision', async () => {
    const file = await addFile(owner, 'Entwurf.md', 'eins');
    const whole = text(20);
    const named = { name: 'Entwurf.md', sizeBytes: 20, nodeId: file.id };
    expect(refusal(await begin(owner, { ...named, revision: 2 }))).toEqual([409, 'REVISION_CONFLICT']);
    const [first, second, blind] = [
      await beginUpload(owner, { ...named, revision: 1 }),
      await beginUpload(owner, { ...named, revision: 1 }),
      await beginUpload(owner, named),
    ];
    for (const session of [first, second, blind]) await sendPart(session, whole, 0, 10);
    expect(succeeded(await sendPart(first, whole, 10, 20), 201).read(finished).node.revision).toBe(2);
    expect(refusal(await sendPart(second, whole, 10, 20))).toEqual([409, 'REVISION_CONFLICT']);
    expect(refusal(await ask(owner, 'GET', second))).toEqual([404, 'SESSION_NOT_FOUND']);
    expect(succeeded(await sendPart(blind, whole, 10, 20), 201).read(finished).node.revision).toBe(3);
    expect(await read(owner, file.id)).toEqual(whole);
  });

  it('goes into a project', async () => {
    const project = await addProject(owner, 'Mandat Nord');
    const session = await beginUpload(owner, { name: 'a.txt', sizeBytes: 4, projectId: project.id });
    expect((await sendAll(session, text(4), 3)).read(finished).node.projectId).toBe(project.id);
    const waiting = await beginUpload(owner, { name: 'b.txt', sizeBytes: 4, projectId: project.id });
    await sendPart(waiting, text(4), 0, 2);
    const before = storedObjects();
    succeeded(await owner.call('DELETE', `/v1/projects/${project.id}`), 204);
    expect(storedObjects()).toBe(before - 2);
    expect(refusal(await sendPart(waiting, text(4), 2, 4))).toEqual([404, 'SESSION_NOT_FOUND']);
  });
});

describe('a range', () => {
  it.each([
    ['no header', null, 10],
    ['another unit', 'items 0-9/100', 10],
    ['an end before its start', 'bytes 9-0/100', 10],
    ['an end behind the file', 'bytes 0-100/100', 101],
    ['another total', 'bytes 0-9/99', 10],
    ['fewer bytes than it says', 'bytes 0-9/100', 9],
    ['more bytes than it says', 'bytes 0-9/100', 11],
    ['an empty file', 'bytes */0', 0],
  ])('of %s is refused', async (_what, range, length) => {
    const session = await beginUpload(owner, { name: 'a.txt', sizeBytes: 100 });
    expect(refusal(await sendRange(session, text(length), range))).toEqual([400, 'INVALID_RANGE']);
    expect((await uploadState(owner, session)).receivedBytes).toBe(0);
    await ask(owner, 'DELETE', session);
  });

  it('that does not start at the expected offset is told where to go on', async () => {
    const whole = text(100);
    const session = await beginUpload(owner, { name: 'Luecke.txt', sizeBytes: 100 });
    await sendPart(session, whole, 0, 40);
    const wrong = [
      [0, 40],
      [0, 60],
      [20, 60],
      [39, 100],
      [41, 60],
      [60, 100],
    ] as const;
    for (const [start, end] of wrong) {
      const answer = await sendPart(session, whole, start, end);
      expect(refusal(answer)).toEqual([409, 'RANGE_MISMATCH']);
      expect(answer.read(ranges).nextExpectedRanges).toEqual(['40-']);
    }
    expect((await sendPart(session, whole, 40, 100)).status).toBe(201);
  });

  it('sent several times at once is taken once', async () => {
    const whole = text(2_000);
    const before = storedObjects();
    const session = await beginUpload(owner, { name: 'Gleichzeitig.txt', sizeBytes: 2_000 });
    const middle = await Promise.all(Array.from({ length: 6 }, () => sendPart(session, whole, 0, 1_000)));
    expect(middle.map(({ status }) => status).toSorted()).toEqual([202, 409, 409, 409, 409, 409]);
    const last = await Promise.all(Array.from({ length: 6 }, () => sendPart(session, whole, 1_000, 2_000)));
    expect(last.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
    expect(new Set(last.map(({ text: answer }) => answer)).size).toBe(1);
    const made = (await listAll(owner)).filter(({ name }) => name.startsWith('Gleichzeitig'));
    expect(made.map(({ name }) => name)).toEqual(['Gleichzeitig.txt']);
    expect(await read(owner, made[0]!.id)).toEqual(whole);
    expect(storedObjects()).toBe(before + 1);
  });
});

describe('a session', () => {
  it('is refused before the first byte', async () => {
    const folder = await addFolder(owner, 'Fremd');
    const file = await addFile(owner, 'keinOrdner.txt', '');
    const cases: [Record<string, unknown>, number, string][] = [
      [{ sizeBytes: 1 }, 400, 'INVALID_BODY'],
      [{ name: 'a.txt' }, 400, 'INVALID_BODY'],
      [{ name: 'a.txt', sizeBytes: -1 }, 400, 'INVALID_BODY'],
      [{ name: 'a.txt', sizeBytes: 1.5 }, 400, 'INVALID_BODY'],
      [{ name: `${'a'.repeat(252)}.txt`, sizeBytes: 1 }, 400, 'INVALID_BODY'],
      [{ name: 'a/b.txt', sizeBytes: 1 }, 400, 'INVALID_BODY'],
      [{ name: 'a.exe', sizeBytes: 1 }, 415, 'BLOCKED_TYPE'],
      [{ name: 'a.docm', sizeBytes: 1 }, 415, 'BLOCKED_TYPE'],
      [{ name: 'a.SVG', sizeBytes: 1 }, 415, 'BLOCKED_TYPE'],
      [{ name: 'a.xyz', sizeBytes: 1 }, 415, 'UNSUPPORTED_TYPE'],
      [{ name: 'ohne', sizeBytes: 1 }, 415, 'UNSUPPORTED_TYPE'],
      [{ name: 'a.txt', sizeBytes: LIMITS.fileBytes + 1 }, 413, 'FILE_TOO_LARGE'],
      [{ name: 'a.txt', sizeBytes: LIMITS.fileBytes }, 413, 'QUOTA_EXCEEDED'],
      [{ name: 'a.txt', sizeBytes: 1, parentId: NOWHERE }, 404, 'NOT_FOUND'],
      [{ name: 'a.txt', sizeBytes: 1, nodeId: NOWHERE }, 404, 'NOT_FOUND'],
      [{ name: 'a.txt', sizeBytes: 1, projectId: NOWHERE }, 404, 'NOT_FOUND'],
      [{ name: 'a.txt', sizeBytes: 1, parentId: file.id }, 400, 'NOT_A_FOLDER'],
      [{ name: 'a.txt', sizeBytes: 1, nodeId: folder.id }, 400, 'NOT_A_FILE'],
    ];
    for (const [body, ...expected] of cases) expect(refusal(await begin(owner, body))).toEqual(expected);
    expect(refusal(await begin(anna, { name: 'a.txt', sizeBytes: 1, parentId: folder.id }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    await shareNode(owner, folder.id, anna, 'viewer');
    expect(refusal(await begin(anna, { name: 'a.txt', sizeBytes: 1, parentId: folder.id }))).toEqual([
      403,
      'FORBIDDEN',
    ]);
  });

  it('belongs to its account and to its address', async () => {
    const session = await beginUpload(owner, { name: 'a.txt', sizeBytes: 9 });
    const { sessionId, uploadUrl } = session;
    for (const method of ['GET', 'DELETE']) {
      expect(refusal(await ask(anna, method, session))).toEqual([404, 'SESSION_NOT_FOUND']);
    }
    const path = `/v1/workspace/uploads/${sessionId}`;
    const bare = await fetch(`${team.server.url}api${path}`);
    expect(bare.status).toBe(401);
    expect(await bare.json()).toMatchObject({ code: 'invalid_api_key', type: 'auth_error' });
    const secret = new URL(uploadUrl).searchParams.get('access')!;
    const guesses = ['', 'x', secret.slice(0, -1), `${secret}x`, secret.toLowerCase()];
    for (const guess of guesses) {
      const answer = await fetch(`${team.server.url}api${path}?access=${guess}`);
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'SESSION_NOT_FOUND' }]);
    }
    expect((await fetch(uploadUrl)).status).toBe(200);
    const other = await beginUpload(owner, { name: 'b.txt', sizeBytes: 9 });
    const swapped = await fetch(
      `${team.server.url}api${path}?access=${new URL(other.uploadUrl).searchParams.get('access')!}`,
    );
    expect(swapped.status).toBe(404);
    for (const id of [NOWHERE, 'keine']) {
      expect(refusal(await owner.call('GET', `/v1/workspace/uploads/${id}`))).toEqual([404, 'SESSION_NOT_FOUND']);
    }
    for (const file of filesBelow(team.server.dataDir)) expect(readFileSync(file).includes(secret)).toBe(false);
  });

  it('of a person is not open to their agents, and ends with their account', async () => {
    const ben = await team.addPerson('ben');
    const agent = await team.addAgent(ben);
    const own = await beginUpload(ben, { name: 'a.txt', sizeBytes: 9 });
    expect(refusal(await ask(agent, 'GET', own))).toEqual([404, 'SESSION_NOT_FOUND']);
    const agents = await beginUpload(agent, { name: 'agent.txt', sizeBytes: 9 });
    expect((await ask(agent, 'GET', agents)).status).toBe(200);
    expect((await ask(ben, 'GET', agents)).status).toBe(200);
    await sendPart(agents, text(9), 0, 9);
    succeeded(await owner.call('PATCH', `/v1/admin/users/${ben.id}`, { disabled: true }), 200);
    expect(refusal(await sendPart(own, text(9), 0, 9))).toEqual([404, 'SESSION_NOT_FOUND']);
  });

  it('is aborted with all that was sent', async () => {
    const before = storedObjects();
    const session = await beginUpload(owner, { name: 'a.txt', sizeBytes: 9 });
    await sendPart(session, text(9), 0, 4);
    expect(storedObjects()).toBe(before + 1);
    expect((await fetch(session.uploadUrl, { method: 'DELETE' })).status).toBe(204);
    expect(storedObjects()).toBe(before);
    expect(refusal(await ask(owner, 'DELETE', session))).toEqual([404, 'SESSION_NOT_FOUND']);
    expect(refusal(await sendPart(session, text(9), 4, 9))).toEqual([404, 'SESSION_NOT_FOUND']);
  });

  it('survives a restart', async () => {
    const session = await beginUpload(owner, { name: 'Neustart.txt', sizeBytes: 9 });
    await sendPart(session, text(9), 0, 4);
    await team.server.restart();
    expect((await uploadState(owner, session)).nextExpectedRanges).toEqual(['4-']);
    const { pathname, search } = new URL(session.uploadUrl);
    const moved = { ...session, uploadUrl: new URL(pathname + search, team.server.url).href };
    expect((await sendPart(moved, text(9), 4, 9)).status).toBe(201);
  });

  it('that goes against its content ends and leaves nothing', async () => {
    const before = [storedObjects(), (await used(owner)).bytesUsed];
    const cases = [
      ['bild.png', text(100), 'CONTENT_MISMATCH'],
      ['brief.docx', text(100), 'CONTENT_MISMATCH'],
      ['skript.txt', Buffer.from('#!/bin/sh\nrm -rf /'.padEnd(100)), 'BLOCKED_TYPE'],
    ] as const;
    for (const [name, whole, code] of cases) {
      const session = await beginUpload(owner, { name, sizeBytes: 100 });
      expect(refusal(await sendAll(session, whole, 30))).toEqual([415, code]);
      expect(refusal(await ask(owner, 'GET', session))).toEqual([404, 'SESSION_NOT_FOUND']);
    }
    expect([storedObjects(), (await used(owner)).bytesUsed]).toEqual(before);
  });

  it('ends when its folder is gone', async () => {
    const folder = await addFolder(owner, 'Verschwindet');
    const session = await beginUpload(owner, { name: 'a.txt', sizeBytes: 9, parentId: folder.id });
    await sendPart(session, text(9), 0, 4);
    await owner.call('DELETE', `/v1/workspace/nodes/${folder.id}`);
    expect(refusal(await sendPart(session, text(9), 4, 9))).toEqual([404, 'NOT_FOUND']);
    expect(refusal(await ask(owner, 'GET', session))).toEqual([404, 'SESSION_NOT_FOUND']);
  });
});

describe('an hour later', () => {
  it('the session has expired and its chunks are dropped', async () => {
    const before = storedObjects();
    const session = await beginUpload(owner, { name: 'a.txt', sizeBytes: 9 });
    await sendPart(session, text(9), 0, 4);
    now += HOUR_MS - 1;
    expect((await ask(owner, 'GET', session)).status).toBe(200);
    now += 1;
    for (const method of ['GET', 'DELETE']) {
      expect(refusal(await ask(owner, method, session))).toEqual([410, 'SESSION_EXPIRED']);
    }
    expect(refusal(await sendPart(session, text(9), 4, 9))).toEqual([410, 'SESSION_EXPIRED']);
    expect(refusal(await ask(anna, 'GET', session))).toEqual([404, 'SESSION_NOT_FOUND']);
    expect(storedObjects()).toBe(before);
  });

  it('the upkeep drops what nobody asks for, and forgets it a day later', async () => {
    const before = storedObjects();
    const session = await beginUpload(owner, { name: 'a.txt', sizeBytes: 9 });
    await sendPart(session, text(9), 0, 4);
    now += HOUR_MS;
    await team.server.restart();
    await expect.poll(storedObjects, { timeout: 10_000 }).toBe(before);
    expect(refusal(await ask(owner, 'GET', session))).toEqual([410, 'SESSION_EXPIRED']);
    now += 24 * HOUR_MS;
    await team.server.restart();
    await expect.poll(async () => (await ask(owner, 'GET', session)).status).toBe(404);
  });
});

describe('the quota', () => {
  it('is exact when parallel sessions end', async () => {
    const cara = await team.addPerson('cara');
    const size = MAX_BYTES / 4;
    const whole = randomText(size);
    const sessions = await Promise.all(
      Array.from({ length: 6 }, (_, index) => beginUpload(cara, { name: `q${String(index)}.txt`, sizeBytes: size })),
    );
    const answers = await Promise.all(sessions.map((session) => sendAll(session, whole, size)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 413, 413]);
    expect(await used(cara)).toMatchObject({ bytesUsed: MAX_BYTES, fileCount: 4 });
    const refused = answers.findIndex(({ status }) => status === 413);
    expect(refusal(answers[refused]!)).toEqual([413, 'QUOTA_EXCEEDED']);
    // The last range may be sent again once there is room.
    const [first] = await listAll(cara);
    await cara.call('DELETE', `/v1/workspace/nodes/${first!.id}`);
    expect((await sendPart(sessions[refused]!, whole, 0, size)).status).toBe(413);
    await cara.call('DELETE', `/v1/workspace/nodes/${first!.id}/permanent`);
    expect((await sendPart(sessions[refused]!, whole, 0, size)).status).toBe(201);
    expect(refusal(await begin(cara, { name: 'x.txt', sizeBytes: 1 }))).toEqual([413, 'QUOTA_EXCEEDED']);
  });

  it('counts replaced content, whose earlier state is kept', async () => {
    const dora = await team.addPerson('dora');
    const file = await addFile(dora, 'a.txt', 'x'.repeat(MAX_BYTES - 10));
    expect(refusal(await begin(dora, { name: 'a.txt', sizeBytes: 11, nodeId: file.id }))).toEqual([
      413,
      'QUOTA_EXCEEDED',
    ]);
    const session = await beginUpload(dora, { name: 'a.txt', sizeBytes: 10, nodeId: file.id });
    await writeFile(dora, file.id, 'y');
    expect(refusal(await sendAll(session, text(10), 5))).toEqual([413, 'QUOTA_EXCEEDED']);
  });

  it('bounds what waits in unfinished sessions', async () => {
    const emil = await team.addPerson('emil');
    const size = MAX_BYTES / 2;
    const [first, second, third] = [
      await beginUpload(emil, { name: 'a.txt', sizeBytes: size }),
      await beginUpload(emil, { name: 'b.txt', sizeBytes: size }),
      await beginUpload(emil, { name: 'c.txt', sizeBytes: size }),
    ];
    const whole = text(size);
    expect((await sendPart(first, whole, 0, size - 1)).status).toBe(202);
    expect((await sendPart(second, whole, 0, size - 1)).status).toBe(202);
    expect(refusal(await sendPart(third, whole, 0, 10))).toEqual([413, 'QUOTA_EXCEEDED']);
    expect((await sendPart(first, whole, size - 1, size)).status).toBe(201);
    expect((await sendPart(third, whole, 0, 10)).status).toBe(202);
  });
});

function randomText(length: number): Buffer {
  return Buffer.from(randomBytes(length).toString('base64').slice(0, length));
}
