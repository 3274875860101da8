import Anthropic from '@anthropic-ai/sdk';
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

describe.each([
  ['plain', ''],
  ['anonymous', '/v1/llm-anonymous'],
])('the Anthropic client, %s', (variant, path) => {
  describe.each(['chat', 'messages'] as const)('and a provider of the protocol %s', (id) => {
    const model = `${id}/test-model`;
    const request = { model, max_tokens: 200, messages: [{ role: 'user' as const, content: QUESTION }] };
    let client: Anthropic;
    let provider: ProtocolServer;
    beforeAll(() => {
      client = new Anthropic({ apiKey: gateway.server.apiKey, baseURL: `${gateway.base}${path}`, maxRetries: 0 });
      provider = gateway[id];
    });
    const expectMasked = (): void => {
      if (variant === 'anonymous') {
        expect(provider.requests.map(({ body }) => body.toString()).join()).not.toContain('Müller');
      }
      expect(provider.requests.length).toBeGreaterThan(0);
    };

    it('creates a message', async () => {
      const {
        data,
        response,
        request_id: requestId,
      } = await client.messages.create({ ...request, system: `You work for ${NAME}.` }).withResponse();
      expect(data.content).toMatchObject([{ type: 'text', text: QUESTION }]);
      expect(data.stop_reason).toBe('end_turn');
      expect(data.usage.output_tokens).toBeGreaterThan(0);
      expect(requestId).toBe(response.headers.get('request-id'));
      expectMasked();
    });

    it('fills a cache without an answer, where the provider can', async () => {
      provider.answerNext({ answer: { stop: 'max_tokens' } });
      const asked = client.messages.create({ ...request, max_tokens: 0 });
      if (id === 'chat')
        await expect(asked).rejects.toMatchObject({ status: 400, error: { error: { param: 'max_tokens' } } });
      else expect(await asked).toMatchObject({ content: [], stop_reason: 'max_tokens' });
      provider.forgetScripts();
    });

    it('streams a message with its helper', async () => {
      const stream = client.messages.stream(request);
      let text = '';
      stream.on('text', (delta) => (text += delta));
      const message = await stream.finalMessage();
      expect(text).toBe(QUESTION);
      expect(message.stop_reason).toBe('end_turn');
      expect(message.usage.output_tokens).toBeGreaterThan(0);
      expectMasked();
    });

    it.each([false, true])('calls tools (streamed: %s)', async (streamed) => {
      provider.answerNext([
        {
          answer: {
            text: 'Let me look.',
            toolCalls: [
              { name: 'weather', arguments: { city: 'Köln' } },
              { name: 'weather', arguments: { city: 'Bonn' } },
            ],
          },
        },
        { answer: { text: 'Sunny in both.' } },
      ]);
      const tools = [
        {
          name: 'weather',
          description: 'The weather in a city.',
          input_schema: { type: 'object' as const, properties: { city: { type: 'string' } } },
        },
      ];
      const asked = streamed
        ? await client.messages.stream({ ...request, tools }).finalMessage()
        : await client.messages.create({ ...request, tools });
      expect(asked.stop_reason).toBe('tool_use');
      const uses = asked.content.filter((block) => block.type === 'tool_use');
      expect(uses.map(({ name, input }) => [name, input])).toEqual([
        ['weather', { city: 'Köln' }],
        ['weather', { city: 'Bonn' }],
      ]);
      const results = uses.map(({ id: use }) => ({
        ...{ type: 'tool_result' as const, tool_use_id: use, content: `sunny, says ${NAME}` },
      }));
      const end = await client.messages.create({
        ...{ ...request, tools },
        messages: [
          ...request.messages,
          { role: 'assistant', content: asked.content },
          { role: 'user', content: results },
        ],
      });
      expect(end.content).toMatchObject([{ type: 'text', text: 'Sunny in both.' }]);
      expectMasked();
    });

    it('counts tokens', async () => {
      const { input_tokens: tokens } = await client.messages.countTokens({ model, messages: request.messages });
      expect(tokens).toBeGreaterThan(10);
      expect(tokens).toBeLessThan(200);
      expect(gateway.chat.requests).toHaveLength(0);
      if (id === 'messages') expectMasked();
    });

    it('tells what went wrong', async () => {
      provider.answerNext({ error: { status: 529, message: 'Overloaded' } });
      provider.answerNext({ error: { status: 529, message: 'Overloaded' } });
      provider.answerNext({ error: { status: 529, message: 'Overloaded' } });
      await expect(client.messages.create(request)).rejects.toMatchObject({
        ...{ status: 503, error: { type: 'error', error: { type: 'api_error', code: 'service_unavailable' } } },
      });
      await expect(client.messages.create({ ...request, model: 'nobody/x' })).rejects.toBeInstanceOf(
        Anthropic.NotFoundError,
      );
      const stranger = new Anthropic({ apiKey: 'dk_wrong', baseURL: client.baseURL, maxRetries: 0 });
      await expect(stranger.messages.create(request)).rejects.toBeInstanceOf(Anthropic.AuthenticationError);
    });

    it('tells an answer that breaks off', async () => {
      provider.answerNext({
        ...{ answer: { text: 'x'.repeat(4_000) }, delivery: { stopAfter: { bytes: 5_000, how: 'half-close' } } },
      });
      await expect(client.messages.stream(request).finalMessage()).rejects.toBeInstanceOf(Anthropic.APIError);
    });
  });

  it('lists and finds models', async () => {
    const client = new Anthropic({ apiKey: gateway.server.apiKey, baseURL: `${gateway.base}${path}` });
    const listed: string[] = [];
    for await (const { id } of client.models.list({ limit: 2 })) listed.push(id);
    expect(listed).toEqual(['chat/test-model', 'chat/test-embedding', 'messages/test-model']);
    expect(await client.models.retrieve('messages/test-model')).toMatchObject({
      ...{ type: 'model', id: 'messages/test-model', display_name: 'Model test-model' },
    });
    await expect(client.models.retrieve('messages/unknown')).rejects.toBeInstanceOf(Anthropic.NotFoundError);
  });
});
