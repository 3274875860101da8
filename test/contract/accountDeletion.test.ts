import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { accountDeletion, FORMER_MEMBER_ID } from '../../server/contract/accountTasks.ts';
import { commentThread } from '../../server/contract/workspace/comments.ts';
import { type AccountContents, commentOn, fillAccount } from '../helpers/accountContents.ts';
import { addSecondFactor } from '../helpers/authenticator.ts';
import { bootGateway, type BootedGateway } from '../helpers/gateway.ts';
import { withSession } from '../helpers/rights.ts';
import { encodings } from '../leak/traces.ts';
import {
  addFile,
  addProject,
  getNode,
  listAll,
  NOWHERE,
  type Person,
  readDelta,
  refusal,
  setMember,
  shareNode,
  succeeded,
  writeFile,
} from '../helpers/workspace.ts';

const CANARY = 'Wendelgard Quastenflosser';
const deletion = z.object({ deletion: accountDeletion });
const comments = z.object({ comments: z.array(commentThread) });

let gateway: BootedGateway;
let owner: Person;
beforeAll(async () => {
  gateway = await bootGateway();
  ({ owner } = gateway.team);
});
afterAll(() => gateway.stop());

async function gone(id: string): Promise<void> {
  for (;;) {
    const answer = await owner.call('GET', `/v1/admin/users/${id}/deletion`);
    if (answer.status === 404) {
      expect(refusal(answer)).toEqual([404, 'USER_NOT_FOUND']);
      return;
    }
    succeeded(answer, 200);
    await sleep(20);
  }
}

/** Every place of the data folder, table by table and file by file, where one of the values shows. */
function tracesOf(values: readonly string[]): string[] {
  const { dataDir } = gateway.server;
  const found: string[] = [];
  const db = new BetterSqlite3(join(dataDir, 'deckname.db'), { readonly: true });
  const tables = z.array(z.object({ name: z.string() }));
  for (const { name } of tables.parse(db.prepare("select name from sqlite_master where type = 'table'").all())) {
    if (name === 'audit_log') continue;
    for (const row of z.array(z.record(z.string(), z.unknown())).parse(db.prepare(`select * from "${name}"`).all())) {
      const cells = Object.values(row).map((cell) =>
        cell instanceof Uint8Array ? Buffer.from(cell).toString('latin1') : String(cell),
      );
      for (const value of values) if (cells.some((cell) => cell.includes(value))) found.push(`${name}: ${value}`);
    }
  }
  db.close();
  const needles = values.flatMap((value) => encodings(value).map((bytes) => ({ value, bytes })));
  for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    // The audit log, which stays, is in the database file; its identifiers were looked for row by row.
    const bytes = entry.isFile() ? readFileSync(path) : Buffer.alloc(0);
    for (const { value, bytes: needle } of needles) {
      const isId = /^[0-9a-f-]{36}$/.test(value);
      if (path.includes(value) || (!(isId && path.includes('deckname.db')) && bytes.includes(needle)))
        found.push(`${path}: ${value}`);
    }
  }
  return [...new Set(found)];
}

interface Leaving {
  readonly person: Person;
  readonly friend: Person;
  readonly contents: AccountContents;
  readonly values: readonly string[];
  /** Of the friend: the person has written and commented. */
  readonly friendsFile: string;
  readonly ownProject: string;
  readonly sharedProject: string;
  readonly projectFile: string;
}

/** An account with something of every kind, here and with others. */
async function leavingPerson(name: string): Promise<Leaving> {
  const person = await gateway.team.addPerson(name);
  const friend = await gateway.team.addPerson(`colleague-${name.length}`);
  const contents = await fillAccount(gateway, person, friend, CANARY);
  const file = await addFile(friend, 'friend.txt', 'text of the friend');
  await shareNode(friend, file.id, person, 'editor');
  succeeded(await writeFile(person, file.id, 'text changed by the person'), 200);
  const changed = { id: file.id, revision: 2, text: 'text changed by the person' };
  await commentOn(person, changed, 'a remark that stays');
  succeeded(await person.call('POST', `/v1/workspace/nodes/${file.id}/anonymize`), 202);
  const own = await addProject(person, `${name} alone`);
  const shared = await addProject(person, `${name} and friend`);
  await setMember(person, shared.id, friend, 'editor');
  const projectFile = await addFile(person, 'project.txt', 'text of a project', { projectId: shared.id });
  await addFile(person, 'alone.txt', 'text of nobody else', { projectId: own.id });
  await gateway.team.addGroup(`group of ${name.length}`, [person, friend]);
  const secret = await addSecondFactor(await withSession(gateway.team, person));
  const agent = await gateway.team.addAgent(person);
  succeeded(await agent.call('GET', '/v1/account'), 200);
  const access = { everyone: ['*'], grants: [{ subject: { kind: 'account', id: person.id }, models: ['chat/*'] }] };
  succeeded(await owner.call('PUT', '/v1/admin/models/access', { access }), 200);
  await gateway.server.whenIdle();
  return {
    ...{ person, friend, contents },
    values: [person.id, person.email, CANARY, `${CANARY.toLowerCase()}@example.org`, secret],
    ...{ friendsFile: file.id, ownProject: own.id, sharedProject: shared.id, projectFile: projectFile.id },
  };
}

