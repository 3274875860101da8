import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { DEFAULT_RATE_LIMITS } from '../../../server/config/settings.ts';
import { type ChatEvent, chatFind } from '../../../server/contract/index.ts';
import {
  allOf,
  attach,
  beginConversation,
  ended,
  eventsOf,
  openSending,
  readConversation,
  sendMessage,
} from '../../helpers/chat.ts';
import { bootGateway, type BootedGateway } from '../../helpers/gateway.ts';
import type { ProtocolServer } from '../../helpers/providers/protocolServer.ts';
import { addFile, patchNode, type Person, shareNode, succeeded } from '../../helpers/workspace.ts';
import { damagedDocuments, plantedDocuments } from '../../leak/documents.ts';
import { CANARY } from '../../leak/traces.ts';

const QUESTION = 'Please write a short letter to Mrs Anna Müller, Lindenstraße 5, 50667 Köln.';

let gateway: BootedGateway;
let owner: Person;
beforeAll(async () => {
  gateway = await bootGateway();
  ({ owner } = gateway.team);
});
afterAll(() => gateway.stop());
afterEach(() => {
  gateway.chat.forget();
  gateway.messages.forget();
});

const bodies = (provider: ProtocolServer): string => provider.requests.map(({ body }) => body.toString()).join('\n');

