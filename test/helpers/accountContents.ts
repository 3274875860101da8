import { z } from 'zod';
import { commentThread } from '../../server/contract/workspace/comments.ts';
import { jobCreated } from '../../server/contract/anonymization.ts';
import { attach, beginConversation, readConversation, sendMessage } from './chat.ts';
import type { BootedGateway } from './gateway.ts';
import { addFile, addFolder, patchNode, type Person, shareNode, succeeded, trashNode, writeFile } from './workspace.ts';

const withId = z.object({ id: z.string() });
const status = z.object({ original_text: z.string(), anonymized_text_raw: z.string() });
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** What an account holds after {@link fillAccount}. */
export interface AccountContents {
  /** Of a job with {@link text}. */
  readonly jobId: string;
  readonly text: string;
  /** The same with placeholders. */
  readonly anonymized: string;
  readonly conversationId: string;
  readonly responseId: string;
  readonly exchangeId: string;
  readonly folderId: string;
  /** In the folder: two versions, a label, a comment; shared with the friend, who has commented on it. */
  readonly fileId: string;
  /** Address of a stored picture. */
  readonly image: string;
}

/** Puts something of every kind into an account; every text holds `canary`. */
export async function fillAccount(
  { server }: Pick<BootedGateway, 'server'>,
  person: Person,
  friend: Person,
  canary: string,
): Promise<AccountContents> {
  const text = `${canary} bittet um Antwort an ${canary.toLowerCase()}@example.org, IBAN DE89 3704 0044 0532 0130 00.`;
  const made = succeeded(
    await person.call('POST', '/anonymize', { text, language: 'de', filename: `${canary}.txt` }),
    202,
  );
  const jobId = made.read(jobCreated).job_id;
  const { anonymized_text_raw: anonymized } = (await person.finished(jobId)).read(status);
  const term = { kind: 'mask', value: `${canary} term`, category: 'project', caseSensitive: true, wholeWord: true };
  succeeded(await person.call('POST', '/v1/account/terms', { ...term, enabled: true }), 201);
  const form = new FormData();
  for (const name of ['a', 'b']) form.append('files', new Blob([`${canary} ${name}`]), `${canary}-${name}.txt`);
  form.set('name', `${canary} batch`);
  const batch = await person.fetch('/api/v1/batches', { method: 'POST', body: form });
  if (batch.status !== 202) throw new Error(`batch ${batch.status}`);

  const folder = succeeded(await person.call('POST', '/v1/chat/folders', { name: `${canary} folder` }), 201);
  const folderOfChat = folder.read(z.object({ folder: withId })).folder.id;
  const conversationId = await beginConversation(person, 'chat/test-model');
  const attachment = await attach(person, { name: `${canary}.txt`, bytes: Buffer.from(text) });
  await sendMessage(person, conversationId, { content: text, attachmentIds: [attachment.attachment.id] });
  const titled = { title: `${canary} title`, folderId: folderOfChat };
  succeeded(await person.call('PATCH', `/v1/chat/conversations/${conversationId}`, titled), 200);
  for (const shared of [false]) {
    succeeded(await person.call('POST', '/v1/chat/prompts', { title: `${canary} p`, text: canary, shared }), 201);
  }
  const asked = { model: 'chat/test-model', input: text };
  const response = succeeded(await person.call('POST', '/v1/llm-anonymous/responses', asked), 200);
  const exchangeId = response.headers.get('x-deckname-request-id')!;

  const top = await addFolder(person, `${canary} files`);
  await patchNode(person, top.id, { description: `${canary} described` });
  const file = await addFile(person, `${canary}.txt`, `${canary} first text`, { parentId: top.id });
  succeeded(await writeFile(person, file.id, `${canary} second text`), 200);
  const versions = await person.call('GET', `/v1/workspace/versions?node_id=${file.id}`);
  const [version] = versions.read(z.object({ versions: z.array(withId) })).versions;
  const label = { pinned: true, label: `${canary} label` };
  succeeded(await person.call('PATCH', `/v1/workspace/versions/${version!.id}`, label), 200);
  await shareNode(person, top.id, friend, 'editor');
  const written = { id: file.id, revision: 2, text: `${canary} second text` };
  await commentOn(person, written, `${canary} own comment`);
  await commentOn(friend, written, 'comment of the friend');
  succeeded(await person.call('PUT', `/v1/workspace/nodes/${file.id}/star`), 200);
  await trashNode(person, (await addFile(person, `${canary} trash.txt`, canary)).id);
  const upload = { name: `${canary} upload.txt`, sizeBytes: 10 };
  succeeded(await person.call('POST', '/v1/workspace/uploads', upload), 201);
  const stored = succeeded(await person.upload('/v1/workspace/images', { name: 'p.png', bytes: PIXEL }), 201);
  const { url: image } = stored.read(z.object({ url: z.string() }));
  await server.whenIdle();
  return {
    ...{ jobId, text, anonymized, conversationId, exchangeId, image },
    responseId: response.read(withId).id,
    folderId: top.id,
    fileId: file.id,
  };
}

/** Comments on the beginning of a text file. */
export async function commentOn(
  person: Person,
  file: { readonly id: string; readonly revision: number; readonly text: string },
  body: string,
): Promise<string> {
  const anchor = {
    revision: file.revision,
    from: 0,
    to: 3,
    exactQuote: file.text.slice(0, 3),
    prefix: '',
    suffix: file.text.slice(3, 20),
  };
  const made = await person.call('POST', `/v1/workspace/nodes/${file.id}/comments`, { body, anchor });
  return succeeded(made, 201).read(z.object({ comment: commentThread })).comment.id;
}

/** Everything that {@link fillAccount} has made, as its account reads it; the same before and after whatever must change nothing. */
export async function readContents(person: Person, contents: AccountContents): Promise<unknown> {
  const { jobId, anonymized, conversationId, responseId, exchangeId, folderId, fileId, image } = contents;
  const body = async (path: string) => succeeded(await person.call('GET', path), 200).body;
  const bytes = async (path: string) => {
    const answer = await person.fetch(path);
    return [answer.status, Buffer.from(await answer.arrayBuffer()).toString('base64')];
  };
  const { messages, conversation } = await readConversation(person, conversationId);
  return {
    status: await body(`/status/${jobId}`),
    strings: await body(`/status/${jobId}/strings`),
    job: await body(`/v1/jobs/${jobId}`),
    restored: (await person.call('POST', '/deanonymize', { text: anonymized })).body,
    terms: await body('/v1/account/terms'),
    jobs: await body('/v1/jobs'),
    batches: await body('/v1/batches'),
    messages: JSON.parse(JSON.stringify(messages)) as unknown,
    conversation,
    chatFolders: await body('/v1/chat/folders'),
    prompts: await body('/v1/chat/prompts'),
    response: await body(`/v1/llm-anonymous/responses/${responseId}`),
    exchange: await body(`/v1/llm-anonymous/requests/${exchangeId}`),
    node: await body(`/v1/workspace/nodes/${folderId}`),
    children: await body(`/v1/workspace/nodes?parentId=${folderId}`),
    content: await bytes(`/api/v1/workspace/nodes/${fileId}/download`),
    versions: await body(`/v1/workspace/versions?node_id=${fileId}`),
    comments: await body(`/v1/workspace/nodes/${fileId}/comments`),
    found: await body('/v1/workspace/search?q=second&in=content'),
    trash: await body('/v1/workspace/overview?view=trash'),
    delta: await body('/v1/workspace/delta?limit=1000'),
    image: await bytes(image),
  };
}
