import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { workspaceNode } from '../../../server/contract/workspace/node.ts';
import type { ApiClient } from '../../helpers/apiClient.ts';
import {
  addFile,
  addFolder,
  addProject,
  bootTeam,
  getNode,
  listAll,
  NOWHERE,
  patchNode,
  refusal,
  setMember,
  shareNode,
  succeeded,
  trashNode,
  writeFile,
  type Person,
  type Team,
} from '../../helpers/workspace.ts';

let team: Team;
let anna: Person;
let bert: Person;
beforeAll(async () => {
  team = await bootTeam();
  anna = await team.addPerson('anna');
  bert = await team.addPerson('bert');
});
afterAll(() => team.stop());

/** Pixels on a side of a picture that takes a while. */
const SIDE = 1_500;
/** By then any machine has read such a picture. */
const MOST_DELAY_MS = 500;
const base = '/v1/workspace/nodes';
const patch = (client: ApiClient, id: string, body: object) => client.call('PATCH', `${base}/${id}`, body);
const trash = (client: ApiClient, id: string) => client.call('DELETE', `${base}/${id}`);
const restore = (client: ApiClient, id: string) => client.call('POST', `${base}/${id}/restore`);
const purge = (client: ApiClient, id: string) => client.call('DELETE', `${base}/${id}/permanent`);
const restored = async (client: ApiClient, id: string) =>
  succeeded(await restore(client, id), 200).read(z.object({ node: workspaceNode })).node;
const names = async (client: ApiClient, parentId?: string) =>
  (await listAll(client, { parentId })).map(({ name }) => name).sort();
const usage = async (client: ApiClient) =>
  (await client.call('GET', '/v1/workspace/usage')).read(z.object({ bytesUsed: z.number(), fileCount: z.number() }));

