import { describe, expect, it } from 'vitest';
import { askingForUsage, bodyToSend, isUsageChunk, takeOptions } from './requestParts.ts';

describe('what is for Deckname', () => {
  it('is taken out of the body', () => {
    expect(takeOptions({ model: 'm', deckname: { deanonymize: false } })).toEqual({
      ...{ body: { model: 'm' }, deanonymize: false, links: false },
    });
    for (const deckname of [undefined, {}, { deanonymize: true }, 'no', null]) {
      expect(takeOptions({ model: 'm', deckname })).toEqual({ body: { model: 'm' }, deanonymize: true, links: false });
    }
  });
});

describe('usage of streams', () => {
  it('is asked for where the client said nothing about it', () => {
    expect(askingForUsage({ model: 'm' })).toBeNull();
    expect(askingForUsage({ stream: true, stream_options: { include_usage: false } })).toBeNull();
    expect(askingForUsage({ stream: true, stream_options: { other: 1 } })).toEqual({
      ...{ stream: true, stream_options: { other: 1, include_usage: true } },
    });
  });

  it.each([
    ['{"choices":[],"usage":{"prompt_tokens":1}}', true],
    ['{"choices": [ ], "usage":{"prompt_tokens":1}}', true],
    ['{"choices":[],"usage":null}', false],
    ['{"choices":[{"delta":{"content":"\\"choices\\":[] \\"usage\\""}}],"usage":{"prompt_tokens":1}}', false],
    ['{"choices":[]', false],
    ['[DONE]', false],
  ])('is told from other chunks: %s', (data, expected) => {
    expect(isUsageChunk(data)).toBe(expected);
  });
});

describe('what leaves', () => {
  const masked = {
    body: { model: 'masked' },
    maskedValues: 0,
    categories: {},
    values: [],
    newPlaceholders: new Set<string>(),
  };

  it('is the masked body of an anonymous request, or nothing', () => {
    expect(bodyToSend(true, { model: 'm' }, masked)).toEqual({ model: 'masked' });
    expect(() => bodyToSend(true, { model: 'm' }, null)).toThrow(
      expect.objectContaining({ code: 'anonymization_failed' }) as Error,
    );
    expect(bodyToSend(false, { model: 'm' }, null)).toEqual({ model: 'm' });
  });
});
