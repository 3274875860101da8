import { describe, expect, it } from 'vitest';
import { ON_ANY_MACHINE } from '../../../../test/helpers/growth.ts';
import { createTokenMeter, estimateBodyTokens, estimateTokens } from './tokens.ts';

const event = (data: object) => ({ event: null, data: JSON.stringify(data) });

describe('the estimate of tokens', () => {
  // Counts of the vocabulary o200k_base.
  it.each([
    ['The quick brown fox jumps over the lazy dog.', 10],
    ['Sehr geehrte Damen und Herren, vielen Dank für Ihre Nachricht vom 12. März 2024.', 21],
    ['Bonjour, je vous écris au sujet de la facture que vous m’avez envoyée hier.', 19],
    ['{"city": "Köln", "temperature": 21.5}', 16],
  ])('of %j is near', (text, tokens) => {
    expect(Math.abs(estimateTokens(text) - tokens)).toBeLessThanOrEqual(Math.ceil(tokens * 0.2));
  });

  it('counts nothing for nothing and every sign of scripts without spaces', () => {
    expect(estimateTokens('')).toBe(0);
    expect(estimateTokens(' \t')).toBe(0);
    expect(estimateTokens('東京都')).toBe(3);
  });

  it('counts only the beginnings of very long texts', ON_ANY_MACHINE, () => {
    const body = (text: string) => ({ messages: [{ role: 'user', content: text }] });
    const sentence = 'The quick brown fox jumps over the lazy dog. ';
    const counted = estimateBodyTokens(body(sentence.repeat(100_000)));
    expect(Math.abs(counted / (estimateTokens(sentence) * 100_000) - 1)).toBeLessThan(0.05);
    const before = process.threadCpuUsage();
    estimateBodyTokens(body('4a6f'.repeat(4 * 1024 * 1024)));
    // Counted as a whole, it takes seconds.
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(500);
  });

  it('takes images and files at a flat figure, not by their bytes', () => {
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(1_000_000)}` } };
    const tokens = estimateBodyTokens({ messages: [{ role: 'user', content: [image] }] });
    expect(tokens).toBeGreaterThan(900);
    expect(tokens).toBeLessThan(1_100);
  });
});

describe('the meter', () => {
  it('reads what a chat provider tells, whole or streamed', () => {
    const usage = { prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 6 } };
    const expected = { tokens: { input: 10, output: 4, cached: 6 }, estimated: false };
    const whole = createTokenMeter('chat');
    whole.answered({ usage });
    expect(whole.result({})).toEqual(expected);
    const streamed = createTokenMeter('chat');
    streamed.saw(event({ choices: [{ delta: { content: 'x' } }], usage: null }));
    streamed.saw(event({ choices: [], usage }));
    streamed.saw({ event: null, data: '[DONE]' });
    expect(streamed.result({})).toEqual(expected);
  });

  it('adds what a messages provider counts beside the input', () => {
    const input = { input_tokens: 3, cache_read_input_tokens: 100, cache_creation_input_tokens: 20 };
    const meter = createTokenMeter('messages');
    meter.saw(event({ type: 'message_start', message: { usage: { ...input, output_tokens: 1 } } }));
    meter.saw(event({ type: 'message_delta', usage: { output_tokens: 9 } }));
    expect(meter.result({})).toEqual({ tokens: { input: 123, output: 9, cached: 100 }, estimated: false });
  });

  it('keeps the input of the beginning when the end only tells a part of it', () => {
    const meter = createTokenMeter('messages');
    meter.saw(event({ message: { usage: { input_tokens: 3, cache_read_input_tokens: 100, output_tokens: 1 } } }));
    meter.saw(event({ usage: { input_tokens: 3, cache_read_input_tokens: 100, output_tokens: 7 } }));
    expect(meter.result({}).tokens).toEqual({ input: 103, output: 7, cached: 100 });
  });

  it('estimates where nothing is told, and says so', () => {
    const meter = createTokenMeter('chat');
    meter.saw(event({ choices: [{ delta: { content: 'Hello' } }] }));
    meter.saw({ event: null, data: '"usage" in no JSON' });
    const { tokens, estimated } = meter.result({ messages: [{ role: 'user', content: 'Hello there' }] });
    expect(estimated).toBe(true);
    expect(tokens.input).toBeGreaterThan(1);
    expect(tokens.output).toBeGreaterThan(0);
  });

  it.each([-1, Number.NaN, '5', null, {}])('does not take %j for a number of tokens', (value) => {
    const meter = createTokenMeter('chat');
    meter.answered({ usage: { prompt_tokens: value as number } });
    expect(meter.result({}).estimated).toBe(true);
  });
});
