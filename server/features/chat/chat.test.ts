import { describe, expect, it } from 'vitest';
import {
  createConversation,
  deleteConversation,
  getConversation,
  listConversations,
  updateConversation,
} from '../../contract/chat.ts';
import {
  followChatAnswer,
  regenerateChatAnswer,
  sendChatMessage,
  stopChatAnswer,
  type ChatEvent,
} from '../../contract/chatMessages.ts';
import { AppError } from '../../core/errors.ts';
import {
  allEvents,
  eventOf,
  type Model,
  openTestChat,
  says,
  type TestChat,
} from '../../../test/helpers/openTestChat.ts';

/** Says back what it got, in pieces that cut every placeholder. */
const echo: Model = async function* ({ text }) {
  for (const piece of text.match(/[^]{1,5}/gu) ?? []) yield await Promise.resolve(says(piece));
  yield {
    choices: [{ delta: {}, finish_reason: 'stop' }],
    usage: { prompt_tokens: 11, completion_tokens: 7 },
  };
};

/** Says something, and goes on when `goOn` is called. */
function halting(first: string, then = ' the end'): { model: Model; goOn: () => void } {
  const { promise, resolve } = Promise.withResolvers();
  return {
    goOn: () => resolve(null),
    async *model() {
      yield says(first);
      await promise;
      yield says(then);
    },
  };
}

async function begun(test: TestChat): Promise<string> {
  const { conversation } = await test.call(createConversation, { body: { model: 'm' } });
  return conversation.id;
}

async function sent(
  test: TestChat,
  id: string,
  body: { content: string; parentId?: string | null; anonymous?: boolean; shown?: string[] },
): Promise<ChatEvent[]> {
  const events = await test.call(sendChatMessage, { params: { id }, body: { parentId: null, ...body } });
  return allEvents(events);
}

/** Reads up to the first event that fits. */
async function until(events: AsyncIterable<ChatEvent>, fits: (event: ChatEvent) => boolean): Promise<ChatEvent> {
  for await (const event of events) if (fits(event)) return event;
  throw new Error('the events ended before');
}

