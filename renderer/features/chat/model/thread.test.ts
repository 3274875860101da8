import { describe, expect, it } from 'vitest';
import type { ChatEvent, ChatMessage } from '../../../../server/contract/chatMessages.ts';
import { ApiError } from '../../../api/errors.ts';
import { testConversation, testMessage } from '../../../../test/helpers/renderer/chatMessages.ts';
import { createThread, type Outgoing, type ThreadRoutes } from './thread.ts';

const QUESTION = testMessage('q', null);
const ANSWER = testMessage('a', 'q', { role: 'assistant', content: '', sent: '', state: 'streaming' });
const CONVERSATION = testConversation('c', { activeMessageId: 'a' });
const OUTGOING: Outgoing = {
  parentId: null,
  content: 'q',
  attachmentIds: [],
  shown: [],
  hidden: [],
  model: 'test/small',
  anonymous: true,
};
const delta = (text: string): ChatEvent => ({
  type: 'delta',
  messageId: 'a',
  channel: 'content',
  text,
  sent: text,
  marks: [],
});
const done = (content: string): ChatEvent => ({
  type: 'done',
  message: { ...ANSWER, content, sent: content, state: 'complete' },
  conversation: CONVERSATION,
});
const broken = () => new ApiError({ status: 0, code: 'NETWORK' });

async function* streamOf(...parts: (ChatEvent | Error | Promise<void>)[]): AsyncGenerator<ChatEvent> {
  for (const part of parts) {
    const next = await part;
    if (next === undefined) continue;
    if (next instanceof Error) throw next;
    yield next;
  }
}

function open(routes: Partial<ThreadRoutes>) {
  const followed: string[] = [];
  const stopped: string[] = [];
  const refuse = () => {
    throw new Error('not expected');
  };
  const thread = createThread({
    pause: () => Promise.resolve(),
    now: () => 1_000,
    onConversation: () => undefined,
    routes: {
      load: refuse,
      send: refuse,
      regenerate: refuse,
      choose: (id, activeMessageId) => Promise.resolve({ ...testConversation(id), activeMessageId }),
      ...routes,
      follow: (id, messageId, signal) => {
        followed.push(messageId);
        return routes.follow?.(id, messageId, signal) ?? streamOf();
      },
      stop: (_id, messageId) => {
        stopped.push(messageId);
        return Promise.resolve(ANSWER);
      },
    },
  });
  const shown = () => thread.branch.value.map(({ id, content }) => `${id}: ${content}`);
  return { thread, shown, followed, stopped };
}

