import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inboxEntry } from '../../../server/contract/workspace/sharing.ts';
import type { ApiClient } from '../../helpers/apiClient.ts';
import {
  addFile,
  bootTeam,
  NOWHERE,
  patchNode,
  type Person,
  refusal,
  shareNode,
  succeeded,
  type Team,
  trashNode,
  unshareNode,
} from '../../helpers/workspace.ts';

const listAnswer = z.object({
  entries: z.array(inboxEntry),
  unreadCount: z.number(),
  cursor: z.string().nullable(),
});
const markAnswer = z.object({ marked: z.number(), unreadCount: z.number() });

const list = async (client: ApiClient, query = '') =>
  succeeded(await client.call('GET', `/v1/workspace/inbox${query}`), 200).read(listAnswer);
const mark = async (client: ApiClient, body: object) =>
  succeeded(await client.call('POST', '/v1/workspace/inbox', body), 200).read(markAnswer);

describe('the inbox over HTTP', () => {
  let team: Team;
  let ada: Person;
  let people = 0;
  beforeAll(async () => {
    team = await bootTeam();
    ada = team.owner;
  });
  afterAll(() => team.stop());

  /** Somebody new with whom so many files have been shared. */
  async function reader(shares: number): Promise<{ person: Person; files: string[] }> {
    const person = await team.addPerson(`reader${(people += 1)}`);
    const files: string[] = [];
    for (let number = 0; number < shares; number += 1) {
      const { id } = await addFile(ada, `inbox ${people} ${number}.txt`, 'x');
      await shareNode(ada, id, person, 'viewer');
      files.push(id);
    }
    return { person, files };
  }

  it('lists what its owner has been told, newest first, page by page', async () => {
    const { person, files } = await reader(3);
    const all = await list(person);
    expect(all).toMatchObject({ unreadCount: 3, cursor: null });
    expect(all.entries.map(({ node }) => node?.id)).toEqual(files.toReversed());
    expect(all.entries[0]).toMatchObject({
      ...{ kind: 'share', read: false, role: 'viewer', threadId: null, requestId: null, status: null },
      ...{ actor: { id: ada.id }, node: { type: 'file' } },
    });
    const first = await list(person, '?limit=2');
    const second = await list(person, `?limit=2&cursor=${first.cursor}`);
    expect([...first.entries, ...second.entries]).toEqual(all.entries);
    expect(second.cursor).toBeNull();
    expect((await list(ada)).entries).toEqual([]);
  });

  it('marks entries by their ids or all, once, and never those of others', async () => {
    const { person } = await reader(3);
    const { person: other } = await reader(1);
    const { entries } = await list(person);
    const foreign = (await list(other)).entries[0]!.id;
    const ids = [entries[0]!.id, entries[0]!.id, foreign, NOWHERE];
    expect(await mark(person, { ids })).toEqual({ marked: 1, unreadCount: 2 });
    expect(await mark(person, { ids })).toEqual({ marked: 0, unreadCount: 2 });
    expect((await list(other)).unreadCount).toBe(1);
    expect((await list(person)).entries.map(({ read }) => read)).toEqual([true, false, false]);
    expect((await list(person, '?unread=1')).entries.map(({ id }) => id)).toEqual(entries.slice(1).map(({ id }) => id));
    expect((await list(person, '?unread=0')).entries).toHaveLength(3);
    expect(await mark(person, { all: true })).toEqual({ marked: 2, unreadCount: 0 });
    expect((await list(person, '?unread=1')).entries).toEqual([]);
    expect(await mark(person, { ids: [] })).toEqual({ marked: 0, unreadCount: 0 });
  });

  it('takes exactly one of ids and all, and at most 200 ids', async () => {
    const send = (body: object) => ada.call('POST', '/v1/workspace/inbox', body);
    const ids = (count: number) => Array.from({ length: count }, () => NOWHERE);
    for (const body of [
      {},
      { all: false },
      { ids: ids(1), all: true },
      { ids: ids(201) },
      { ids: ['x'] },
      { ids: 'x' },
    ]) {
      expect(refusal(await send(body))).toEqual([400, 'INVALID_BODY']);
    }
    expect((await send({ ids: ids(200) })).status).toBe(200);
    expect((await send({ ids: ids(1), all: false })).status).toBe(200);
    for (const query of ['?unread=2', '?limit=0', '?limit=x', '?cursor=x']) {
      expect(refusal(await ada.call('GET', `/v1/workspace/inbox${query}`))).toEqual([400, 'INVALID_QUERY']);
    }
  });

  it('hides what its owner can no longer see', async () => {
    const { person, files } = await reader(2);
    const shares = (await ada.call('GET', `/v1/workspace/nodes/${files[0]}/shares`)).read(
      z.object({ shares: z.array(z.object({ id: z.string() })) }),
    ).shares;
    await unshareNode(ada, files[0]!, shares[0]!.id);
    await trashNode(ada, files[1]!);
    expect((await list(person)).entries.map(({ node }) => node)).toEqual([null, null]);
    succeeded(await ada.call('DELETE', `/v1/workspace/nodes/${files[1]}/permanent`), 204);
    expect(await list(person)).toMatchObject({ unreadCount: 1, entries: { length: 1 } });
  });

  it('names nothing to agents that folder locks keep from them', async () => {
    const { person, files } = await reader(1);
    const agent = await team.addAgent(person);
    expect((await list(agent)).entries[0]!.node?.id).toBe(files[0]);
    await patchNode(ada, files[0]!, { agentRead: false });
    expect((await list(agent)).entries[0]!.node).toBeNull();
    expect((await list(person)).entries[0]!.node?.id).toBe(files[0]);
  });
});
