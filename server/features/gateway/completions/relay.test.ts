import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { chunk, translationOf } from '../../../../test/helpers/translation.ts';
import type { ClientProtocol, ServerSentEvent } from '../../../providers/types.ts';
import { relay, type StreamOutcome } from './relay.ts';

const delta = (fields: object, finish: string | null = null): ServerSentEvent =>
  chunk({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: fields, finish_reason: finish }] });
const START = [delta({ role: 'assistant', content: 'One' }), delta({ content: ' two' })];
const END = [delta({}, 'stop'), { event: null, data: '[DONE]' }];
const ERROR = chunk({ error: { message: 'overloaded', type: 'api_error' } });

async function outcomeOf(client: ClientProtocol, events: readonly ServerSentEvent[], most = Infinity) {
  const request = { model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }], stream: true };
  const outcomes: StreamOutcome[] = [];
  const stream = relay({
    source: Readable.from(events),
    saw: () => undefined,
    restored: null,
    translated: translationOf(client, 'chat', request).stream(),
    signal: new AbortController().signal,
    failureOf: () => ({ type: 'api_error', code: 'INTERNAL', message: 'Failed.' }),
    onEnd: (outcome) => Promise.resolve(void outcomes.push(outcome)),
  });
  let sent = 0;
  for await (const event of stream) if (event.data !== '' && ++sent === most) break;
  return outcomes;
}

describe.each<ClientProtocol>(['chat', 'messages'])('a stream for a client of %s', (client) => {
  it('is completed by its end', async () => {
    expect(await outcomeOf(client, [...START, ...END])).toEqual(['completed']);
  });
  it('has failed when the answer was cut', async () => {
    expect(await outcomeOf(client, START)).toEqual(['failed']);
  });
  it('has failed when the provider said so', async () => {
    expect(await outcomeOf(client, [...START, ERROR])).toEqual(['failed']);
  });
  it('was aborted by a reader that left', async () => {
    expect(await outcomeOf(client, [...START, ...END], 1)).toEqual(['aborted']);
  });
});
