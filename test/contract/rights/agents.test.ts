import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ApiClient } from '../../helpers/apiClient.ts';
import { newKey, withSession } from '../../helpers/rights.ts';
import { beginUpload, sendPart } from '../../helpers/uploads.ts';
import {
  addFile,
  addFolder,
  addProject,
  bootTeam,
  type Person,
  refusal,
  setMember,
  shareNode,
  succeeded,
  type Team,
  trashNode,
} from '../../helpers/workspace.ts';

const NAME = 'Anna Kowalczyk';
const MAIL = 'anna.kowalczyk@example.org';
const TEXT = `Frau ${NAME} schreibt von ${MAIL}.`;
const BY_AGENT = { code: 'FORBIDDEN', details: { reason: 'agent' } };

let team: Team;
let person: Person;
let session: ApiClient['call'];
let agent: ApiClient;
let other: ApiClient;
let seeing: ApiClient;

beforeAll(async () => {
  team = await bootTeam();
  person = await team.addPerson('person', 'admin');
  session = await withSession(team, person);
  agent = await newKey(team, session, { agent: { name: 'A' } });
  other = await newKey(team, session, { agent: { name: 'B' } });
  seeing = await newKey(team, session, { agent: { name: 'C' }, clearText: true });
});
afterAll(() => team.stop());

/** A completed job, with the placeholders of its values. */
async function jobOf(client: ApiClient, text: string): Promise<{ readonly id: string; readonly masked: string }> {
  const made = succeeded(await client.call('POST', '/anonymize', { text, language: 'de' }), 202);
  const id = made.read(z.object({ job_id: z.string() })).job_id;
  const ended = await client.finished(id);
  return { id, masked: ended.read(z.object({ anonymized_text_raw: z.string() })).anonymized_text_raw };
}

describe('clear text', () => {
  it('is given by a login alone, and to agents alone', async () => {
    const body = { name: 'x', agent: { name: 'x' }, clearText: true };
    expect(refusal(await person.call('POST', '/v1/account/keys', body))).toEqual([403, 'FORBIDDEN']);
    const forPerson = await session('POST', '/v1/account/keys', { name: 'x', clearText: true });
    expect(refusal(forPerson)).toEqual([400, 'INVALID_BODY']);
  });

  it('decides over originals of jobs that the key did not make', async () => {
    const { id, masked } = await jobOf(person, TEXT);
    for (const client of [agent, other]) {
      const status = await client.call('GET', `/status/${id}`);
      expect(status.body).toMatchObject({ anonymized_text_raw: masked, original_text: null });
      expect(status.text).not.toContain(NAME);
      for (const [method, path, body] of [
        ['GET', `/status/${id}/strings`],
        ['GET', `/v1/jobs/${id}/entities`],
        ['GET', `/v1/jobs/${id}/document`],
        ['GET', `/v1/jobs/${id}/report?format=json`],
        ['GET', `/v1/jobs/${id}/export?format=txt&textType=original`],
        ['PATCH', `/v1/jobs/${id}/entities`, { operations: [{ op: 'reject', id: '1' }] }],
      ] as const) {
        const answer = await client.call(method, path, body);
        expect([path, answer.status, answer.body]).toMatchObject([path, 403, { details: { reason: 'clear_text' } }]);
      }
      expect((await client.call('GET', `/v1/jobs/${id}/export?format=txt`)).status).toBe(200);
    }
    expect((await seeing.call('GET', `/status/${id}`)).text).toContain(NAME);
  });

  it('decides over placeholders that are put back, in texts and documents', async () => {
    const foreign = await jobOf(person, `Herr Bernd Sobotta wohnt hier, bernd.sobotta@example.org.`);
    const own = await jobOf(agent, `Frau Carla Wisniewska, carla.wisniewska@example.org.`);
    const text = `${foreign.masked}\n${own.masked}`;
    const restored = succeeded(await agent.call('POST', '/deanonymize', { text }), 200);
    expect(restored.text).toContain('carla.wisniewska@example.org');
    expect(restored.text).not.toContain('sobotta');
    const { unresolved } = restored.read(z.object({ unresolved: z.array(z.string()) }));
    expect(unresolved.length).toBeGreaterThan(0);
    for (const placeholder of unresolved) expect(foreign.masked).toContain(placeholder);
    const file = { name: 'a.txt', bytes: Buffer.from(text, 'utf8') };
    const document = await agent.upload('/v1/deanonymize/document', file);
    expect(document.text).toContain('carla.wisniewska@example.org');
    expect(document.text).not.toContain('sobotta');
    expect((await seeing.call('POST', '/deanonymize', { text })).text).toContain('bernd.sobotta@example.org');
    expect((await other.call('POST', '/deanonymize', { text })).body).toMatchObject({ restored: 0 });
  });
});

