import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listShares, agentLock } from '../../../server/contract/workspace/sharing.ts';
import { usage } from '../../../server/contract/workspace/finding.ts';
import type { ApiAnswer, ApiClient } from '../../helpers/apiClient.ts';
import { beginUpload } from '../../helpers/uploads.ts';
import {
  addFile,
  addFolder,
  addProject,
  bootTeam,
  getNode,
  listAll,
  NOWHERE,
  patchNode,
  type Person,
  refusal,
  setMember,
  shareNode,
  succeeded,
  type Team,
  unshareNode,
} from '../../helpers/workspace.ts';

let team: Team;
let anna: Person;
let ben: Person;
beforeAll(async () => {
  team = await bootTeam();
  anna = await team.addPerson('anna');
  ben = await team.addPerson('ben');
});
afterAll(() => team.stop());

const sharesPath = (id: string) => `/v1/workspace/nodes/${id}/shares`;
const grant = (client: ApiClient, id: string, body: unknown): Promise<ApiAnswer> =>
  client.call('POST', sharesPath(id), body);
const list = async (client: ApiClient, id: string, query = '') =>
  succeeded(await client.call('GET', sharesPath(id) + query), 200).read(listShares.response.schema);
const statusOf = async (client: ApiClient, id: string) =>
  (await client.call('GET', `/v1/workspace/nodes/${id}`)).status;
const roleOf = async (client: ApiClient, id: string) => (await getNode(client, id)).role;

