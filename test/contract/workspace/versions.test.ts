import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inboxEntry } from '../../../server/contract/workspace/sharing.ts';
import { diffLine, restoreRequest, versionRecord } from '../../../server/contract/workspace/versions.ts';
import { createDocuments } from '../../../server/documents/createDocuments.ts';
import type { ApiAnswer, ApiClient } from '../../helpers/apiClient.ts';
import { memoryLogger } from '../../helpers/memoryLogger.ts';
import {
  addFile,
  addFolder,
  addProject,
  bootTeam,
  getNode,
  NOWHERE,
  patchNode,
  type Person,
  refusal,
  setMember,
  shareNode,
  succeeded,
  type Team,
  trashNode,
  unshareNode,
  writeFile,
} from '../../helpers/workspace.ts';
import { CANARY, leakingFiles } from '../../leak/traces.ts';

const DAYS = 24 * 60 * 60_000;
const versionsAnswer = z.object({
  current_revision: z.number(),
  max_versionen: z.number(),
  versions: z.array(versionRecord),
  cursor: z.string().nullable(),
});
const restoreAnswer = z.object({ art: z.string(), revision: z.number().optional(), requestId: z.string().optional() });
const requestAnswer = z.object({ request: restoreRequest, revision: z.number().nullable().optional() });
const diffAnswer = z.object({
  from_revision: z.number(),
  to_revision: z.number(),
  added: z.number(),
  removed: z.number(),
  lines: z.array(diffLine),
});

const list = async (client: ApiClient, id: string, query = '') =>
  succeeded(await client.call('GET', `/v1/workspace/versions?node_id=${id}${query}`), 200).read(versionsAnswer);
const restore = (client: ApiClient, node_id: string, revision: number, more: object = {}): Promise<ApiAnswer> =>
  client.call('POST', '/v1/workspace/versions', { node_id, revision, ...more });
const answer = (client: ApiClient, id: string, action: string): Promise<ApiAnswer> =>
  client.call('POST', `/v1/workspace/restore-requests/${id}`, { action });
const requestOf = (client: ApiClient, id: string): Promise<ApiAnswer> =>
  client.call('GET', `/v1/workspace/restore-requests/${id}`);
const inboxOf = async (client: ApiClient) =>
  (await client.call('GET', '/v1/workspace/inbox')).read(z.object({ entries: z.array(inboxEntry) })).entries;
const contentOf = async (client: ApiClient, id: string): Promise<string> =>
  (await client.fetch(`/api/v1/workspace/nodes/${id}/download`)).text();
const diff = (client: ApiClient, id: string, revision: number | string): Promise<ApiAnswer> =>
  client.call('GET', `/v1/workspace/nodes/${id}/diff?revision=${revision}`);