describe('a message', () => {
  it('comes back as the person sees it and as the model saw it', async () => {
    const test = await openTestChat();
    test.answerWith(echo);
    const id = await begun(test);
    const events = await sent(test, id, { content: 'Write to Anna Müller of Beta GmbH.' });
    expect(events.map(({ type }) => type).filter((type) => type !== 'delta')).toEqual([
      'message',
      'answer',
      'masked',
      'done',
    ]);
    expect(test.requests[0]!.text).toMatch(/^Write to \[\[person-\w+\]\] of \[\[organization-\w+\]\]\.$/);
    const { message: question } = eventOf(events, 'masked');
    const { message: answer, conversation } = eventOf(events, 'done');
    for (const { content, sent: seen, marks } of [question, answer]) {
      expect(content).toBe('Write to Anna Müller of Beta GmbH.');
      expect(seen).toBe(test.requests[0]!.text);
      expect(marks.map(({ start, end }) => content.slice(start, end))).toEqual(['Anna Müller', 'Beta GmbH']);
      for (const mark of marks) expect(seen!.slice(mark.sentStart, mark.sentEnd)).toBe(mark.placeholder);
    }
    expect(answer).toMatchObject({
      ...{ state: 'complete', finishReason: 'stop', model: 'test/m', parentId: question.id },
      ...{ usage: { inputTokens: 11, outputTokens: 7 }, masked: { values: 2 } },
    });
    expect(conversation).toMatchObject({ title: 'Write to Anna Müller of Beta GmbH.', answering: false });

    // The pieces add up to the whole, and no value is split over two of them.
    const pieces = events.filter((event) => event.type === 'delta');
    expect(pieces.map(({ text }) => text).join('')).toBe(answer.content);
    expect(pieces.map(({ sent: seen }) => seen).join('')).toBe(answer.sent);
    expect(pieces.flatMap(({ marks }) => marks)).toEqual(answer.marks);
    expect(pieces.some(({ text }) => text.includes('Anna Müller'))).toBe(true);

    const stored = await test.call(getConversation, { params: { id } });
    expect(stored.messages).toEqual([question, answer]);
    expect(stored.conversation).toMatchObject({ activeMessageId: answer.id, messageCount: 2 });
  });

  it('brings the whole branch along, in original form, and what was decided stays decided', async () => {
    const test = await openTestChat();
    test.answerWith(echo);
    const id = await begun(test);
    const first = await sent(test, id, { content: 'Anna Müller of Beta GmbH', shown: ['Beta GmbH'] });
    const parentId = eventOf(first, 'done').message.id;
    await sent(test, id, { content: 'And anna@example.org?', parentId });
    const { asked, text } = test.requests[1]!;
    expect(asked.body['messages']).toEqual([
      { role: 'user', content: 'Anna Müller of Beta GmbH' },
      { role: 'assistant', content: 'Anna Müller of Beta GmbH' },
      { role: 'user', content: 'And anna@example.org?' },
    ]);
    expect(asked).toMatchObject({ shown: ['Beta GmbH'], hidden: [], anonymous: true });
    expect(text).toContain('Beta GmbH');
    expect(text).not.toContain('Anna');
  });

  it('goes as it is when the person says so', async () => {
    const test = await openTestChat();
    test.answerWith(echo);
    const events = await sent(test, await begun(test), { content: 'Anna Müller', anonymous: false });
    expect(test.requests[0]).toMatchObject({ text: 'Anna Müller', asked: { anonymous: false } });
    expect(eventOf(events, 'done').message).toMatchObject({ sent: 'Anna Müller', marks: [], anonymous: false });
  });

  it('needs a model, something to say, and an answer before it', async () => {
    const test = await openTestChat();
    test.answerWith(echo);
    const { conversation } = await test.call(createConversation, { body: {} });
    const send = (parentId: string | null, model?: string) =>
      test.call(sendChatMessage, {
        params: { id: conversation.id },
        body: { parentId, content: 'Hello', ...(model !== undefined && { model }) },
      });
    await expect(send(null)).rejects.toMatchObject({ code: 'missing_model' });
    const events = await allEvents(await send(null, 'm'));
    const { message: question } = eventOf(events, 'message');
    await expect(send(question.id)).rejects.toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
    expect(sendChatMessage.body.schema.safeParse({ parentId: null, content: ' ' }).success).toBe(false);
  });
});

describe('branches', () => {
  it('grow from a second answer and from an edited message', async () => {
    const test = await openTestChat();
    test.answerWith(echo);
    const id = await begun(test);
    const first = await sent(test, id, { content: 'one' });
    const question = eventOf(first, 'message').message;
    const again = await allEvents(
      await test.call(regenerateChatAnswer, { params: { id, messageId: question.id }, body: { model: 'other' } }),
    );
    expect(again[0]!.type).toBe('answer');
    expect(eventOf(again, 'done').message).toMatchObject({ parentId: question.id, model: 'test/other' });
    await sent(test, id, { content: 'two' });
    const { messages, conversation } = await test.call(getConversation, { params: { id } });
    expect(messages.map(({ role, parentId }) => [role, parentId])).toEqual([
      ['user', null],
      ['assistant', question.id],
      ['assistant', question.id],
      ['user', null],
      ['assistant', messages[3]!.id],
    ]);
    expect(conversation.activeMessageId).toBe(messages[4]!.id);
    const shown = await test.call(updateConversation, {
      params: { id },
      body: { activeMessageId: messages[1]!.id, pinned: true },
    });
    expect(shown.conversation).toMatchObject({ activeMessageId: messages[1]!.id, pinned: true });
  });

  it('of two windows that send at once stay apart', async () => {
    const test = await openTestChat();
    test.answerWith(echo);
    const id = await begun(test);
    const parentId = eventOf(await sent(test, id, { content: 'start' }), 'done').message.id;
    await Promise.all(['left', 'right'].map((content) => sent(test, id, { content, parentId })));
    const { messages } = await test.call(getConversation, { params: { id } });
    expect(messages).toHaveLength(6);
    for (const content of ['left', 'right']) {
      const question = messages.find((message) => message.content === content && message.role === 'user')!;
      const answer = messages.find((message) => message.parentId === question.id)!;
      expect([question.parentId, answer.content]).toEqual([parentId, `start\nstart\n${content}`]);
    }
  });
});

