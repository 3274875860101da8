import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '../../../server/contract/index.ts';
import { docx } from '../../fixtures/documents/hostileFiles.ts';
import type { ApiClient } from '../../helpers/apiClient.ts';
import { addressOf, newKey, withSession } from '../../helpers/rights.ts';
import {
  addFile,
  addFolder,
  bootTeam,
  patchNode,
  type Person,
  shareNode,
  succeeded,
  type Team,
} from '../../helpers/workspace.ts';

/** What nothing but the locked files holds: in their names, their texts, and what people write about them. */
const WORD = 'Quittenhain';
const TEXT = `${WORD}: Frau Anna Kowalczyk, anna.kowalczyk@example.org, ruft an.`;

/** ECMA-376, part 1, 17. */
const WORDPROCESSING = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** Kinds of files, and how each is made. */
const KINDS: Readonly<Record<string, (client: ApiClient, parentId: string) => Promise<{ readonly id: string }>>> = {
  text: (client, parentId) => addFile(client, `${WORD}.txt`, TEXT, { parentId }),
  markdown: (client, parentId) => addFile(client, `${WORD}.md`, `# ${TEXT}`, { parentId }),
  table: (client, parentId) => addFile(client, `${WORD}.csv`, `Name,Text\n${WORD},${TEXT}\n`, { parentId }),
  async workbook(client, parentId) {
    const workbook = { sheets: [{ name: 'Liste', rows: [[WORD, TEXT]] }] };
    const body = { aktion: 'create_xlsx', name: `${WORD}.xlsx`, folder_id: parentId, workbook };
    const made = succeeded(await client.call('POST', '/v1/workspace/fs', body), 200);
    return made.read(z.object({ node: z.object({ id: z.string() }) })).node;
  },
  async document(client, parentId) {
    const main = `<w:document xmlns:w="${WORDPROCESSING}"><w:body><w:p><w:r><w:t>${TEXT}</w:t></w:r></w:p></w:body></w:document>`;
    const bytes = docx(Buffer.from(main, 'utf8'));
    const made = await client.upload('/v1/workspace/upload', { name: `${WORD}.docx`, bytes }, { parentId });
    return succeeded(made, 201).read(z.object({ node: z.object({ id: z.string() }) })).node;
  },
};

const withId = z.looseObject({ id: z.string() });

/** Everything that is known of one locked file, by the names of parameters. */
interface Known {
  readonly nodeId: string;
  readonly jobId: string;
  readonly attachmentId: string;
  readonly waitingId: string;
  readonly conversationId: string;
  readonly messageId: string;
}

let team: Team;
let person: Person;
let agents: Record<string, ApiClient>;
const known: Record<string, Known> = {};

/** A file with all that can come of it: a comment, a star, a version, a job, attachments, a conversation. */
async function live(kind: string, parentId: string, guest: Person): Promise<Known> {
  const { id: nodeId } = await KINDS[kind]!(person, parentId);
  await shareNode(person, nodeId, guest, 'editor');
  succeeded(await person.call('PUT', `/v1/workspace/nodes/${nodeId}/star`), 200);
  const anchor = { revision: 1, from: 0, to: 4, exactQuote: WORD.slice(0, 4) };
  await guest.call('POST', `/v1/workspace/nodes/${nodeId}/comments`, { body: `Zu ${WORD}`, anchor });
  const begun = succeeded(await person.call('POST', `/v1/workspace/nodes/${nodeId}/anonymize`), 202);
  const jobId = begun.read(z.object({ job_id: z.string() })).job_id;
  expect((await person.finished(jobId)).text).toContain('"completed"');
  const attach = async () =>
    succeeded(await person.call('POST', '/v1/chat/attachments/from-workspace', { nodeId }), 201).read(
      z.object({ attachment: withId }),
    ).attachment.id;
  const attachmentId = await attach();
  const made = succeeded(await person.call('POST', '/v1/chat/conversations', { title: WORD }), 201);
  const conversationId = made.read(z.object({ conversation: withId })).conversation.id;
  // No model is there to answer; the message stays with its attachment.
  const message = { content: WORD, parentId: null, model: 'none/none', attachmentIds: [attachmentId] };
  await person.call('POST', `/v1/chat/conversations/${conversationId}/messages`, message);
  const shown = await person.call('GET', `/v1/chat/conversations/${conversationId}`);
  const messageId = shown.read(z.object({ messages: z.array(withId) })).messages[0]!.id;
  return { nodeId, jobId, attachmentId, waitingId: await attach(), conversationId, messageId };
}

beforeAll(async () => {
  team = await bootTeam();
  person = await team.addPerson('person');
  const guest = await team.addPerson('guest');
  const session = await withSession(team, person);
  agents = {
    'an agent': await newKey(team, session, { agent: { name: 'A' } }),
    'an agent with clear text': await newKey(team, session, { agent: { name: 'B' }, clearText: true }),
  };
  for (const kind of Object.keys(KINDS)) {
    const folder = await addFolder(person, kind);
    known[kind] = await live(kind, folder.id, guest);
    await patchNode(person, folder.id, { agentRead: false });
  }
  // What the guest made of a shared file of a person stays theirs; the guest's own agent is not under test.
}, 120_000);
afterAll(() => team.stop());