describe('an agent', () => {
  it('brings nothing to where more people read it', async () => {
    const guest = await team.addPerson('guest');
    const shared = await addFolder(person, 'Geteilt');
    await shareNode(person, shared.id, guest, 'viewer');
    const quiet = await addFolder(person, 'Still');
    const { id } = await addFile(person, 'Akte.txt', TEXT);
    const { id: projectId } = await addProject(person, 'Projekt');
    await setMember(person, projectId, guest, 'viewer');
    const projectFolder = await addFolder(person, 'Im Projekt', { projectId });
    const fs = { aktion: 'manage', unteraktion: 'move', path: '/Akte.txt', to: '/Geteilt/Akte.txt' };
    for (const [method, path, body] of [
      ['PATCH', `/v1/workspace/nodes/${id}`, { parentId: shared.id }],
      ['POST', `/v1/workspace/nodes/${id}/copy`, { name: 'Kopie.txt', parentId: shared.id }],
      ['POST', `/v1/workspace/nodes/${id}/copy`, { name: 'Kopie.txt', parentId: projectFolder.id }],
      ['POST', '/v1/workspace/fs', fs],
    ] as const) {
      const answer = await seeing.call(method, path, body);
      expect([path, answer.status, answer.body]).toMatchObject([path, 403, BY_AGENT]);
    }
    succeeded(await seeing.call('PATCH', `/v1/workspace/nodes/${id}`, { parentId: quiet.id }), 200);
    succeeded(await person.call('PATCH', `/v1/workspace/nodes/${id}`, { parentId: shared.id }), 200);
    // What the guest reads already may go on among the same readers, and to fewer.
    const inside = await addFolder(person, 'Darin', { parentId: shared.id });
    succeeded(await seeing.call('PATCH', `/v1/workspace/nodes/${id}`, { parentId: inside.id }), 200);
    succeeded(await seeing.call('PATCH', `/v1/workspace/nodes/${id}`, { parentId: null }), 200);
  });

  it('takes no anonymity off a conversation, and writes no prompts of the team', async () => {
    const made = succeeded(await seeing.call('POST', '/v1/chat/conversations', { anonymous: true }), 201);
    const { id } = made.read(z.object({ conversation: z.object({ id: z.string() }) })).conversation;
    const message = { content: 'x', parentId: null, model: 'none/none', anonymous: false };
    for (const [method, path, body] of [
      ['PATCH', `/v1/chat/conversations/${id}`, { anonymous: false }],
      ['POST', `/v1/chat/conversations/${id}/messages`, message],
      ['POST', '/v1/chat/prompts', { title: 'x', text: 'y', shared: true }],
    ] as const) {
      const answer = await seeing.call(method, path, body);
      expect([path, answer.status, answer.body]).toMatchObject([path, 403, BY_AGENT]);
    }
    succeeded(await person.call('PATCH', `/v1/chat/conversations/${id}`, { anonymous: false }), 200);
  });

  it('knows without clear text of its own conversations only', async () => {
    const made = succeeded(await person.call('POST', '/v1/chat/conversations', { title: NAME }), 201);
    const { id } = made.read(z.object({ conversation: z.object({ id: z.string() }) })).conversation;
    expect((await agent.call('GET', `/v1/chat/conversations/${id}`)).status).toBe(404);
    expect((await agent.call('GET', '/v1/chat/conversations')).text).not.toContain(id);
    expect((await seeing.call('GET', `/v1/chat/conversations/${id}`)).status).toBe(200);
  });
});

describe('what a key began', () => {
  const bytes = Buffer.from('x'.repeat(600_000));

  it.each(['revoked', 'rotated'])('ends as an upload when the key is %s', async (how) => {
    const key = await newKey(team, session, {});
    const upload = await beginUpload(key, { name: `${how}.txt`, sizeBytes: bytes.byteLength });
    expect((await sendPart(upload, bytes, 0, 327_680)).status).toBe(202);
    if (how === 'revoked') succeeded(await session('DELETE', `/v1/account/keys/${key.id}`), 204);
    else succeeded(await session('POST', `/v1/account/keys/${key.id}/rotate`), 200);
    expect(refusal(await sendPart(upload, bytes, 327_680, bytes.byteLength))).toEqual([404, 'SESSION_NOT_FOUND']);
    expect((await person.call('GET', '/v1/workspace/nodes')).text).not.toContain(`${how}.txt`);
  });
});

describe('a file that is removed for good', () => {
  it('takes its jobs along, with the values that no other job uses', async () => {
    const { id } = await addFile(person, 'Weg.txt', `Frau Dorota Nowicka, dorota.nowicka@example.org. ${TEXT}`);
    const begun = succeeded(await person.call('POST', `/v1/workspace/nodes/${id}/anonymize`), 202);
    const jobId = begun.read(z.object({ job_id: z.string() })).job_id;
    const masked = (await person.finished(jobId)).read(z.object({ anonymized_text_raw: z.string() }));
    await jobOf(person, TEXT);
    await trashNode(person, id);
    expect((await person.call('GET', `/status/${jobId}`)).status).toBe(200);
    succeeded(await person.call('DELETE', `/v1/workspace/nodes/${id}/permanent`), 204);
    expect(refusal(await person.call('GET', `/status/${jobId}`))).toEqual([404, 'JOB_NOT_FOUND']);
    const left = await person.call('POST', '/deanonymize', { text: masked.anonymized_text_raw });
    expect(left.text).not.toContain('nowicka');
    expect(left.text).toContain(MAIL);
  });
});
