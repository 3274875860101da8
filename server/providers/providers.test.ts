import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { ProtocolServer } from '../../test/helpers/providers/protocolServer.ts';
import type { Delivery, EarlyEnd } from '../../test/helpers/providers/script.ts';
import { PROVIDER_KINDS, type ProviderKind } from '../contract/gatewayProviders.ts';
import {
  ANSWER,
  collect,
  generate,
  KEY,
  open,
  requestBody,
  SECRET,
  SPOKEN,
  spoken,
  stream,
} from '../../test/helpers/providers/kinds.ts';
import { ProviderError, type ServerSentEvent } from './types.ts';

/** What is slow and the same for all kinds of one protocol is tested with one of them. */
const ONE_OF_A_PROTOCOL: readonly ProviderKind[] = ['openai', 'anthropic'];

function expectNothingTold(error: unknown): void {
  if (!(error instanceof ProviderError)) throw new Error('no ProviderError', { cause: error });
  const shown = inspect({ message: error.message, stack: error.stack, cause: error.cause }, { depth: 10 });
  for (const word of [KEY, SECRET, 'Unverwechselbar', 'chatcmpl']) expect(shown).not.toContain(word);
}

async function failure(work: Promise<unknown>): Promise<ProviderError> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProviderError)) throw new Error('no ProviderError', { cause: error });
  expectNothingTold(error);
  return error;
}

/** Waits until a server has handed out nothing more for a while: either all, or what a slow reader leaves room for. */
async function settled(server: ProtocolServer): Promise<number> {
  for (let last = -1; ;) {
    const sent = server.requests[0]?.bytesSent ?? 0;
    if (sent === last) return sent;
    last = sent;
    await sleep(150);
  }
}

