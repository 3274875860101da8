import { describe, expect, it } from 'vitest';
import { createHeadersFor } from './clientHeaders.ts';

const headersFor = createHeadersFor([]);

describe('headers of a client', () => {
  const given = {
    'anthropic-beta': 'prompt-caching-2024-07-31, anna-mueller, anna-mueller-2025-01-01,context-1m-2025-08-07',
    'anthropic-version': '2023-06-01',
    'idempotency-key': 'anna-mueller',
  };
  const to = (anonymous: boolean, provider: 'chat' | 'messages') =>
    headersFor(given, { anonymous, client: 'messages', provider });

  it('go to a provider of the same protocol alone', () => {
    expect(to(false, 'messages')).toEqual(given);
    expect(to(false, 'chat')).toEqual({});
  });

  it('carry features that the administrators list', () => {
    const headers = { 'anthropic-beta': 'anna-mueller, new-thing-2027-01-01' };
    const route = { anonymous: true, client: 'messages', provider: 'messages' } as const;
    expect(createHeadersFor(['new-thing-2027-01-01'])(headers, route)).toEqual({
      'anthropic-beta': 'new-thing-2027-01-01',
    });
    expect(headersFor(headers, route)).toEqual({});
  });

  it('carry no free text in an anonymous request', () => {
    expect(to(true, 'messages')).toEqual({
      'anthropic-beta': 'prompt-caching-2024-07-31,context-1m-2025-08-07',
      'anthropic-version': '2023-06-01',
    });
    const named = { 'anthropic-beta': 'Anna Müller', 'openai-beta': 'assistants=v2' };
    expect(headersFor(named, { anonymous: true, client: 'chat', provider: 'chat' })).toEqual({
      'openai-beta': 'assistants=v2',
    });
  });
});
