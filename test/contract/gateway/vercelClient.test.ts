import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { embedMany, generateText, type LanguageModel, stepCountIs, streamText, tool } from 'ai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bootGateway, type BootedGateway } from '../../helpers/gateway.ts';

const QUESTION = 'Please write a short letter to Mrs Anna Müller, Lindenstraße 5, 50667 Köln.';

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway();
});
afterAll(() => gateway.stop());
afterEach(() => {
  gateway.chat.forget();
  gateway.messages.forget();
});

type Variant = 'plain' | 'anonymous';
const CLIENTS: Readonly<Record<string, (variant: Variant, model: string) => LanguageModel>> = {
  'OpenAI chat': (variant, model) => openAi(variant).chat(model),
  'OpenAI responses': (variant, model) => openAi(variant).responses(model),
  Anthropic: (variant, model) =>
    createAnthropic({
      apiKey: gateway.server.apiKey,
      baseURL: variant === 'plain' ? `${gateway.base}/v1` : `${gateway.base}/v1/llm-anonymous/v1`,
    })(model),
};
const openAi = (variant: Variant) =>
  createOpenAI({
    apiKey: gateway.server.apiKey,
    baseURL: `${gateway.base}/v1/${variant === 'plain' ? 'llm' : 'llm-anonymous'}`,
  });

const CASES = Object.keys(CLIENTS).flatMap((client) =>
  (['chat', 'messages'] as const).flatMap((id) =>
    (['plain', 'anonymous'] as const).map((variant) => [client, id, variant] as const),
  ),
);

describe.each(CASES)('the Vercel AI SDK as %s client with a provider of the protocol %s, %s', (client, id, variant) => {
  const model = (): LanguageModel => CLIENTS[client]!(variant, `${id}/test-model`);
  const sent = (): string => gateway[id].requests.map(({ body }) => body.toString()).join();

  it('generates and streams texts', async () => {
    const whole = await generateText({ model: model(), prompt: QUESTION, maxRetries: 0, maxOutputTokens: 200 });
    expect([whole.text, whole.finishReason]).toEqual([QUESTION, 'stop']);
    expect(whole.usage.outputTokens).toBeGreaterThan(0);
    const stream = streamText({ model: model(), prompt: QUESTION, maxRetries: 0, maxOutputTokens: 200 });
    let text = '';
    for await (const part of stream.textStream) text += part;
    expect([text, await stream.finishReason]).toEqual([QUESTION, 'stop']);
    expect(sent().includes('Müller')).toBe(variant === 'plain');
  });

  it('calls tools over several steps', async () => {
    gateway[id].answerNext([
      { answer: { toolCalls: [{ name: 'weather', arguments: { city: 'Köln' } }] } },
      { answer: { text: 'It is sunny.' } },
    ]);
    const asked: string[] = [];
    const result = streamText({
      ...{ model: model(), prompt: QUESTION, maxRetries: 0, maxOutputTokens: 200, stopWhen: stepCountIs(3) },
      tools: {
        weather: tool({
          description: 'The weather in a city.',
          inputSchema: z.object({ city: z.string() }),
          execute({ city }) {
            asked.push(city);
            return 'sunny, says Anna Müller';
          },
        }),
      },
    });
    expect(await result.text).toBe('It is sunny.');
    expect(asked).toEqual(['Köln']);
    expect(gateway[id].requests).toHaveLength(2);
    expect(sent().includes('Müller')).toBe(variant === 'plain');
  });
});

it('the Vercel AI SDK embeds texts', async () => {
  const { embeddings } = await embedMany({
    ...{ model: openAi('plain').embedding('chat/test-embedding'), values: ['Hello', 'there'] },
  });
  expect(embeddings.map((vector) => vector.length)).toEqual([8, 8]);
});
