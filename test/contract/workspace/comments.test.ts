import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { commentThread, type CommentThread } from '../../../server/contract/workspace/comments.ts';
import { inboxEntry } from '../../../server/contract/workspace/sharing.ts';
import type { ApiAnswer, ApiClient } from '../../helpers/apiClient.ts';
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
import { CANARY, leakingFiles } from '../../leak/traces.ts';

const threadAnswer = z.object({ comment: commentThread });
const listAnswer = z.object({
  comments: z.array(commentThread),
  commentsTruncated: z.boolean(),
  cursor: z.string().nullable(),
  documentRevision: z.number(),
  portability: z.string(),
});

const TEXT = 'Der Mieter zahlt.\nDer Vermieter wartet.\n';
/** The anchor of some words of a text. */
function anchorOf(words: string, { text = TEXT, revision = 1 } = {}) {
  const from = text.indexOf(words);
  return { revision, from, to: from + words.length, exactQuote: words };
}

const path = (nodeId: string, threadId?: string) =>
  `/v1/workspace/nodes/${nodeId}/comments${threadId === undefined ? '' : `/${threadId}`}`;
const post = (client: ApiClient, nodeId: string, body: string, anchor: object): Promise<ApiAnswer> =>
  client.call('POST', path(nodeId), { body, anchor });
async function begin(client: ApiClient, nodeId: string, body: string, anchor: object): Promise<CommentThread> {
  return succeeded(await post(client, nodeId, body, anchor), 201).read(threadAnswer).comment;
}
const list = async (client: ApiClient, nodeId: string, query = '') =>
  succeeded(await client.call('GET', `${path(nodeId)}${query}`), 200).read(listAnswer);
const patch = (client: ApiClient, { nodeId, id }: CommentThread, change: object): Promise<ApiAnswer> =>
  client.call('PATCH', path(nodeId, id), change);
const reply = (client: ApiClient, { nodeId, id }: CommentThread, version: number, body: string): Promise<ApiAnswer> =>
  client.call('POST', `${path(nodeId, id)}/messages`, { version, body });
const remove = (client: ApiClient, { nodeId, id }: CommentThread, version: number | string): Promise<ApiAnswer> =>
  client.call('DELETE', `${path(nodeId, id)}?version=${version}`);
const inboxOf = async (client: ApiClient) =>
  (await client.call('GET', '/v1/workspace/inbox')).read(z.object({ entries: z.array(inboxEntry) })).entries;