describe.each(PROVIDER_KINDS)('%s', (kind) => {
  it('answers with the body that the provider sent', async () => {
    const { server, provider } = await open(kind);
    server.answerNext({ answer: ANSWER });
    const answer = await generate(provider, requestBody(kind));
    expect(answer).toMatchObject({ kind: 'json', body: { model: 'test-model' } });
    expect(JSON.stringify(answer)).toContain('Grüße an [[person-k3v9q2xd]] 😀');
    const [request] = server.requests;
    expect(request!.json).toEqual(requestBody(kind));
    expect(answer.headers).toHaveProperty(kind === 'anthropic' ? 'request-id' : 'x-request-id');
  });

  it.each<Delivery>([
    {},
    { cuts: { seed: 7, most: 40 }, lineEnd: '\r\n' },
    { cuts: { seed: 8, most: 9 }, lineEnd: '\r', interleaved: true },
  ])('streams events whole, however they were cut: %j', async (delivery) => {
    const { server, provider } = await open(kind);
    server.answerNext({ answer: ANSWER, delivery });
    const { seen, error } = await collect(await stream(provider, requestBody(kind)));
    expect(error).toBeNull();
    expect(spoken(seen)).toEqual(SPOKEN);
    expect(seen.map(({ event }) => event).includes('message_stop')).toBe(kind === 'anthropic');
    expect(seen.at(-1)!.data === '[DONE]').toBe(kind !== 'anthropic');
    await expect(server.requests[0]!.outcome).resolves.toBe('finished');
  });

  it('keeps its connection, also after a stream', async () => {
    const { server, provider } = await open(kind);
    for (let turn = 0; turn < 4; turn++) {
      await generate(provider, requestBody(kind));
      await collect(await stream(provider, requestBody(kind)));
      await server.requests.at(-1)!.outcome;
    }
    expect(server.requests).toHaveLength(8);
    // The next request may be sent before the end of the last stream has come.
    expect(server.connectionsOpened).toBeLessThanOrEqual(2);
  });

  it('sends the key in its header alone, whatever a client sends', async () => {
    const { server, provider } = await open(kind);
    const headers = { authorization: 'Bearer stolen', 'x-api-key': 'stolen', 'api-key': 'stolen', cookie: 'a=b' };
    await provider.send('generate', requestBody(kind), { signal: new AbortController().signal, headers });
    expect(server.received().toString('latin1')).not.toMatch(/stolen|cookie/i);
  });

  it('waits as long as the provider asks, and asks no more when that is too long', async () => {
    const { server, provider, pauses } = await open(kind);
    server.answerNext({ error: { status: 429, headers: { 'retry-after': '2' } } });
    await generate(provider, requestBody(kind));
    expect(pauses).toEqual([2000]);
    server.answerNext({ error: { status: 429, headers: { 'retry-after': '60' } } });
    const error = await failure(generate(provider, requestBody(kind)));
    expect(error).toMatchObject({ failure: 'refused', status: 429, retryAfterSeconds: 60 });
    expect(error.body).toHaveProperty('error');
    expect(server.requests).toHaveLength(3);
  });

  it.each([{}, { stream: true }])('tries temporary failures again, %j', async (fields) => {
    const { server, provider, pauses } = await open(kind);
    server.answerNext([{ error: { status: 529 } }, { trouble: 'hang-up' }]);
    const answer = await generate(provider, requestBody(kind, fields));
    if (answer.kind === 'stream') await collect(answer.events);
    expect(pauses).toEqual([500, 1000]);
    server.answerAll({ error: { status: 500 } });
    await expect(failure(generate(provider, requestBody(kind, fields)))).resolves.toMatchObject({ status: 500 });
    expect(server.requests).toHaveLength(6);
  });

  it('asks once when another provider stands ready', async () => {
    const { server, provider } = await open(kind);
    server.answerNext({ error: { status: 503 } });
    const { signal } = new AbortController();
    const asked = provider.send('generate', requestBody(kind), { signal, retries: false });
    await expect(failure(asked)).resolves.toMatchObject({ status: 503 });
    expect(server.requests).toHaveLength(1);
  });

  it('asks once where asking again is no use', async () => {
    const { server, provider } = await open(kind);
    server.answerNext([
      { error: { status: 400, message: `bad: ${SECRET}` } },
      { error: { status: 429, headers: { 'x-should-retry': 'false' } } },
      { error: { status: 429, body: { error: { code: 'insufficient_quota' } } } },
      { error: { status: 307, headers: { location: 'http://127.0.0.1:9/' } } },
      { error: { status: 501, body: `<html>${SECRET}</html>` } },
    ]);
    for (const status of [400, 429, 429, 307, 501]) {
      await expect(failure(generate(provider, requestBody(kind)))).resolves.toMatchObject({
        failure: 'refused',
        status,
      });
    }
    expect(server.requests).toHaveLength(5);
  });

  it('says when an answer is none', async () => {
    const { server, provider } = await open(kind);
    server.answerAll({ raw: { contentType: 'application/json', parts: [`{"id":"chatcmpl-${SECRET}`] } });
    await expect(failure(generate(provider, requestBody(kind)))).resolves.toMatchObject({ failure: 'malformed' });
    await expect(failure(stream(provider, requestBody(kind)))).resolves.toMatchObject({ failure: 'malformed' });
    server.answerAll({ raw: { contentType: 'application/json', parts: ['{"error":"Unexpected endpoint"}'] } });
    await expect(failure(generate(provider, requestBody(kind)))).resolves.toMatchObject({
      failure: 'refused',
      status: null,
    });
    expect(server.requests).toHaveLength(3);
  });

  it('passes on what came before a malformed event or an error event, and fails there', async () => {
    const { server, provider } = await open(kind);
    server.answerNext([
      { answer: ANSWER, delivery: { malformedBefore: 4 } },
      { answer: ANSWER, delivery: { errorBefore: 4 } },
    ]);
    const broken = await collect(await stream(provider, requestBody(kind)));
    expect(broken.seen).toHaveLength(4);
    expect(broken.error).toMatchObject({ failure: 'malformed' });
    const refused = await collect(await stream(provider, requestBody(kind)));
    expect(refused.seen).toHaveLength(4);
    expect(refused.error).toMatchObject({ failure: 'refused' });
    expect((refused.error as ProviderError).body).toHaveProperty('error');
    expectNothingTold(broken.error);
    await expect(server.requests[0]!.outcome).resolves.toBeDefined();
  });

  it.each<[EarlyEnd, string]>([
    ['reset', 'unreachable'],
    ['half-close', 'unreachable'],
    ['end', 'unreachable'],
  ])('a stream that ends early with %s fails as %s', async (how, expected) => {
    const { server, provider } = await open(kind);
    server.answerNext({ answer: { text: 'x'.repeat(400) }, delivery: { stopAfter: { bytes: 2500, how } } });
    const { seen, error } = await collect(await stream(provider, requestBody(kind)));
    expect(seen.length).toBeGreaterThan(0);
    expect(error).toMatchObject({ failure: expected });
    expectNothingTold(error);
  });

  it('tries again when a stream breaks before its first event', async () => {
    const { server, provider, pauses } = await open(kind);
    server.answerAll({ answer: ANSWER });
    server.answerNext({ answer: ANSWER, delivery: { stopAfter: { bytes: 20, how: 'reset' } } });
    const { seen } = await collect(await stream(provider, requestBody(kind)));
    expect(spoken(seen)).toEqual(SPOKEN);
    expect(pauses).toHaveLength(1);
  });

  it('ends the request at the provider when the client goes away or stops reading', async () => {
    const { server, provider } = await open(kind);
    const endless = { answer: ANSWER, delivery: { stopAfter: { bytes: 900, how: 'silence' } } } as const;
    server.answerNext([{ trouble: 'silence' }, endless, endless]);
    const waiting = new AbortController();
    const asked = generate(provider, requestBody(kind), waiting.signal);
    await server.whenRequested(0);
    waiting.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });

    const reading = new AbortController();
    const { seen, error } = await collect(
      abortedAfterFirst(await stream(provider, requestBody(kind), reading.signal), reading),
    );
    expect(seen).toHaveLength(1);
    expect(error).toMatchObject({ name: 'AbortError' });

    for await (const event of await stream(provider, requestBody(kind))) {
      expect(event.data).not.toBe('');
      break;
    }
    for (const { outcome } of server.requests) await expect(outcome).resolves.toBe('disconnected');
  });

  it('stops trying when the client goes away', async () => {
    const { server, provider } = await open(kind, {
      sleep: (_, signal) => sleep(60_000, undefined, { signal }),
    });
    server.answerAll({ error: { status: 503 } });
    const client = new AbortController();
    const asked = generate(provider, requestBody(kind), client.signal);
    await (
      await server.whenRequested(0)
    ).outcome;
    const reason = new Error('gone');
    client.abort(reason);
    await expect(asked).rejects.toBe(reason);
    expect(server.requests).toHaveLength(1);
  });

  it('bounds what it reads of an answer', async () => {
    const { server, provider } = await open(kind, {
      sizes: { jsonBytes: 2000, eventCharacters: 100_000, errorBytes: 100 },
    });
    const large = { answer: { text: 'x'.repeat(1_000_000) }, delivery: { deltas: (text: string) => [text] } };
    server.answerNext([large, large, { error: { status: 400, message: 'x'.repeat(500) } }]);
    await expect(failure(generate(provider, requestBody(kind)))).resolves.toMatchObject({ failure: 'malformed' });
    const { error } = await collect(await stream(provider, requestBody(kind)));
    expect(error).toMatchObject({ failure: 'malformed' });
    await expect(failure(generate(provider, requestBody(kind)))).resolves.toMatchObject({ status: 400, body: null });
  });

  it('lists models', async () => {
    const { server, provider } = await open(kind);
    const models = await provider.listModels(new AbortController().signal);
    expect(models[0]).toMatchObject({ id: 'test-model' });
    server.answerAll({ error: { status: 401 } }, 'models');
    await expect(failure(provider.listModels(new AbortController().signal))).resolves.toMatchObject({ status: 401 });
  });

  it('says that nobody is there', async () => {
    const { server, provider, pauses } = await open(kind);
    await server.stop();
    await expect(failure(generate(provider, requestBody(kind)))).resolves.toMatchObject({
      failure: 'unreachable',
      status: null,
    });
    expect(pauses).toHaveLength(2);
  });

  it('has the operations of its protocol', async () => {
    const { provider } = await open(kind);
    const { signal } = new AbortController();
    if (kind === 'anthropic') {
      const { messages, model } = requestBody(kind);
      const answer = await provider.send('count_tokens', { messages, model }, { signal });
      expect(answer).toMatchObject({ kind: 'json', body: { input_tokens: expect.any(Number) as number } });
      await expect(provider.send('embeddings', {}, { signal })).rejects.toThrow('no embeddings');
    } else {
      const answer = await provider.send('embeddings', { model: 'test-embedding', input: ['a', 'b'] }, { signal });
      expect(answer).toMatchObject({ body: { data: [{ index: 0 }, { index: 1 }] } });
      await expect(provider.send('count_tokens', {}, { signal })).rejects.toThrow('no count_tokens');
    }
  });
});

