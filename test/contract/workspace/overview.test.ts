import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { OVERVIEWS } from '../../../server/contract/workspace/finding.ts';
import { workspaceNode } from '../../../server/contract/workspace/node.ts';
import { activityEntry } from '../../../server/contract/workspace/sharing.ts';
import type { ApiClient } from '../../helpers/apiClient.ts';
import {
  addFile,
  addFolder,
  addProject,
  bootTeam,
  NOWHERE,
  patchNode,
  type Person,
  refusal,
  setMember,
  shareNode,
  succeeded,
  type Team,
  trashNode,
  writeFile,
} from '../../helpers/workspace.ts';

const overviewAnswer = z.object({
  view: z.enum(OVERVIEWS),
  nodes: z.array(workspaceNode),
  folders: z.array(workspaceNode).optional(),
  activity: z.array(activityEntry).optional(),
  cursor: z.string().nullable(),
});
const activityAnswer = z.object({ activity: z.array(activityEntry), cursor: z.string().nullable() });

const show = async (client: ApiClient, view: string, query = '') =>
  succeeded(await client.call('GET', `/v1/workspace/overview?view=${view}${query}`), 200).read(overviewAnswer);
const namesOf = async (client: ApiClient, view: string, query = '') =>
  (await show(client, view, query)).nodes.map(({ name }) => name);
const activityOf = async (client: ApiClient, id: string, query = '') =>
  succeeded(await client.call('GET', `/v1/workspace/nodes/${id}/activity${query}`), 200).read(activityAnswer);
const stepsOf = async (client: ApiClient, id: string) =>
  (await activityOf(client, id)).activity.map(({ action, node, actor }) => [action, node.name, actor?.name]);