async function checkOthers({ friend, friendsFile, person }: Leaving): Promise<void> {
  const node = await getNode(friend, friendsFile);
  expect(node).toMatchObject({ revision: 2, anonymizationStatus: 'none' });
  const content = await friend.fetch(`/api/v1/workspace/nodes/${friendsFile}/download`);
  expect(await content.text()).toBe('text changed by the person');
  const threads = (await friend.call('GET', `/v1/workspace/nodes/${friendsFile}/comments`)).read(comments).comments;
  const former = { id: FORMER_MEMBER_ID, displayName: 'Former member' };
  expect(threads).toMatchObject([{ author: former, messages: [{ body: 'a remark that stays', author: former }] }]);
  const versions = await friend.call('GET', `/v1/workspace/versions?node_id=${friendsFile}`);
  expect(versions.text).toContain(FORMER_MEMBER_ID);
  expect(versions.text).not.toContain(person.id);
  // The whole feed can still be read, and speaks of nobody who is gone.
  expect(JSON.stringify(await readDelta(friend))).not.toContain(person.id);
  succeeded(await friend.call('GET', '/v1/workspace/inbox'), 200);
  succeeded(await friend.call('GET', '/v1/workspace/overview?view=recent'), 200);
  // An earlier state can be brought back without asking somebody who is gone.
  const body = { node_id: friendsFile, revision: 1, currentRevision: 2 };
  expect((await friend.call('POST', '/v1/workspace/versions', body)).status).toBeLessThan(500);
  const audit = await owner.call('GET', `/v1/admin/audit?limit=200&action=user.deleted`);
  expect(audit.text).toContain(person.id);
}