describe.each(ONE_OF_A_PROTOCOL)('%s, with time', (kind) => {
  it('gives up a stream that falls silent', async () => {
    const { server, provider } = await open(kind, { timeouts: { idleMs: 200 } });
    server.answerNext({ answer: ANSWER, delivery: { stopAfter: { bytes: 900, how: 'silence' } } });
    const { seen, error } = await collect(await stream(provider, requestBody(kind)));
    expect(seen.length).toBeGreaterThan(0);
    expect(error).toMatchObject({ failure: 'timeout' });
    await expect(server.requests[0]!.outcome).resolves.toBe('disconnected');
  });

  it('gives up a silent provider', async () => {
    const { server, provider } = await open(kind, { timeouts: { firstByteMs: 200 } });
    server.answerAll({ trouble: 'silence' });
    await expect(failure(generate(provider, requestBody(kind)))).resolves.toMatchObject({ failure: 'timeout' });
    await expect(server.requests[0]!.outcome).resolves.toBe('disconnected');
    expect(server.requests).toHaveLength(1);
  });

  it('reads events that come byte by byte', async () => {
    const { server, provider } = await open(kind);
    server.answerNext({ answer: ANSWER, delivery: { cuts: 'bytes' } });
    const { seen, error } = await collect(await stream(provider, requestBody(kind)));
    expect(error).toBeNull();
    expect(spoken(seen)).toEqual(SPOKEN);
  });

  it('reads no faster than its consumer', async () => {
    const { server, provider } = await open(kind);
    const event =
      kind === 'anthropic'
        ? `event: ping\ndata: ${JSON.stringify({ type: 'ping', filling: 'x'.repeat(60_000) })}\n\n`
        : `data: ${JSON.stringify({ choices: [], filling: 'x'.repeat(60_000) })}\n\n`;
    const total = 2_000;
    server.answerNext({ raw: { contentType: 'text/event-stream', parts: repeat(event, total) } });
    const client = new AbortController();
    const iterator = (await stream(provider, requestBody(kind), client.signal))[Symbol.asyncIterator]();
    await iterator.next();
    expect(await settled(server)).toBeLessThan((total * event.length) / 4);
    client.abort();
  });
});

async function* abortedAfterFirst(events: AsyncIterable<ServerSentEvent>, client: AbortController) {
  for await (const event of events) {
    yield event;
    client.abort();
  }
}

function* repeat(part: string, times: number): Generator<string> {
  for (let count = 0; count < times; count++) yield part;
}