describe('shares', () => {
  it('are refused with the code of what is wrong', async () => {
    const { id } = await addFolder(team.owner, 'Codes');
    await shareNode(team.owner, id, anna, 'editor');
    const user = { kind: 'user', email: ben.email, role: 'viewer' };
    const group = await team.addGroup('Codes', [ben]);
    for (const [client, body, expected] of [
      [team.owner, { ...user, role: 'owner' }, [400, 'INVALID_ROLE']],
      [team.owner, { ...user, role: undefined }, [400, 'INVALID_ROLE']],
      [team.owner, { ...user, kind: 'team' }, [400, 'INVALID_KIND']],
      [team.owner, { ...user, email: undefined }, [400, 'INVALID_BODY']],
      [team.owner, { kind: 'group', role: 'viewer' }, [400, 'INVALID_BODY']],
      [team.owner, { ...user, email: 'nobody@example.org' }, [404, 'USER_NOT_FOUND']],
      [team.owner, { kind: 'group', groupId: NOWHERE, role: 'viewer' }, [404, 'GROUP_NOT_FOUND']],
      [team.owner, { ...user, email: team.owner.email }, [403, 'FORBIDDEN']],
      [anna, { kind: 'group', groupId: group, role: 'viewer' }, [403, 'FORBIDDEN']],
    ] as const) {
      expect([body, refusal(await grant(client, id, body))]).toEqual([body, expected]);
    }
    expect((await list(team.owner, id)).shares).toHaveLength(1);
    expect(await list(anna, id)).toMatchObject({ canManage: true, canManageGroups: false, availableGroups: [] });
  });

  it('are listed page by page, those of the folders above among them', async () => {
    const outer = await addFolder(team.owner, 'Viele');
    const inner = await addFolder(team.owner, 'Darin', { parentId: outer.id });
    const groups: string[] = [];
    for (let number = 0; number < 5; number++) groups.push(await team.addGroup(`Seite ${String(number)}`, [anna]));
    for (const [index, group] of groups.entries()) {
      await shareNode(team.owner, index % 2 === 0 ? outer.id : inner.id, group, 'viewer');
    }
    await shareNode(team.owner, inner.id, ben, 'viewer');
    const whole = await list(team.owner, inner.id);
    expect([whole.shares.length, whole.cursor]).toEqual([6, null]);
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const part = await list(team.owner, inner.id, `?limit=4${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect([part.role, part.canManageGroups]).toEqual(['owner', true]);
      seen.push(...part.shares.map(({ id }) => id));
      sizes.push(part.shares.length);
      ({ cursor } = part);
    }
    expect([sizes, seen]).toEqual([[4, 2], whole.shares.map(({ id }) => id)]);
    const { cursor } = await list(team.owner, inner.id, '?limit=1');
    const elsewhere = await team.owner.call('GET', `${sharesPath(outer.id)}?cursor=${cursor!}`);
    expect(refusal(elsewhere)).toEqual([400, 'INVALID_QUERY']);
  });

  it('raise and cut the role, the nearest first, and never that of the owner', async () => {
    const outer = await addFolder(team.owner, 'Außen');
    const inner = await addFolder(team.owner, 'Innen', { parentId: outer.id });
    const file = await addFile(team.owner, 'Akte.txt', 'x', { parentId: inner.id });
    await shareNode(team.owner, outer.id, anna, 'viewer');
    expect(await roleOf(anna, file.id)).toBe('viewer');
    await shareNode(team.owner, inner.id, anna, 'editor');
    expect([await roleOf(anna, outer.id), await roleOf(anna, file.id)]).toEqual(['viewer', 'editor']);
    const cut = await shareNode(team.owner, file.id, anna, 'viewer');
    expect(await roleOf(anna, file.id)).toBe('viewer');
    // A person's own share decides before that of a group on the same node.
    const group = await team.addGroup('Innen', [anna, ben, team.owner]);
    await shareNode(team.owner, file.id, group, 'editor');
    expect([await roleOf(anna, file.id), await roleOf(ben, file.id)]).toEqual(['viewer', 'editor']);
    expect(await roleOf(team.owner, file.id)).toBe('owner');
    await unshareNode(team.owner, file.id, cut.id);
    expect(await roleOf(anna, file.id)).toBe('editor');
    expect((await list(ben, file.id)).shares.map(({ inheritedFrom }) => inheritedFrom)).toEqual([null]);
    expect((await list(anna, file.id)).shares.map(({ inheritedFrom }) => inheritedFrom?.name ?? null)).toEqual([
      'Außen',
      'Innen',
      null,
    ]);
  });

  it('granted again change the role, and can be given up', async () => {
    const { id } = await addFolder(team.owner, 'Nochmals');
    const first = await shareNode(team.owner, id, anna, 'viewer');
    const second = await shareNode(team.owner, id, anna, 'editor');
    expect(second).toMatchObject({ id: first.id, role: 'editor', source: 'manual', syncedAt: null, email: anna.email });
    await shareNode(team.owner, id, ben, 'viewer');
    const foreign = await ben.call('DELETE', `${sharesPath(id)}?shareId=${first.id}`);
    expect(refusal(foreign)).toEqual([403, 'FORBIDDEN']);
    await unshareNode(anna, id, first.id);
    expect(await statusOf(anna, id)).toBe(404);
    const again = await team.owner.call('DELETE', `${sharesPath(id)}?shareId=${first.id}`);
    expect(refusal(again)).toEqual([404, 'NOT_FOUND']);
    const invalid = await team.owner.call('DELETE', `${sharesPath(id)}?shareId=1`);
    expect(refusal(invalid)).toEqual([400, 'INVALID_QUERY']);
  });

  it('tell the grantee in the inbox, once', async () => {
    const { id } = await addFolder(team.owner, 'Posteingang');
    const entries = z.object({ entries: z.array(z.object({ kind: z.string(), node: z.unknown(), role: z.string() })) });
    const inbox = async () =>
      succeeded(await anna.call('GET', '/v1/workspace/inbox?limit=200'), 200)
        .read(entries)
        .entries.filter(({ node }) => z.object({ id: z.string() }).safeParse(node).data?.id === id);
    await shareNode(team.owner, id, anna, 'viewer');
    await shareNode(team.owner, id, anna, 'editor');
    expect(await inbox()).toMatchObject([{ kind: 'share', role: 'viewer' }]);
  });

  it('with groups follow their members, also of groups that are deleted and people who are disabled', async () => {
    const { id } = await addFolder(team.owner, 'Gruppe');
    const group = await team.addGroup('Wechsel', [anna]);
    await shareNode(team.owner, id, group, 'editor');
    expect([await statusOf(anna, id), await statusOf(ben, id)]).toEqual([200, 404]);
    await team.setGroup(group, [ben]);
    expect([await statusOf(anna, id), await statusOf(ben, id)]).toEqual([404, 200]);
    const disable = (disabled: boolean) => team.server.call('PATCH', `/v1/admin/users/${ben.id}`, { disabled });
    succeeded(await disable(true), 200);
    expect(await statusOf(ben, id)).toBe(401);
    expect(refusal(await grant(team.owner, id, { kind: 'user', email: ben.email, role: 'viewer' }))).toEqual([
      404,
      'USER_NOT_FOUND',
    ]);
    succeeded(await disable(false), 200);
    ben = { ...(await team.addPerson('benno')) };
    await team.setGroup(group, [ben]);
    expect(await statusOf(ben, id)).toBe(200);
    succeeded(await team.server.call('DELETE', `/v1/admin/groups/${group}`), 204);
    expect(await statusOf(ben, id)).toBe(404);
    expect((await list(team.owner, id)).shares).toEqual([]);
  });

  it('taken over from a drive are changed there', async () => {
    const { id } = await addFolder(team.owner, 'Laufwerk');
    const share = await shareNode(team.owner, id, anna, 'viewer');
    const database = new Database(join(team.server.dataDir, 'deckname.db'));
    database.prepare('update shares set source = ? where id = ?').run('nextcloud', share.id);
    database.close();
    const changed = await grant(team.owner, id, { kind: 'user', email: anna.email, role: 'editor' });
    expect(refusal(changed)).toEqual([409, 'MANAGED_BY_SYNC']);
    const revoked = await team.owner.call('DELETE', `${sharesPath(id)}?shareId=${share.id}`);
    expect(refusal(revoked)).toEqual([409, 'MANAGED_BY_SYNC']);
    expect(await roleOf(anna, id)).toBe('viewer');
  });
});

describe('the agent lock', () => {
  const lockOf = async (id: string) =>
    succeeded(await team.owner.call('GET', `/v1/workspace/nodes/${id}/agent-lock`), 200).read(
      agentLock.response.schema,
    );

  it('is inherited until a folder or file below decides', async () => {
    const outer = await addFolder(team.owner, 'Sperre');
    const inner = await addFolder(team.owner, 'Darin', { parentId: outer.id });
    const file = await addFile(team.owner, 'Akte.txt', 'x', { parentId: inner.id });
    const free = { read: true, write: true, readGeerbt: true, writeGeerbt: true };
    expect(await lockOf(file.id)).toEqual(free);
    await patchNode(team.owner, outer.id, { agentWrite: false });
    expect(await lockOf(outer.id)).toEqual({ ...free, write: false, writeGeerbt: false });
    expect(await lockOf(file.id)).toEqual({ ...free, write: false });
    await patchNode(team.owner, inner.id, { agentRead: false, agentWrite: true });
    expect(await lockOf(file.id)).toEqual({ ...free, read: false, write: false });
    await patchNode(team.owner, file.id, { agentRead: true });
    // Opened for reading alone: what was closed above stays closed for writing.
    expect(await lockOf(file.id)).toEqual({ ...free, write: false, readGeerbt: false });
    const agent = await team.addAgent(team.owner);
    expect([await statusOf(agent, inner.id), await statusOf(agent, file.id)]).toEqual([404, 200]);
    expect((await getNode(agent, file.id)).parentId).toBeNull();
    await patchNode(team.owner, inner.id, { agentRead: null, agentWrite: null });
    expect(await lockOf(inner.id)).toEqual({ ...free, write: false });
  });
});

describe('projects', () => {
  const member = (client: ApiClient, id: string, body: unknown) =>
    client.call('POST', `/v1/projects/${id}/members`, body);

  it('keep an owner, and show themselves to members alone', async () => {
    const { id } = await addProject(team.owner, 'Umzug');
    const last = await member(team.owner, id, { userId: team.owner.id, role: 'editor' });
    expect(refusal(last)).toEqual([409, 'LAST_OWNER']);
    const leaving = await team.owner.call('DELETE', `/v1/projects/${id}/members/${team.owner.id}`);
    expect(refusal(leaving)).toEqual([409, 'LAST_OWNER']);
    for (const body of [{ role: 'viewer' }, { userId: anna.id, email: anna.email, role: 'viewer' }]) {
      expect(refusal(await member(team.owner, id, body))).toEqual([400, 'INVALID_BODY']);
    }
    expect(refusal(await member(team.owner, id, { userId: NOWHERE, role: 'viewer' }))).toEqual([404, 'USER_NOT_FOUND']);
    await setMember(team.owner, id, anna, 'commenter');
    expect(refusal(await member(anna, id, { userId: ben.id, role: 'viewer' }))).toEqual([403, 'FORBIDDEN']);
    const file = await addFile(team.owner, 'Plan.txt', 'x', { projectId: id });
    expect(await roleOf(anna, file.id)).toBe('commenter');
    succeeded(await anna.call('DELETE', `/v1/projects/${id}/members/${anna.id}`), 204);
    expect([await statusOf(anna, file.id), (await anna.call('GET', `/v1/projects/${id}`)).status]).toEqual([404, 404]);
    await setMember(team.owner, id, anna, 'owner');
    succeeded(await team.owner.call('DELETE', `/v1/projects/${id}/members/${team.owner.id}`), 204);
    expect(await statusOf(team.owner, file.id)).toBe(404);
  });

  it('count for themselves, and go with their files and uploads', async () => {
    const { id } = await addProject(team.owner, 'Wegwerf');
    const usageOf = async (query = '') =>
      succeeded(await team.owner.call('GET', `/v1/workspace/usage${query}`), 200).read(usage.response.schema);
    const before = await usageOf();
    const file = await addFile(team.owner, 'Plan.txt', 'zehn Bytes', { projectId: id });
    expect(await usageOf(`?projectId=${id}`)).toEqual({
      bytesUsed: 10,
      maxBytes: 2 * 1024 ** 3,
      fileCount: 1,
      maxFiles: 5_000,
    });
    expect(await usageOf()).toEqual(before);
    expect((await anna.call('GET', `/v1/workspace/usage?projectId=${id}`)).status).toBe(404);
    const upload = await beginUpload(team.owner, { name: 'groß.txt', sizeBytes: 10, projectId: id });
    succeeded(await team.owner.call('DELETE', `/v1/projects/${id}`), 204);
    expect(await statusOf(team.owner, file.id)).toBe(404);
    expect((await team.owner.call('GET', `/v1/workspace/uploads/${upload.sessionId}`)).status).toBe(404);
    expect((await listAll(team.owner)).map(({ projectId }) => projectId)).not.toContain(id);
    await team.server.restart();
    expect(team.server.logLines.filter((line) => line.includes('blobs.missing'))).toEqual([]);
  });
});
