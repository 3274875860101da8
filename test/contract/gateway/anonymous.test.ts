import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as contract from '../../../server/contract/index.ts';
import type { JsonObject } from '../../../server/providers/types.ts';
import { bootGateway, type BootedGateway } from '../../helpers/gateway.ts';
import { lastUserText, type ScriptedOperation } from '../../helpers/providers/script.ts';

const TEXT = 'Frau Dr. Anna Müller wohnt in der Lindenstraße 5 in 50667 Köln, anna.mueller@beispielpost.de.';
const PLACEHOLDER = /\[\[[a-z]+-[0-9a-z]{8,}\]\]/;
const SECRETS = ['Anna', 'Müller', 'Lindenstraße', 'anna.mueller'];

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway({
    aliases: [
      { name: 'crossed', targets: [{ model: 'chat/test-model', weight: 1 }], fallbacks: ['messages/test-model'] },
    ],
  });
});
afterAll(() => gateway.stop());
afterEach(() => {
  for (const provider of [gateway.chat, gateway.messages]) {
    provider.forget();
    provider.forgetScripts();
  }
});

const ask = (
  fields: object = {},
  headers: Record<string, string> = {},
  path = '/v1/llm-anonymous/chat/completions',
) => {
  const body = { model: 'chat/test-model', max_tokens: 100, messages: [{ role: 'user', content: TEXT }], ...fields };
  return gateway.server.call('POST', path, body, headers);
};
const received = () => Buffer.concat([gateway.chat.received(), gateway.messages.received()]).toString();
const expectNothingLeft = () => expect(SECRETS.filter((secret) => received().includes(secret))).toEqual([]);
const completion = z.object({ choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]) });
const contentOf = (answer: Awaited<ReturnType<typeof ask>>) => answer.read(completion).choices[0].message.content;
/** What the deltas of a streamed chat completion say. */
const streamedText = (text: string): string =>
  [...text.matchAll(/^data: (\{.*)$/gm)]
    .map(([, data]) => chunk.parse(JSON.parse(data!)).choices[0]?.delta.content ?? '')
    .join('');
const chunk = z.object({ choices: z.array(z.object({ delta: z.object({ content: z.string().optional() }) })) });

const marks = z.object({ url_citation: z.object({ start_index: z.number(), end_index: z.number() }) });
const part = z.object({ content: z.string().optional(), annotations: z.array(marks).optional() });
const tokenList = z.object({ content: z.array(z.object({ token: z.string() })).nullish() });
/** Choices of an answer or of a chunk with offsets into its text. */
const marked = z.object({
  choices: z.array(z.object({ message: part.optional(), delta: part.optional(), logprobs: tokenList.nullish() })),
});

describe('anonymous requests', () => {
  it('say how many values were masked and where the record is', async () => {
    const answer = await ask();
    expect(contentOf(answer)).toBe(TEXT);
    expect(received()).toMatch(PLACEHOLDER);
    expectNothingLeft();
    const id = answer.headers.get('x-deckname-request-id')!;
    const { request } = (await gateway.server.call('GET', `/v1/llm-anonymous/requests/${id}`)).read(
      contract.getExchange.response.schema,
    );
    expect(request).toMatchObject({ id, model: 'chat/test-model', outcome: 'completed' });
    expect(String(request.maskedValues)).toBe(answer.headers.get('x-deckname-masked'));
    expect(request.request).toEqual(gateway.chat.requests[0]?.json);
  });

  it('keep their placeholders where the request wants it', async () => {
    for (const stream of [false, true]) {
      const { text } = await ask({ deckname: { deanonymize: false }, stream });
      expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([]);
    }
    expect(contentOf(await ask({ deckname: { deanonymize: false } }))).toMatch(PLACEHOLDER);
    expect(received()).not.toContain('deanonymize');
  });

  it('go on to a provider of the other protocol, masked anew', async () => {
    gateway.chat.answerNext({ error: { status: 500 } });
    const answer = await ask({ model: 'crossed' });
    expect(contentOf(answer)).toBe(TEXT);
    expect([gateway.chat.requests.length, gateway.messages.requests.length]).toEqual([1, 1]);
    expectNothingLeft();
  });

  it('carry no free text of headers', async () => {
    await ask(
      { model: 'messages/test-model' },
      { 'anthropic-beta': 'Anna', 'openai-organization': 'Anna' },
      '/v1/llm-anonymous/messages',
    );
    expect(gateway.messages.requests).toHaveLength(1);
    expectNothingLeft();
  });

  it.each([
    [
      'an image that cannot be read',
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      'image_not_supported',
    ],
    [
      'an image elsewhere',
      { type: 'image_url', image_url: { url: 'https://example.org/anna.png' } },
      'image_not_supported',
    ],
    [
      'a file that cannot be read',
      { type: 'file', file: { filename: 'a.bin', file_data: 'data:application/x-foo;base64,AAAA' } },
      'file_not_supported',
    ],
  ])('with %s are refused before anything is sent', async (_, part, code) => {
    const answer = await ask({ messages: [{ role: 'user', content: [{ type: 'text', text: TEXT }, part] }] });
    expect([answer.status, answer.read(contract.gatewayErrorBody).error.code]).toEqual([400, code]);
    expect(received()).toBe('');
  });

  it.each([
    ['mcp_servers', { mcp_servers: [{ type: 'url', url: 'https://mcp.example.org/anna.mueller/sse', name: 'x' }] }],
    [
      'tools',
      { tools: [{ type: 'web_search_20250305', name: 'web_search', allowed_domains: ['anna-mueller.example'] }] },
    ],
  ])('with a value in an address that the provider would call are refused (%s)', async (param, fields) => {
    const answer = await ask({ model: 'messages/test-model', ...fields }, {}, '/v1/llm-anonymous/messages');
    expect([answer.status, answer.body]).toMatchObject([
      ...[400, { type: 'error', error: { code: 'invalid_request', param } }],
    ]);
    expect(received()).toBe('');
  });

  it('send other addresses as they are', async () => {
    const servers = [
      { type: 'url', url: 'https://mcp.example.org/sse', name: 'files', authorization_token: 'tok-Ab12' },
    ];
    gateway.messages.answerNext({ answer: { text: 'Gern.' } });
    const answer = await ask(
      { model: 'messages/test-model', mcp_servers: servers },
      { 'anthropic-beta': 'mcp-client-2025-04-04' },
      '/v1/llm-anonymous/messages',
    );
    expect([answer.status, gateway.messages.requests.at(-1)?.json]).toMatchObject([200, { mcp_servers: servers }]);
    expectNothingLeft();
  });

  it.each([false, true])('get offsets and tokens of the restored text (stream: %s)', async (stream) => {
    gateway.chat.answerNext(({ json }) => {
      const content = `Brief an ${/\[\[person-\w+\]\]/.exec(JSON.stringify(json))![0]} nach Quelle.`;
      const tokens = content.match(/.{1,3}/g)!.map((token) => ({ token, logprob: -1, bytes: null, top_logprobs: [] }));
      const start = content.indexOf('Quelle');
      const at = { start_index: start, end_index: start + 'Quelle'.length, url: 'https://x.example/', title: 'X' };
      const message = { role: 'assistant', content, annotations: [{ type: 'url_citation', url_citation: at }] };
      const whole = { index: 0, logprobs: { content: tokens, refusal: null }, finish_reason: 'stop' };
      const head = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'test-model' };
      if (!stream) {
        const body = { ...head, object: 'chat.completion', choices: [{ ...whole, message }] };
        return { raw: { contentType: 'application/json', parts: [JSON.stringify(body)] } };
      }
      const chunks = [
        ...tokens.map((entry) => ({
          ...{ index: 0, delta: { content: entry.token }, logprobs: { content: [entry] }, finish_reason: null },
        })),
        { index: 0, delta: { annotations: message.annotations }, finish_reason: null },
        { index: 0, delta: {}, finish_reason: 'stop' },
      ].map((choice) => `data: ${JSON.stringify({ ...head, choices: [choice] })}\n\n`);
      return { raw: { contentType: 'text/event-stream', parts: [...chunks, 'data: [DONE]\n\n'] } };
    });
    const { text } = await ask({ stream, logprobs: true });
    const bodies = stream ? [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => data!) : [text];
    const choices = bodies.flatMap((body) => marked.parse(JSON.parse(body)).choices);
    const parts = choices.map(({ message, delta }) => message ?? delta ?? {});
    const content = parts.map((part) => part.content ?? '').join('');
    expect(content).toMatch(/^Brief an [^[]*Müller nach Quelle\.$/);
    const [found] = parts.flatMap(({ annotations = [] }) => annotations);
    const { start_index: start, end_index: end } = found!.url_citation;
    expect(content.slice(start, end)).toBe('Quelle');
    const tokens = choices.flatMap(({ logprobs }) => logprobs?.content ?? []);
    expect(tokens.map(({ token }) => token).join('')).toBe(content);
  });

  it('do not put back the values of another account', async () => {
    await ask();
    const placeholder = PLACEHOLDER.exec(received())![0];
    const other = await gateway.team.addPerson('berta');
    const answer = await other.call('POST', '/v1/llm-anonymous/chat/completions', {
      ...{ model: 'chat/test-model', messages: [{ role: 'user', content: `Who is ${placeholder}?` }] },
    });
    expect(SECRETS.filter((secret) => answer.text.includes(secret))).toEqual([]);
    expect(contentOf(answer)).toContain(placeholder);
  });

  const messages = [{ role: 'user', content: TEXT }];
  it.each<['chat' | 'messages', string, ScriptedOperation, JsonObject]>([
    ['chat', 'chat/completions', 'generate', { model: 'chat/test-model', messages }],
    ['chat', 'chat/completions', 'generate', { model: 'chat/test-model', messages, stream: true }],
    ['messages', 'messages', 'generate', { model: 'messages/test-model', max_tokens: 9, messages }],
    ['messages', 'messages', 'generate', { model: 'messages/test-model', max_tokens: 9, messages, stream: true }],
    ['messages', 'messages/count_tokens', 'count_tokens', { model: 'messages/test-model', messages }],
    ['chat', 'embeddings', 'embeddings', { model: 'chat/test-embedding', input: TEXT }],
  ])('are told in clear what a provider of %s says of them at %s (%s)', async (name, path, operation, body) => {
    gateway[name].answerNext((request) => {
      const { input } = request.json as JsonObject;
      const quoted = typeof input === 'string' ? input : lastUserText(request.json as JsonObject);
      return { error: { status: 400, message: `Too long: ${quoted} [[person-zzzzzzzz]]` } };
    }, operation);
    const answer = await gateway.server.call('POST', `/v1/llm-anonymous/${path}`, body);
    expect(answer.status).toBe(400);
    expect(answer.read(contract.gatewayErrorBody).error.message).toBe(`Too long: ${TEXT} [[person-zzzzzzzz]]`);
    expectNothingLeft();
    expect(gateway.server.logLines.filter((line) => SECRETS.some((secret) => line.includes(secret)))).toEqual([]);
  });

  it('are told no value of another request by an error, and none in the middle of a stream', async () => {
    await ask();
    const placeholder = PLACEHOLDER.exec(received())![0];
    const body = { error: { message: `No ${placeholder}`, code: 400 } };
    gateway.chat.answerNext({ error: { status: 400, body } });
    const failed = await ask({ messages: [{ role: 'user', content: 'Frau Berta Zwiebelfeld grüßt.' }] });
    expect(failed.read(contract.gatewayErrorBody).error.message).toBe(`No ${placeholder}`);
    gateway.chat.answerNext((request) => {
      const said = /\[\[person-\w+\]\]/.exec(JSON.stringify(request.json))![0];
      const event = { error: { message: `No ${said}, no ${placeholder}`, code: 400 } };
      const chunk = { choices: [{ index: 0, delta: { content: 'Gern' }, finish_reason: null }] };
      const parts = [chunk, event].map((data) => `data: ${JSON.stringify(data)}\n\n`);
      return { raw: { contentType: 'text/event-stream', parts } };
    });
    const { text } = await ask({
      stream: true,
      messages: [{ role: 'user', content: 'Frau Berta Zwiebelfeld grüßt.' }],
    });
    const last = text.trimEnd().split('\n\n').at(-1)!.replace('data: ', '');
    expect(JSON.parse(last)).toMatchObject({ error: { message: `No Berta Zwiebelfeld, no ${placeholder}` } });
  });

  it('of one account may name the same new people at the same moment', async () => {
    const requests = Array.from({ length: 30 }, (_, index) => {
      const first = ['Anton', 'Berta', 'Clemens', 'Dora', 'Emil', 'Frieda'][index % 6]!;
      return `Herr Dr. ${first} Zwiebelfeld kommt am Montag. Herr Zwiebelfeld bringt Frau ${first} Ackerkrume mit, und Frau Ackerkrume bleibt.`;
    });
    const answers = await Promise.all(requests.map((content) => ask({ messages: [{ role: 'user', content }] })));
    expect(answers.map(({ status }) => status)).toEqual(requests.map(() => 200));
    expect(answers.map(contentOf)).toEqual(requests);
    expect(received()).not.toMatch(/Zwiebelfeld|Ackerkrume/);
  });

  it.each([false, true])('show no value of another conversation, thirty at a time (stream: %s)', async (stream) => {
    const people = [gateway.team.owner, await gateway.team.addPerson(`carla-${stream}`)];
    const conversations = Array.from({ length: 30 }, (_, index) => ({
      person: people[index % people.length]!,
      email: `zeuge${index}@beispielpost.de`,
      content: `Bitte schreiben Sie an zeuge${index}@beispielpost.de, Betreff ${index}.`,
    }));
    const play = (fields: object) =>
      Promise.all(
        conversations.map(async ({ person, content }) => {
          const body = { model: 'chat/test-model', messages: [{ role: 'user', content }], ...fields };
          return person.call('POST', '/v1/llm-anonymous/chat/completions', body);
        }),
      );
    const placeholders = (await play({ deckname: { deanonymize: false } })).map(
      (answer) => PLACEHOLDER.exec(contentOf(answer))![0],
    );
    expect(new Set(placeholders).size).toBe(conversations.length);

    gateway.chat.forget();
    // A model that knows the placeholders of everybody.
    gateway.chat.answerAll((request) => ({
      answer: { text: `${lastUserText(request.json as JsonObject)} ${placeholders.join(' ')}` },
    }));
    const answers = await play({ stream });
    expect(answers.map((answer) => (stream ? streamedText(answer.text) : contentOf(answer)))).toEqual(
      conversations.map(({ content, email }, index) => {
        const others = placeholders.map((placeholder, at) => (at === index ? email : placeholder));
        return `${content} ${others.join(' ')}`;
      }),
    );
    expect(gateway.chat.requests).toHaveLength(conversations.length);
    expect(received()).not.toMatch(/zeuge\d/);
    for (const { json } of gateway.chat.requests) {
      const text = JSON.stringify(json);
      expect(placeholders.filter((placeholder) => text.includes(placeholder))).toHaveLength(1);
    }
  });

  it('are counted apart', async () => {
    const { usage } = (await gateway.server.call('GET', '/v1/account/usage')).read(
      contract.getAccountUsage.response.schema,
    );
    const entry = usage.find(({ model }) => model === 'chat/test-model');
    expect(entry).toMatchObject({ variant: 'anonymous' });
    expect(entry!.maskedValues).toBeGreaterThan(0);
  });
});
