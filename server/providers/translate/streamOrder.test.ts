import { describe, expect, it } from 'vitest';
import {
  bodiesOf,
  chunk,
  named,
  readResponseWithOpenAI,
  readWithAnthropic,
  readWithOpenAI,
  translateAll,
  translationOf,
} from '../../../test/helpers/translation.ts';
import type { JsonObject, ServerSentEvent } from '../types.ts';

const MESSAGES_REQUEST = { model: 'm', max_tokens: 10, messages: [], stream: true };
const RESPONSES_REQUEST = { model: 'm', input: '', stream: true };

const say = (delta: JsonObject, finish: string | null = null) =>
  chunk({ id: 'c', model: 'm', created: 1, choices: [{ index: 0, delta, finish_reason: finish }] });
const call = (fields: JsonObject) => say({ tool_calls: [fields] });
const DONE = chunk('[DONE]');

function toMessages(events: readonly ServerSentEvent[]): readonly ServerSentEvent[] {
  return translateAll(translationOf('messages', 'chat', MESSAGES_REQUEST).stream(), events);
}

function toResponse(events: readonly ServerSentEvent[]): readonly ServerSentEvent[] {
  return translateAll(translationOf('responses', 'chat', RESPONSES_REQUEST).stream(), events);
}

function toChat(events: readonly ServerSentEvent[], request: JsonObject = {}): readonly ServerSentEvent[] {
  return translateAll(translationOf('chat', 'messages', { model: 'm', messages: [], ...request }).stream(), events);
}

async function contentOf(events: readonly ServerSentEvent[]): Promise<unknown> {
  return (await readWithAnthropic(toMessages(events))).content.map((block) => {
    if (block.type === 'tool_use') return [block.id, block.name, block.input];
    return block.type === 'text' ? block.text : block.type;
  });
}