describe.each(['chat', 'messages'] as const)('with a provider of the protocol %s', (id) => {
  const model = `${id}/test-model`;
  let provider: ProtocolServer;
  beforeAll(() => (provider = gateway[id]));

  it('answers anonymously, and tells what the model saw', async () => {
    const conversation = await beginConversation(owner, model);
    provider.answerNext({ answer: { text: 'The letter is done.', reasoning: 'I have to write.' } });
    const first = await sendMessage(owner, conversation, { content: QUESTION });
    expect(bodies(provider)).not.toMatch(/Müller|Lindenstra/);
    expect(first.question).toMatchObject({ content: QUESTION, anonymous: true });
    expect(first.question.sent).toMatch(/\[\[person-\w+\]\], \[\[address-\w+\]\]/);
    for (const { start, end, sentStart, sentEnd, placeholder } of first.question.marks) {
      expect(QUESTION.slice(start, end)).not.toBe('');
      expect(first.question.sent!.slice(sentStart, sentEnd)).toBe(placeholder);
      expect(bodies(provider)).toContain(placeholder);
    }
    expect(first.answer).toMatchObject({
      ...{ content: 'The letter is done.', state: 'complete', finishReason: 'stop', model },
      reasoning: { content: 'I have to write.' },
    });
    expect(first.answer.masked!.values).toBeGreaterThan(1);
    expect(first.answer.usage!.outputTokens).toBeGreaterThan(0);

    // The second turn brings the first one along; the echo restores what it mentions.
    const { answer } = await sendMessage(owner, conversation, {
      content: 'Is Anna Müller in it?',
      parentId: first.answer.id,
    });
    expect(bodies(provider)).not.toMatch(/Müller|Lindenstra/);
    expect(answer).toMatchObject({ content: 'Is Anna Müller in it?', state: 'complete' });
    expect(answer.sent).toMatch(/^Is \[\[person-\w+\]\] in it\?$/);
    expect(answer.marks).toHaveLength(1);
  });

  it('sends everything as it is when the person says so', async () => {
    const conversation = await beginConversation(owner, model);
    const { question, answer } = await sendMessage(owner, conversation, { content: QUESTION, anonymous: false });
    expect(bodies(provider)).toContain('Müller');
    expect([question.sent, answer.content, answer.marks]).toEqual([QUESTION, QUESTION, []]);
  });

  it('obeys the decisions of the person', async () => {
    const conversation = await beginConversation(owner, model);
    const { question } = await sendMessage(owner, conversation, {
      content: `${QUESTION} The project is called Falcon.`,
      shown: ['Anna Müller'],
      hidden: [{ text: 'Falcon', category: 'custom' }],
    });
    expect(question.sent).toContain('Anna Müller');
    expect(question.sent).toContain('called [[custom-');
    expect(bodies(provider)).not.toContain('Falcon');
  });

  it.each([
    [{ error: { status: 500 } }, 'service_unavailable'],
    [{ error: { status: 400, message: 'Anna Müller is not welcome.' } }, 'invalid_request'],
    [{ trouble: 'hang-up' }, 'service_unavailable'],
  ] as const)('says that the provider failed before its answer (%#)', async (reply, code) => {
    provider.answerAll(reply);
    try {
      const conversation = await beginConversation(owner, model);
      const { answer, events } = await sendMessage(owner, conversation, { content: QUESTION, anonymous: false });
      expect(answer).toMatchObject({ state: 'failed', content: '', error: { code } });
      expect(JSON.stringify(events)).not.toContain('welcome');
    } finally {
      provider.answerAll((request) => ({ answer: { text: request.path === '' ? '' : 'Fine.' } }));
    }
  });

  it('goes on after an answer that failed before its first word, attachments and all', async () => {
    const conversation = await beginConversation(owner, model);
    const file = { name: 'note.txt', bytes: Buffer.from('Clara Haverstock has called.') };
    const { attachment } = await attach(owner, file);
    provider.answerNext({ error: { status: 400 } });
    const first = await sendMessage(owner, conversation, { content: QUESTION, attachmentIds: [attachment.id] });
    expect(first.answer).toMatchObject({ state: 'failed', content: '' });
    provider.answerNext({ answer: { text: 'Here it is.' } });
    const content = 'Try once more, for Anna Müller.';
    const second = await sendMessage(owner, conversation, { content, parentId: first.answer.id });
    expect(second.answer).toMatchObject({ state: 'complete', content: 'Here it is.' });
    expect(second.question.sent).toMatch(/^Try once more, for \[\[person-\w+\]\]\.$/);
    expect(second.question.marks.map(({ start, end }) => content.slice(start, end))).toEqual(['Anna Müller']);
    expect(bodies(provider)).not.toMatch(/Müller|Haverstock/);
  });

  it('forgets what the model saw with the conversation', async () => {
    const conversation = await beginConversation(owner, model);
    provider.answerNext({ answer: { text: 'Yes.' } });
    const { answer } = await sendMessage(owner, conversation, { content: QUESTION });
    const record = `/v1/llm-anonymous/requests/${answer.requestId!}`;
    expect((await owner.call('GET', record)).status).toBe(200);
    succeeded(await owner.call('DELETE', `/v1/chat/conversations/${conversation}`), 204);
    expect((await owner.call('GET', record)).status).toBe(404);
    expect((await owner.call('GET', `/v1/chat/conversations/${conversation}`)).status).toBe(404);
  });

  it('keeps what had come when the provider breaks off', async () => {
    const conversation = await beginConversation(owner, model);
    provider.answerNext({ answer: { text: 'one two three four five six' }, delivery: { errorBefore: 5 } });
    const { answer } = await sendMessage(owner, conversation, { content: 'Count.' });
    expect(answer.state).toBe('failed');
    expect('one two three four five six').toContain(answer.content);
    expect(answer.content).not.toBe('');
  });

  it('stops at the provider when the person stops it', async () => {
    const conversation = await beginConversation(owner, model);
    provider.answerNext({ answer: { text: 'word '.repeat(5_000) }, delivery: { delayMs: 5 } });
    const events = eventsOf(await openSending(owner, conversation, { content: 'Talk.' }));
    const seen: ChatEvent[] = [];
    for await (const event of events) {
      seen.push(event);
      if (event.type !== 'delta' || seen.some(({ type }) => type === 'done')) continue;
      const stop = `/v1/chat/conversations/${conversation}/messages/${event.messageId}/stop`;
      succeeded(await owner.call('POST', stop), 200);
      break;
    }
    expect(await provider.requests[0]!.outcome).toBe('disconnected');
    const { messages } = await readConversation(owner, conversation);
    expect(messages[1]).toMatchObject({ state: 'stopped', error: null });
    expect(messages[1]!.content).toMatch(/^word/);
  });

  it('goes on when the page is reloaded', async () => {
    const conversation = await beginConversation(owner, model);
    provider.answerNext({ answer: { text: 'word '.repeat(50) }, delivery: { delayMs: 10 } });
    const page = new AbortController();
    const events = eventsOf(await openSending(owner, conversation, { content: 'Talk.' }, page.signal));
    let messageId = '';
    for await (const event of events) {
      if (event.type !== 'delta') continue;
      ({ messageId } = event);
      break;
    }
    page.abort();
    const before = await readConversation(owner, conversation);
    expect(before.conversation.answering).toBe(true);
    const follow = await owner.fetch(`/api/v1/chat/conversations/${conversation}/messages/${messageId}/events`);
    const [first, ...rest] = await allOf(eventsOf(follow));
    expect(first?.type).toBe('answer');
    expect(rest.at(-1)).toMatchObject({ type: 'done', message: { state: 'complete', content: 'word '.repeat(50) } });
    expect(await provider.requests[0]!.outcome).toBe('finished');
    const deltas = rest.flatMap((event) => (event.type === 'delta' ? event.text : []));
    expect(first?.type === 'answer' && first.message.content + deltas.join('')).toBe('word '.repeat(50));
  });
});

