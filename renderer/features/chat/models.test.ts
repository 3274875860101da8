import { expect, it } from 'vitest';
import { chatModels } from './models.ts';

const UNKNOWN = { chat: null, embeddings: null, vision: null, tools: null, reasoning: null };
const model = (id: string, chat: boolean | null = null) => ({ id, capabilities: { ...UNKNOWN, chat } });

it('offers models one can talk to, named ones first', () => {
  const listed = [model('openai/gpt-5', true), model('openai/embedding', false), model('standard'), model('a/b/c')];
  expect(chatModels(listed)).toEqual([
    { id: 'standard', provider: null, name: 'standard' },
    { id: 'openai/gpt-5', provider: 'openai', name: 'gpt-5' },
    { id: 'a/b/c', provider: 'a', name: 'b/c' },
  ]);
});

it('offers everything when one can talk to none', () => {
  expect(chatModels([model('house/embed', false)]).map(({ id }) => id)).toEqual(['house/embed']);
});
