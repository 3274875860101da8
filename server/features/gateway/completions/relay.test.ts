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

interface Storing {
  readonly onDisk?: Promise<void>;
  readonly keepsPlaceholders?: boolean;
}

function relayed(client: ClientProtocol, events: readonly ServerSentEvent[], storing: Storing = {}) {
  const request = { model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }], stream: true };
  const outcomes: StreamOutcome[] = [];
  const stream = relay({
    source: Readable.from(events),
    saw: () => undefined,
    restored: null,
    translated: translationOf(client, 'chat', request).stream(),
    ...{ onDisk: Promise.resolve(), keepsPlaceholders: false, ...storing },
    signal: new AbortController().signal,
    failureOf: () => ({ type: 'api_error', code: 'INTERNAL', message: 'Failed.' }),
    onEnd: (outcome) => Promise.resolve(void outcomes.push(outcome)),
  });
  return { stream, outcomes };
}

async function outcomeOf(client: ClientProtocol, events: readonly ServerSentEvent[], most = Infinity) {
  const { stream, outcomes } = relayed(client, events);
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

describe('a stream of an answer to what is not on the disk yet', () => {
  const turns = () => new Promise((resolve) => setTimeout(resolve, 20));

  it.each([
    { keepsPlaceholders: false, before: ['One'] },
    { keepsPlaceholders: true, before: [] },
  ])('tells its beginning alone: %o', async ({ keepsPlaceholders, before }) => {
    const { promise: onDisk, resolve } = Promise.withResolvers<undefined>();
    const { stream, outcomes } = relayed('chat', [...START, ...END], { onDisk, keepsPlaceholders });
    const told: string[] = [];
    const reading = (async () => {
      for await (const { data } of stream) {
        const text = /"content":"([^"]*)"/.exec(data)?.[1];
        if (text !== undefined) told.push(text);
      }
    })();
    await turns();
    expect(told).toEqual(before);
    resolve(undefined);
    await reading;
    expect(told).toEqual(['One', ' two']);
    expect(outcomes).toEqual(['completed']);
  });

  it('fails where the disk fails', async () => {
    const onDisk = Promise.reject(new Error('the disk is gone'));
    onDisk.catch(() => undefined);
    const { stream, outcomes } = relayed('chat', [...START, ...END], { onDisk });
    const told: string[] = [];
    for await (const { data } of stream) told.push(data);
    expect(told.join()).toContain('Failed.');
    expect(told.join()).not.toContain(' two');
    expect(outcomes).toEqual(['failed']);
  });
});
