import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bootGateway, type BootedGateway } from '../../helpers/gateway.ts';
import type { ProtocolServer } from '../../helpers/providers/protocolServer.ts';

const NAME = 'Anna Müller';
const QUESTION = `Please write a short letter to Mrs ${NAME}, Lindenstraße 5, 50667 Köln.`;

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway();
});
afterAll(() => gateway.stop());
afterEach(() => {
  gateway.chat.forget();
  gateway.messages.forget();
});

describe.each(['llm', 'llm-anonymous'] as const)('the OpenAI client with /v1/%s', (address) => {
  describe.each(['chat', 'messages'] as const)('and a provider of the protocol %s', (id) => {
    const model = `${id}/test-model`;
    const anonymous = address === 'llm-anonymous';
    const messages = [{ role: 'user' as const, content: QUESTION }];
    let client: OpenAI;
    let provider: ProtocolServer;
    beforeAll(() => {
      client = new OpenAI({ apiKey: gateway.server.apiKey, baseURL: `${gateway.base}/v1/${address}`, maxRetries: 0 });
      provider = gateway[id];
    });
    const expectMasked = (): void => {
      if (anonymous) expect(provider.requests.map(({ body }) => body.toString()).join()).not.toContain('Müller');
      expect(provider.requests.length).toBeGreaterThan(0);
    };

    it('completes a chat', async () => {
      const {
        data,
        response,
        request_id: requestId,
      } = await client.chat.completions.create({ model, messages }).withResponse();
      expect(data.choices[0]?.message.content).toBe(QUESTION);
      expect(data.usage?.total_tokens).toBeGreaterThan(0);
      expect(Number(response.headers.get('x-deckname-masked') ?? -1)).toBeGreaterThan(anonymous ? 0 : -2);
      expect(requestId).toBe(response.headers.get('x-request-id'));
      expectMasked();
    });

    it('streams a chat with its helper', async () => {
      const stream = client.chat.completions.stream({ model, messages, stream_options: { include_usage: true } });
      let text = '';
      stream.on('content', (delta) => (text += delta));
      const completion = await stream.finalChatCompletion();
      expect(text).toBe(QUESTION);
      expect(completion.choices[0]?.message.content).toBe(QUESTION);
      expect(completion.usage?.completion_tokens).toBeGreaterThan(0);
      expectMasked();
    });

    it('runs tools', async () => {
      provider.answerNext([
        { answer: { toolCalls: [{ name: 'weather', arguments: { city: 'Köln' } }] } },
        { answer: { text: 'It is sunny.' } },
      ]);
      const asked: unknown[] = [];
      const runner = client.chat.completions.runTools({
        ...{ model, messages, stream: false },
        tools: [
          {
            type: 'function',
            function: {
              name: 'weather',
              description: 'The weather in a city.',
              parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
              parse: JSON.parse as (text: string) => { city: string },
              function: (args: { city: string }) => {
                asked.push(args);
                return `sunny, says ${NAME}`;
              },
            },
          },
        ],
      });
      expect(await runner.finalContent()).toBe('It is sunny.');
      expect(asked).toEqual([{ city: 'Köln' }]);
      expect(provider.requests).toHaveLength(2);
      expectMasked();
    });

    it('answers responses, and goes on from stored ones', async () => {
      const first = await client.responses.create({ model, input: QUESTION });
      expect(first.output_text).toBe(QUESTION);
      const stream = client.responses.stream({ model, input: 'And now in French.', previous_response_id: first.id });
      let text = '';
      stream.on('response.output_text.delta', ({ delta }) => (text += delta));
      const second = await stream.finalResponse();
      expect([text, second.output_text]).toEqual(['And now in French.', 'And now in French.']);
      expect(second.previous_response_id).toBe(first.id);
      const sent = provider.requests.at(-1)?.json as { messages: unknown[] };
      expect(sent.messages.filter((message) => (message as { role: string }).role !== 'system')).toHaveLength(3);

      expect((await client.responses.retrieve(second.id)).id).toBe(second.id);
      const items = await client.responses.inputItems.list(second.id, { order: 'asc' });
      expect(items.data.map((item) => ('role' in item ? item.role : null))).toEqual(['user', 'assistant', 'user']);
      await client.responses.delete(first.id);
      await expect(client.responses.retrieve(first.id)).rejects.toMatchObject({
        ...{ status: 404, code: 'response_not_found' },
      });
      await expect(
        client.responses.create({ model, input: 'On.', previous_response_id: second.id }),
      ).rejects.toMatchObject({ status: 400, code: 'previous_response_not_found', param: 'previous_response_id' });
      expectMasked();
    });

    it('tells what went wrong', async () => {
      provider.answerNext({ error: { status: 400, message: 'Too hot to answer.' } });
      await expect(client.chat.completions.create({ model, messages })).rejects.toMatchObject({
        ...{ status: 400, code: 'invalid_request', type: 'invalid_request_error' },
        message: expect.stringContaining('Too hot to answer.') as string,
      });
      await expect(client.chat.completions.create({ model: 'nobody/x', messages })).rejects.toBeInstanceOf(
        OpenAI.NotFoundError,
      );
      const stranger = new OpenAI({ apiKey: 'dk_wrong', baseURL: client.baseURL, maxRetries: 0 });
      await expect(stranger.models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    });

    it('tells an answer that breaks off', async () => {
      provider.answerNext({
        ...{ answer: { text: 'x'.repeat(4_000) }, delivery: { stopAfter: { bytes: 5_000, how: 'reset' } } },
      });
      const stream = await client.chat.completions.create({ model, messages, stream: true });
      const read = async () => {
        for await (const chunk of stream) expect(chunk.object).toBe('chat.completion.chunk');
      };
      await expect(read()).rejects.toBeInstanceOf(OpenAI.APIError);
    });
  });

  it('lists and finds models, with their slash as it is or encoded', async () => {
    const client = new OpenAI({ apiKey: gateway.server.apiKey, baseURL: `${gateway.base}/v1/${address}` });
    const listed = (await client.models.list()).data.map(({ id }) => id);
    expect(listed).toEqual(['chat/test-model', 'chat/test-embedding', 'messages/test-model']);
    expect(await client.models.retrieve('chat/test-model')).toMatchObject({ id: 'chat/test-model', owned_by: 'chat' });
    const raw = await gateway.server.call('GET', `/v1/${address}/models/chat/test-model`);
    expect(raw.body).toMatchObject({ id: 'chat/test-model', object: 'model' });
    await expect(client.models.retrieve('chat/unknown')).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });

  it('embeds texts', async () => {
    const client = new OpenAI({ apiKey: gateway.server.apiKey, baseURL: `${gateway.base}/v1/${address}` });
    const { data } = await client.embeddings.create({ model: 'chat/test-embedding', input: [QUESTION, 'Hello'] });
    expect(data.map(({ embedding }) => embedding.length)).toEqual([8, 8]);
    const sent = gateway.chat.requests.at(-1)!;
    expect(sent.body.toString().includes('Müller')).toBe(address === 'llm');
    await expect(client.embeddings.create({ model: 'messages/test-model', input: 'x' })).rejects.toMatchObject({
      ...{ status: 400, code: 'invalid_request' },
    });
  });
});