describe('attachments', () => {
  it('of each kind are read, shown and sent masked', async () => {
    const model = 'chat/test-model';
    const conversation = await beginConversation(owner, model);
    const hidden = Object.values(CANARY).map((text) => ({ text, category: 'custom' }));
    const attachmentIds: string[] = [];
    for (const file of await plantedDocuments(CANARY)) {
      const { attachment, text, finds } = await attach(owner, file);
      expect(text).toContain(CANARY.word);
      expect(finds.map((find) => find.text)).toContain('office@kanzlei-beispiel.example');
      for (const find of finds) expect(text.slice(find.start, find.end)).toBe(find.text);
      expect(attachment).toMatchObject({ name: file.name, kind: 'document', citation: null });
      attachmentIds.push(attachment.id);
    }
    gateway.chat.answerNext({ answer: { text: 'Read.' } });
    const { question } = await sendMessage(owner, conversation, { content: 'Summarize.', attachmentIds, hidden });
    expect(question).toMatchObject({ content: 'Summarize.', sent: 'Summarize.' });
    expect(question.attachments.map(({ id }) => id)).toEqual(attachmentIds);
    const sent = bodies(gateway.chat);
    expect(sent).toContain('<document name=');
    for (const value of [...Object.values(CANARY), 'kanzlei-beispiel']) expect(sent).not.toContain(value);
  });

  it('that cannot be read are refused with a code', async () => {
    const codes = [];
    for (const file of await damagedDocuments(CANARY)) {
      const answer = await owner.upload('/v1/chat/attachments', file);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      codes.push(answer.read(z.object({ code: z.string() })).code);
    }
    expect(codes).not.toContain('INTERNAL');
    const missing = await owner.call('POST', `/v1/chat/conversations/${await beginConversation(owner, 'm')}/messages`, {
      ...{ parentId: null, content: 'x' },
      attachmentIds: [crypto.randomUUID()],
    });
    expect([missing.status, missing.body]).toMatchObject([404, { code: 'ATTACHMENT_NOT_FOUND' }]);
  });

  it('of the workspace follow its rights and locks', async () => {
    const reader = await gateway.team.addPerson('reader');
    const stranger = await gateway.team.addPerson('stranger');
    const agent = await gateway.team.addAgent(owner);
    const node = await addFile(owner, 'contract.txt', 'A contract with Anna Müller.');
    await shareNode(owner, node.id, reader, 'viewer');
    const from = (person: Pick<Person, 'call'>) =>
      person.call('POST', '/v1/chat/attachments/from-workspace', { nodeId: node.id });
    expect(succeeded(await from(reader), 201).body).toMatchObject({
      attachment: { citation: { nodeId: node.id, name: 'contract.txt', revision: 1 } },
      text: 'A contract with Anna Müller.',
    });
    expect((await from(stranger)).status).toBe(404);
    succeeded(await from(agent), 201);
    await patchNode(owner, node.id, { agentRead: false });
    expect((await from(agent)).status).toBe(404);
  });
});

it('previews what goes, and stores nothing of it', async () => {
  const answer = succeeded(await owner.call('POST', '/v1/chat/preview', { text: QUESTION }), 200);
  const { finds } = answer.read(z.object({ finds: z.array(chatFind) }));
  expect(finds.map(({ text }) => text)).toContain('Anna Müller');
  const conversation = await beginConversation(owner, 'chat/test-model');
  const { question } = await sendMessage(owner, conversation, { content: QUESTION });
  expect(question.marks.map(({ start, end, placeholder }) => [start, end, placeholder])).toEqual(
    finds.map(({ start, end, placeholder }) => [start, end, placeholder]),
  );
});