describe('overviews over HTTP', () => {
  let team: Team;
  let ada: Person;
  let ben: Person;
  let time = Date.parse('2026-03-01T10:00:00.000Z');
  beforeAll(async () => {
    // Every look at the clock is a millisecond later, so that what follows in time does so in the lists.
    team = await bootTeam({ clock: { now: () => (time += 1) } });
    ada = await team.addPerson('ada');
    ben = await team.addPerson('ben');
  });
  afterAll(() => team.stop());

  it('show the folders of the root and the files that were changed last', async () => {
    const folder = await addFolder(ada, 'Mandate');
    const first = await addFile(ada, 'first.txt', 'x', { parentId: folder.id });
    await addFile(ada, 'second.txt', 'x');
    succeeded(await writeFile(ada, first.id, 'changed'), 200);
    const theirs = await addFile(ben, 'theirs.txt', 'x');
    await addFile(ben, 'private.txt', 'x');
    await shareNode(ben, theirs.id, ada, 'viewer');
    const home = await show(ada, 'home');
    expect(home.folders?.map(({ name }) => name)).toEqual(['Mandate']);
    expect(home.nodes.map(({ name }) => name)).toEqual(['theirs.txt', 'first.txt', 'second.txt']);
    expect(await namesOf(ada, 'recent')).toEqual(['theirs.txt', 'first.txt', 'second.txt']);
    const page = await show(ada, 'recent', '&limit=2');
    expect(page.nodes).toHaveLength(2);
    expect(await namesOf(ada, 'recent', `&limit=2&cursor=${page.cursor}`)).toEqual(['second.txt']);
  });

  it('show what others have shared, the newest shares first', async () => {
    const cleo = await team.addPerson('cleo');
    const group = await team.addGroup('Office', [cleo]);
    const one = await addFile(ada, 'shared one.txt', 'x');
    const two = await addFolder(ada, 'Shared two');
    await shareNode(ada, two.id, cleo, 'editor');
    await shareNode(ada, one.id, group, 'viewer');
    await addFile(cleo, 'own.txt', 'x');
    expect(await namesOf(cleo, 'shared')).toEqual(['shared one.txt', 'Shared two']);
    const page = await show(cleo, 'shared', '&limit=1');
    expect(await namesOf(cleo, 'shared', `&limit=1&cursor=${page.cursor}`)).toEqual(['Shared two']);
    await trashNode(ada, one.id);
    expect(await namesOf(cleo, 'shared')).toEqual(['Shared two']);
  });

  it('show stars, the newest first, each to who has set it', async () => {
    const dan = await team.addPerson('dan');
    for (const name of ['a.txt', 'b.txt', 'c.txt']) {
      const { id } = await addFile(dan, name, 'x');
      await patchNode(dan, id, { starred: true });
    }
    expect(await namesOf(dan, 'starred')).toEqual(['c.txt', 'b.txt', 'a.txt']);
    const page = await show(dan, 'starred', '&limit=2');
    expect(await namesOf(dan, 'starred', `&limit=2&cursor=${page.cursor}`)).toEqual(['a.txt']);
    expect(await namesOf(ben, 'starred')).toEqual([]);
  });

  it('show the trash without what went there with a folder', async () => {
    const eve = await team.addPerson('eve');
    const folder = await addFolder(eve, 'Old');
    await addFile(eve, 'inside.txt', 'x', { parentId: folder.id });
    const file = await addFile(eve, 'alone.txt', 'x');
    await trashNode(eve, file.id);
    await trashNode(eve, folder.id);
    expect(await namesOf(eve, 'trash')).toEqual(['Old', 'alone.txt']);
    const page = await show(eve, 'trash', '&limit=1');
    expect(await namesOf(eve, 'trash', `&limit=1&cursor=${page.cursor}`)).toEqual(['alone.txt']);

    const project = await addProject(eve, 'Project');
    await setMember(eve, project.id, ben, 'viewer');
    await setMember(eve, project.id, ada, 'editor');
    await trashNode(eve, (await addFile(eve, 'of project.txt', 'x', { projectId: project.id })).id);
    const query = `&projectId=${project.id}`;
    expect(await namesOf(eve, 'trash', query)).toEqual(['of project.txt']);
    expect(await namesOf(ada, 'trash', query)).toEqual(['of project.txt']);
    expect(await namesOf(ben, 'trash', query)).toEqual([]);
    const stranger = await team.addPerson('stranger');
    expect(refusal(await stranger.call('GET', `/v1/workspace/overview?view=trash${query}`))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  it('refuse views and pages that there are not', async () => {
    for (const view of ['', 'all', 'HOME']) {
      expect(refusal(await ada.call('GET', `/v1/workspace/overview?view=${view}`))).toEqual([400, 'INVALID_VIEW']);
    }
    expect(refusal(await ada.call('GET', '/v1/workspace/overview'))).toEqual([400, 'INVALID_VIEW']);
    for (const view of OVERVIEWS) {
      expect(refusal(await ada.call('GET', `/v1/workspace/overview?view=${view}&cursor=x`))).toEqual([
        400,
        'INVALID_QUERY',
      ]);
    }
  });

  it('leave out what folder locks keep from agents', async () => {
    const fay = await team.addPerson('fay');
    const folder = await addFolder(fay, 'Locked');
    const { id } = await addFile(fay, 'locked.txt', 'x', { parentId: folder.id });
    await patchNode(fay, id, { starred: true });
    await addFile(fay, 'open.txt', 'x');
    await patchNode(fay, folder.id, { agentRead: false });
    const agent = await team.addAgent(fay);
    expect(await namesOf(agent, 'recent')).toEqual(['open.txt']);
    expect(await namesOf(agent, 'starred')).toEqual([]);
    expect((await show(agent, 'home')).folders).toEqual([]);
    expect((await show(agent, 'activity')).activity?.map(({ node }) => node.name)).toEqual(['open.txt']);
    expect(refusal(await agent.call('GET', `/v1/workspace/nodes/${id}/activity`))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('activity over HTTP', () => {
  let team: Team;
  let ada: Person;
  let ben: Person;
  beforeAll(async () => {
    team = await bootTeam();
    ada = await team.addPerson('ada');
    ben = await team.addPerson('ben');
  });
  afterAll(() => team.stop());

  it('tells the history of a file, newest first, with what the change feed does not tell', async () => {
    const { id } = await addFile(ada, 'draft.txt', 'eins zwei');
    await shareNode(ada, id, ben, 'editor');
    succeeded(await writeFile(ada, id, 'eins zwei drei'), 200);
    await patchNode(ben, id, { name: 'final.txt' });
    const anchor = { revision: 2, from: 0, to: 4, exactQuote: 'eins' };
    succeeded(await ben.call('POST', `/v1/workspace/nodes/${id}/comments`, { body: 'gut', anchor }), 201);
    succeeded(await ada.call('POST', '/v1/workspace/versions', { node_id: id, revision: 1 }), 200);
    succeeded(await ada.call('POST', `/v1/workspace/nodes/${id}/anonymize`), 202);
    expect(await stepsOf(ben, id)).toEqual([
      ['anonymized', 'final.txt', 'ada'],
      ['version_restored', 'final.txt', 'ada'],
      ['commented', 'final.txt', 'ben'],
      ['renamed', 'final.txt', 'ben'],
      ['updated', 'draft.txt', 'ada'],
      ['shared', 'draft.txt', 'ada'],
      ['created', 'draft.txt', 'ada'],
    ]);
    const { activity } = await activityOf(ada, id);
    expect(activity.map(({ revision }) => revision)).toEqual([3, 3, 2, 2, 2, 1, 1]);
    const pages: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await activityOf(ada, id, `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      pages.push(...page.activity);
      ({ cursor } = page);
    }
    expect(pages).toEqual(activity);
    const delta = await ada.call('GET', '/v1/workspace/delta');
    expect(delta.text).not.toMatch(/commented|version_restored|anonymized/);
  });

  it('tells of everything in a folder once, also of what was removed for good', async () => {
    const folder = await addFolder(ada, 'Case');
    const inner = await addFolder(ada, 'Inner', { parentId: folder.id });
    const file = await addFile(ada, 'deep.txt', 'x', { parentId: inner.id });
    await addFile(ada, 'elsewhere.txt', 'x');
    await shareNode(ada, folder.id, ben, 'viewer');
    const steps = await stepsOf(ada, folder.id);
    expect(steps).toEqual([
      ['shared', 'Case', 'ada'],
      ['created', 'deep.txt', 'ada'],
      ['created', 'Inner', 'ada'],
      ['created', 'Case', 'ada'],
    ]);
    expect(await stepsOf(ben, folder.id)).toEqual(steps);
    await trashNode(ada, inner.id);
    expect((await stepsOf(ada, folder.id))[0]).toEqual(['trashed', 'Inner', 'ada']);
    expect(await stepsOf(ben, folder.id)).toEqual([steps[0], steps[3]]);
    succeeded(await ada.call('DELETE', `/v1/workspace/nodes/${inner.id}/permanent`), 204);
    expect((await stepsOf(ada, folder.id))[0]).toEqual(['deleted', 'Inner', 'ada']);
    expect(await stepsOf(ben, folder.id)).toEqual([steps[0], steps[3]]);
    const agent = await team.addAgent(ada);
    expect((await stepsOf(agent, folder.id)).some(([action]) => action === 'deleted')).toBe(false);
    expect((await ada.call('GET', `/v1/workspace/nodes/${file.id}/activity`)).status).toBe(404);
  });

  it('names the agent that has acted, and its person', async () => {
    const agent = await team.addAgent(ada);
    const { id } = await addFile(agent, 'by agent.txt', 'x');
    expect((await activityOf(ada, id)).activity[0]).toMatchObject({ actor: { id: ada.id }, agent: { name: 'Helper' } });
  });

  it('is told to those who see the node', async () => {
    const { id } = await addFile(ada, 'mine.txt', 'x');
    for (const nodeId of [id, NOWHERE]) {
      expect(refusal(await ben.call('GET', `/v1/workspace/nodes/${nodeId}/activity`))).toEqual([404, 'NOT_FOUND']);
    }
    expect(refusal(await ada.call('GET', `/v1/workspace/nodes/${id}/activity?limit=0`))).toEqual([
      400,
      'INVALID_QUERY',
    ]);
    const all = await ada.call('GET', '/v1/workspace/overview?view=activity');
    expect(all.read(overviewAnswer).activity?.[0]).toMatchObject({ action: 'created', node: { name: 'mine.txt' } });
    expect((await ben.call('GET', '/v1/workspace/overview?view=activity')).text).not.toContain('mine.txt');
  });
});
