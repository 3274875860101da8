import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { workspaceNode } from '../../../server/contract/workspace/node.ts';
import {
  addFile,
  addFolder,
  addProject,
  bootTeam,
  refusal,
  shareNode,
  succeeded,
  type Team,
} from '../../helpers/workspace.ts';

let team: Team;
beforeAll(async () => {
  team = await bootTeam();
});
afterAll(() => team.stop());

const create = (body: object) => team.owner.call('POST', '/v1/workspace/nodes', body);

it('counts the folders above a shared one, which its guest does not see', async () => {
  const guest = await team.addPerson('guest');
  let parentId: string | undefined;
  for (let level = 1; level <= 31; level += 1) {
    parentId = (await addFolder(team.owner, `Ebene ${level}`, { parentId })).id;
  }
  await shareNode(team.owner, parentId!, guest, 'editor');
  const deepest = await addFolder(guest, 'Ebene 32', { parentId });
  const deeper = { kind: 'folder', name: 'Ebene 33', parentId: deepest.id };
  expect(refusal(await guest.call('POST', '/v1/workspace/nodes', deeper))).toEqual([400, 'INVALID_PATH']);
  expect(refusal(await create(deeper))).toEqual([400, 'INVALID_PATH']);
});

it('shortens a longest name for the extension that it adds', async () => {
  const made = succeeded(await create({ kind: 'doc', name: 'n'.repeat(255) }), 201);
  expect(made.read(z.object({ node: workspaceNode })).node.name).toBe(`${'n'.repeat(250)}.docx`);
  expect(refusal(await create({ kind: 'doc', name: 'n'.repeat(256) }))).toEqual([400, 'INVALID_BODY']);
  expect(refusal(await create({ kind: 'doc', name: ' ' }))).toEqual([400, 'INVALID_BODY']);
});

it('lists a folder in its own space only', async () => {
  const { id: projectId } = await addProject(team.owner, 'Projekt');
  const own = await addFolder(team.owner, 'Eigener');
  const inProject = await addFolder(team.owner, 'Im Projekt', { projectId });
  const list = (parentId: string) =>
    team.owner.call('GET', `/v1/workspace/nodes?parentId=${parentId}&projectId=${projectId}`);
  expect(refusal(await list(own.id))).toEqual([404, 'NOT_FOUND']);
  expect((await list(inProject.id)).status).toBe(200);
});

it('refuses text that could not be given back as it came', async () => {
  const half = 'halb \ud83d';
  const file = await addFile(team.owner, 'Text.txt', 'eins zwei');
  const anchor = { revision: 1, from: 0, to: 4, exactQuote: 'eins' };
  const comment = await team.owner.call('POST', `/v1/workspace/nodes/${file.id}/comments`, { body: half, anchor });
  const description = await team.owner.call('PATCH', `/v1/workspace/nodes/${file.id}`, { description: half });
  const project = await team.owner.call('POST', '/v1/projects', { name: half });
  for (const answer of [comment, description, project]) expect(refusal(answer)).toEqual([400, 'INVALID_BODY']);
});
