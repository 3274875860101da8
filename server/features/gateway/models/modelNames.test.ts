import { expect, it } from 'vitest';
import { saysOnlyModel } from './modelNames.ts';

it.each([
  ...['gpt-4o-2024-08-06', 'claude-sonnet-4-5', 'claude-3-7-sonnet-latest', 'text-embedding-3-large', 'o3-mini'],
  ...['meta-llama/Llama-3.1-8B-Instruct', 'qwen3:4b', 'mistral-large-latest', 'llama-3.2-3b-q4_K_M.gguf', 'phi-4'],
])('a model is all that a name like %s tells of', (name) => expect(saysOnlyModel(name)).toBe(true));

it.each([
  ...['zwiebel-feld', 'gpt-wackernagel', 'ft:gpt-4o:beispielkanzlei::abc', 'müller', 'gpt-4915112345678', 'Ана'],
])('more may be told by a name like %s', (name) => expect(saysOnlyModel(name)).toBe(false));
