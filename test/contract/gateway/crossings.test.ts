import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { zodResponseFormat, zodTextFormat } from 'openai/helpers/zod';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../../server/providers/types.ts';
import { bootGateway, type BootedGateway } from '../../helpers/gateway.ts';
import { THINKING_SIGNATURE } from '../../helpers/providers/messagesAnswers.ts';
import type { RecordedRequest } from '../../helpers/providers/protocolServer.ts';
import type { Delivery, Reply } from '../../helpers/providers/script.ts';

/** A value that JSON cannot hold as it is. */
const CASE = 'Akte "Nord\\Süd"';
const NAME = 'Henrike Wackernagel';
const QUESTION = `Frau ${NAME} fragt nach ${CASE}, bitte.`;
const SECRETS = /wackernagel|Nord\\\\Süd/i;
const PLACEHOLDER = /\[\[([a-z]+)-[0-9a-z]{8,}\]\]/g;

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway();
  const term = { kind: 'mask', value: CASE, category: 'reference' };
  expect((await gateway.server.call('POST', '/v1/account/terms', term)).status).toBe(201);
});
afterAll(() => gateway.stop());
afterEach(() => {
  for (const provider of [gateway.chat, gateway.messages]) {
    provider.forget();
    provider.forgetScripts();
  }
});

const CLIENTS = ['chat', 'responses', 'messages'] as const;
const PROVIDERS = ['chat', 'messages'] as const;
const VARIANTS = ['llm', 'llm-anonymous'] as const;
const CROSSINGS = CLIENTS.flatMap((client) =>
  PROVIDERS.flatMap((provider) => VARIANTS.map((variant) => [client, provider, variant] as const)),
);
type Crossing = (typeof CROSSINGS)[number];

/** A request of a client, as its protocol says it. */
function asking(
  [client, provider, variant]: Crossing,
  stream: boolean,
): { readonly path: string; readonly body: string } {
  const model = `${provider}/test-model`;
  const messages = [{ role: 'user', content: QUESTION }];
  const address = variant === 'llm' && client === 'messages' ? '/v1' : `/v1/${variant}`;
  switch (client) {
    case 'chat':
      return { path: `${address}/chat/completions`, body: JSON.stringify({ model, messages, stream }) };
    case 'responses':
      return { path: `${address}/responses`, body: JSON.stringify({ model, input: QUESTION, stream }) };
    case 'messages':
      return { path: `${address}/messages`, body: JSON.stringify({ model, max_tokens: 50, messages, stream }) };
  }
}

const send = (crossing: Crossing, stream: boolean, signal?: AbortSignal): Promise<Response> => {
  const { path, body } = asking(crossing, stream);
  const headers = { 'content-type': 'application/json' };
  return gateway.server.fetch(`/api${path}`, { method: 'POST', headers, body, ...(signal && { signal }) });
};

/** Placeholder of a category in what a model was sent. */
function placeholderIn({ json }: RecordedRequest, category: string): string {
  const found = [...JSON.stringify(json).matchAll(PLACEHOLDER)].find(([, name]) => name === category);
  return found![0];
}

describe.each(CROSSINGS)('a client of %s and a provider of %s, %s', (...crossing) => {
  const [client, id] = crossing;

  it.each([false, true])('the client goes away before the first byte (stream: %s)', async (stream) => {
    gateway[id].answerNext({ trouble: 'silence' });
    const leaving = new AbortController();
    const asked = send(crossing, stream, leaving.signal);
    const request = await gateway[id].whenRequested(0);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    expect(await request.outcome).toBe('disconnected');
  });

  it('the client goes away in the middle of the answer', async () => {
    const text = 'first second third fourth '.repeat(20);
    gateway[id].answerNext({ answer: { text }, delivery: { stopAfter: { bytes: 2_000, how: 'silence' } } });
    const reader = (await send(crossing, true)).body!.pipeThrough(new TextDecoderStream()).getReader();
    let seen = '';
    while (!seen.includes('delta')) seen += (await reader.read()).value ?? '';
    await reader.cancel();
    expect(await gateway[id].requests[0]!.outcome).toBe('disconnected');
  });

  it.each<[string, Delivery]>([
    ['breaks', { stopAfter: { bytes: 3_000, how: 'reset' } }],
    ['is half-closed', { stopAfter: { bytes: 3_000, how: 'half-close' } }],
    ['ends too early', { stopAfter: { bytes: 3_000, how: 'end' } }],
    ['carries an error', { errorBefore: 5 }],
    ['carries half an event', { malformedBefore: 5 }],
  ])('an answer that %s ends with the error of the protocol', async (_, delivery) => {
    gateway[id].answerNext({ answer: { text: 'word '.repeat(500) }, delivery });
    const events = (await (await send(crossing, true)).text()).trimEnd().split('\n\n');
    const last = events.at(-1)!;
    const data = JSON.parse(last.slice(last.indexOf('data: ') + 'data: '.length)) as JsonObject;
    if (client === 'chat') expect(data).toMatchObject({ error: { message: expect.any(String) as string } });
    if (client === 'messages')
      expect(data).toMatchObject({ type: 'error', error: { message: expect.any(String) as string } });
    if (client === 'responses') expect(data).toMatchObject({ type: 'response.failed', response: { status: 'failed' } });
  });
});

