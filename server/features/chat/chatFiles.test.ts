import { describe, expect, it } from 'vitest';
import {
  createChatFolder,
  createConversation,
  deleteChatFolder,
  deleteConversation,
  exportConversation,
  getConversation,
  listChatFolders,
  listConversations,
  renameChatFolder,
  updateConversation,
} from '../../contract/chat.ts';
import {
  addChatAttachment,
  addChatAttachmentFromNode,
  deleteChatAttachment,
  downloadChatAttachment,
  getChatAttachment,
} from '../../contract/chatAttachments.ts';
import { previewChatMessage, sendChatMessage } from '../../contract/chatMessages.ts';
import { createChatPrompt, deleteChatPrompt, listChatPrompts, updateChatPrompt } from '../../contract/chatPrompts.ts';
import {
  allEvents,
  eventOf,
  type Model,
  openTestChat,
  says,
  type TestChat,
} from '../../../test/helpers/openTestChat.ts';

const echo: Model = async function* ({ text }) {
  yield await Promise.resolve(says(text));
};

async function begun(test: TestChat, title?: string): Promise<string> {
  const { conversation } = await test.call(createConversation, { body: { model: 'm', ...(title && { title }) } });
  return conversation.id;
}

async function sent(
  test: TestChat,
  id: string,
  content: string,
  more: { attachmentIds?: string[]; anonymous?: boolean; shown?: string[] } = {},
) {
  const events = await allEvents(
    await test.call(sendChatMessage, { params: { id }, body: { parentId: null, content, ...more } }),
  );
  return { question: eventOf(events, 'masked').message, answer: eventOf(events, 'done').message };
}

const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text) });

describe('an attachment', () => {
  it('shows what will go, goes with its message, and ends with the conversation', async () => {
    const test = await openTestChat();
    test.answerWith(echo);
    const added = await test.call(addChatAttachment, { file: file('Anna Müller.txt', 'Dear Anna Müller, hello') });
    expect(added).toMatchObject({
      attachment: {
        kind: 'document',
        words: 4,
        pages: 2,
        ocr: true,
        confidence: 0.75,
        maskedValues: 1,
        citation: null,
      },
      text: 'Dear Anna Müller, hello',
      finds: [{ start: 5, end: 16, text: 'Anna Müller', category: 'person' }],
    });
    const { id: attachmentId } = added.attachment;
    const id = await begun(test);
    const { question } = await sent(test, id, 'Summarize.', { attachmentIds: [attachmentId] });
    expect(question).toMatchObject({ content: 'Summarize.', sent: 'Summarize.', attachments: [added.attachment] });
    expect(test.requests[0]!.text).toMatch(
      /^<document name="\[\[person-\w+\]\]\.txt">\nDear \[\[person-\w+\]\], hello\n<\/document>\nSummarize\.$/,
    );
    expect((await test.call(getConversation, { params: { id } })).messages[0]!.attachments).toEqual([added.attachment]);

    // The same conversation may use it again, for an edited message; no other one may, and it cannot be taken back.
    await sent(test, id, 'Summarize in one line.', { attachmentIds: [attachmentId] });
    const inUse = { code: 'ATTACHMENT_IN_USE' };
    await expect(sent(test, await begun(test), 'x', { attachmentIds: [attachmentId] })).rejects.toMatchObject(inUse);
    const params = { id: attachmentId };
    await expect(test.call(deleteChatAttachment, { params })).rejects.toMatchObject(inUse);
    expect((await test.call(downloadChatAttachment, { params })).filename).toBe('Anna Müller.txt');

    await test.call(deleteConversation, { params: { id } });
    await expect(test.call(getChatAttachment, { params })).rejects.toMatchObject({ code: 'ATTACHMENT_NOT_FOUND' });
    const { removed } = await test.blobs.sweep(test.chat.blobReferences());
    expect(removed).toBe(0);
  });

  it('that is a picture goes as its text, or as it is when nothing is masked', async () => {
    const test = await openTestChat();
    test.answerWith(echo);
    const { attachment } = await test.call(addChatAttachment, { file: file('scan.png', 'Anna Müller') });
    expect(attachment.kind).toBe('image');
    const id = await begun(test);
    await sent(test, id, 'Who?', { attachmentIds: [attachment.id] });
    expect(JSON.stringify(test.requests[0]!.body)).not.toContain('image_url');
    await sent(test, id, 'Who?', { attachmentIds: [attachment.id], anonymous: false });
    const data = Buffer.from('Anna Müller').toString('base64');
    expect(JSON.stringify(test.requests[1]!.body)).toContain(`data:image/png;base64,${data}`);
  });

  it('that cannot be read is refused and leaves nothing', async () => {
    const test = await openTestChat();
    const refused = (text: string) => expect(test.call(addChatAttachment, { file: file('a.txt', text) })).rejects;
    await refused('%LOCKED').toMatchObject({ code: 'PASSWORD_PROTECTED' });
    await refused(' ').toMatchObject({ code: 'TEXT_REQUIRED' });
    await refused('x'.repeat(1_000_001)).toMatchObject({ code: 'TEXT_TOO_LARGE' });
    expect(await test.database.db.selectFrom('chat_attachments').selectAll().execute()).toEqual([]);
    expect(await test.blobs.sweep(test.chat.blobReferences())).toEqual({ removed: 0, missing: 0 });
  });

  it('of the workspace is cited with the state that was read', async () => {
    const nodeId = crypto.randomUUID();
    const test = await openTestChat({ nodes: new Map([[nodeId, file('Letter.txt', 'Beta GmbH')]]) });
    test.answerWith(echo);
    const { attachment } = await test.call(addChatAttachmentFromNode, { body: { nodeId } });
    expect(attachment.citation).toEqual({ nodeId, name: 'Letter.txt', revision: 3 });
    const { question } = await sent(test, await begun(test), '', { attachmentIds: [attachment.id] });
    expect(question).toMatchObject({ content: '', sent: '', attachments: [{ citation: { nodeId } }] });
    await expect(test.call(addChatAttachmentFromNode, { body: { nodeId: crypto.randomUUID() } })).rejects.toMatchObject(
      { code: 'NOT_FOUND' },
    );
  });

  it('belongs to one account, and is forgotten after a day without a message', async () => {
    let now = Date.now();
    const test = await openTestChat({ clock: { now: () => now } });
    test.answerWith(echo);
    const { attachment } = await test.call(addChatAttachment, { file: file('a.txt', 'text') });
    const as = await test.newPerson();
    const params = { id: attachment.id };
    const gone = { code: 'ATTACHMENT_NOT_FOUND' };
    await expect(test.call(getChatAttachment, { as, params })).rejects.toMatchObject(gone);
    await expect(test.call(deleteChatAttachment, { as, params })).rejects.toMatchObject(gone);
    now += 23 * 60 * 60_000;
    await test.chat.cleanUp();
    expect((await test.call(getChatAttachment, { params })).text).toBe('text');
    now += 2 * 60 * 60_000;
    await test.chat.cleanUp();
    await expect(test.call(getChatAttachment, { params })).rejects.toMatchObject(gone);
    expect(await test.blobs.sweep(test.chat.blobReferences())).toEqual({ removed: 0, missing: 0 });
  });
});