describe('comments over HTTP', () => {
  let team: Team;
  let owner: Person;
  let editor: Person;
  let commenter: Person;
  let viewer: Person;
  let stranger: Person;
  let projectId: string;
  beforeAll(async () => {
    team = await bootTeam();
    ({ owner } = team);
    editor = await team.addPerson('editor');
    commenter = await team.addPerson('commenter');
    viewer = await team.addPerson('viewer');
    stranger = await team.addPerson('stranger');
    ({ id: projectId } = await addProject(owner, 'Comments'));
    await setMember(owner, projectId, editor, 'editor');
    await setMember(owner, projectId, commenter, 'commenter');
    await setMember(owner, projectId, viewer, 'viewer');
  });
  afterAll(() => team.stop());

  let files = 0;
  const newFile = async (text = TEXT): Promise<string> =>
    (await addFile(owner, `comments ${(files += 1)}.md`, text, { projectId })).id;

  it('are begun by commenters and up, read by everybody who sees the file', async () => {
    const id = await newFile();
    const thread = await begin(commenter, id, 'Stimmt das?', anchorOf('zahlt'));
    expect(thread).toMatchObject({
      ...{ nodeId: id, status: 'open', version: 1, orphaned: false, resolvedBy: null, resolvedAt: null },
      anchor: { ...anchorOf('zahlt'), prefix: 'Der Mieter ', suffix: '.\nDer Vermieter wartet.\n' },
      author: { id: commenter.id, displayName: 'commenter' },
      messages: [{ body: 'Stimmt das?', isRoot: true, author: { id: commenter.id } }],
      messagesTruncated: false,
    });
    expect(await list(viewer, id)).toEqual({
      ...{ comments: [thread], commentsTruncated: false, cursor: null, documentRevision: 1, portability: 'workspace' },
    });
    expect(refusal(await post(viewer, id, 'x', anchorOf('zahlt')))).toEqual([403, 'FORBIDDEN']);
    expect(refusal(await post(stranger, id, 'x', anchorOf('zahlt')))).toEqual([404, 'NOT_FOUND']);
    expect(refusal(await stranger.call('GET', path(id)))).toEqual([404, 'NOT_FOUND']);
    expect(refusal(await post(owner, NOWHERE, 'x', anchorOf('zahlt')))).toEqual([404, 'NOT_FOUND']);
    const folder = await addFolder(owner, 'Folder', { projectId });
    expect(refusal(await post(owner, folder.id, 'x', anchorOf('zahlt')))).toEqual([400, 'NOT_A_FILE']);
    expect(refusal(await owner.call('GET', path(folder.id)))).toEqual([400, 'NOT_A_FILE']);
  });

  it('need a body and a whole anchor without unknown fields', async () => {
    const id = await newFile();
    const anchor = anchorOf('zahlt');
    const without = (key: keyof typeof anchor) =>
      Object.fromEntries(Object.entries(anchor).filter(([name]) => name !== key));
    const bodies: unknown[] = [
      { body: 'x' },
      { anchor },
      { body: '', anchor },
      ...[' ', '\n\t', '\u00a0', '\u200b\u2060', '\u3164'].map((blank) => ({ body: blank, anchor })),
      { body: 'x'.repeat(10_001), anchor },
      ...(['revision', 'from', 'to', 'exactQuote'] as const).map((key) => ({ body: 'x', anchor: without(key) })),
      { body: 'x', anchor: { ...anchor, to: anchor.from } },
      { body: 'x', anchor: { ...anchor, exactQuote: '' } },
      { body: 'x', anchor: { ...anchor, page: 1 } },
      { body: 'x', anchor: { ...anchor, revision: 2 } },
    ];
    for (const body of bodies) {
      expect(refusal(await owner.call('POST', path(id), body))).toEqual([400, 'INVALID_BODY']);
    }
    expect((await begin(owner, id, 'x'.repeat(10_000), anchor)).messages[0]!.body).toHaveLength(10_000);
  });

  it('are answered, resolved, reopened, moved and reworded, each time in the version that was seen', async () => {
    const id = await newFile();
    const thread = await begin(commenter, id, 'Frage', anchorOf('zahlt'));
    const replied = succeeded(await reply(editor, thread, 1, 'Antwort'), 201).read(threadAnswer).comment;
    expect(replied).toMatchObject({
      version: 2,
      messages: [
        { body: 'Frage', isRoot: true },
        { body: 'Antwort', isRoot: false },
      ],
    });
    const late = await reply(editor, thread, 1, 'zu spät');
    expect(refusal(late)).toEqual([409, 'COMMENT_VERSION_CONFLICT']);
    expect(late.text).toContain('"currentVersion":2');
    for (const change of [{ status: 'resolved' }, { body: 'neu' }, { anchor: anchorOf('wartet') }]) {
      expect(refusal(await patch(commenter, thread, { version: 1, ...change }))).toEqual([
        409,
        'COMMENT_VERSION_CONFLICT',
      ]);
    }
    expect(refusal(await remove(commenter, thread, 1))).toEqual([409, 'COMMENT_VERSION_CONFLICT']);

    const update = async (client: ApiClient, change: object) =>
      succeeded(await patch(client, thread, change), 200).read(threadAnswer).comment;
    const resolved = await update(editor, { version: 2, status: 'resolved' });
    expect(resolved).toMatchObject({ version: 3, status: 'resolved', resolvedBy: { id: editor.id } });
    expect(resolved.resolvedAt).not.toBeNull();
    expect((await list(owner, id, '?status=open')).comments).toEqual([]);
    expect((await list(owner, id, '?status=resolved')).comments).toHaveLength(1);
    const reopened = await update(commenter, { version: 3, status: 'open' });
    expect(reopened).toMatchObject({ version: 4, status: 'open', resolvedBy: null, resolvedAt: null });
    const moved = await update(commenter, { version: 4, anchor: anchorOf('wartet') });
    expect(moved).toMatchObject({ version: 5, anchor: anchorOf('wartet') });
    const reworded = await update(commenter, { version: 5, body: 'Neue Frage', status: 'resolved' });
    expect(reworded).toMatchObject({ version: 6, status: 'resolved', messages: [{ body: 'Neue Frage' }, {}] });
    expect((await list(owner, id)).comments[0]).toEqual(reworded);
  });

  it('are changed by whom they belong to', async () => {
    const id = await newFile();
    const thread = await begin(commenter, id, 'Meins', anchorOf('zahlt'));
    expect(refusal(await patch(editor, thread, { version: 1, body: 'Deins' }))).toEqual([403, 'FORBIDDEN']);
    const notBoth = await patch(editor, thread, { version: 1, body: 'Deins', status: 'resolved' });
    expect(refusal(notBoth)).toEqual([403, 'FORBIDDEN']);
    expect((await list(owner, id)).comments[0]).toEqual(thread);
    for (const answer of [
      await patch(viewer, thread, { version: 1, status: 'resolved' }),
      await reply(viewer, thread, 1, 'x'),
      await remove(viewer, thread, 1),
    ]) {
      expect(refusal(answer)).toEqual([403, 'FORBIDDEN']);
    }
    const others = await begin(owner, id, 'Eigentümer', anchorOf('wartet'));
    expect(refusal(await remove(commenter, others, 1))).toEqual([403, 'FORBIDDEN']);
    expect((await remove(editor, others, 1)).status).toBe(204);
    const gone = await remove(commenter, thread, 1);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await list(owner, id)).comments).toEqual([]);
  });

  it('refuse what is not there and what is not valid', async () => {
    const id = await newFile();
    const thread = await begin(owner, id, 'x', anchorOf('zahlt'));
    const elsewhere = { ...thread, nodeId: await newFile() };
    for (const [answer, code] of [
      [await patch(owner, { ...thread, id: NOWHERE }, { version: 1, status: 'open' }), 'COMMENT_NOT_FOUND'],
      [await patch(owner, elsewhere, { version: 1, status: 'open' }), 'COMMENT_NOT_FOUND'],
      [await reply(owner, elsewhere, 1, 'x'), 'COMMENT_NOT_FOUND'],
      [await remove(owner, elsewhere, 1), 'COMMENT_NOT_FOUND'],
      [await patch(stranger, thread, { version: 1, status: 'open' }), 'NOT_FOUND'],
      [await reply(stranger, thread, 1, 'x'), 'NOT_FOUND'],
      [await remove(stranger, thread, 1), 'NOT_FOUND'],
    ] as const) {
      expect(refusal(answer)).toEqual([404, code]);
    }
    for (const change of [
      { version: 1 },
      { status: 'open' },
      { version: 1, status: 'done' },
      { version: '1', body: 'x' },
    ]) {
      expect(refusal(await patch(owner, thread, change))).toEqual([400, 'INVALID_BODY']);
    }
    for (const body of [{ version: 1 }, { body: 'x' }, { version: 1, body: '' }, { version: 1, body: ' \u200b' }]) {
      expect(refusal(await owner.call('POST', `${path(id, thread.id)}/messages`, body))).toEqual([400, 'INVALID_BODY']);
    }
    for (const version of ['', '0', '-1', 'x', '1.5']) {
      expect(refusal(await remove(owner, thread, version))).toEqual([400, 'INVALID_VERSION']);
    }
    expect(refusal(await owner.call('DELETE', path(id, thread.id)))).toEqual([400, 'INVALID_VERSION']);
    await trashNode(owner, id);
    expect(refusal(await reply(owner, thread, 1, 'x'))).toEqual([404, 'NOT_FOUND']);
  });

  it('stand in the order of the text and follow it, resolved ones too', async () => {
    const id = await newFile();
    const second = await begin(owner, id, 'zweiter', anchorOf('wartet'));
    const first = await begin(owner, id, 'erster', anchorOf('zahlt'));
    succeeded(await patch(owner, second, { version: 1, status: 'resolved' }), 200);
    const inOrder = async () => (await list(owner, id)).comments.map(({ messages }) => messages[0]!.body);
    expect(await inOrder()).toEqual(['erster', 'zweiter']);

    const longer = `# Titel 😀\n${TEXT.replace('Vermieter', 'Vermieter in Köln')}`;
    succeeded(await writeFile(editor, id, longer), 200);
    const moved = await list(owner, id);
    expect(moved.documentRevision).toBe(2);
    expect(
      moved.comments.map(({ anchor, orphaned }) => [anchor.revision, anchor.from, anchor.exactQuote, orphaned]),
    ).toEqual([
      [2, longer.indexOf('zahlt'), 'zahlt', false],
      [2, longer.indexOf('wartet'), 'wartet', false],
    ]);
    expect(moved.comments.map(({ version }) => version)).toEqual([1, 2]);

    succeeded(await writeFile(editor, id, '# Titel 😀\nDer Vermieter in Köln wartet.\n'), 200);
    const orphaned = (await list(owner, id)).comments.find((comment) => comment.id === first.id)!;
    expect(orphaned).toMatchObject({ orphaned: true, anchor: { revision: 2, exactQuote: 'zahlt' } });
    succeeded(await owner.call('POST', '/v1/workspace/versions', { node_id: id, revision: 2 }), 200);
    const request = (await inboxOf(editor)).find(({ kind }) => kind === 'restore_request')!;
    const approve = await editor.call('POST', `/v1/workspace/restore-requests/${request.requestId}`, {
      action: 'approve',
    });
    succeeded(approve, 200);
    const revived = (await list(owner, id)).comments.find((comment) => comment.id === first.id)!;
    expect(revived).toMatchObject({ orphaned: false, anchor: { revision: 4, from: longer.indexOf('zahlt') } });
  });

  it('follow writes that race with each other and with new comments', async () => {
    const id = await newFile();
    await begin(owner, id, 'vorher', anchorOf('zahlt'));
    const work: Promise<unknown>[] = [];
    for (let round = 1; round <= 8; round += 1) {
      work.push(writeFile(editor, id, `${'Zeile.\n'.repeat(round)}${TEXT}`));
      work.push(begin(commenter, id, `während ${round}`, anchorOf('Vermieter')));
    }
    await Promise.all(work);
    const content = await (await owner.fetch(`/api/v1/workspace/nodes/${id}/download`)).text();
    const { comments, documentRevision } = await list(owner, id);
    expect([comments.length, documentRevision]).toEqual([9, 9]);
    for (const { anchor, orphaned } of comments) {
      expect([orphaned, anchor.revision, content.slice(anchor.from, anchor.to)]).toEqual([false, 9, anchor.exactQuote]);
    }
  });

  it('made for an earlier revision, or a little off, find their words', async () => {
    const id = await newFile();
    succeeded(await writeFile(owner, id, `Vorab.\n${TEXT}`), 200);
    const older = await begin(commenter, id, 'alt', anchorOf('zahlt'));
    expect(older).toMatchObject({ orphaned: false, anchor: { revision: 2, from: 7 + TEXT.indexOf('zahlt') } });
    const off = await begin(commenter, id, 'daneben', { revision: 2, from: 1, to: 7, exactQuote: 'wartet' });
    expect(off).toMatchObject({
      orphaned: false,
      anchor: { from: 7 + TEXT.indexOf('wartet'), to: 7 + TEXT.indexOf('wartet') + 6 },
    });
    const nowhere = await begin(commenter, id, 'fort', { revision: 2, from: 1, to: 7, exactQuote: 'Kaution' });
    expect(nowhere).toMatchObject({ orphaned: true, anchor: { from: 1, to: 7, exactQuote: 'Kaution' } });
  });

  it('on files without text keep their anchors as given', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const made = succeeded(
      await owner.upload('/v1/workspace/upload', { name: 'p.png', bytes: png }, { projectId }),
      201,
    );
    const { id } = made.read(z.object({ node: z.object({ id: z.string() }) })).node;
    const anchor = { revision: 1, from: 3, to: 9, exactQuote: 'Bereich', prefix: '', suffix: '' };
    expect((await begin(owner, id, 'x', anchor)).anchor).toEqual(anchor);
    const put = await owner.fetch(`/api/v1/workspace/nodes/${id}/content`, {
      ...{ method: 'PUT', body: png, headers: { 'content-type': 'application/octet-stream' } },
    });
    expect(put.status).toBe(200);
    expect((await list(owner, id)).comments[0]).toMatchObject({ anchor, orphaned: false });
  });

  it('tell the owner of the file and who takes part, but not the author and nobody without access', async () => {
    const { id } = await addFile(editor, 'inbox.txt', TEXT);
    await shareNode(editor, id, commenter, 'editor');
    const thread = await begin(commenter, id, 'Frage', anchorOf('zahlt'));
    const entriesOf = async (client: ApiClient) =>
      (await inboxOf(client)).filter(({ threadId }) => threadId === thread.id);
    expect(await entriesOf(editor)).toMatchObject([
      { kind: 'comment', read: false, actor: { id: commenter.id }, node: { id, name: 'inbox.txt' }, requestId: null },
    ]);
    expect(await entriesOf(commenter)).toEqual([]);
    succeeded(await reply(editor, thread, 1, 'Antwort'), 201);
    expect(await entriesOf(commenter)).toHaveLength(1);
    const shares = (await editor.call('GET', `/v1/workspace/nodes/${id}/shares`)).read(
      z.object({ shares: z.array(z.object({ id: z.string() })) }),
    ).shares;
    succeeded(await editor.call('DELETE', `/v1/workspace/nodes/${id}/shares?shareId=${shares[0]!.id}`), 204);
    succeeded(await reply(editor, thread, 2, 'noch etwas'), 201);
    expect(await entriesOf(commenter)).toMatchObject([{ node: null }]);
    expect((await remove(editor, thread, 3)).status).toBe(204);
    expect(await entriesOf(editor)).toEqual([]);
  });

  it('obey folder locks of agents', async () => {
    const folder = await addFolder(owner, 'Locked', { projectId });
    const { id } = await addFile(owner, 'locked.txt', TEXT, { parentId: folder.id });
    const thread = await begin(owner, id, 'x', anchorOf('zahlt'));
    const agent = await team.addAgent(owner);
    expect((await begin(agent, id, 'agent', anchorOf('wartet'))).author.id).toBe(owner.id);
    await patchNode(owner, folder.id, { agentWrite: false });
    expect(refusal(await reply(agent, thread, 1, 'x'))).toEqual([403, 'FORBIDDEN']);
    expect((await list(agent, id)).comments).toHaveLength(2);
    await patchNode(owner, folder.id, { agentRead: false });
    expect(refusal(await agent.call('GET', path(id)))).toEqual([404, 'NOT_FOUND']);
  });

  it('carry the first and the newest messages of a long thread', async () => {
    const id = await newFile();
    const thread = await begin(owner, id, '0', anchorOf('zahlt'));
    for (let number = 1; number < 200; number += 1) succeeded(await reply(owner, thread, number, `${number}`), 201);
    expect((await list(owner, id)).comments[0]).toMatchObject({ messagesTruncated: false, messages: { length: 200 } });
    succeeded(await reply(owner, thread, 200, '200'), 201);
    const [long] = (await list(owner, id)).comments;
    expect(long!.messagesTruncated).toBe(true);
    const bodies = long!.messages.map(({ body }) => Number(body));
    expect([bodies.length, bodies[0], bodies[1], bodies.at(-1)]).toEqual([200, 0, 2, 200]);
  });

  it('are listed page by page in the order of the text', async () => {
    const id = await newFile();
    const words = ['Vermieter', 'Mieter', 'zahlt', 'wartet', 'Der'];
    for (let number = 0; number < 23; number += 1) {
      await begin(owner, id, `${number}`, anchorOf(words[number % words.length]!));
    }
    const whole = await list(owner, id, '?limit=200');
    const places = whole.comments.map(({ anchor }) => anchor.from);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect([whole.comments.length, whole.commentsTruncated, whole.cursor]).toEqual([23, false, null]);
    const seen: unknown[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const part = await list(owner, id, `?limit=10${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(part.commentsTruncated).toBe(part.cursor !== null);
      seen.push(...part.comments);
      sizes.push(part.comments.length);
      ({ cursor } = part);
    }
    expect([sizes, seen]).toEqual([[10, 10, 3], whole.comments]);
    // The next page goes on behind a thread that is gone by then.
    const first = await list(owner, id, '?limit=10');
    succeeded(await remove(owner, first.comments.at(-1)!, 1), 204);
    const second = await list(owner, id, `?limit=10&cursor=${first.cursor!}`);
    expect(second.comments).toEqual(whole.comments.slice(10, 20));
    expect(refusal(await owner.call('GET', `${path(id)}?status=open&cursor=${first.cursor!}`))).toEqual([
      ...[400, 'INVALID_QUERY'],
    ]);
  });

  it('leave nothing to be read on disk, and neither do their anchors', async () => {
    const id = await newFile(`Frau ${CANARY.name} zahlt.`);
    const text = `Frau ${CANARY.name} zahlt.`;
    const thread = await begin(owner, id, `Zu ${CANARY.name}`, anchorOf(CANARY.name, { text }));
    succeeded(await reply(owner, thread, 1, `Auch ${CANARY.word}`), 201);
    succeeded(await writeFile(owner, id, `Vorab. ${text}`), 200);
    expect((await list(owner, id)).comments[0]!.anchor.exactQuote).toBe(CANARY.name);
    expect(leakingFiles(team.server.dataDir)).toEqual([]);
  });
});