/** Values of the parameters of an endpoint that lead to what is known of a file. */
function parametersOf(path: string, file: Known): Record<string, string>[] {
  const every = (...ids: string[]) => ids.map((id) => ({ id, job_id: id, messageId: file.messageId, part: '1' }));
  if (path.includes('/chat/attachments')) return every(file.attachmentId, file.waitingId);
  if (path.includes('/chat/conversations')) return every(file.conversationId);
  if (/\/(jobs|status)\b/.test(path)) return every(file.jobId);
  return every(file.nodeId);
}

/** Lists and searches that need a query, beside the addresses alone. */
const queriesOf = ({ nodeId }: Known): Readonly<Record<string, readonly string[]>> => ({
  searchNodes: [`?q=${WORD}`, `?q=${WORD}&in=content`],
  listVersions: [`?node_id=${nodeId}`],
  listConversations: ['', `?q=${WORD}`],
  listJobs: ['', `?q=${WORD}`],
  delta: [''],
  exportJob: ['?format=txt', '?format=native&textType=original'],
  exportJobV1: ['?format=txt', '?format=native&textType=original'],
  getJobReport: ['?format=json'],
  exportConversation: ['?format=md', '?format=json&textType=anonymized'],
  nodeByPath: [`?path=/${WORD}`],
});

const READS = ENDPOINTS.filter(({ method, agents: may }) => method === 'get' && may !== 'no');

describe.each(Object.keys(KINDS))('a locked %s', (kind) => {
  it.each(['an agent', 'an agent with clear text'])('is mentioned to %s by no route', async (name) => {
    const agent = agents[name]!;
    const file = known[kind]!;
    const secrets: readonly string[] = [WORD, 'Kowalczyk', ...Object.values<string>({ ...file })];
    let looked = 0;
    for (const endpoint of READS) {
      if (endpoint.access === 'none' && !endpoint.path.includes(':')) continue;
      for (const parameters of endpoint.path.includes(':') ? parametersOf(endpoint.path, file) : [{}]) {
        const address = addressOf(endpoint, parameters);
        for (const query of queriesOf(file)[endpoint.id] ?? ['']) {
          const { status, text } = await agent.call('GET', address + query);
          // Whoever follows the feed is told that the node with this identifier is gone for them, and nothing else of it.
          const kept = endpoint.id === 'delta' ? secrets.filter((secret) => secret !== file.nodeId) : secrets;
          const mentioned = kept.filter((secret) => text.includes(secret));
          expect([endpoint.id, query, status < 500, mentioned]).toEqual([endpoint.id, query, true, []]);
          looked += 1;
        }
      }
    }
    expect(looked).toBeGreaterThan(60);
  });

  it('gives its person what it hides from agents', async () => {
    const { nodeId, jobId, attachmentId, conversationId } = known[kind]!;
    for (const path of [
      `/v1/workspace/nodes/${nodeId}`,
      `/status/${jobId}`,
      `/v1/chat/attachments/${attachmentId}`,
      `/v1/chat/conversations/${conversationId}`,
      `/v1/jobs?q=${WORD}`,
      `/v1/workspace/search?q=${WORD}`,
    ]) {
      expect([path, (await person.call('GET', path)).text.includes(WORD)]).toEqual([path, true]);
    }
  });

  it.each(['an agent', 'an agent with clear text'])('cannot be changed or used by %s', async (name) => {
    const agent = agents[name]!;
    const { nodeId, jobId, attachmentId, waitingId, conversationId, messageId } = known[kind]!;
    const chat = `/v1/chat/conversations/${conversationId}`;
    const own = succeeded(await agent.call('POST', '/v1/chat/conversations', {}), 201);
    const ownId = own.read(z.object({ conversation: withId })).conversation.id;
    for (const [method, path, body] of [
      ['PATCH', `/v1/jobs/${jobId}/entities`, { operations: [{ op: 'reject', id: '1' }] }],
      ['POST', `/v1/jobs/${jobId}/cancel`],
      ['DELETE', `/v1/jobs/${jobId}`],
      ['POST', '/v1/chat/attachments/from-workspace', { nodeId }],
      ['DELETE', `/v1/chat/attachments/${attachmentId}`],
      ['PATCH', chat, { title: 'x' }],
      ['DELETE', chat],
      ['POST', `${chat}/messages`, { content: 'x', parentId: null, model: 'none/none' }],
      ['POST', `${chat}/messages/${messageId}/answers`, { model: 'none/none' }],
      [
        'POST',
        `/v1/chat/conversations/${ownId}/messages`,
        { ...{ content: 'x', model: 'none/none' }, parentId: null, attachmentIds: [waitingId] },
      ],
      ['POST', '/v1/chat/preview', { text: 'x', conversationId }],
    ] as const) {
      const answer = await agent.call(method, path, body);
      expect([method, path, answer.status]).toEqual([method, path, 404]);
    }
  });

  it('keeps its placeholders from agents', async () => {
    const { jobId } = known[kind]!;
    const strings = await person.call('GET', `/status/${jobId}/strings`);
    const pairs = strings.read(z.object({ hash_pairs: z.array(z.object({ placeholder: z.string() })) })).hash_pairs;
    expect(pairs.length).toBeGreaterThan(0);
    for (const agent of Object.values(agents)) {
      const text = pairs.map(({ placeholder }) => placeholder).join(' ');
      const answer = succeeded(await agent.call('POST', '/deanonymize', { text }), 200);
      expect(answer.body).toMatchObject({ text, restored: 0, unresolved: pairs.map(({ placeholder }) => placeholder) });
    }
  });
});