describe('the preview', () => {
  it('tells what would be masked, with the decisions of the conversation', async () => {
    const test = await openTestChat();
    test.answerWith(echo);
    const id = await begun(test);
    await allEvents(
      await test.call(sendChatMessage, {
        params: { id },
        body: { parentId: null, content: 'x', shown: ['Beta GmbH'], hidden: [{ text: 'Falcon', category: 'custom' }] },
      }),
    );
    const text = 'Anna Müller, Beta GmbH, Falcon';
    const of = async (more: object) =>
      (await test.call(previewChatMessage, { body: { text, ...more } })).finds.map((find) => [
        find.text,
        find.category,
        find.placeholder?.replace(/-\w+/, '') ?? null,
      ]);
    expect(await of({})).toEqual([
      ['Anna Müller', 'person', '[[person]]'],
      ['Beta GmbH', 'organization', '[[organization]]'],
    ]);
    expect(await of({ conversationId: id, shown: ['Anna Müller'] })).toEqual([
      ['Anna Müller', 'person', null],
      ['Beta GmbH', 'organization', null],
      ['Falcon', 'custom', '[[custom]]'],
    ]);
    expect(await of({ hidden: [{ text: 'Müller, Beta', category: 'custom' }] })).toEqual([
      ['Anna Müller, Beta GmbH', 'person', '[[person]]'],
    ]);
    expect((await test.call(previewChatMessage, { body: { text: ' ' } })).finds).toEqual([]);
  });
});

