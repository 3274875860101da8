import { expect, it } from 'vitest';
import { chatModels } from './models.ts';

const ids = (...given: string[]) => chatModels(given).map(({ id }) => id);

it('offers models one can talk to, named ones first', () => {
  expect(
    ids(
      'openai/gpt-5',
      'openai/text-embedding-3-small',
      'openai/whisper-1',
      'openai/tts-1',
      'standard',
      'ollama/llama3',
    ),
  ).toEqual(['standard', 'openai/gpt-5', 'ollama/llama3']);
  expect(chatModels(['openrouter/meta/llama'])[0]).toEqual({
    id: 'openrouter/meta/llama',
    provider: 'openrouter',
    name: 'meta/llama',
  });
});

it('offers everything when no name tells', () => {
  expect(ids('house/embed')).toEqual(['house/embed']);
});
