import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { jsonSchema, streamText, tool, type LanguageModel } from 'ai';
import { describe, expect, it } from 'vitest';
import { answering, chunk, named, translateAll, translationOf } from '../../../test/helpers/translation.ts';
import type { ClientProtocol, JsonObject, ProviderProtocol, ServerSentEvent } from '../types.ts';

const say = (delta: JsonObject, finish: string | null = null) =>
  chunk({ id: 'c', model: 'm', created: 1, choices: [{ index: 0, delta, finish_reason: finish }] });

const CHAT_EVENTS = [
  say({ role: 'assistant', reasoning_content: 'hm' }),
  say({ content: 'One ' }),
  say({ content: 'moment.' }),
  say({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"x"' } }] }),
  say({ tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }),
  say({}, 'tool_calls'),
  chunk({ id: 'c', model: 'm', created: 1, choices: [], usage: { prompt_tokens: 8, completion_tokens: 5 } }),
  chunk('[DONE]'),
];

const block = (index: number, content: JsonObject, ...deltas: readonly JsonObject[]) => [
  named({ type: 'content_block_start', index, content_block: content }),
  ...deltas.map((delta) => named({ type: 'content_block_delta', index, delta })),
  named({ type: 'content_block_stop', index }),
];

const MESSAGES_EVENTS = [
  named({ type: 'message_start', message: { id: 'msg_1', model: 'm', usage: { input_tokens: 8, output_tokens: 1 } } }),
  ...block(
    0,
    { type: 'thinking', thinking: '', signature: '' },
    { type: 'thinking_delta', thinking: 'hm' },
    { type: 'signature_delta', signature: 's' },
  ),
  ...block(
    1,
    { type: 'text', text: '' },
    { type: 'text_delta', text: 'One ' },
    { type: 'text_delta', text: 'moment.' },
  ),
  ...block(
    2,
    { type: 'tool_use', id: 'call_1', name: 'look', input: {} },
    { type: 'input_json_delta', partial_json: '{"x"' },
    { type: 'input_json_delta', partial_json: ':1}' },
  ),
  named({ type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 5 } }),
  named({ type: 'message_stop' }),
];

const REQUESTS: Readonly<Record<ClientProtocol, JsonObject>> = {
  chat: { model: 'm', messages: [], stream_options: { include_usage: true } },
  messages: { model: 'm', messages: [] },
  responses: { model: 'm', input: '', reasoning: { summary: 'auto' } },
};

/** The SDK's model for a protocol, which gets the given events for every request. */
function modelOf(client: ClientProtocol, events: readonly ServerSentEvent[]): LanguageModel {
  const settings = { apiKey: 'none', fetch: answering(events) };
  if (client === 'messages') return createAnthropic(settings)('claude-opus-4-6');
  return client === 'chat' ? createOpenAI(settings).chat('m') : createOpenAI(settings).responses('m');
}

describe('the AI SDK', () => {
  it.each<[ClientProtocol, ProviderProtocol]>([
    ['chat', 'messages'],
    ['messages', 'chat'],
    ['responses', 'chat'],
    ['responses', 'messages'],
  ])('reads %s from a provider of %s', async (client, provider) => {
    const translation = translationOf(client, provider, REQUESTS[client]);
    const events = translateAll(translation.stream(), provider === 'chat' ? CHAT_EVENTS : MESSAGES_EVENTS);
    const errors: unknown[] = [];
    const result = streamText({
      model: modelOf(client, events),
      prompt: 'Look.',
      maxRetries: 0,
      tools: { look: tool({ inputSchema: jsonSchema<{ x: number }>({ type: 'object' }) }) },
      onError: ({ error }) => void errors.push(error),
    });
    expect(await result.text).toBe('One moment.');
    expect(errors).toEqual([]);
    expect(await result.toolCalls).toMatchObject([{ toolCallId: 'call_1', toolName: 'look', input: { x: 1 } }]);
    expect(await result.finishReason).toBe('tool-calls');
    expect(await result.usage).toMatchObject({ inputTokens: 8, outputTokens: 5 });
    // OpenAI's chat completions know no reasoning, and neither does the SDK's model for them.
    if (client !== 'chat') expect((await result.finalStep).reasoningText).toBe('hm');
  });

  it.each<[ClientProtocol, ProviderProtocol]>([
    ['chat', 'messages'],
    ['messages', 'chat'],
    ['responses', 'chat'],
    ['responses', 'messages'],
  ])('gets an error in %s when a provider of %s ends too early', async (client, provider) => {
    const translation = translationOf(client, provider, REQUESTS[client]);
    const events = (provider === 'chat' ? CHAT_EVENTS : MESSAGES_EVENTS).slice(0, 3);
    const errors: unknown[] = [];
    const result = streamText({
      model: modelOf(client, translateAll(translation.stream(), events)),
      prompt: 'Look.',
      maxRetries: 0,
      onError: ({ error }) => void errors.push(error),
    });
    await result.consumeStream();
    expect(errors).toHaveLength(1);
  });
});
