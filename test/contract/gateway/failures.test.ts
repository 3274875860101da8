import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { gatewayErrorBody } from '../../../server/contract/index.ts';
import { bootGateway, provider, type BootedGateway } from '../../helpers/gateway.ts';
import { openChatProvider, type ChatProvider } from '../../helpers/providers/chatProvider.ts';
import type { Delivery, Reply } from '../../helpers/providers/script.ts';

const CANARY = 'Canary-Zx81';

let gateway: BootedGateway;
let second: ChatProvider;

beforeAll(async () => {
  second = await openChatProvider();
  const more = [
    provider({ id: 'second', kind: 'openai', baseUrl: second.url, apiKey: second.apiKey }),
    // Port 9 of the loopback address is the discard service, which nobody runs.
    provider({ id: 'down', kind: 'openai', baseUrl: 'http://127.0.0.1:9/v1', models: ['test-model'] }),
    provider({ id: 'badkey', kind: 'openai', baseUrl: second.url, apiKey: 'wrong', models: ['test-model'] }),
  ];
  const alias = (name: string, target: string, ...fallbacks: string[]) => ({
    ...{ name, targets: [{ model: target, weight: 1 }], fallbacks },
  });
  gateway = await bootGateway({
    providers: more,
    aliases: [
      alias('falls-back', 'down/test-model', 'badkey/test-model', 'second/test-model'),
      alias('crossed', 'chat/test-model', 'messages/test-model'),
      alias('all-down', 'down/test-model', 'down/test-model'),
    ],
  });
});
afterAll(async () => {
  await gateway.stop();
  await second.stop();
});
afterEach(() => {
  for (const played of [gateway.chat, gateway.messages, second]) played.forget();
});

const hello = (fields: object = {}) => ({
  ...{ model: 'chat/test-model', max_tokens: 50, messages: [{ role: 'user', content: 'Hello there, how are you?' }] },
  ...fields,
});
const chat = (fields: object = {}) => gateway.server.call('POST', '/v1/llm/chat/completions', hello(fields));
const failing = (status: number, headers: Record<string, string> = {}): Reply => ({
  error: { status, message: `The provider says ${CANARY}.`, headers },
});
/** Often enough for every attempt at one provider. */
const always = (reply: Reply): readonly Reply[] => Array.from({ length: 3 }, () => reply);

describe('a provider that fails before its first byte', () => {
  it.each([
    [400, 400, 'invalid_request', 'invalid_request_error', true],
    [422, 400, 'invalid_request', 'invalid_request_error', true],
    [413, 413, 'invalid_request', 'invalid_request_error', true],
    [401, 502, 'provider_error', 'api_error', false],
    [403, 502, 'provider_error', 'api_error', false],
    [404, 404, 'model_not_found', 'invalid_request_error', true],
    [500, 503, 'service_unavailable', 'api_error', true],
    [529, 503, 'service_unavailable', 'api_error', true],
  ])('with %i is answered with %i %s', async (theirs, ours, code, type, tells) => {
    for (const stream of [false, true]) {
      gateway.chat.answerNext(always(failing(theirs, { 'retry-after-ms': '1' })));
      const answer = await chat({ stream });
      expect(answer.status).toBe(ours);
      expect(answer.read(gatewayErrorBody).error).toMatchObject({ code, type });
      expect(answer.text.includes(CANARY)).toBe(tells);
      gateway.chat.forgetScripts();
    }
    expect(gateway.server.logLines.join('')).not.toContain(CANARY);
  });

  it('with 429 and a long wait passes Retry-After on', async () => {
    gateway.chat.answerNext(failing(429, { 'retry-after': '77' }));
    const answer = await chat();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '77']);
    expect(answer.read(gatewayErrorBody).error.type).toBe('rate_limit_error');
    expect(gateway.chat.requests).toHaveLength(1);
  });

  it('with 429 and no wait says one itself', async () => {
    gateway.chat.answerNext(always(failing(429)));
    const answer = await chat();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    gateway.chat.forgetScripts();
  });

  it.each<[string, Reply]>([
    ['hangs up', { trouble: 'hang-up' }],
    ['is not there', { error: { status: 503 } }],
  ])('and %s is tried again, then answered with 503', async (_, reply) => {
    gateway.chat.answerNext(always(reply));
    const answer = await chat();
    expect(answer.status).toBe(503);
    expect(gateway.chat.requests).toHaveLength(3);
    gateway.chat.forgetScripts();
  });

  it.each(['', 'not json', '[1,2]', '{"choices":'])('answering %j is a provider_error', async (body) => {
    gateway.chat.answerNext({ raw: { contentType: 'application/json', parts: [body] } });
    const answer = await chat();
    expect([answer.status, answer.read(gatewayErrorBody).error.code]).toEqual([502, 'provider_error']);
  });
});