describe('versions over HTTP', () => {
  let team: Team;
  let owner: Person;
  let ada: Person;
  let ben: Person;
  let time = Date.parse('2026-03-01T10:00:00.000Z');
  beforeAll(async () => {
    team = await bootTeam({ clock: { now: () => (time += 1) } });
    ({ owner } = team);
    ada = await team.addPerson('ada');
    ben = await team.addPerson('ben');
  });
  afterAll(() => team.stop());

  /** A file of Ada's that Ben may write: revision 1 is Ada's, the later ones Ben's. */
  async function sharedFile(name: string, later = 1): Promise<string> {
    const { id } = await addFile(ada, name, 'one\n');
    await shareNode(ada, id, ben, 'editor');
    for (let number = 2; number <= later + 1; number += 1) succeeded(await writeFile(ben, id, `${number}\n`), 200);
    return id;
  }
  async function asked(client: ApiClient, id: string, revision: number): Promise<string> {
    const done = succeeded(await restore(client, id, revision), 200).read(restoreAnswer);
    expect(done.art).toBe('angefragt');
    return done.requestId!;
  }

  it('are listed newest first, with who wrote them and how, page by page', async () => {
    const { id } = await addFile(ada, 'list.txt', 'a');
    await shareNode(ada, id, ben, 'editor');
    const agent = await team.addAgent(ben);
    succeeded(await writeFile(agent, id, 'bb'), 200);
    succeeded(await writeFile(ben, id, 'ccc'), 200);
    const all = await list(ben, id);
    expect(all).toMatchObject({ current_revision: 3, max_versionen: 50, cursor: null });
    expect(
      all.versions.map(({ revision, size_bytes, actor, author, agent: by, author_source, pinned, label }) => [
        ...[revision, size_bytes, actor, author.name, by?.name ?? null, author_source, pinned, label],
      ]),
    ).toEqual([
      [3, 3, 'user', 'ben', null, 'api_key', false, null],
      [2, 2, 'agent', 'ben', 'Helper', 'api_key', false, null],
      [1, 1, 'user', 'ada', null, 'api_key', false, null],
    ]);
    const first = await list(ada, id, '&limit=2');
    expect(first.versions.map(({ revision }) => revision)).toEqual([3, 2]);
    const second = await list(ada, id, `&limit=2&cursor=${first.cursor}`);
    expect([second.versions.map(({ revision }) => revision), second.cursor]).toEqual([[1], null]);
  });

  it('belong to files that the caller sees', async () => {
    const folder = await addFolder(ada, 'Folder');
    const file = await addFile(ada, 'own.txt', 'x');
    const get = (client: ApiClient, query: string) => client.call('GET', `/v1/workspace/versions${query}`);
    expect(refusal(await get(ada, `?node_id=${folder.id}`))).toEqual([400, 'NOT_A_FILE']);
    expect(refusal(await get(ben, `?node_id=${file.id}`))).toEqual([404, 'NOT_FOUND']);
    expect(refusal(await get(ada, `?node_id=${NOWHERE}`))).toEqual([404, 'NOT_FOUND']);
    expect(refusal(await get(ada, ''))).toEqual([400, 'INVALID_QUERY']);
    expect(refusal(await get(ada, `?node_id=${file.id}&cursor=x`))).toEqual([400, 'INVALID_QUERY']);
    expect(refusal(await restore(ada, folder.id, 1))).toEqual([400, 'NOT_A_FILE']);
    expect(refusal(await restore(ben, file.id, 1))).toEqual([404, 'NOT_FOUND']);
    expect(refusal(await restore(ada, file.id, 7))).toEqual([404, 'NOT_FOUND']);
    expect(refusal(await ada.call('POST', '/v1/workspace/versions', { node_id: file.id }))).toEqual([
      400,
      'INVALID_BODY',
    ]);
    await trashNode(ada, file.id);
    expect(refusal(await restore(ada, file.id, 1))).toEqual([404, 'NOT_FOUND']);
  });

  it('come back at once as a new revision when only own work drops out', async () => {
    const { id } = await addFile(ada, 'own work.txt', 'first');
    succeeded(await writeFile(ada, id, 'second'), 200);
    expect(refusal(await restore(ada, id, 1, { currentRevision: 1 }))).toEqual([409, 'STALE']);
    const done = succeeded(await restore(ada, id, 1, { currentRevision: 2 }), 200);
    expect(done.read(restoreAnswer)).toEqual({ art: 'wiederhergestellt', revision: 3 });
    expect(await contentOf(ada, id)).toBe('first');
    const { versions, current_revision } = await list(ada, id);
    expect([current_revision, versions[0]!.author_source, versions.length]).toEqual([3, 'restore', 3]);
    expect(refusal(await restore(ada, id, 3))).toEqual([409, 'STALE']);
    expect((await getNode(ada, id)).revision).toBe(3);
  });

  it('come back with the consent of the author of the newest work that drops out', async () => {
    const id = await sharedFile('consent.txt');
    const requestId = await asked(ada, id, 1);
    expect(await contentOf(ada, id)).toBe('2\n');
    expect((await inboxOf(ben))[0]).toMatchObject({
      ...{ kind: 'restore_request', requestId, status: 'pending', read: false },
      actor: { id: ada.id },
      node: { id, name: 'consent.txt' },
    });
    const again = await restore(ada, id, 1);
    expect(refusal(again)).toEqual([409, 'ALREADY_PENDING']);
    expect((await requestOf(ben, requestId)).read(requestAnswer).request).toMatchObject({
      ...{ nodeId: id, nodeName: 'consent.txt', revision: 1, currentRevision: 2, status: 'pending' },
      ...{ requestedBy: { id: ada.id, name: 'ada' }, askedOf: { id: ben.id }, answeredBy: null, canOverride: false },
    });
    expect(refusal(await answer(ada, requestId, 'approve'))).toEqual([403, 'FORBIDDEN']);
    expect(refusal(await answer(ben, requestId, 'override'))).toEqual([403, 'FORBIDDEN']);
    expect(refusal(await answer(ben, requestId, 'perhaps'))).toEqual([400, 'INVALID_BODY']);
    const agent = await team.addAgent(ben);
    expect(refusal(await answer(agent, requestId, 'approve'))).toEqual([403, 'FORBIDDEN']);

    const approved = succeeded(await answer(ben, requestId, 'approve'), 200).read(requestAnswer);
    expect(approved).toMatchObject({ revision: 3, request: { status: 'approved', answeredBy: { id: ben.id } } });
    expect(await contentOf(ben, id)).toBe('one\n');
    expect((await list(ben, id)).versions[0]).toMatchObject({ author: { id: ada.id }, author_source: 'restore' });
    expect((await inboxOf(ada))[0]).toMatchObject({ kind: 'restore_answer', requestId, status: 'approved' });
    for (const action of ['approve', 'reject']) {
      expect(refusal(await answer(ben, requestId, action))).toEqual([409, 'NOT_PENDING']);
    }
  });

  it('stay away when the author declines', async () => {
    const id = await sharedFile('declined.txt');
    const requestId = await asked(ada, id, 1);
    const declined = succeeded(await answer(ben, requestId, 'reject'), 200).read(requestAnswer);
    expect(declined).toMatchObject({ revision: null, request: { status: 'declined' } });
    expect(await contentOf(ada, id)).toBe('2\n');
    expect((await inboxOf(ada))[0]).toMatchObject({
      kind: 'restore_answer',
      status: 'declined',
      actor: { id: ben.id },
    });
    expect(await asked(ada, id, 1)).not.toBe(requestId);
  });

  it('cannot be approved after the file has changed; a new request takes the place of the old one', async () => {
    const id = await sharedFile('stale.txt');
    const requestId = await asked(ada, id, 1);
    succeeded(await writeFile(ben, id, 'three'), 200);
    expect(refusal(await answer(ben, requestId, 'approve'))).toEqual([409, 'STALE']);
    // What could not be granted does not wait any longer, and who asked is told.
    expect((await requestOf(ada, requestId)).read(requestAnswer).request.status).toBe('expired');
    expect((await inboxOf(ada))[0]).toMatchObject({ kind: 'restore_answer', requestId, status: 'expired' });
    expect(refusal(await answer(ben, requestId, 'approve'))).toEqual([409, 'NOT_PENDING']);
    const next = await asked(ada, id, 1);
    succeeded(await answer(ben, next, 'approve'), 200);
  });

  it('are asked of somebody else when who was asked has lost access', async () => {
    const dora = await team.addPerson('dora');
    const id = await sharedFile('passed on.txt');
    const grant = await shareNode(ada, id, dora, 'editor');
    succeeded(await writeFile(dora, id, 'dora'), 200);
    const first = await asked(ada, id, 1);
    expect((await requestOf(ada, first)).read(requestAnswer).request.askedOf.id).toBe(dora.id);
    await unshareNode(ada, id, grant.id);
    const second = await asked(ada, id, 1);
    expect((await requestOf(ada, second)).read(requestAnswer).request.askedOf.id).toBe(ben.id);
    expect((await requestOf(ada, first)).read(requestAnswer).request.status).toBe('expired');
  });

  it('cannot be approved for somebody who may no longer write', async () => {
    const { id } = await addFile(ada, 'lost.txt', 'one');
    const grant = await shareNode(ada, id, ben, 'editor');
    succeeded(await writeFile(ada, id, 'two'), 200);
    const requestId = await asked(ben, id, 1);
    await shareNode(ada, id, ben, 'viewer');
    expect(refusal(await answer(ada, requestId, 'approve'))).toEqual([409, 'STALE']);
    await unshareNode(ada, id, grant.id);
    expect(refusal(await requestOf(ben, requestId))).toEqual([404, 'NOT_FOUND']);
    expect(refusal(await answer(ada, requestId, 'approve'))).toEqual([409, 'NOT_PENDING']);
    expect(await contentOf(ada, id)).toBe('two');
  });

  it('need nobody’s consent for work of people without access', async () => {
    const { id } = await addFile(ada, 'gone.txt', 'one');
    const grant = await shareNode(ada, id, ben, 'editor');
    succeeded(await writeFile(ben, id, 'two'), 200);
    await unshareNode(ada, id, grant.id);
    expect((await restore(ada, id, 1)).read(restoreAnswer)).toEqual({ art: 'wiederhergestellt', revision: 3 });

    const cleo = await team.addPerson('cleo');
    await shareNode(ada, id, cleo, 'editor');
    succeeded(await writeFile(cleo, id, 'cleo'), 200);
    succeeded(await owner.call('PATCH', `/v1/admin/users/${cleo.id}`, { disabled: true }), 200);
    expect((await restore(ada, id, 1)).read(restoreAnswer)).toEqual({ art: 'wiederhergestellt', revision: 5 });
  });

  it('may be forced back by owners and admins of the team who see the file', async () => {
    const admin = await team.addPerson('admin', 'admin');
    const id = await sharedFile('forced.txt');
    const requestId = await asked(ada, id, 1);
    expect(refusal(await answer(admin, requestId, 'override'))).toEqual([404, 'NOT_FOUND']);
    await shareNode(ada, id, admin, 'viewer');
    expect((await requestOf(admin, requestId)).read(requestAnswer).request.canOverride).toBe(true);
    const agent = await team.addAgent(admin);
    expect(refusal(await answer(agent, requestId, 'override'))).toEqual([403, 'FORBIDDEN']);
    expect(refusal(await answer(admin, requestId, 'approve'))).toEqual([403, 'FORBIDDEN']);
    const forced = succeeded(await answer(admin, requestId, 'override'), 200).read(requestAnswer);
    expect(forced).toMatchObject({ revision: 3, request: { status: 'overridden', answeredBy: { id: admin.id } } });
    expect(refusal(await answer(admin, requestId, 'override'))).toEqual([409, 'NOT_PENDING']);
    const audit = await owner.call('GET', '/v1/admin/audit');
    expect(audit.text).toContain('restore.overridden');
  });

  it('wait fourteen days for consent', async () => {
    const id = await sharedFile('expired.txt');
    const requestId = await asked(ada, id, 1);
    time += 14 * DAYS - 60_000;
    expect((await requestOf(ada, requestId)).read(requestAnswer).request.status).toBe('pending');
    time += 60_000;
    expect((await requestOf(ada, requestId)).read(requestAnswer).request.status).toBe('expired');
    expect(refusal(await answer(ben, requestId, 'approve'))).toEqual([409, 'NOT_PENDING']);
    await team.server.restart();
    await expect
      .poll(async () => (await inboxOf(ada))[0], { timeout: 20_000 })
      .toMatchObject({ kind: 'restore_answer', requestId, status: 'expired', actor: null });
    expect(await asked(ada, id, 1)).not.toBe(requestId);
  });

  it('are pinned and labelled by those who may write; labels are nowhere to be read on disk', async () => {
    const { id } = await addFile(ada, 'pin.txt', 'v1');
    const { versions } = await list(ada, id);
    const change = (client: ApiClient, body: object, versionId = versions[0]!.id) =>
      client.call('PATCH', `/v1/workspace/versions/${versionId}`, body);
    const label = `Fassung ${CANARY.name}`;
    const changed = succeeded(await change(ada, { pinned: true, label }), 200);
    expect(changed.read(z.object({ version: versionRecord })).version).toMatchObject({ pinned: true, label });
    expect((await list(ada, id)).versions[0]).toMatchObject({ pinned: true, label });
    expect(leakingFiles(team.server.dataDir)).toEqual([]);
    const none = succeeded(await change(ada, { label: null }), 200);
    expect(none.read(z.object({ version: versionRecord })).version).toMatchObject({ pinned: true, label: null });
    for (const body of [{}, { label: '' }, { label: 'x'.repeat(201) }, { pinned: 'yes' }]) {
      expect(refusal(await change(ada, body))).toEqual([400, 'INVALID_BODY']);
    }
    expect(refusal(await change(ben, { pinned: false }))).toEqual([404, 'NOT_FOUND']);
    expect(refusal(await change(ada, { pinned: false }, NOWHERE))).toEqual([404, 'NOT_FOUND']);
    await shareNode(ada, id, ben, 'viewer');
    expect(refusal(await change(ben, { pinned: false }))).toEqual([403, 'FORBIDDEN']);
    expect(refusal(await restore(ben, id, 1))).toEqual([403, 'FORBIDDEN']);
  });

  it('beyond fifty earlier ones are dropped, the oldest first, unless they are pinned', async () => {
    const { id } = await addFile(ada, 'many.txt', '1');
    const [first] = (await list(ada, id)).versions;
    succeeded(await ada.call('PATCH', `/v1/workspace/versions/${first!.id}`, { pinned: true }), 200);
    for (let revision = 2; revision <= 53; revision += 1) succeeded(await writeFile(ada, id, `${revision}`), 200);
    const { versions } = await list(ada, id, '&limit=200');
    expect([versions.length, versions.at(-1)?.revision, versions.at(-2)?.revision]).toEqual([52, 1, 3]);
    expect(refusal(await restore(ada, id, 2))).toEqual([404, 'NOT_FOUND']);
    expect(refusal(await diff(ada, id, 2))).toEqual([409, 'NO_BASELINE']);
    succeeded(await restore(ada, id, 1), 200);
    expect(await contentOf(ada, id)).toBe('1');
  });

  it('may be restored by agents where they may write', async () => {
    const folder = await addFolder(ada, 'Agents');
    const { id } = await addFile(ada, 'agent.txt', 'one', { parentId: folder.id });
    const agent = await team.addAgent(ada);
    succeeded(await writeFile(ada, id, 'two'), 200);
    await patchNode(ada, folder.id, { agentWrite: false });
    expect(refusal(await restore(agent, id, 1))).toEqual([403, 'FORBIDDEN']);
    await patchNode(ada, folder.id, { agentRead: false });
    expect(refusal(await restore(agent, id, 1))).toEqual([404, 'NOT_FOUND']);
    expect(refusal(await diff(agent, id, 1))).toEqual([404, 'NOT_FOUND']);
    await patchNode(ada, folder.id, { agentRead: null, agentWrite: null });
    expect((await restore(agent, id, 1)).read(restoreAnswer).art).toBe('wiederhergestellt');
    expect((await list(ada, id)).versions[0]).toMatchObject({ actor: 'agent', agent: { name: 'Helper' } });
  });

  it('follow roles in projects: commenters read, editors restore', async () => {
    const project = await addProject(owner, 'Roles');
    await setMember(owner, project.id, ada, 'editor');
    await setMember(owner, project.id, ben, 'commenter');
    const { id } = await addFile(owner, 'project.txt', 'one', { projectId: project.id });
    succeeded(await writeFile(ada, id, 'two'), 200);
    expect((await list(ben, id)).versions).toHaveLength(2);
    expect(refusal(await restore(ben, id, 1))).toEqual([403, 'FORBIDDEN']);
    expect((await restore(ada, id, 1)).read(restoreAnswer).art).toBe('wiederhergestellt');
  });

  it('are compared line by line with the present state', async () => {
    const { id } = await addFile(ada, 'diff.md', 'eins\r\nzwei\r\ndrei\r\n');
    succeeded(await writeFile(ada, id, 'eins\nzwei und mehr\ndrei\nvier\n'), 200);
    const shown = succeeded(await diff(ada, id, 1), 200).read(diffAnswer);
    expect(shown).toEqual({
      ...{ from_revision: 1, to_revision: 2, added: 2, removed: 1 },
      lines: [
        { op: 'equal', text: 'eins', oldLine: 1, newLine: 1 },
        { op: 'removed', text: 'zwei', oldLine: 2, newLine: null },
        { op: 'added', text: 'zwei und mehr', oldLine: null, newLine: 2 },
        { op: 'equal', text: 'drei', oldLine: 3, newLine: 3 },
        { op: 'added', text: 'vier', oldLine: null, newLine: 4 },
      ],
    });
    expect((await diff(ada, id, 2)).read(diffAnswer)).toMatchObject({ added: 0, removed: 0 });
    expect(refusal(await diff(ada, id, 9))).toEqual([409, 'NO_BASELINE']);
    for (const revision of ['x', '-1', '1.5']) {
      expect(refusal(await diff(ada, id, revision))).toEqual([400, 'INVALID_QUERY']);
    }
    expect(refusal(await diff(ben, id, 1))).toEqual([404, 'NOT_FOUND']);
    const folder = await addFolder(ada, 'Diff');
    expect(refusal(await diff(ada, folder.id, 1))).toEqual([400, 'NOT_A_FILE']);
  });

  it('are compared as far as they have text and are not too long', async () => {
    const most = await addFile(ada, 'most.txt', 'x\n'.repeat(20_000));
    expect((await diff(ada, most.id, 1)).status).toBe(200);
    const lines = await addFile(ada, 'lines.txt', 'x\n'.repeat(20_001));
    expect(refusal(await diff(ada, lines.id, 1))).toEqual([413, 'TOO_LARGE']);
    const long = await addFile(ada, 'long.txt', 'x'.repeat(2_000_001));
    expect(refusal(await diff(ada, long.id, 1))).toEqual([413, 'TOO_LARGE']);
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const made = succeeded(await ada.upload('/v1/workspace/upload', { name: 'dot.png', bytes: png }), 201);
    const { node } = made.read(z.object({ node: z.object({ id: z.string() }) }));
    expect(refusal(await diff(ada, node.id, 1))).toEqual([415, 'UNSUPPORTED_FORMAT']);
  });

  it('of Word documents are compared by their text', async () => {
    const documents = createDocuments({ threads: 1, logger: memoryLogger() });
    const word = (text: string) => documents.write({ format: 'docx', text, title: '', prompt: null, language: 'de' });
    const upload = { name: 'Brief.docx', bytes: await word('Sehr geehrte Frau Öz\nBitte um Antwort') };
    const made = succeeded(await ada.upload('/v1/workspace/upload', upload), 201);
    const { id } = made.read(z.object({ node: z.object({ id: z.string() }) })).node;
    const changed = await word('Sehr geehrte Frau Öz\nDanke für die Antwort');
    await documents.close();
    const put = await ada.fetch(`/api/v1/workspace/nodes/${id}/content`, {
      method: 'PUT',
      body: Uint8Array.from(changed),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(put.status).toBe(200);
    const { lines } = (await diff(ada, id, 1)).read(diffAnswer);
    expect(lines.filter(({ text }) => text !== '').map(({ op, text }) => [op, text])).toEqual([
      ['equal', 'Sehr geehrte Frau Öz'],
      ['removed', 'Bitte um Antwort'],
      ['added', 'Danke für die Antwort'],
    ]);
  });

  it('whose content is missing say so', async () => {
    const id = await sharedFile('missing.txt');
    rmSync(join(team.server.dataDir, 'objects'), { recursive: true });
    expect(refusal(await restore(ada, id, 1))).toEqual([502, 'BLOB_UNAVAILABLE']);
    expect(refusal(await restore(ben, id, 1))).toEqual([502, 'BLOB_UNAVAILABLE']);
    expect(refusal(await diff(ada, id, 1))).toEqual([410, 'BLOB_UNAVAILABLE']);
    expect((await inboxOf(ben)).some(({ node }) => node?.id === id)).toBe(true);
  });
});