describe('chunks of a chat completion in an unusual order', () => {
  const first = { index: 0, id: 'a', function: { name: 'one', arguments: '' } };
  const second = { index: 1, id: 'b', function: { name: 'two', arguments: '' } };
  const args = (index: number, text: string) => ({ index, function: { arguments: text } });
  const both = [
    ['a', 'one', { x: 1 }],
    ['b', 'two', { y: 2 }],
  ];

  it.each<[string, readonly ServerSentEvent[], unknown]>([
    [
      'pieces of two calls in turn',
      [
        call(first),
        call(second),
        call(args(0, '{"x"')),
        call(args(1, '{"y":')),
        call(args(0, ':1}')),
        call(args(1, '2}')),
      ],
      both,
    ],
    [
      'two calls in one chunk',
      [
        say({
          tool_calls: [
            { ...first, function: { name: 'one', arguments: '{"x":1}' } },
            { ...second, function: { name: 'two', arguments: '{"y":2}' } },
          ],
        }),
      ],
      both,
    ],
    [
      'calls without an index',
      [
        call({ id: 'a', function: { name: 'one', arguments: '{"x":' } }),
        call({ function: { arguments: '1}' } }),
        call({ id: 'b', function: { name: 'two', arguments: '{"y":2}' } }),
      ],
      both,
    ],
    [
      'calls that all have index 0',
      [
        call({ index: 0, id: 'a', function: { name: 'one', arguments: '{"x":1}' } }),
        call({ index: 0, id: 'b', function: { name: 'two', arguments: '{"y":2}' } }),
      ],
      both,
    ],
    [
      'whole calls with neither index nor identifier',
      [
        call({ function: { name: 'one', arguments: '{"x":1}' } }),
        call({ function: { name: 'two', arguments: '{"y":2}' } }),
      ],
      [
        ['call_1', 'one', { x: 1 }],
        ['call_2', 'two', { y: 2 }],
      ],
    ],
    [
      'a name that comes after its arguments',
      [call({ index: 0, id: 'a', function: { arguments: '{"x":1}' } }), call({ index: 0, function: { name: 'one' } })],
      [['a', 'one', { x: 1 }]],
    ],
    [
      'identifier and name repeated in every chunk',
      [
        call({ index: 0, id: 'a', function: { name: 'one', arguments: '{"x":' } }),
        call({ index: 0, id: 'a', function: { name: 'one', arguments: '1}' } }),
      ],
      [['a', 'one', { x: 1 }]],
    ],
    [
      'something for a call that is over',
      [call(first), call(args(0, '{"x":1}')), call(second), call(args(1, '{"y":2}')), call(args(0, ' '))],
      both,
    ],
    ['a call without arguments', [call(first)], [['a', 'one', {}]]],
    [
      'text in the middle of a call',
      [call(first), call(args(0, '{"x":')), say({ content: 'meanwhile' }), call(args(0, '1}'))],
      [['a', 'one', { x: 1 }], 'meanwhile'],
    ],
    [
      'text, a call and text again',
      [say({ content: 'before' }), call(first), call(args(0, '{"x":1}')), say({ content: 'after' })],
      ['before', ['a', 'one', { x: 1 }], 'after'],
    ],
    [
      'reasoning between texts, and empty deltas',
      [
        say({ content: '' }),
        say({}),
        say({ content: 'a', reasoning: null }),
        say({ reasoning: 'hm' }),
        say({ content: 'b' }),
      ],
      ['a', 'thinking', 'b'],
    ],
    ['content that is null', [say({ role: 'assistant', content: null }), say({ content: 'a' })], ['a']],
    [
      'parts of content',
      [
        say({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] }),
        say({ content: [{ type: 'text', text: 'a' }] }),
      ],
      ['thinking', 'a'],
    ],
    [
      'a first chunk without a choice, and other choices',
      [
        chunk({ id: '', model: '', choices: [], prompt_filter_results: [] }),
        chunk({ id: 'c', choices: [{ index: 1, delta: { content: 'other' } }] }),
        say({ content: 'a' }),
      ],
      ['a'],
    ],
  ])('reads %s', async (_, events, content) => {
    expect(await contentOf([...events, say({}, 'stop'), DONE])).toEqual(content);
    const response = await readResponseWithOpenAI(toResponse([...events, say({}, 'stop'), DONE]));
    expect(response.status).toBe('completed');
    const calls = response.output.flatMap((item) => (item.type === 'function_call' ? [item] : []));
    expect(calls.map((item) => [item.call_id, item.name, JSON.parse(item.arguments) as unknown])).toEqual(
      (content as unknown[]).filter((item) => Array.isArray(item)),
    );
  });

  it('streams the arguments of a second call while they come', () => {
    const stream = translationOf('messages', 'chat', MESSAGES_REQUEST).stream();
    [call(first), call(args(0, '{"x":1}')), call(second)].forEach((event) => stream.push(event));
    expect(bodiesOf(stream.push(call(args(1, '{"y"'))))).toEqual([
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"y"' } },
    ]);
  });

  it('says tool_use where the server only says stop', async () => {
    const message = await readWithAnthropic(toMessages([call(first), say({}, 'stop'), DONE]));
    expect(message.stop_reason).toBe('tool_use');
  });

  it('tells a stop sequence where the server does', async () => {
    const end = chunk({ id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop', stop_reason: '###' }] });
    const message = await readWithAnthropic(toMessages([say({ content: 'a' }), end, DONE]));
    expect([message.stop_reason, message.stop_sequence]).toEqual(['stop_sequence', '###']);
  });

  it('tells a refusal as text and stop reason, and as a refusal', async () => {
    const events = [say({ refusal: 'I can' }), say({ refusal: 'not.' }), say({}, 'stop'), DONE];
    const message = await readWithAnthropic(toMessages(events));
    expect(message.content).toMatchObject([{ type: 'text', text: 'I cannot.' }]);
    expect([message.stop_reason, message.stop_details?.explanation]).toEqual(['refusal', 'I cannot.']);
    const response = await readResponseWithOpenAI(toResponse(events));
    expect(response.output).toMatchObject([{ content: [{ type: 'refusal', refusal: 'I cannot.' }] }]);
  });

  it('tells a filter as content_filter', async () => {
    const response = await readResponseWithOpenAI(toResponse([say({ content: 'a' }), say({}, 'content_filter'), DONE]));
    expect([response.status, response.incomplete_details]).toEqual(['incomplete', { reason: 'content_filter' }]);
    expect(response.output).toMatchObject([{ status: 'incomplete' }]);
  });

  it('takes the usage from the chunk with the finish or from one of its own', async () => {
    const usage = { prompt_tokens: 7, completion_tokens: 2, prompt_cache_hit_tokens: 3 };
    const finish = { id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
    for (const events of [
      [chunk({ ...finish, usage }), DONE],
      [chunk({ ...finish, usage: null }), chunk({ id: 'c', choices: [], usage }), DONE],
      [chunk({ ...finish, usage })],
    ]) {
      const message = await readWithAnthropic(toMessages(events));
      expect(message.usage).toMatchObject({ input_tokens: 4, cache_read_input_tokens: 3, output_tokens: 2 });
    }
  });

  it('never counts less than nothing where a server tells cached tokens beside the others', async () => {
    const usage = { prompt_tokens: 2, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 9 } };
    const message = await readWithAnthropic(
      toMessages([chunk({ id: 'c', choices: [], usage }), say({}, 'stop'), DONE]),
    );
    expect(message.usage).toMatchObject({ input_tokens: 0, cache_read_input_tokens: 9 });
  });

  it('passes annotations and probabilities of tokens on to a response', async () => {
    const citation = { start_index: 0, end_index: 1, url: 'https://a.example/', title: 'A' };
    const logprobs = { content: [{ token: 'a', logprob: -0.5, bytes: null, top_logprobs: [] }] };
    const events = toResponse([
      chunk({ id: 'c', choices: [{ index: 0, delta: { content: 'a' }, logprobs }] }),
      say({ annotations: [{ type: 'url_citation', url_citation: citation }] }),
      say({}, 'stop'),
      DONE,
    ]);
    const response = await readResponseWithOpenAI(events);
    expect(response.output).toMatchObject([
      { content: [{ annotations: [{ type: 'url_citation', ...citation }], logprobs: logprobs.content }] },
    ]);
    expect(events.map(({ event }) => event)).toContain('response.output_text.annotation.added');
  });

  it.each<[string, ServerSentEvent, JsonObject]>([
    [
      'an error object',
      chunk({ error: { message: 'Slow down.', type: 'requests', code: 'rate_limit_exceeded' } }),
      { type: 'rate_limit_error', message: 'Slow down.' },
    ],
    ['an error event', { event: 'error', data: '{"message":"No."}' }, { type: 'api_error', message: 'No.' }],
    [
      'an error in the choice',
      chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'error', error: { code: 502, message: 'Down.' } }] }),
      { type: 'api_error', message: 'Down.' },
    ],
    ['an error as text', chunk({ error: 'No.' }), { type: 'api_error', message: 'No.' }],
    ['a chunk that is no JSON', chunk('{"choices": ['), { type: 'api_error', code: 'provider_error' }],
    ['the end mark without a finish', DONE, { type: 'api_error', code: 'provider_error' }],
  ])('ends in an error after %s', async (_, event, error) => {
    const events = toMessages([say({ content: 'a' }), event, say({ content: 'b' }, 'stop'), DONE]);
    expect(events.at(-1)?.event).toBe('error');
    expect(bodiesOf(events).at(-1)).toMatchObject({ type: 'error', error });
    expect(events.filter((item) => item.event === 'error')).toHaveLength(1);
    await expect(readWithAnthropic(events)).rejects.toThrow();
    const response = await readResponseWithOpenAI(toResponse([say({ content: 'a' }), event]));
    expect(response.status).toBe('failed');
    expect(response.output).toMatchObject([{ status: 'incomplete', content: [{ text: 'a' }] }]);
  });
});