describe('a stream that fails', () => {
  const longText = 'word '.repeat(2_000);
  const read = async (path: string, delivery: Delivery, model = 'chat/test-model'): Promise<string> => {
    const played = model.startsWith('chat') ? gateway.chat : gateway.messages;
    played.answerNext({ answer: { text: longText }, delivery });
    return (await gateway.server.call('POST', path, hello({ model, stream: true }))).text;
  };

  it.each<[string, Delivery]>([
    ['breaks', { stopAfter: { bytes: 3_000, how: 'reset' } }],
    ['is half-closed', { stopAfter: { bytes: 3_000, how: 'half-close' } }],
    ['ends too early', { stopAfter: { bytes: 3_000, how: 'end' } }],
    ['carries an error', { errorBefore: 5 }],
    ['carries half an event', { malformedBefore: 5 }],
  ])('because it %s ends with an error event of the protocol', async (_, delivery) => {
    for (const model of ['chat/test-model', 'messages/test-model']) {
      const chunks = await read('/v1/llm/chat/completions', delivery, model);
      expect(chunks.trimEnd().split('\n\n').at(-1)).toMatch(/^data: \{"error":\{/);
      expect(chunks).not.toContain('[DONE]');
      const events = await read('/v1/messages', delivery, model);
      expect(events.trimEnd().split('\n\n').at(-1)).toMatch(/^event: error\ndata: \{"type":"error","error":\{/);
      expect(events).not.toContain('message_stop');
      gateway.chat.answerNext([]);
    }
  });

  it('before its first event is taken over by the next provider', async () => {
    gateway.chat.answerNext({ answer: { text: 'never' }, delivery: { errorBefore: 0 } });
    const answer = await chat({ model: 'crossed', stream: true });
    expect(answer.text).toContain('[DONE]');
    expect(gateway.messages.requests).toHaveLength(1);
  });
});

describe('streams', () => {
  it('pass every event on as it comes', async () => {
    gateway.chat.answerNext({
      answer: { text: 'first second' },
      delivery: { deltas: () => ['first ', 'second'], stopAfter: { bytes: 700, how: 'silence' } },
    });
    const response = await gateway.server.fetch('/api/v1/llm/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(hello({ stream: true })),
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('first ')) text += (await reader.read()).value ?? '';
    const [request] = gateway.chat.requests;
    // The answer has not ended; the client goes away, and so does the request at the provider.
    await reader.cancel();
    expect(await request!.outcome).toBe('disconnected');
  });

  it('are not read faster than the client reads', async () => {
    const total = 64 * 1024 * 1024;
    function* parts(): Iterable<string> {
      const event = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'x'.repeat(16_000) } }] })}\n\n`;
      for (let sent = 0; sent < total; sent += event.length) yield event;
    }
    gateway.chat.answerNext({ raw: { contentType: 'text/event-stream', parts: parts() } });
    const response = await gateway.server.fetch('/api/v1/llm/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(hello({ stream: true })),
    });
    const reader = response.body!.getReader();
    await reader.read();
    const [request] = gateway.chat.requests;
    let before = -1;
    // Waits until nothing more flows: buffers of sockets are full.
    while (request!.bytesSent !== before) {
      before = request!.bytesSent;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(before).toBeLessThan(total / 2);
    await reader.cancel();
  });

  it('of a client that goes away before the first byte end at the provider', async () => {
    gateway.chat.answerNext({ trouble: 'silence' });
    const leaving = new AbortController();
    const asked = gateway.server.fetch('/api/v1/llm/chat/completions', {
      ...{ method: 'POST', signal: leaving.signal, headers: { 'content-type': 'application/json' } },
      body: JSON.stringify(hello()),
    });
    const request = await gateway.chat.whenRequested(0);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    expect(await request.outcome).toBe('disconnected');
  });
});

describe('an alias', () => {
  it('goes on to the next provider until one works, and tries the failing ones last from then on', async () => {
    for (const stream of [false, true]) {
      const answer = await chat({ model: 'falls-back', stream });
      expect(answer.status).toBe(200);
      expect(answer.text).toContain('Hell');
    }
    // The wrong key was tried once, then it cooled down.
    expect(second.requests.map(({ headers }) => headers.authorization)).toEqual([
      ...['Bearer wrong', 'Bearer test-key', 'Bearer test-key'],
    ]);
  });

  it('crosses protocols on its way', async () => {
    gateway.chat.answerNext(always(failing(500, { 'retry-after-ms': '1' })));
    const answer = await gateway.server.call('POST', '/v1/messages', hello({ model: 'crossed' }));
    expect(answer.body).toMatchObject({ type: 'message', content: [{ text: 'Hello there, how are you?' }] });
    expect(gateway.messages.requests).toHaveLength(1);
    gateway.chat.forgetScripts();
  });

  it('does not ask others when the request itself is wrong', async () => {
    gateway.messages.answerNext(failing(400));
    gateway.chat.answerNext(failing(400));
    expect((await chat({ model: 'crossed' })).status).toBe(400);
    expect(gateway.chat.requests.length + gateway.messages.requests.length).toBe(1);
    gateway.chat.forgetScripts();
    gateway.messages.forgetScripts();
  });

  it('without a provider that works says so', async () => {
    const answer = await chat({ model: 'all-down' });
    expect([answer.status, answer.read(gatewayErrorBody).error.code]).toEqual([503, 'service_unavailable']);
  });
});
