import { describe, expect, it } from 'vitest';
import { providerAddress } from './address.ts';
import type { ProviderProtocol } from './types.ts';

const chat = (baseUrl: string) => at('chat', baseUrl, '/v1', null);
const at = (protocol: ProviderProtocol, baseUrl: string, defaultPath: string, deploymentsVersion: string | null) => {
  const address = providerAddress({ protocol, baseUrl, defaultPath, deploymentsVersion });
  return [`${address.origin}${address.operation('generate', 'a b')}`, `${address.origin}${address.models()}`];
};

describe('addresses', () => {
  it.each([
    ['https://api.openai.com', 'https://api.openai.com/v1'],
    ['https://api.openai.com/v1/', 'https://api.openai.com/v1'],
    ['http://127.0.0.1:11434', 'http://127.0.0.1:11434/v1'],
    ['https://openrouter.ai/api/v1', 'https://openrouter.ai/api/v1'],
    ['https://proxy.example/llm', 'https://proxy.example/llm'],
  ])('chat completions at %s', (baseUrl, base) => {
    expect(chat(baseUrl)).toEqual([`${base}/chat/completions`, `${base}/models`]);
  });

  it.each([
    ['https://api.anthropic.com', 'https://api.anthropic.com/v1'],
    ['https://api.anthropic.com/v1', 'https://api.anthropic.com/v1'],
    ['https://proxy.example/anthropic/', 'https://proxy.example/anthropic/v1'],
  ])('messages at %s', (baseUrl, base) => {
    expect(at('messages', baseUrl, '/v1', null)).toEqual([`${base}/messages`, `${base}/models`]);
  });

  it('names the deployment of Azure in the path, and the model in the body at its newer address', () => {
    const azure = (baseUrl: string) => at('chat', baseUrl, '/openai', '2024-10-21');
    const old = [
      'https://x.openai.azure.com/openai/deployments/a%20b/chat/completions?api-version=2024-10-21',
      'https://x.openai.azure.com/openai/models?api-version=2024-10-21',
    ];
    expect(azure('https://x.openai.azure.com')).toEqual(old);
    expect(azure('https://x.openai.azure.com/openai/')).toEqual(old);
    expect(azure('https://x.openai.azure.com/openai/v1')).toEqual([
      'https://x.openai.azure.com/openai/v1/chat/completions',
      'https://x.openai.azure.com/openai/v1/models',
    ]);
  });

  it('keeps the query of an address', () => {
    expect(chat('https://proxy.example/v1?tenant=7')[0]).toBe('https://proxy.example/v1/chat/completions?tenant=7');
  });
});
