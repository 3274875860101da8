import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { workspaceNode } from '../../../server/contract/workspace/node.ts';
import type { ApiClient } from '../../helpers/apiClient.ts';
import { bootTeam, NOWHERE } from '../../helpers/workspace.ts';
import {
  addFile,
  addFolder,
  addProject,
  listAll,
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

const ask = (client: ApiClient, id: string, body: object) =>
  client.call('POST', `/v1/workspace/nodes/${id}/copy`, body);
const copy = async (client: ApiClient, id: string, body: object) =>
  succeeded(await ask(client, id, body), 201).read(z.object({ node: workspaceNode })).node;
const download = async (client: ApiClient, id: string) =>
  (await client.fetch(`/api/v1/workspace/nodes/${id}/download`)).text();
const usage = async (client: ApiClient) =>
  (await client.call('GET', '/v1/workspace/usage')).read(z.object({ bytesUsed: z.number(), fileCount: z.number() }));

describe('POST /nodes/:id/copy', () => {
  it('copies the present content and nothing else', async () => {
    const file = await addFile(anna, 'Brief.txt', 'eins');
    await writeFile(anna, file.id, 'zwei', 1);
    await patchNode(anna, file.id, { description: 'Entwurf' });
    const before = await usage(anna);
    const made = await copy(anna, file.id, { name: 'Kopie.txt' });
    expect(made).toMatchObject({ name: 'Kopie.txt', revision: 1, parentId: null, sizeBytes: 4, kind: 'text' });
    expect(made.id).not.toBe(file.id);
    expect(await download(anna, made.id)).toBe('zwei');
    expect(await usage(anna)).toEqual({ bytesUsed: before.bytesUsed + 4, fileCount: before.fileCount + 1 });
    const old = await anna.call('GET', `/v1/workspace/nodes/${made.id}/download?revision=0`);
    expect(refusal(old)).toEqual([404, 'NOT_FOUND']);
    await writeFile(anna, made.id, 'drei');
    expect(await download(anna, file.id)).toBe('zwei');
  });

  it.each([
    ['Ohne', 'Ohne.txt'],
    ['Falsch.pdf', 'Falsch.txt'],
    ['Programm.exe', 'Programm.txt'],
    ['Fassung 1.2', 'Fassung 1.2.txt'],
    ['Laut.TXT', 'Laut.TXT'],
    ['x'.repeat(255), `${'x'.repeat(251)}.txt`],
  ])('keeps the extension: %s', async (name, expected) => {
    const folder = await addFolder(anna, `Endungen ${name.slice(0, 20)}`);
    const file = await addFile(anna, 'Original.txt', 'x', { parentId: folder.id });
    expect(await copy(anna, file.id, { name })).toMatchObject({ name: expected, parentId: folder.id });
  });

  it('refuses folders, taken names, bad bodies and what is not there', async () => {
    const folder = await addFolder(anna, 'Ordner');
    const file = await addFile(anna, 'da.txt', 'x', { parentId: folder.id });
    expect(refusal(await ask(anna, folder.id, { name: 'Kopie' }))).toEqual([400, 'NOT_A_FILE']);
    expect(refusal(await ask(anna, file.id, { name: 'DA' }))).toEqual([409, 'NAME_TAKEN']);
    for (const body of [{}, { name: '' }, { name: 'x'.repeat(256) }, { name: 'a/b' }, { name: 'k', parentId: 'x' }]) {
      expect(refusal(await ask(anna, file.id, body))).toEqual([400, 'INVALID_BODY']);
    }
    expect(refusal(await ask(anna, file.id, { name: 'k', parentId: file.id }))).toEqual([400, 'NOT_A_FOLDER']);
    expect(refusal(await ask(anna, file.id, { name: 'k', parentId: NOWHERE }))).toEqual([404, 'NOT_FOUND']);
    expect(refusal(await ask(anna, NOWHERE, { name: 'k' }))).toEqual([404, 'NOT_FOUND']);
    expect(refusal(await ask(bert, file.id, { name: 'k' }))).toEqual([404, 'NOT_FOUND']);
    await trashNode(anna, file.id);
    expect(refusal(await ask(anna, file.id, { name: 'k' }))).toEqual([404, 'NOT_FOUND']);
  });

  it('copies to other folders and, from a share, to the own space', async () => {
    const shared = await addFolder(anna, 'Für Bert');
    const file = await addFile(anna, 'Akte.txt', 'geheim', { parentId: shared.id });
    await shareNode(anna, shared.id, bert, 'viewer');
    expect(refusal(await ask(bert, file.id, { name: 'Kopie', parentId: shared.id }))).toEqual([403, 'FORBIDDEN']);
    // Whoever may only read beside the original has a root of their own.
    const beside = await copy(bert, file.id, { name: 'Kopie' });
    expect(beside).toMatchObject({ name: 'Kopie.txt', parentId: null, role: 'owner', owner: { id: bert.id } });
    const own = await copy(bert, file.id, { name: 'Meine', parentId: null });
    expect(own).toMatchObject({ name: 'Meine.txt', parentId: null, role: 'owner', owner: { id: bert.id } });
    expect(await download(bert, own.id)).toBe('geheim');
    const target = await addFolder(bert, 'Ablage');
    expect(await copy(bert, file.id, { name: 'Akte', parentId: target.id })).toMatchObject({ parentId: target.id });
    // The share of the file alone: its folder is out of sight, so the copy goes to the own root.
    const alone = await addFile(anna, 'Einzeln.txt', 'x', { parentId: (await addFolder(anna, 'Unsichtbar')).id });
    await shareNode(anna, alone.id, bert, 'viewer');
    expect(await copy(bert, alone.id, { name: 'Einzeln' })).toMatchObject({ owner: { id: bert.id }, parentId: null });
    expect((await listAll(bert)).map(({ name }) => name).sort()).toEqual([
      ...['Ablage', 'Einzeln.txt', 'Kopie.txt', 'Meine.txt'],
    ]);
    await shareNode(anna, shared.id, bert, 'editor');
    expect(await copy(bert, file.id, { name: 'Daneben' })).toMatchObject({ parentId: shared.id });
  });

  it('copies between a project and the own space', async () => {
    const project = await addProject(anna, 'Umbau');
    const file = await addFile(anna, 'Plan.txt', 'x', { projectId: project.id });
    await setMember(anna, project.id, bert, 'viewer');
    expect(await copy(anna, file.id, { name: 'Plan 2' })).toMatchObject({ projectId: project.id, parentId: null });
    expect(await copy(anna, file.id, { name: 'Plan 3', parentId: null })).toMatchObject({ projectId: project.id });
    expect(refusal(await ask(bert, file.id, { name: 'Plan 4', parentId: null }))).toEqual([403, 'FORBIDDEN']);
    expect(await copy(bert, file.id, { name: 'Plan 4' })).toMatchObject({ projectId: null, owner: { id: bert.id } });
    await setMember(anna, project.id, bert, 'editor');
    expect(await copy(bert, file.id, { name: 'Plan 4' })).toMatchObject({ projectId: project.id });
    const folder = await addFolder(bert, 'Aus Projekten');
    const own = await copy(bert, file.id, { name: 'Plan', parentId: folder.id });
    expect(own).toMatchObject({ projectId: null, parentId: folder.id });
  });

  it('keeps to the locks of agents', async () => {
    const agent = await team.addAgent(anna);
    const hidden = await addFile(anna, 'verborgen.txt', 'x');
    await patchNode(anna, hidden.id, { agentRead: false });
    expect(refusal(await ask(agent, hidden.id, { name: 'k' }))).toEqual([404, 'NOT_FOUND']);
    const locked = await addFolder(anna, 'Nur lesen');
    await patchNode(anna, locked.id, { agentWrite: false });
    const inside = await addFile(anna, 'innen.txt', 'x', { parentId: locked.id });
    expect(refusal(await ask(agent, inside.id, { name: 'k' }))).toEqual([403, 'FORBIDDEN']);
    expect(await copy(agent, inside.id, { name: 'draußen', parentId: null })).toMatchObject({ name: 'draußen.txt' });
  });
});

describe('the quota', () => {
  it('refuses a copy that does not fit, and leaves nothing of it', async () => {
    const small = await bootTeam({ config: { workspaceLimits: { maxBytes: 100, maxFiles: 2 } } });
    try {
      const file = await addFile(small.owner, 'a.txt', 'x'.repeat(60));
      expect(refusal(await ask(small.owner, file.id, { name: 'b' }))).toEqual([413, 'QUOTA_EXCEEDED']);
      expect(await usage(small.owner)).toEqual({ bytesUsed: 60, fileCount: 1 });
      await writeFile(small.owner, file.id, 'x');
      await copy(small.owner, file.id, { name: 'b' });
      expect(refusal(await ask(small.owner, file.id, { name: 'c' }))).toEqual([413, 'QUOTA_EXCEEDED']);
      expect(await usage(small.owner)).toEqual({ bytesUsed: 62, fileCount: 2 });
    } finally {
      await small.stop();
    }
  });
});
