import { describe, expect, it } from 'vitest';
import { PROVIDER_KINDS } from '../contract/gatewayProviders.ts';
import { PRESETS } from './presets.ts';
import { adaptRequest } from './quirks.ts';

const body = Object.freeze({
  model: 'm',
  stream: true,
  stream_options: { include_usage: true },
  max_completion_tokens: 5,
  seed: 1,
  user: 'u',
  own_field: 1,
  messages: [
    { role: 'developer', content: 'a' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_abc', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'call_abc', content: 'b' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'abcDEF123', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'abcDEF123', content: 'b' },
  ],
});

describe('what a kind of provider takes', () => {
  it.each(['openai', 'azure', 'compatible', 'anthropic'] as const)('%s: the request as it is', (kind) => {
    expect(adaptRequest(body, PRESETS[kind].quirks)).toBe(body);
  });

  it.each(['ollama', 'lmstudio', 'llamacpp'] as const)('%s: max_tokens, and system for developer', (kind) => {
    const adapted = adaptRequest(body, PRESETS[kind].quirks);
    const { max_completion_tokens: most, messages, ...same } = body;
    expect(adapted).toEqual({
      ...same,
      max_tokens: most,
      messages: [{ role: 'system', content: 'a' }, ...messages.slice(1)],
    });
  });

  it('mistral: no fields that it refuses, and ids of nine characters that stay together', () => {
    const adapted = adaptRequest(body, PRESETS.mistral.quirks);
    expect(Object.keys(adapted).sort()).toEqual([
      'max_tokens',
      'messages',
      'model',
      'own_field',
      'random_seed',
      'stream',
    ]);
    const messages = adapted['messages'] as { tool_calls?: { id: string }[]; tool_call_id?: string }[];
    const id = messages[1]!.tool_calls![0]!.id;
    expect(id).toMatch(/^[A-Za-z0-9]{9}$/);
    expect(messages[2]!.tool_call_id).toBe(id);
    expect(messages[3]!.tool_calls![0]!.id).toBe('abcDEF123');
    expect(messages[4]!.tool_call_id).toBe('abcDEF123');
  });

  it('mistral: no fields of answers that clients send back', () => {
    const answered = { role: 'assistant', content: 'a', refusal: null, annotations: [], reasoning_content: 'b' };
    const { messages } = adaptRequest({ messages: [answered] }, PRESETS.mistral.quirks);
    expect(messages).toEqual([{ role: 'assistant', content: 'a' }]);
  });

  it('keeps a field that is there under both names', () => {
    const both = { max_tokens: 1, max_completion_tokens: 2 };
    expect(adaptRequest(both, PRESETS.ollama.quirks)).toEqual({ max_tokens: 1 });
  });

  it('leaves messages that are none to the provider', () => {
    for (const kind of PROVIDER_KINDS) {
      for (const messages of [undefined, 'text', [null, 1, 'x', { tool_calls: [null], role: 1 }]]) {
        expect(adaptRequest({ messages }, PRESETS[kind].quirks)).toEqual({ messages });
      }
    }
  });
});