const ANONYMOUS = CROSSINGS.filter(([, , variant]) => variant === 'llm-anonymous');

describe.each(ANONYMOUS)('to a client of %s from a provider of %s, %s', (...crossing) => {
  const id = crossing[1];

  it('an answer that is JSON stays JSON with values in it', async () => {
    const reply = (request: RecordedRequest): Reply => {
      const fields = { name: placeholderIn(request, 'person'), topic: placeholderIn(request, 'reference') };
      return { answer: { text: JSON.stringify(fields) } };
    };
    const expected = { name: NAME, topic: CASE };
    for (const stream of [false, true]) {
      gateway[id].answerNext(reply);
      expect(await structured(crossing, stream)).toEqual(expected);
    }
    expect(gateway[id].received().toString()).not.toMatch(SECRETS);
  });

  it('several calls of tools at once get the values of each', async () => {
    const reply = (request: RecordedRequest): Reply => ({
      answer: {
        toolCalls: [
          { name: 'find', arguments: { who: placeholderIn(request, 'person'), note: 'a' } },
          { name: 'file', arguments: { what: [placeholderIn(request, 'reference')], note: '"quoted"' } },
        ],
      },
      delivery: { interleaved: true },
    });
    for (const stream of [false, true]) {
      gateway[id].answerNext(reply);
      expect(await calls(crossing, stream)).toEqual([
        ['find', { who: NAME, note: 'a' }],
        ['file', { what: [CASE], note: '"quoted"' }],
      ]);
    }
    expect(gateway[id].received().toString()).not.toMatch(SECRETS);
  });
});

const openai = (variant: string) =>
  new OpenAI({ apiKey: gateway.server.apiKey, baseURL: `${gateway.base}/v1/${variant}`, maxRetries: 0 });
const anthropic = (variant: string) =>
  new Anthropic({
    ...{ apiKey: gateway.server.apiKey, maxRetries: 0 },
    baseURL: variant === 'llm' ? gateway.base : `${gateway.base}/v1/${variant}`,
  });
const shape = z.object({ name: z.string(), topic: z.string() });

/** The answer to a question for structured output, as the client's own helper gives it. */
async function structured([client, provider, variant]: Crossing, stream: boolean): Promise<unknown> {
  const model = `${provider}/test-model`;
  const messages = [{ role: 'user' as const, content: QUESTION }];
  if (client === 'chat') {
    const request = { model, messages, response_format: zodResponseFormat(shape, 'answer') };
    const { completions } = openai(variant).chat;
    const { choices } = stream
      ? await completions.stream(request).finalChatCompletion()
      : await completions.parse(request);
    return choices[0]!.message.parsed;
  }
  if (client === 'responses') {
    const request = { model, input: QUESTION, text: { format: zodTextFormat(shape, 'answer') } };
    const { responses } = openai(variant);
    return (stream ? await responses.stream(request).finalResponse() : await responses.parse(request)).output_parsed;
  }
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' }, topic: { type: 'string' } },
    additionalProperties: false,
  };
  const request = {
    ...{ model, max_tokens: 50, messages },
    output_config: { format: { type: 'json_schema' as const, schema } },
  };
  const client_ = anthropic(variant).messages;
  const { content } = stream ? await client_.stream(request).finalMessage() : await client_.create(request);
  const [block] = content;
  return JSON.parse(block?.type === 'text' ? block.text : '');
}

const parameters = { type: 'object' as const, properties: {} };
const TOOLS = ['find', 'file'];