describe('conversations', () => {
  it('are listed in pages, by folder and by pin', async () => {
    const test = await openTestChat();
    const { folder } = await test.call(createChatFolder, { body: { name: 'Cases' } });
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.push(await begun(test, `Number ${index}`));
    await test.call(updateConversation, { params: { id: ids[0]! }, body: { folderId: folder.id } });
    await test.call(updateConversation, { params: { id: ids[1]! }, body: { pinned: true } });
    const list = async (query: Record<string, string>) =>
      (await test.call(listConversations, { query })).conversations.map(({ id }) => id);
    const first = await test.call(listConversations, { query: { limit: '3' } });
    const second = await test.call(listConversations, { query: { limit: '3', cursor: first.cursor! } });
    expect([...first.conversations, ...second.conversations].map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(second.cursor).toBeNull();
    expect(await list({ folderId: folder.id })).toEqual([ids[0]]);
    expect(await list({ folderId: 'none' })).toHaveLength(4);
    expect(await list({ pinned: 'true' })).toEqual([ids[1]]);

    await expect(test.call(createChatFolder, { body: { name: 'CASES' } })).rejects.toMatchObject({
      code: 'NAME_TAKEN',
    });
    const params = { id: folder.id };
    await test.call(renameChatFolder, { params, body: { name: 'cases' } });
    expect((await test.call(listChatFolders)).folders.map(({ name }) => name)).toEqual(['cases']);
    const as = await test.newPerson();
    await expect(test.call(deleteChatFolder, { as, params })).rejects.toMatchObject({ code: 'FOLDER_NOT_FOUND' });
    await expect(test.call(createConversation, { as, body: { folderId: folder.id } })).rejects.toMatchObject({
      code: 'FOLDER_NOT_FOUND',
    });
    await test.call(deleteChatFolder, { params });
    expect(await list({ folderId: 'none' })).toHaveLength(5);
  });

  it('are found by words of their titles and messages', async () => {
    const test = await openTestChat();
    test.answerWith(echo);
    const titled = await begun(test, 'Über Ägypten');
    const other = await begun(test);
    const { question } = await sent(test, other, `${'before '.repeat(30)}Straße nach Ägypten${' after'.repeat(30)}`);
    const search = async (q: string, limit = '10') =>
      (await test.call(listConversations, { query: { q, limit } })).conversations;
    const found = await search('AGYPTEN');
    expect(found.map(({ id }) => id).sort()).toEqual([titled, other].sort());
    for (const { match } of found) expect(match!.snippet.slice(match!.start, match!.end)).toBe('Ägypten');
    expect(found.find(({ id }) => id === titled)!.match!.messageId).toBeNull();
    expect((await search('strasse'))[0]!.match).toMatchObject({ messageId: question.id });
    expect(await search('nowhere')).toEqual([]);
    const page = await test.call(listConversations, { query: { q: 'ägypten', limit: '1' } });
    const rest = await test.call(listConversations, { query: { q: 'ägypten', limit: '1', cursor: page.cursor! } });
    expect(new Set([...page.conversations, ...rest.conversations].map(({ id }) => id)).size).toBe(2);
    expect(rest.cursor).toBeNull();
  });

  it('come out as files, with or without original values', async () => {
    const test = await openTestChat();
    test.answerWith(echo);
    const id = await begun(test);
    await sent(test, id, 'Anna Müller writes');
    await sent(test, id, 'Anna Müller shouts', { anonymous: false });
    const exported = async (format: string, textType: string) => {
      const { body, filename } = await test.call(exportConversation, { params: { id }, query: { format, textType } });
      return { filename, text: Buffer.from(body as Uint8Array).toString('utf8') };
    };
    expect(await exported('md', 'original')).toEqual({
      filename: 'Anna Müller writes.md',
      text: '# Anna Müller writes\n\n## User\n\nAnna Müller shouts\n\n## Assistant (test/m)\n\nAnna Müller shouts\n',
    });
    for (const format of ['md', 'txt', 'json']) {
      const { filename, text } = await exported(format, 'anonymized');
      expect(filename).toBe(`Conversation.${format}`);
      expect(text).toMatch(/\[\[person-\w+\]\] shouts/);
      expect(text).not.toContain('Anna');
    }
    await sent(test, id, 'Anna Müller sings', { shown: ['Anna Müller'] });
    expect((await exported('md', 'anonymized')).text).not.toContain('Anna');
    const json = JSON.parse((await exported('json', 'original')).text) as { messages: { content: string }[] };
    expect(json.messages.map(({ content }) => content)).toEqual([
      'Anna Müller writes',
      'Anna Müller writes',
      'Anna Müller shouts',
      'Anna Müller shouts',
      'Anna Müller sings',
      'Anna Müller sings',
    ]);
  });
});

describe('prompts', () => {
  it('are kept by everybody and shared by owners and admins', async () => {
    const test = await openTestChat();
    const member = await test.newPerson('member');
    const shared = { title: 'Letter', text: 'Write a letter.', shared: true };
    await expect(test.call(createChatPrompt, { as: member, body: shared })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const { prompt } = await test.call(createChatPrompt, { body: shared });
    const own = (await test.call(createChatPrompt, { as: member, body: { ...shared, title: 'Mine', shared: false } }))
      .prompt;
    expect((await test.call(listChatPrompts, { as: member })).prompts).toEqual([prompt, own]);
    expect((await test.call(listChatPrompts)).prompts).toEqual([prompt]);
    const params = { id: prompt.id };
    await expect(test.call(updateChatPrompt, { as: member, params, body: { text: 'x' } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(test.call(deleteChatPrompt, { as: member, params })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(test.call(updateChatPrompt, { params: { id: own.id }, body: { text: 'x' } })).rejects.toMatchObject({
      code: 'PROMPT_NOT_FOUND',
    });
    const changed = await test.call(updateChatPrompt, { params, body: { text: 'Shorter.', shared: false } });
    expect(changed.prompt).toMatchObject({ title: 'Letter', text: 'Shorter.', shared: false });
    expect((await test.call(listChatPrompts, { as: member })).prompts).toEqual([own]);
    await test.call(deleteChatPrompt, { params });
    expect((await test.call(listChatPrompts)).prompts).toEqual([]);
  });
});