describe('an answer', () => {
  it('goes on when its reader goes away, and can be followed again', async () => {
    const test = await openTestChat();
    const { model, goOn } = halting('so far');
    test.answerWith(model);
    const id = await begun(test);
    const reader = new AbortController();
    const events = await test.call(sendChatMessage, {
      params: { id },
      body: { parentId: null, content: 'Hello' },
      signal: reader.signal,
    });
    const delta = await until(events, ({ type }) => type === 'delta');
    const messageId = delta.type === 'delta' ? delta.messageId : '';
    reader.abort();
    expect(test.requests[0]!.asked.signal.aborted).toBe(false);

    const { conversation, messages } = await test.call(getConversation, { params: { id } });
    expect(conversation.answering).toBe(true);
    expect(messages[1]).toMatchObject({ state: 'streaming', content: 'so far' });
    const params = { id, messageId };
    const followed = allEvents(await test.call(followChatAnswer, { params }));
    goOn();
    const [answer, ...rest] = await followed;
    expect(answer).toMatchObject({ type: 'answer', message: { state: 'streaming', content: 'so far' } });
    expect(rest.map(({ type }) => type)).toEqual(['delta', 'done']);
    expect(eventOf(rest, 'done').message).toMatchObject({ state: 'complete', content: 'so far the end' });
    const later = await allEvents(await test.call(followChatAnswer, { params }));
    expect(later.map(({ type }) => type)).toEqual(['answer', 'done']);
    expect(eventOf(later, 'done').message.content).toBe('so far the end');
  });

  it('keeps what had come when it is stopped', async () => {
    const test = await openTestChat();
    test.answerWith(halting('a beginning [[person-').model);
    const id = await begun(test);
    const events = await test.call(sendChatMessage, {
      params: { id },
      body: { parentId: null, content: 'Anna Müller' },
    });
    const delta = await until(events, ({ type }) => type === 'delta');
    const params = { id, messageId: delta.type === 'delta' ? delta.messageId : '' };
    const { message } = await test.call(stopChatAnswer, { params });
    expect(message).toMatchObject({ state: 'stopped', content: 'a beginning [[person-', error: null });
    expect(test.requests[0]!.asked.signal.aborted).toBe(true);
    // Once more changes nothing.
    expect(await test.call(stopChatAnswer, { params })).toEqual({ message });
    expect((await test.call(getConversation, { params: { id } })).conversation.answering).toBe(false);
  });

  it('keeps what had come when it fails, and says why', async () => {
    const test = await openTestChat();
    test.answerWith(async function* () {
      yield await Promise.resolve(says('half'));
      yield { error: { message: 'Anna Müller is in here', type: 'api_error', code: 'provider_error' } };
    });
    const events = await sent(test, await begun(test), { content: 'Hello' });
    const { message, ...error } = eventOf(events, 'error');
    expect(error).toMatchObject({ code: 'provider_error', error: 'The model provider failed.' });
    expect(message).toMatchObject({ state: 'failed', content: 'half', error: { code: 'provider_error' } });
    expect(JSON.stringify(events)).not.toContain('is in here');
  });

  it.each([
    [new AppError('anonymization_failed', 'No.'), 'anonymization_failed', null],
    [new AppError('rate_limit_exceeded', 'No.', { details: { retryAfterSeconds: 9 } }), 'rate_limit_exceeded', 9],
    [new TypeError('Anna Müller'), 'INTERNAL', null],
  ])('that never begins is a failed one (%#)', async (error, code, retryAfterSeconds) => {
    const test = await openTestChat();
    test.answerWith(() => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }) }));
    const id = await begun(test);
    const events = await sent(test, id, { content: 'Hello' });
    expect(eventOf(events, 'error')).toMatchObject({ code, retryAfterSeconds, message: { state: 'failed' } });
    const { messages } = await test.call(getConversation, { params: { id } });
    // Nothing has been sent, and the next attempt leaves the empty answer out.
    expect(messages[0]!.sent).toBeNull();
    expect(JSON.stringify(test.logger.entries)).not.toContain('Anna');
  });

  it('does not stay behind when the server ends or dies', async () => {
    const test = await openTestChat();
    const { model } = halting('kept');
    test.answerWith(model);
    const id = await begun(test);
    const events = await test.call(sendChatMessage, { params: { id }, body: { parentId: null, content: 'Hello' } });
    const rest = allEvents(events);
    await test.chat.stop();
    expect(eventOf(await rest, 'error')).toMatchObject({ code: 'ANSWER_INTERRUPTED' });

    await test.database.db.updateTable('chat_messages').set({ state: 'streaming', error_code: null }).execute();
    const next = await test.reopen();
    const { messages } = await next.call(getConversation, { params: { id } });
    expect(messages.map(({ state }) => state)).toEqual(['failed', 'failed']);
    expect(messages[1]!.error?.code).toBe('ANSWER_INTERRUPTED');
  });

  it('cannot be continued while it is written, and only some are written at once', async () => {
    const test = await openTestChat();
    test.answerWith(halting('x').model);
    const id = await begun(test);
    const send = async (parentId: string | null) =>
      test.call(sendChatMessage, { params: { id }, body: { parentId, content: 'Hello' } });
    const begunAnswer = await until(await send(null), ({ type }) => type === 'answer');
    const answerId = begunAnswer.type === 'answer' ? begunAnswer.message.id : '';
    await expect(send(answerId)).rejects.toMatchObject({ code: 'ANSWER_RUNNING' });
    for (let more = 1; more < 8; more += 1) await send(null);
    await expect(send(null)).rejects.toMatchObject({ code: 'TOO_MANY_ANSWERS' });
  });
});