describe('the events of a streamed response', () => {
  it('come in the order of the reference', () => {
    const events = toResponse([
      say({ reasoning_content: 'hm' }),
      say({ content: 'Hel' }),
      say({ content: 'lo' }),
      call({ index: 0, id: 'a', function: { name: 'one', arguments: '{}' } }),
      say({}, 'tool_calls'),
      DONE,
    ]);
    expect(events.map(({ event }) => event?.replace('response.', ''))).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'content_part.added',
      'reasoning_text.delta',
      'reasoning_text.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'function_call_arguments.delta',
      'function_call_arguments.done',
      'output_item.done',
      'completed',
    ]);
  });

  it('say a failure on this side, at any time', () => {
    const failure = { type: 'api_error', code: 'provider_error', message: 'Broken.' } as const;
    const translation = translationOf('responses', 'chat', RESPONSES_REQUEST);
    expect(bodiesOf(translation.stream().fail(failure))).toMatchObject([
      { type: 'response.created', sequence_number: 0 },
      { type: 'response.in_progress', sequence_number: 1 },
      {
        type: 'response.failed',
        sequence_number: 2,
        response: { status: 'failed', error: { code: 'server_error', message: 'Broken.' } },
      },
    ]);
    const late = translation.stream();
    late.push(say({ content: 'a' }, 'stop'));
    late.push(DONE);
    expect([late.fail(failure), late.end(), late.push(say({ content: 'b' }))]).toEqual([[], [], []]);
  });
});