describe('a thread', () => {
  it('grows with the answer', async () => {
    const { thread, shown } = open({
      send: () =>
        streamOf(
          { type: 'message', message: QUESTION },
          { type: 'answer', message: ANSWER },
          { type: 'masked', message: { ...QUESTION, sent: '[[x]]' } },
          { ...delta('because'), channel: 'reasoning' } as ChatEvent,
          delta('Hel'),
          delta('lo'),
          done('Hello!'),
        ),
    });
    thread.adopt(testConversation('c'));
    await thread.send(OUTGOING);
    expect(shown()).toEqual(['q: q', 'a: Hello!']);
    expect(thread.branch.value[0]?.sent).toBe('[[x]]');
    expect(thread.activity.value).toBeNull();
    expect(thread.conversation.value?.activeMessageId).toBe('a');
  });

  it('keeps what came when the answer fails, and passes on why a message was not taken', async () => {
    const failed: ChatMessage = {
      ...ANSWER,
      content: 'Hel',
      state: 'failed',
      error: { code: 'provider_error', message: '' },
    };
    const { thread, shown } = open({
      send: () =>
        streamOf({ type: 'message', message: QUESTION }, { type: 'answer', message: ANSWER }, delta('Hel'), {
          type: 'error',
          code: 'provider_error',
          error: '',
          retryAfterSeconds: null,
          message: failed,
          conversation: CONVERSATION,
        }),
    });
    thread.adopt(testConversation('c'));
    await thread.send(OUTGOING);
    expect(shown()).toEqual(['q: q', 'a: Hel']);
    const refusing = open({ send: () => streamOf(new ApiError({ status: 400, code: 'missing_model' })) });
    refusing.thread.adopt(testConversation('c'));
    await expect(refusing.thread.send(OUTGOING)).rejects.toMatchObject({ code: 'missing_model' });
    expect(refusing.thread.activity.value).toBeNull();
  });

  it('knows when a refused answer may be asked for again, and stays where it is when asking is refused', async () => {
    const failed: ChatMessage = { ...ANSWER, state: 'failed', error: { code: 'rate_limit_exceeded', message: '' } };
    const { thread, shown } = open({
      load: () => Promise.resolve({ conversation: CONVERSATION, messages: [QUESTION, failed] }),
      regenerate: (() => {
        let times = 0;
        return () => {
          times += 1;
          if (times === 1)
            return streamOf(new ApiError({ status: 429, code: 'rate_limit_exceeded', retryAfterSeconds: 7 }));
          return streamOf(
            { type: 'answer', message: { ...ANSWER, id: 'b' } },
            {
              ...{ type: 'error', code: 'rate_limit_exceeded', error: '', retryAfterSeconds: 30 },
              ...{ message: { ...failed, id: 'b' }, conversation: CONVERSATION },
            },
          );
        };
      })(),
    });
    await thread.open('c');
    expect(thread.retryAt(failed)).toBeNull();
    const how = { model: 'test/small', anonymous: true };
    await expect(thread.regenerate('q', how)).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
    expect([shown(), thread.retryAt(failed)]).toEqual([['q: q', 'a: '], 8_000]);
    await thread.regenerate('q', how);
    expect([shown(), thread.retryAt({ ...failed, id: 'b' })]).toEqual([['q: q', 'b: '], 31_000]);
    thread.close();
    expect(thread.retryAt(failed)).toBeNull();
  });

  it('follows the answer again when the connection breaks, however it breaks', async () => {
    const { thread, shown, followed } = open({
      send: () =>
        streamOf({ type: 'message', message: QUESTION }, { type: 'answer', message: ANSWER }, delta('He'), broken()),
      follow: (() => {
        let times = 0;
        return () => {
          times += 1;
          if (times === 1) return streamOf({ type: 'answer', message: { ...ANSWER, content: 'Hell' } });
          return streamOf({ type: 'answer', message: { ...ANSWER, content: 'Hello' } }, done('Hello!'));
        };
      })(),
    });
    thread.adopt(testConversation('c'));
    await thread.send(OUTGOING);
    expect(followed).toEqual(['a', 'a']);
    expect(shown()).toEqual(['q: q', 'a: Hello!']);
    expect(thread.reconnecting.value).toBe(false);
  });

  it('is stopped even before the answer has begun', async () => {
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const { thread, stopped } = open({
      send: () => streamOf({ type: 'message', message: QUESTION }, gate, { type: 'answer', message: ANSWER }, done('')),
    });
    thread.adopt(testConversation('c'));
    const sending = thread.send(OUTGOING);
    await thread.stop();
    expect(stopped).toEqual([]);
    go();
    await sending;
    expect(stopped).toEqual(['a']);
  });

  it('follows a running answer when it is opened, and stops listening when it is closed', async () => {
    let ended = false;
    const { thread, followed } = open({
      load: () => Promise.resolve({ conversation: CONVERSATION, messages: [QUESTION, ANSWER] }),
      follow: async function* (_id, _messageId, signal) {
        yield { type: 'answer', message: ANSWER };
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        ended = true;
      },
    });
    await thread.open('c');
    expect(followed).toEqual(['a']);
    expect(thread.activity.value).toBe('writing');
    await new Promise((resolve) => setImmediate(resolve));
    thread.close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBe(true);
    expect(thread.branch.value).toEqual([]);
  });

  it('shows another branch to its newest end', async () => {
    const other = testMessage('a2', 'q', { role: 'assistant' });
    const { thread, shown } = open({
      load: () =>
        Promise.resolve({
          conversation: testConversation('c', { activeMessageId: 'a2' }),
          messages: [QUESTION, { ...ANSWER, state: 'complete' }, testMessage('q2', 'a'), other],
        }),
    });
    await thread.open('c');
    expect(shown()).toEqual(['q: q', 'a2: a2']);
    expect(thread.siblings(other).map(({ id }) => id)).toEqual(['a', 'a2']);
    await thread.choose('a');
    expect(shown()).toEqual(['q: q', 'a: ', 'q2: q2']);
    expect(thread.conversation.value?.activeMessageId).toBe('q2');
  });
});