describe('DELETE /v1/admin/users/:id', () => {
  it('refuses what is not decided, oneself, the unknown, and agents', async () => {
    const person = await gateway.team.addPerson('refused');
    const admin = await gateway.team.addPerson('admin', 'admin');
    const del = (body: unknown, id = person.id, by: Person = owner) => by.call('DELETE', `/v1/admin/users/${id}`, body);
    for (const body of [
      {},
      { erase: false },
      { erase: true, transferTo: owner.id },
      { erase: true, other: 1 },
      { transferTo: 'x' },
    ]) {
      expect(refusal(await del(body))).toEqual([400, 'INVALID_BODY']);
    }
    expect(refusal(await del({ transferTo: person.id }))).toEqual([400, 'INVALID_BODY']);
    expect(refusal(await del({ transferTo: NOWHERE }))).toEqual([404, 'USER_NOT_FOUND']);
    expect(refusal(await del({ erase: true }, NOWHERE))).toEqual([404, 'USER_NOT_FOUND']);
    expect(refusal(await del({ erase: true }, owner.id))).toEqual([403, 'FORBIDDEN']);
    expect(refusal(await del({ erase: true }, owner.id, admin))).toEqual([403, 'FORBIDDEN']);
    expect(refusal(await del({ erase: true }, admin.id, person))).toEqual([403, 'FORBIDDEN']);
    expect(refusal(await owner.call('GET', `/v1/admin/users/${person.id}/deletion`))).toEqual([404, 'NOT_FOUND']);
    const agent = await gateway.team.addAgent(owner);
    const answer = await agent.call('DELETE', `/v1/admin/users/${person.id}`, { erase: true });
    expect(refusal(answer)).toEqual([403, 'FORBIDDEN']);
    succeeded(await person.call('GET', '/v1/account'), 200);
  });

  it('erases everything of an account, and leaves what belongs to others', async () => {
    const leaving = await leavingPerson('berthold');
    const { person, friend, contents, values, ownProject, sharedProject, projectFile } = leaving;
    expect(tracesOf(values).length).toBeGreaterThan(10);
    const followed = (await readDelta(friend)).cursor;
    const began = succeeded(await owner.call('DELETE', `/v1/admin/users/${person.id}`, { erase: true }), 202);
    expect(began.read(deletion).deletion).toMatchObject({ userId: person.id, transferTo: null });
    // From the first moment on: no key works, nobody enables it again, and nobody deletes it twice.
    expect((await person.call('GET', '/v1/account')).status).toBe(401);
    const path = `/v1/admin/users/${person.id}`;
    for (const again of [
      await owner.call('PATCH', path, { disabled: false }),
      await owner.call('DELETE', path, { erase: true }),
    ]) {
      expect([404, 409]).toContain(again.status);
    }
    await gone(person.id);

    await vi.waitFor(() => expect(tracesOf(values)).toEqual([]), 5_000);
    expect(existsSync(join(gateway.server.dataDir, 'objects', person.id))).toBe(false);
    expect(refusal(await friend.call('GET', `/v1/workspace/nodes/${contents.fileId}`))).toEqual([404, 'NOT_FOUND']);
    const left = (await readDelta(friend, followed)).changes.filter(({ action }) => action === 'deleted');
    expect(left.map(({ node }) => node.id)).toContain(contents.fileId);
    // The project that others work in has an owner; the other one is gone.
    succeeded(
      await friend.call('POST', `/v1/projects/${sharedProject}/members`, { userId: owner.id, role: 'viewer' }),
      201,
    );
    expect((await getNode(friend, projectFile)).name).toBe('project.txt');
    const projects = new BetterSqlite3(join(gateway.server.dataDir, 'deckname.db'), { readonly: true });
    expect(projects.prepare('select id from spaces where id = ?').all(ownProject)).toEqual([]);
    projects.close();
    await checkOthers(leaving);
    // The address is free again, for somebody who gets nothing of it.
    const next = await gateway.team.addPerson('berthold');
    expect(await listAll(next)).toEqual([]);
  });

  it('hands files and projects over, encrypted anew', async () => {
    const leaving = await leavingPerson('cunigunde');
    const { person, friend, contents, values, ownProject, sharedProject, projectFile } = leaving;
    const heir = await gateway.team.addPerson('heir');
    const followed = (await readDelta(friend)).cursor;
    succeeded(await owner.call('DELETE', `/v1/admin/users/${person.id}`, { transferTo: heir.id }), 202);
    const other = await owner.call('DELETE', `/v1/admin/users/${heir.id}`, { erase: true });
    expect([202, 409]).toContain(other.status);
    expect(other.status).toBe(409);
    await gone(person.id);
    await gateway.server.whenIdle();

    await vi.waitFor(() => expect(tracesOf(values)).toEqual([]), 5_000);
    expect(existsSync(join(gateway.server.dataDir, 'objects', person.id))).toBe(false);
    const folder = await getNode(heir, contents.folderId);
    expect(folder).toMatchObject({
      role: 'owner',
      name: `${CANARY} files`,
      description: `${CANARY} described`,
      owner: null,
    });
    const projects = z.object({ projects: z.array(z.object({ id: z.string(), name: z.string(), role: z.string() })) });
    const own = (await heir.call('GET', '/v1/projects')).read(projects).projects;
    expect(own.map(({ name, role }) => [name, role]).sort()).toEqual([
      ['Files taken over', 'owner'],
      ['cunigunde alone', 'owner'],
      ['cunigunde and friend', 'owner'],
    ]);
    expect(own.map(({ id }) => id)).toEqual(expect.arrayContaining([ownProject, sharedProject]));
    expect((await getNode(heir, projectFile)).role).toBe('owner');
    // Content, versions, labels, comments, search and shares are what they were.
    const content = await heir.fetch(`/api/v1/workspace/nodes/${contents.fileId}/download`);
    expect(await content.text()).toBe(`${CANARY} second text`);
    const versions = await heir.call('GET', `/v1/workspace/versions?node_id=${contents.fileId}`);
    expect(versions.body).toMatchObject({ versions: [{ label: `${CANARY} label` }, { revision: 1 }] });
    const back = { node_id: contents.fileId, revision: 1, currentRevision: 2 };
    expect((await heir.call('POST', '/v1/workspace/versions', back)).status).toBeLessThan(500);
    const threads = (await heir.call('GET', `/v1/workspace/nodes/${contents.fileId}/comments`)).read(comments).comments;
    const bodies = threads.flatMap(({ messages }) => messages.map(({ body, author }) => [body, author.displayName]));
    expect(bodies.sort()).toEqual([
      [`${CANARY} own comment`, 'Former member'],
      ['comment of the friend', 'colleague-9'],
    ]);
    await gateway.server.whenIdle();
    const found = await heir.call('GET', '/v1/workspace/search?q=quastenflosser&in=content');
    expect(found.text).toContain(contents.fileId);
    expect(await (await friend.fetch(`/api/v1/workspace/nodes/${contents.fileId}/download`)).text()).toContain(CANARY);
    expect((await heir.fetch(contents.image)).status).toBe(200);
    expect((await readDelta(heir)).changes.map(({ node }) => node.id)).toContain(contents.fileId);
    succeeded(await friend.call('GET', `/v1/workspace/delta?cursor=${followed}`), 200);
    await checkOthers(leaving);
  });
});