describe('a conversation', () => {
  it('belongs to one account', async () => {
    const test = await openTestChat();
    test.answerWith(echo);
    const id = await begun(test);
    const events = await sent(test, id, { content: 'mine' });
    const messageId = eventOf(events, 'done').message.id;
    const as = await test.newPerson();
    const asOther = { as, params: { id } };
    const gone = { code: 'CONVERSATION_NOT_FOUND' };
    await expect(test.call(getConversation, asOther)).rejects.toMatchObject(gone);
    await expect(test.call(deleteConversation, asOther)).rejects.toMatchObject(gone);
    await expect(test.call(updateConversation, { ...asOther, body: {} })).rejects.toMatchObject(gone);
    await expect(
      test.call(sendChatMessage, { ...asOther, body: { parentId: null, content: 'x', model: 'm' } }),
    ).rejects.toMatchObject(gone);
    const params = { id, messageId };
    await expect(test.call(followChatAnswer, { as, params })).rejects.toMatchObject(gone);
    await expect(test.call(stopChatAnswer, { as, params })).rejects.toMatchObject(gone);
    const foreign = await begun({ ...test, call: (endpoint, call) => test.call(endpoint, { ...call!, as }) });
    await expect(test.call(followChatAnswer, { as, params: { id: foreign, messageId } })).rejects.toMatchObject({
      code: 'MESSAGE_NOT_FOUND',
    });
    expect((await test.call(listConversations, { as })).conversations.map((each) => each.id)).toEqual([foreign]);
  });

  it('is gone with its running answer, and with the records of its requests, when it is deleted', async () => {
    const test = await openTestChat();
    test.answerWith(echo, halting('x').model);
    const id = await begun(test);
    const { requestId } = eventOf(await sent(test, id, { content: 'Hello' }), 'done').message;
    const events = await test.call(sendChatMessage, { params: { id }, body: { parentId: null, content: 'Hello' } });
    await until(events, ({ type }) => type === 'delta');
    await test.call(deleteConversation, { params: { id } });
    expect(test.requests[1]!.asked.signal.aborted).toBe(true);
    expect(test.forgotten).toHaveLength(2);
    expect(test.forgotten[0]).toBe(requestId);
    await expect(test.call(getConversation, { params: { id } })).rejects.toMatchObject({
      code: 'CONVERSATION_NOT_FOUND',
    });
    expect(await test.database.db.selectFrom('chat_messages').selectAll().execute()).toEqual([]);
  });
});