describe('names', () => {
  it('are unique among siblings, whatever their case and Unicode form', async () => {
    const folder = await addFolder(anna, 'Namen');
    const file = await addFile(anna, 'Übersicht.txt', 'x', { parentId: folder.id });
    const other = await addFile(anna, 'ÜBERSICHT.txt'.normalize('NFD'), 'x', { parentId: folder.id });
    expect(other.name).toBe('ÜBERSICHT (2).txt');
    expect(refusal(await patch(anna, other.id, { name: 'übersicht.TXT' }))).toEqual([409, 'NAME_TAKEN']);
    expect((await patchNode(anna, file.id, { name: 'ÜBERSICHT.TXT' })).name).toBe('ÜBERSICHT.TXT');
    const outside = await addFile(anna, 'Übersicht.txt', 'x');
    expect(refusal(await patch(anna, outside.id, { parentId: folder.id }))).toEqual([409, 'NAME_TAKEN']);
    expect((await getNode(anna, outside.id)).parentId).toBeNull();
  });

  it.each(['a/b', 'a\\b', '.', '..', '   ', 'a\u0007', 'a\uD800', '', 'x'.repeat(256)])(
    'cannot be %j',
    async (name) => {
      const { id } = await addFolder(anna, 'Umbenennen');
      expect(refusal(await patch(anna, id, { name }))).toEqual([400, 'INVALID_BODY']);
      expect(refusal(await anna.call('POST', base, { kind: 'folder', name }))).toEqual([400, 'INVALID_BODY']);
    },
  );

  it('stay unique when many make, rename, move and restore at once', async () => {
    const folder = await addFolder(anna, 'Gedränge');
    const at = { parentId: folder.id };
    const made = await Promise.all(Array.from({ length: 10 }, () => addFile(anna, 'gleich.txt', 'x', at)));
    const elsewhere = await Promise.all(Array.from({ length: 6 }, () => addFolder(anna, 'Quelle')));
    const moving = await Promise.all(elsewhere.map(({ id }) => addFile(anna, 'zug.txt', 'x', { parentId: id })));
    await Promise.all(made.slice(0, 5).map(({ id }) => trashNode(anna, id)));
    const answers = await Promise.all([
      ...made.slice(0, 5).map(({ id }) => restore(anna, id)),
      ...made.slice(5).map(({ id }) => patch(anna, id, { name: 'Neu.txt' })),
      ...moving.map(({ id }) => patch(anna, id, { parentId: folder.id })),
      ...Array.from({ length: 5 }, () => anna.call('POST', base, { kind: 'folder', name: 'gleich.txt', ...at })),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
    expect(statuses.slice(5, 10).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(statuses.slice(10, 16).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(statuses.slice(16)).toEqual([201, 201, 201, 201, 201]);
    const now = (await names(anna, folder.id)).map((name) => name.toLowerCase());
    expect(new Set(now).size).toBe(now.length);
    expect(now).toHaveLength(5 + 5 + 1 + 5);
  });

  it('cannot make a file what it is not', async () => {
    const file = await addFile(anna, 'harmlos.txt', 'del *.*');
    expect(refusal(await patch(anna, file.id, { name: 'harmlos.bat' }))).toEqual([415, 'BLOCKED_TYPE']);
    expect(refusal(await patch(anna, file.id, { name: '.bat' }))).toEqual([415, 'BLOCKED_TYPE']);
    expect(refusal(await patch(anna, file.id, { name: 'harmlos.bat.' }))).toEqual([415, 'BLOCKED_TYPE']);
    expect(refusal(await patch(anna, file.id, { name: 'harmlos.docx' }))).toEqual([415, 'CONTENT_MISMATCH']);
    expect(await patchNode(anna, file.id, { name: 'harmlos.md' })).toMatchObject({
      kind: 'markdown',
      mimeType: 'text/markdown',
      revision: 1,
    });
    expect(await patchNode(anna, file.id, { name: 'Fassung 1.2' })).toMatchObject({ kind: 'markdown' });
  });
});

describe('moves', () => {
  it('refuse cycles, other spaces, files as targets and too many levels', async () => {
    const a = await addFolder(anna, 'A');
    const b = await addFolder(anna, 'B', { parentId: a.id });
    expect(refusal(await patch(anna, a.id, { parentId: a.id }))).toEqual([422, 'CYCLE']);
    expect(refusal(await patch(anna, a.id, { parentId: b.id }))).toEqual([422, 'CYCLE']);
    const file = await addFile(anna, 'Ziel.txt', 'x');
    expect(refusal(await patch(anna, a.id, { parentId: file.id }))).toEqual([400, 'NOT_A_FOLDER']);
    expect(refusal(await patch(anna, a.id, { parentId: NOWHERE }))).toEqual([404, 'NOT_FOUND']);
    const project = await addProject(anna, 'Projekt');
    const there = await addFolder(anna, 'Dort', { projectId: project.id });
    expect(refusal(await patch(anna, a.id, { parentId: there.id }))).toEqual([422, 'SCOPE_CHANGE']);
    expect(refusal(await patch(anna, there.id, { parentId: a.id }))).toEqual([422, 'SCOPE_CHANGE']);

    let deep: string | undefined;
    for (let level = 1; level <= 31; level++) deep = (await addFolder(anna, `t${level}`, { parentId: deep })).id;
    expect(refusal(await patch(anna, a.id, { parentId: deep! }))).toEqual([400, 'INVALID_PATH']);
    expect((await patchNode(anna, b.id, { parentId: deep! })).parentId).toBe(deep);
    expect(refusal(await anna.call('POST', base, { kind: 'folder', name: 'c', parentId: b.id }))).toEqual([
      400,
      'INVALID_PATH',
    ]);
    const tooDeep = await anna.upload(
      '/v1/workspace/upload',
      { name: 'c.txt', bytes: Buffer.from('x') },
      { parentId: b.id },
    );
    expect(refusal(tooDeep)).toEqual([400, 'INVALID_PATH']);
  });

  it('count what lies in the trash below as well', async () => {
    const folder = await addFolder(anna, 'Turm');
    let top = folder.id;
    const tower: string[] = [];
    for (let level = 1; level <= 30; level++)
      tower.push((top = (await addFolder(anna, `s${level}`, { parentId: top })).id));
    await trashNode(anna, tower[0]!);
    const deep = await addFolder(anna, 'x', { parentId: (await addFolder(anna, 'Keller')).id });
    expect(refusal(await patch(anna, folder.id, { parentId: deep.id }))).toEqual([400, 'INVALID_PATH']);
    await restored(anna, tower[0]!);
  });

  it('and locks are for owners alone', async () => {
    const folder = await addFolder(anna, 'Geteilt');
    const file = await addFile(anna, 'a.txt', 'x', { parentId: folder.id });
    await shareNode(anna, folder.id, bert, 'editor');
    expect(refusal(await patch(bert, file.id, { parentId: null }))).toEqual([403, 'FORBIDDEN']);
    expect(refusal(await patch(bert, file.id, { agentRead: false }))).toEqual([403, 'FORBIDDEN']);
    expect(refusal(await patch(bert, file.id, { color: 'red' }))).toEqual([400, 'NOT_A_FOLDER']);
    expect((await patchNode(bert, folder.id, { icon: 'heart' })).icon).toBe('heart');
    expect((await patchNode(bert, folder.id, { icon: null })).icon).toBeNull();
  });
});

describe('stars', () => {
  it('are personal, idempotent and need no more than reading', async () => {
    const file = await addFile(anna, 'Stern.txt', 'x');
    await shareNode(anna, file.id, bert, 'viewer');
    for (const [method, starred] of [
      ['PUT', true],
      ['PUT', true],
    ] as const) {
      expect((await bert.call(method, `${base}/${file.id}/star`)).body).toEqual({ starred });
    }
    expect((await getNode(bert, file.id)).starred).toBe(true);
    expect((await getNode(anna, file.id)).starred).toBe(false);
    for (let times = 0; times < 2; times++) {
      expect((await bert.call('DELETE', `${base}/${file.id}/star`)).body).toEqual({ starred: false });
    }
    expect(refusal(await team.owner.call('PUT', `${base}/${file.id}/star`))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the trash', () => {
  it('takes a folder with everything below and gives it back', async () => {
    const folder = await addFolder(anna, 'Weg');
    const inside = await addFile(anna, 'innen.txt', 'x', { parentId: folder.id });
    expect(refusal(await restore(anna, folder.id))).toEqual([409, 'NOT_IN_TRASH']);
    expect(refusal(await purge(anna, folder.id))).toEqual([409, 'NOT_IN_TRASH']);
    await trashNode(anna, folder.id);
    await trashNode(anna, folder.id);
    expect((await getNode(anna, inside.id)).trashedAt).not.toBeNull();
    expect((await writeFile(anna, inside.id, 'y')).status).toBe(404);
    expect(refusal(await patch(anna, inside.id, { name: 'neu.txt' }))).toEqual([404, 'NOT_FOUND']);
    expect((await restored(anna, folder.id)).trashedAt).toBeNull();
    expect((await getNode(anna, inside.id)).trashedAt).toBeNull();
    for (const id of [NOWHERE, inside.id]) {
      expect(refusal(await trash(bert, id))).toEqual([404, 'NOT_FOUND']);
      expect(refusal(await restore(bert, id))).toEqual([404, 'NOT_FOUND']);
      expect(refusal(await purge(bert, id))).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('leaves what was trashed before in the trash, and restores to the root when the folder is not there', async () => {
    const person = await team.addPerson('clara');
    const folder = await addFolder(person, 'Oben');
    const first = await addFile(person, 'a.txt', 'x', { parentId: folder.id });
    const second = await addFile(person, 'b.txt', 'x', { parentId: folder.id });
    await trashNode(person, first.id);
    await trashNode(person, folder.id);
    await restored(person, folder.id);
    expect(await names(person, folder.id)).toEqual(['b.txt']);
    expect((await getNode(person, first.id)).trashedAt).not.toBeNull();

    await trashNode(person, folder.id);
    await addFile(person, 'b.txt', 'anders');
    expect(await restored(person, second.id)).toMatchObject({ parentId: null, name: 'b (2).txt', trashedAt: null });
    await restored(person, folder.id);
    expect(await restored(person, first.id)).toMatchObject({ parentId: folder.id, name: 'a.txt' });
  });

  it('keeps what was trashed by itself when its folder is purged', async () => {
    const person = await team.addPerson('dora');
    const folder = await addFolder(person, 'Ordner');
    const kept = await addFolder(person, 'Bleibt', { parentId: folder.id });
    const below = await addFile(person, 'tief.txt', 'abc', { parentId: kept.id });
    const gone = await addFile(person, 'geht.txt', 'abcd', { parentId: folder.id });
    await trashNode(person, kept.id);
    await trashNode(person, folder.id);
    succeeded(await purge(person, folder.id), 204);
    expect(await usage(person)).toEqual({ bytesUsed: 3, fileCount: 1 });
    expect(refusal(await purge(person, gone.id))).toEqual([404, 'NOT_FOUND']);
    expect(await restored(person, kept.id)).toMatchObject({ parentId: null, name: 'Bleibt' });
    expect(await names(person, kept.id)).toEqual(['tief.txt']);
    expect((await getNode(person, below.id)).trashedAt).toBeNull();
  });

  it('is emptied exactly: every version is given back to the quota', async () => {
    const person = await team.addPerson('emma');
    const folder = await addFolder(person, 'Ordner');
    const file = await addFile(person, 'a.txt', '1', { parentId: folder.id });
    for (const content of ['22', '333', '4444']) await writeFile(person, file.id, content);
    const stays = await addFile(person, 'bleibt.txt', '55555');
    expect(await usage(person)).toEqual({ bytesUsed: 15, fileCount: 2 });
    await trashNode(person, folder.id);
    expect(await usage(person)).toEqual({ bytesUsed: 15, fileCount: 2 });
    expect((await person.call('DELETE', '/v1/workspace/trash')).body).toEqual({ removed: 2 });
    expect(await usage(person)).toEqual({ bytesUsed: 5, fileCount: 1 });
    expect((await person.call('DELETE', '/v1/workspace/trash')).body).toEqual({ removed: 0 });
    expect((await getNode(person, stays.id)).trashedAt).toBeNull();
  });

  it('of a project is emptied by its owners', async () => {
    const project = await addProject(anna, 'Projekt 2');
    await setMember(anna, project.id, bert, 'editor');
    const file = await addFile(bert, 'a.txt', 'x', { projectId: project.id });
    await trashNode(bert, file.id);
    const query = `/v1/workspace/trash?projectId=${project.id}`;
    expect(refusal(await bert.call('DELETE', query))).toEqual([403, 'FORBIDDEN']);
    expect(refusal(await purge(bert, file.id))).toEqual([403, 'FORBIDDEN']);
    expect(refusal(await team.owner.call('DELETE', query))).toEqual([404, 'NOT_FOUND']);
    expect((await anna.call('DELETE', query)).body).toEqual({ removed: 1 });
  });

  it('gives an editor back only what they still see afterwards', async () => {
    const folder = await addFolder(anna, 'Geteilt und weg');
    const inside = await addFile(anna, 'innen.txt', 'x', { parentId: folder.id });
    await shareNode(anna, folder.id, bert, 'editor');
    await trashNode(bert, folder.id);
    expect(refusal(await restore(bert, inside.id))).toEqual([403, 'FORBIDDEN']);
    expect((await getNode(anna, inside.id)).trashedAt).not.toBeNull();
    expect(await restored(bert, folder.id)).toMatchObject({ role: 'editor', trashedAt: null });
  });

  it('does not purge a file that is being written', async () => {
    // A picture keeps the server busy with its thumbnail, long enough for two requests.
    const pixels = { raw: { width: SIDE, height: SIDE, channels: 3 } } as const;
    const bytes = await sharp(randomBytes(SIDE * SIDE * 3), pixels)
      .png({ compressionLevel: 0 })
      .toBuffer();
    const before = await usage(anna);
    /** Purges while a write is under way that has begun so many milliseconds before; returns how often it was refused. */
    const conflictsAfter = async (delayMs: number): Promise<number> => {
      const upload = await anna.upload('/v1/workspace/upload', { name: 'umkämpft.png', bytes });
      const { id } = succeeded(upload, 201).read(z.object({ node: workspaceNode })).node;
      const writing = anna.fetch(`/api${base}/${id}/content`, {
        method: 'PUT',
        body: bytes,
        headers: { 'content-type': 'application/octet-stream' },
      });
      await sleep(delayMs);
      await trashNode(anna, id);
      let conflicts = 0;
      let removed = await purge(anna, id);
      for (; removed.status !== 204; removed = await purge(anna, id)) {
        expect(refusal(removed)).toEqual([409, 'PURGE_CONFLICT']);
        conflicts += 1;
      }
      // Done before the file went into the trash, or not at all.
      expect([200, 404]).toContain((await writing).status);
      expect((await anna.call('GET', `${base}/${id}`)).status).toBe(404);
      expect(await usage(anna)).toEqual(before);
      return conflicts;
    };
    let conflicts = 0;
    for (let delayMs = 0; conflicts === 0 && delayMs < MOST_DELAY_MS; delayMs += 10) {
      conflicts = await conflictsAfter(delayMs);
    }
    expect(conflicts).toBeGreaterThan(0);
  });
});

describe('agents', () => {
  it('take nothing away that is locked for them somewhere below', async () => {
    const person = await team.addPerson('frida');
    const agent = await team.addAgent(person);
    for (const lock of [{ agentWrite: false }, { agentRead: false }]) {
      const top = await addFolder(person, 'Oben');
      const middle = await addFolder(person, 'Mitte', { parentId: top.id });
      const file = await addFile(person, 'unten.txt', 'x', { parentId: middle.id });
      await patchNode(person, file.id, lock);
      const target = await addFolder(person, 'Ziel');
      const refused = () => Promise.all([trash(agent, top.id), patch(agent, top.id, { parentId: target.id })]);
      for (const answer of await refused()) expect(refusal(answer)).toEqual([403, 'FORBIDDEN']);
      await trashNode(person, top.id);
      for (const answer of [await restore(agent, top.id), await purge(agent, top.id)]) {
        expect(refusal(answer)).toEqual([403, 'FORBIDDEN']);
      }
      await restored(person, top.id);
      await patchNode(person, file.id, { agentWrite: null, agentRead: null });
      await patchNode(agent, top.id, { parentId: target.id });
      succeeded(await trash(agent, top.id), 200);
      succeeded(await purge(agent, top.id), 204);
    }
    expect(refusal(await agent.call('DELETE', '/v1/workspace/trash'))).toEqual([403, 'FORBIDDEN']);
  });

  it('gain nothing when the locked folder above goes', async () => {
    const person = await team.addPerson('gerda');
    const agent = await team.addAgent(person);
    const secret = await addFolder(person, 'Geheim');
    const byPurge = await addFile(person, 'a.txt', 'x', { parentId: secret.id });
    const byRestore = await addFile(person, 'b.txt', 'x', { parentId: secret.id });
    await patchNode(person, secret.id, { agentRead: false });
    await trashNode(person, byPurge.id);
    await trashNode(person, secret.id);
    await restored(person, byRestore.id);
    succeeded(await purge(person, secret.id), 204);
    await restored(person, byPurge.id);
    for (const { id } of [byPurge, byRestore]) {
      expect(await getNode(person, id)).toMatchObject({ parentId: null, agentRead: false, agentWrite: false });
      expect((await agent.call('GET', `${base}/${id}`)).status).toBe(404);
    }
  });
});