/** Names and arguments of the calls in an answer. */
async function calls([client, provider, variant]: Crossing, stream: boolean): Promise<[string, unknown][]> {
  const model = `${provider}/test-model`;
  const messages = [{ role: 'user' as const, content: QUESTION }];
  if (client === 'chat') {
    const tools = TOOLS.map((name) => ({ type: 'function' as const, function: { name, parameters } }));
    const { completions } = openai(variant).chat;
    const request = { model, messages, tools };
    const { choices } = stream
      ? await completions.stream(request).finalChatCompletion()
      : await completions.create(request);
    return (choices[0]!.message.tool_calls ?? []).flatMap((call): [string, unknown][] =>
      call.type === 'function' ? [[call.function.name, JSON.parse(call.function.arguments)]] : [],
    );
  }
  if (client === 'responses') {
    const tools = TOOLS.map((name) => ({ type: 'function' as const, name, parameters, strict: false }));
    const { responses } = openai(variant);
    const request = { model, input: QUESTION, tools };
    const { output } = stream ? await responses.stream(request).finalResponse() : await responses.create(request);
    return output.flatMap((item): [string, unknown][] =>
      item.type === 'function_call' ? [[item.name, JSON.parse(item.arguments)]] : [],
    );
  }
  const tools = TOOLS.map((name) => ({ name, input_schema: parameters }));
  const request = { model, max_tokens: 50, messages, tools };
  const { messages: api } = anthropic(variant);
  const { content } = stream ? await api.stream(request).finalMessage() : await api.create(request);
  return content.flatMap((block): [string, unknown][] =>
    block.type === 'tool_use' ? [[block.name, block.input]] : [],
  );
}

describe('thinking of an anonymous answer', () => {
  it.each([false, true])('goes back to its provider as it was signed (stream: %s)', async (stream) => {
    const { messages: api } = anthropic('llm-anonymous');
    const model = 'messages/test-model';
    const question = { role: 'user' as const, content: QUESTION };
    const tools = [{ name: 'find', input_schema: parameters }];
    const thinking = { type: 'enabled' as const, budget_tokens: 1024 };
    const request = { model, max_tokens: 2_000, thinking, tools, messages: [question] };
    let thought = '';
    gateway.messages.answerNext((received) => {
      thought = `Es geht um ${placeholderIn(received, 'person')}.`;
      return { answer: { reasoning: thought, toolCalls: [{ id: 'toolu_1', name: 'find', arguments: {} }] } };
    });
    const { content } = stream ? await api.stream(request).finalMessage() : await api.create(request);
    expect(content[0]).toMatchObject({ type: 'thinking', thinking: `Es geht um ${NAME}.` });
    const result = { type: 'tool_result' as const, tool_use_id: 'toolu_1', content: `${NAME} ist da.` };
    gateway.messages.answerNext({ answer: { text: 'Gut.' } });
    await api.create({
      ...request,
      messages: [
        question,
        { role: 'assistant', content: content as Anthropic.ContentBlockParam[] },
        { role: 'user', content: [result] },
      ],
    });
    expect(gateway.messages.requests.at(-1)!.json).toMatchObject({
      messages: [{}, { content: [{ type: 'thinking', thinking: thought, signature: THINKING_SIGNATURE }, {}] }, {}],
    });
    expect(gateway.messages.received().toString()).not.toMatch(SECRETS);
  });
});

describe('a provider that has no room', () => {
  it.each([
    ['chat', 429, 429, 'rate_limit_error'],
    ['messages', 429, 429, 'rate_limit_error'],
    ['chat', 503, 503, 'api_error'],
    ['messages', 529, 503, 'api_error'],
  ] as const)(
    'of %s with %i is told to the Anthropic client as %i %s, with the time to wait',
    async (id, theirs, ours, type) => {
      gateway[id].answerAll({ error: { status: theirs, headers: { 'retry-after': '90' } } });
      const failed = await anthropic('llm')
        .messages.create({ model: `${id}/test-model`, max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] })
        .catch((error: unknown) => error);
      if (!(failed instanceof Anthropic.APIError)) throw new TypeError('no error of the API');
      expect(failed.status).toBe(ours);
      expect(failed.error).toMatchObject({ type: 'error', error: { type } });
      expect((failed.headers as Headers).get('retry-after')).toBe('90');
      expect(gateway[id].requests).toHaveLength(1);
    },
  );
});