describe('a failure on this side', () => {
  const failure = { type: 'rate_limit_error', code: 'rate_limit_exceeded', message: 'Slow down.' } as const;
  const asChat = {
    error: { message: 'Slow down.', type: 'rate_limit_error', code: 'rate_limit_exceeded', param: null },
  };
  const asMessages = {
    type: 'error',
    error: { type: 'rate_limit_error', message: 'Slow down.', code: 'rate_limit_exceeded' },
  };

  it.each([
    ['chat', 'chat', asChat],
    ['chat', 'messages', asChat],
    ['messages', 'messages', asMessages],
    ['messages', 'chat', asMessages],
  ] as const)('is said to %s clients of %s providers, once', (client, provider, body) => {
    const stream = translationOf(client, provider, MESSAGES_REQUEST).stream();
    expect(bodiesOf(stream.fail(failure))).toEqual([body]);
    expect([stream.fail(failure), stream.end(), stream.push(DONE)]).toEqual([[], [], []]);
  });
});

describe('events of a message in an unusual order', () => {
  const start = named({ type: 'message_start', message: { id: 'msg_1', model: 'm', usage: { input_tokens: 3 } } });
  const block = (index: number, content: JsonObject) =>
    named({ type: 'content_block_start', index, content_block: content });
  const delta = (index: number, fields: JsonObject) => named({ type: 'content_block_delta', index, delta: fields });
  const stop = (index: number) => named({ type: 'content_block_stop', index });
  const end = (reason: string, details: JsonObject = {}) => [
    named({ type: 'message_delta', delta: { stop_reason: reason, ...details }, usage: { output_tokens: 2 } }),
    named({ type: 'message_stop' }),
  ];

  it.each<[string, readonly ServerSentEvent[], JsonObject]>([
    [
      'input that came whole with its beginning',
      [start, block(0, { type: 'tool_use', id: 't', name: 'one', input: { x: 1 } }), stop(0), ...end('tool_use')],
      { tool_calls: [{ id: 't', function: { name: 'one', arguments: '{"x":1}' } }] },
    ],
    [
      'a tool without input',
      [start, block(0, { type: 'tool_use', id: 't', name: 'one', input: {} }), stop(0), ...end('tool_use')],
      { tool_calls: [{ id: 't', function: { name: 'one', arguments: '{}' } }] },
    ],
    [
      'blocks that are not ended',
      [
        start,
        block(0, { type: 'text', text: 'a' }),
        block(1, { type: 'tool_use', id: 't', name: 'one', input: {} }),
        delta(1, { type: 'input_json_delta', partial_json: '{"x":1}' }),
        ...end('tool_use'),
      ],
      { content: 'a', tool_calls: [{ function: { arguments: '{"x":1}' } }] },
    ],
    [
      'pings, blocks of tools at the provider and events that nobody knows',
      [
        start,
        named({ type: 'ping' }),
        block(0, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }),
        delta(0, { type: 'input_json_delta', partial_json: '{"query":"x"}' }),
        stop(0),
        named({ type: 'content_block_sparkle', index: 0 }),
        block(1, { type: 'text', text: '' }),
        delta(1, { type: 'text_delta', text: 'a' }),
        delta(1, { type: 'citations_delta', citation: {} }),
        stop(1),
        ...end('end_turn'),
      ],
      { content: 'a' },
    ],
  ])('reads %s', async (_, events, message) => {
    const completion = await readWithOpenAI(toChat(events));
    expect(completion.choices[0]?.message).toMatchObject(message);
  });

  it('keeps thinking with its signature in the extension field, all of it in the last one', async () => {
    const completion = await readWithOpenAI(
      toChat([
        start,
        block(0, { type: 'thinking', thinking: '', signature: '' }),
        delta(0, { type: 'thinking_delta', thinking: 'h' }),
        delta(0, { type: 'thinking_delta', thinking: 'm' }),
        delta(0, { type: 'signature_delta', signature: 's1' }),
        stop(0),
        block(1, { type: 'redacted_thinking', data: 'd2' }),
        stop(1),
        block(2, { type: 'text', text: '' }),
        delta(2, { type: 'text_delta', text: 'a' }),
        stop(2),
        ...end('end_turn'),
      ]),
    );
    expect(completion.choices[0]?.message).toMatchObject({
      content: 'a',
      thinking_blocks: [
        { type: 'thinking', thinking: 'hm', signature: 's1' },
        { type: 'redacted_thinking', data: 'd2' },
      ],
    });
  });

  it('tells usage only to clients that ask for it', () => {
    const events = [start, ...end('end_turn')];
    const isUsage = (body: unknown) => (body as JsonObject)['usage'] !== undefined;
    expect(bodiesOf(toChat(events)).some(isUsage)).toBe(false);
    const asked = bodiesOf(toChat(events, { stream_options: { include_usage: true } }));
    expect(asked.map((body) => (body as JsonObject)['usage'])).toMatchObject([
      null,
      null,
      { prompt_tokens: 3 },
      undefined,
    ]);
    expect(asked.at(-2)).toMatchObject({ choices: [], usage: { completion_tokens: 2, total_tokens: 5 } });
  });

  it.each([
    ['end_turn', 'stop'],
    ['pause_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['tool_use', 'tool_calls'],
    ['refusal', 'content_filter'],
  ])('says %s as %s', async (reason, finish) => {
    const completion = await readWithOpenAI(toChat([start, ...end(reason)]));
    expect(completion.choices[0]?.finish_reason).toBe(finish);
  });

  it('tells what the provider says about a refusal', async () => {
    const details = { stop_details: { type: 'refusal', category: null, explanation: 'Not that.' } };
    const completion = await readWithOpenAI(toChat([start, ...end('refusal', details)]));
    expect(completion.choices[0]?.message.refusal).toBe('Not that.');
  });

  it.each<[string, ServerSentEvent, JsonObject]>([
    [
      'an overloaded provider',
      named({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
      { type: 'api_error', code: 'service_unavailable', message: 'Overloaded' },
    ],
    [
      'a provider that refuses its key',
      named({ type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } }),
      { type: 'api_error', code: 'provider_error' },
    ],
    ['an event that is no JSON', { event: 'content_block_delta', data: '{' }, { code: 'provider_error' }],
    ['an end without a reason', named({ type: 'message_stop' }), { code: 'provider_error' }],
  ])('ends in an error after %s', async (_, event, error) => {
    const events = toChat([start, event, ...end('end_turn')]);
    expect(bodiesOf(events).at(-1)).toMatchObject({ error });
    await expect(readWithOpenAI(events)).rejects.toThrow();
  });
});

describe('equal protocols', () => {
  it('pass every event as it is', () => {
    const odd = [
      chunk({ id: 'c', choices: [{ index: 0, delta: { sparkle: '"finish_reason":"x"' } }], own: 1 }),
      say({ content: 'a' }, 'stop'),
      chunk({ id: 'c', choices: [], usage: {} }),
      DONE,
    ];
    expect(translateAll(translationOf('chat', 'chat', {}).stream(), odd)).toEqual(odd);
    const message = [
      named({ type: 'message_start', own: 1 }),
      named({ type: 'ping' }),
      named({ type: 'message_stop' }),
    ];
    expect(translateAll(translationOf('messages', 'messages', {}).stream(), message)).toEqual(message);
  });

  it('pass the error of a provider once', () => {
    const chatError = chunk({ error: { message: 'No.' } });
    expect(translateAll(translationOf('chat', 'chat', {}).stream(), [chatError])).toEqual([chatError]);
    const messagesError = named({ type: 'error', error: { type: 'overloaded_error', message: 'Busy' } });
    expect(translateAll(translationOf('messages', 'messages', {}).stream(), [messagesError])).toEqual([messagesError]);
  });

  it('do not take an error that is null for one', () => {
    const events = [chunk({ error: null, choices: [{ index: 0, delta: { content: 'a' } }] }), say({}, 'stop'), DONE];
    expect(translateAll(translationOf('chat', 'chat', {}).stream(), events)).toEqual(events);
  });

  it('do not take a finish in a text for the end', () => {
    const quoting = say({ content: 'He wrote {"finish_reason": "stop"} and "type":"message_stop".' });
    const events = translateAll(translationOf('chat', 'chat', {}).stream(), [quoting]);
    expect(bodiesOf(events).at(-1)).toMatchObject({ error: { code: 'provider_error' } });
  });

  it('leave bodies as they are', () => {
    const body = { model: 'm', own: { field: 1 } };
    for (const protocol of ['chat', 'messages'] as const) {
      const translation = translationOf(protocol, protocol, {});
      expect(translation.request(body)).toBe(body);
      expect(translation.answer(body)).toBe(body);
    }
  });
});
