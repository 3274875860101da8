import { describe, expect, it } from 'vitest';
import { capabilitiesOf, familyCapabilities } from './capabilities.ts';

describe('what a list says of a model', () => {
  it.each([
    [
      'Mistral',
      { capabilities: { completion_chat: true, function_calling: true, vision: false }, max_context_length: 131072 },
      { chat: true, tools: true, vision: false, embeddings: null, reasoning: null, contextLength: 131072 },
    ],
    [
      'OpenRouter',
      {
        architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
        supported_parameters: ['temperature', 'tools'],
        context_length: 200000,
      },
      { chat: true, vision: true, tools: true, reasoning: false, contextLength: 200000 },
    ],
    ['vLLM', { max_model_len: 8192 }, { chat: null, contextLength: 8192 }],
    ['Groq', { context_window: 32768 }, { contextLength: 32768 }],
    ['llama.cpp', { meta: { n_ctx_train: 4096 } }, { contextLength: 4096 }],
    [
      'a list of words',
      { capabilities: ['completion', 'tools', 'thinking'] },
      { chat: true, tools: true, vision: false, reasoning: true },
    ],
    ['Together', { type: 'embedding', context_length: 512 }, { chat: false, embeddings: true, contextLength: 512 }],
    [
      'nonsense',
      { capabilities: 7, context_length: -1, type: 'constructor', meta: null },
      { chat: null, contextLength: null },
    ],
  ])('is read as %s says it', (_, entry, expected) => {
    expect(capabilitiesOf('compatible', 'some-model', entry)).toMatchObject(expected);
  });

  it('is read as Anthropic says it, beside what is known of the family', () => {
    const entry = {
      max_input_tokens: 200000,
      capabilities: { thinking: { supported: true }, image_input: { supported: false } },
    };
    expect(capabilitiesOf('anthropic', 'claude-next', entry)).toEqual({
      ...{ chat: true, embeddings: false, vision: false, tools: true, reasoning: true, contextLength: 200000 },
    });
  });

  it('goes before what the name suggests', () => {
    expect(capabilitiesOf('mistral', 'embedder-chat', { capabilities: { completion_chat: true } })).toMatchObject({
      ...{ chat: true, embeddings: null },
    });
  });
});

it.each([
  ['openai', 'text-embedding-3-small', { chat: false, embeddings: true }],
  ['ollama', 'nomic-embed-text:latest', { chat: false, embeddings: true }],
  ['compatible', 'BAAI/bge-m3', { chat: false, embeddings: true }],
  ['openai', 'whisper-1', { chat: false, embeddings: false }],
  ['openai', 'gpt-4o-transcribe', { chat: false }],
  ['openai', 'gpt-4o-mini-2024-07-18', { chat: true, vision: true, tools: true, reasoning: false }],
  ['openai', 'o3', { chat: true, reasoning: true }],
  ['compatible', 'o3', { chat: null, reasoning: null }],
  ['ollama', 'llama3.2', { chat: null, embeddings: null, vision: null, tools: null, contextLength: null }],
] as const)('a model of %s by the name %s', (kind, id, expected) => {
  expect(familyCapabilities(kind, id)).toMatchObject(expected);
});
