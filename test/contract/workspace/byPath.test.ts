import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeByPath } from '../../../server/contract/workspace/nodes.ts';
import type { ApiClient } from '../../helpers/apiClient.ts';
import {
  addFile,
  addFolder,
  addProject,
  bootTeam,
  patchNode,
  queryOf,
  refusal,
  setMember,
  shareNode,
  succeeded,
  trashNode,
  type Person,
  type Team,
} from '../../helpers/workspace.ts';

let team: Team;
let anna: Person;
beforeAll(async () => {
  team = await bootTeam();
  anna = await team.addPerson('anna');
});
afterAll(() => team.stop());

const ask = (client: ApiClient, path: string | undefined, more: Record<string, string> = {}) =>
  client.call('GET', `/v1/workspace/nodes/by-path${queryOf({ path, ...more })}`);
const find = async (client: ApiClient, path: string, more: Record<string, string> = {}) =>
  succeeded(await ask(client, path, more), 200).read(nodeByPath.response.schema);

describe('GET /nodes/by-path', () => {
  it('finds nodes by names, whatever their case and their Unicode form', async () => {
    const folder = await addFolder(anna, 'Müller & Söhne');
    const file = await addFile(anna, 'Straße.TXT', 'x', { parentId: folder.id });
    const paths = [
      '/Müller & Söhne/Straße.TXT',
      '/müller & söhne/straße.txt',
      'MÜLLER & SÖHNE/STRAßE.txt',
      '/Müller & Söhne/Straße.TXT/',
      '//Müller & Söhne//Straße.TXT',
      '/Müller & Söhne/Straße.TXT'.normalize('NFD'),
    ];
    for (const path of paths) {
      const found = await find(anna, path);
      expect(found).toMatchObject({ node: { id: file.id }, path: '/Müller & Söhne/Straße.TXT', role: 'owner' });
      expect(found.breadcrumbs).toEqual([{ id: folder.id, name: 'Müller & Söhne' }]);
      expect(found).not.toHaveProperty('children');
    }
    expect((await find(anna, '/müller & söhne')).node?.id).toBe(folder.id);
  });

  it('takes a lone slash for the root and lists children on demand', async () => {
    const person = await team.addPerson('berta');
    const folder = await addFolder(person, 'B');
    await addFile(person, 'a.txt', 'x');
    const inside = await addFile(person, 'c.txt', 'x', { parentId: folder.id });
    expect(await find(person, '/')).toEqual({ node: null, path: '/', breadcrumbs: [], role: 'owner' });
    const root = await find(person, '/', { children: '1' });
    expect(root.children?.map(({ name }) => name)).toEqual(['B', 'a.txt']);
    const listed = await find(person, '/B', { children: '1' });
    expect(listed.children?.map(({ id }) => id)).toEqual([inside.id]);
    expect(listed.childrenTruncated).toBe(false);
    expect(await find(person, '/a.txt', { children: '1' })).not.toHaveProperty('children');
  });

  it('lists at most 200 children and says so', async () => {
    const person = await team.addPerson('clara');
    await Promise.all(Array.from({ length: 201 }, (_, index) => addFolder(person, `Ordner ${index}`)));
    const root = await find(person, '/', { children: '1' });
    expect(root.children).toHaveLength(200);
    expect(root.childrenTruncated).toBe(true);
    expect(root.children?.[0]?.name).toBe('Ordner 0');
  });

  it.each([
    ['an empty path', ''],
    ['blanks', '/ /a'],
    ['a dot', '/a/./b'],
    ['two dots', '/../a'],
    ['three dots', '/.../a'],
    ['a backslash', '/a\\b'],
    ['a control character', '/a\u0000b'],
    ['a name that is too long', `/${'a'.repeat(256)}`],
    ['33 levels', '/a'.repeat(33)],
    ['more than any path has', `/${'a'.repeat(9_001)}`],
  ])('refuses %s', async (_, path) => {
    expect(refusal(await ask(anna, path))).toEqual([400, 'INVALID_PATH']);
  });

  it('refuses a missing path and one given twice', async () => {
    expect(refusal(await ask(anna, undefined))).toEqual([400, 'INVALID_PATH']);
    expect(refusal(await anna.call('GET', '/v1/workspace/nodes/by-path?path=/a&path=/b'))).toEqual([
      400,
      'INVALID_PATH',
    ]);
  });

  it('finds what lies 32 levels deep', async () => {
    const person = await team.addPerson('dora');
    let parentId: string | undefined;
    for (let level = 1; level <= 32; level++) parentId = (await addFolder(person, `e${level}`, { parentId })).id;
    const path = Array.from({ length: 32 }, (_, index) => `/E${index + 1}`).join('');
    const found = await find(person, path);
    expect(found.node?.id).toBe(parentId);
    expect(found.breadcrumbs).toHaveLength(32);
    const deeper = await person.call('POST', '/v1/workspace/nodes', { kind: 'folder', name: 'zu tief', parentId });
    expect(refusal(deeper)).toEqual([400, 'INVALID_PATH']);
  });

  it('knows nothing of what is not there, in the trash, below a file or of others', async () => {
    const file = await addFile(anna, 'weg.txt', 'x');
    expect(refusal(await ask(anna, '/weg.txt/tiefer'))).toEqual([404, 'NOT_FOUND']);
    await trashNode(anna, file.id);
    expect(refusal(await ask(anna, '/weg.txt'))).toEqual([404, 'NOT_FOUND']);
    expect(refusal(await ask(anna, '/gab es nie'))).toEqual([404, 'NOT_FOUND']);
    await addFolder(team.owner, 'Chefsache');
    expect(refusal(await ask(anna, '/Chefsache'))).toEqual([404, 'NOT_FOUND']);
  });

  it('does not find what others share: their paths are theirs', async () => {
    const folder = await addFolder(team.owner, 'Geteilt');
    await shareNode(team.owner, folder.id, anna, 'editor');
    expect(refusal(await ask(anna, '/Geteilt'))).toEqual([404, 'NOT_FOUND']);
  });

  it('resolves paths of a project for its members', async () => {
    const project = await addProject(team.owner, 'Umbau');
    const folder = await addFolder(team.owner, 'Pläne', { projectId: project.id });
    expect(refusal(await ask(anna, '/Pläne', { projectId: project.id }))).toEqual([404, 'NOT_FOUND']);
    await setMember(team.owner, project.id, anna, 'viewer');
    expect(await find(anna, '/pläne', { projectId: project.id })).toMatchObject({
      node: { id: folder.id, projectId: project.id },
      role: 'viewer',
    });
    expect(await find(anna, '/', { projectId: project.id })).toMatchObject({ node: null, role: 'viewer' });
  });

  it('hides from agents what is locked for them, and the way through it', async () => {
    const emil = await team.addPerson('emil');
    const agent = await team.addAgent(emil);
    const locked = await addFolder(emil, 'Geheim');
    const open = await addFolder(emil, 'Offen', { parentId: locked.id });
    await patchNode(emil, locked.id, { agentRead: false });
    await patchNode(emil, open.id, { agentRead: true });
    expect(refusal(await ask(agent, '/Geheim'))).toEqual([404, 'NOT_FOUND']);
    expect(refusal(await ask(agent, '/Geheim/Offen'))).toEqual([404, 'NOT_FOUND']);
    expect((await find(agent, '/', { children: '1' })).children).toEqual([]);
    expect((await find(emil, '/geheim/offen')).node?.id).toBe(open.id);
  });
});