it('keeps conversations to their account, over a restart, and out of other people’s sight', async () => {
  const other = await gateway.team.addPerson('other');
  const conversation = await beginConversation(owner, 'chat/test-model');
  const { answer } = await sendMessage(owner, conversation, { content: QUESTION, anonymous: false });
  const paths = [
    ['GET', ''],
    ['PATCH', '', {}],
    ['DELETE', ''],
    ['GET', '/export?format=md'],
    ['GET', `/messages/${answer.id}/events`],
    ['POST', `/messages/${answer.id}/stop`],
    ['POST', `/messages/${answer.parentId!}/answers`, { model: 'chat/test-model' }],
    ['POST', '/messages', { parentId: null, content: 'x', model: 'chat/test-model' }],
  ] as const;
  for (const [method, path, body] of paths) {
    const refused = await other.call(method, `/v1/chat/conversations/${conversation}${path}`, body);
    expect([path, refused.status, refused.body]).toMatchObject([path, 404, { code: 'CONVERSATION_NOT_FOUND' }]);
  }
  expect((await other.call('GET', '/v1/chat/conversations?q=letter')).body).toMatchObject({ conversations: [] });
  const before = await readConversation(owner, conversation);
  await gateway.server.restart();
  expect(await readConversation(owner, conversation)).toEqual(before);
  const found = await owner.call('GET', `/v1/chat/conversations?q=${encodeURIComponent('lindenstrasse')}`);
  expect(JSON.stringify(found.body)).toContain(conversation);
  const file = await owner.fetch(`/api/v1/chat/conversations/${conversation}/export?format=txt`);
  expect(file.headers.get('content-disposition')).toContain('Conversation.txt');
  expect(await file.text()).not.toContain('Müller');
});

it('gives out a conversation without a value that only another message explains', async () => {
  const conversation = await beginConversation(owner, 'chat/test-model');
  gateway.chat.answerNext({ answer: { text: 'Gern. Was genau will Wackernagel?' } });
  const { answer } = await sendMessage(owner, conversation, { content: 'Was will Wackernagel?', anonymous: false });
  await sendMessage(owner, conversation, {
    ...{ content: 'Sehr geehrte Frau Henrike Wackernagel, Sie sind gemeint.', anonymous: false },
    parentId: answer.id,
  });
  const exported = async (query: string) => {
    const file = await owner.fetch(`/api/v1/chat/conversations/${conversation}/export?${query}`);
    expect(file.status).toBe(200);
    return file.text();
  };
  for (const format of ['txt', 'md', 'json']) {
    const text = await exported(`format=${format}&textType=anonymized`);
    expect(text).not.toContain('Wackernagel');
    expect(text).toMatch(/Was will \[\[person-\w+\]\]\?[^]*Was genau will \[\[person-\w+\]\]\?/);
  }
  expect(await exported('format=txt&textType=original')).toContain('Was genau will Wackernagel?');
});

it('ends a running answer when the server ends, and keeps what had come', async () => {
  const conversation = await beginConversation(owner, 'chat/test-model');
  gateway.chat.answerNext({ answer: { text: 'word '.repeat(5_000) }, delivery: { delayMs: 5 } });
  const response = await openSending(owner, conversation, { content: 'Talk.' });
  const events = eventsOf(response);
  const seen: ChatEvent[] = [];
  let restarted: Promise<void> | null = null;
  for await (const event of events) {
    seen.push(event);
    if (event.type === 'delta') restarted ??= gateway.server.restart();
  }
  await restarted;
  expect(ended(seen).answer).toMatchObject({ state: 'failed', error: { code: 'ANSWER_INTERRUPTED' } });
  const { messages, conversation: after } = await readConversation(owner, conversation);
  expect(messages[1]).toMatchObject({ state: 'failed', error: { code: 'ANSWER_INTERRUPTED' } });
  expect(messages[1]!.content).toMatch(/^word/);
  expect(after.answering).toBe(false);
});

it('counts in the rate group of what it sends', async () => {
  const rateLimits = {
    ...DEFAULT_RATE_LIMITS,
    ...{ anonymous_chat: { minute: 3, day: null }, llm_chat: { minute: 2, day: null } },
  };
  const limited = await bootGateway({ config: { rateLimits } });
  onTestFinished(() => limited.stop());
  const person = limited.team.owner;
  const conversation = await beginConversation(person, 'chat/test-model');
  const send = async (fields: object) => {
    const body = { parentId: null, content: 'Hello', ...fields };
    const response = await person.call('POST', `/v1/chat/conversations/${conversation}/messages`, body);
    return [response.status, response.headers.get('x-ratelimit-limit-requests')];
  };
  expect(await send({ anonymous: false })).toEqual([200, '2']);
  // From here on the conversation is not anonymous any more.
  expect(await send({})).toEqual([200, '2']);
  expect(await send({})).toEqual([429, '2']);
  expect(await send({ anonymous: true })).toEqual([200, '3']);
  const { messages } = await readConversation(person, conversation);
  const again = await person.call(
    ...(['POST', `/v1/chat/conversations/${conversation}/messages/${messages[0]!.id}/answers`, {}] as const),
  );
  expect([again.status, again.headers.get('x-ratelimit-remaining-requests')]).toEqual([200, '1']);
  // What cannot be read counts as well.
  expect(await send({ content: '' })).toEqual([400, '3']);
  expect(await send({})).toEqual([429, '3']);
});
