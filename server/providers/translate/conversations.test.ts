import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodiesOf, chunk, fixedContext } from '../../../test/helpers/translation.ts';
import { ProviderError, type JsonObject } from '../types.ts';
import { createTranslation } from './createTranslation.ts';
import { chatToMessages } from './requests/chatToMessages/chatToMessages.ts';
import { messagesToChat } from './requests/messagesToChat/messagesToChat.ts';
import { itemReferencesOf, responseItemsOf, withStoredItems } from './storedItems.ts';

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const image = fc.base64String({ minLength: 4, maxLength: 12 }).map((data) => ({
  type: 'image_url',
  image_url: { url: `data:image/png;base64,${data}` },
}));
const content = fc.oneof(
  text,
  fc.array(
    fc.oneof(
      text.map((value) => ({ type: 'text', text: value })),
      image,
    ),
    { minLength: 2, maxLength: 4 },
  ),
);
const call = fc.record({
  id: fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/),
  type: fc.constant('function'),
  function: fc.record({
    name: fc.stringMatching(/^[a-z]{1,8}$/),
    arguments: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.jsonValue()).map((value) => JSON.stringify(value)),
  }),
});

/** Turns in which the speakers alternate, as both protocols keep them. */
const exchange = fc
  .record({
    user: content,
    said: text,
    calls: fc.uniqueArray(call, { maxLength: 3, selector: ({ id }) => id }),
    results: fc.array(text, { minLength: 3, maxLength: 3 }),
    closing: text,
  })
  .map(({ user, said, calls, results, closing }): JsonObject[] => [
    { role: 'user', content: user },
    ...(calls.length === 0
      ? []
      : [
          { role: 'assistant', content: said, tool_calls: calls },
          ...calls.map(({ id }, index) => ({ role: 'tool', tool_call_id: id, content: results[index] ?? '' })),
        ]),
    { role: 'assistant', content: closing },
  ]);

describe('chat to messages and back', () => {
  it('keeps roles, texts, images, calls and identifiers', () => {
    fc.assert(
      fc.property(text, fc.array(exchange, { minLength: 1, maxLength: 4 }), (system, exchanges) => {
        const messages = [{ role: 'system', content: system }, ...exchanges.flat()];
        const there = chatToMessages({ model: 'claude-opus-5', messages });
        expect(messagesToChat(there)['messages']).toEqual(messages);
      }),
    );
  });

  it('keeps tools, their choice and the form of the output', () => {
    const parameters = {
      type: 'object',
      properties: { x: { type: 'string' } },
      required: ['x'],
      additionalProperties: false,
    };
    const request = {
      model: 'claude-opus-4-6',
      messages: [{ role: 'user', content: 'Hi' }],
      tools: [{ type: 'function', function: { name: 'one', description: 'First.', parameters, strict: true } }],
      tool_choice: 'required',
      parallel_tool_calls: false,
      max_tokens: 7,
      temperature: 0.5,
      stop: ['END'],
      user: 'u',
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: parameters, strict: true } },
    };
    expect(messagesToChat(chatToMessages(request))).toEqual(request);
  });
});

describe('a conversation with tools and thinking', () => {
  const thinking = { type: 'thinking', thinking: 'I should look.', signature: 'c2ln' };
  const use = { type: 'tool_use', id: 'toolu_1', name: 'look', input: { x: 1 } };
  const answer = {
    id: 'msg_1',
    model: 'claude-opus-5',
    content: [thinking, { type: 'redacted_thinking', data: 'ZGF0YQ' }, { type: 'text', text: 'One moment.' }, use],
    stop_reason: 'tool_use',
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  const expected = [
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: answer.content },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Found.' }] },
  ];

  it('goes on over chat completions when the client returns the message as it was', () => {
    const translation = createTranslation('chat', 'messages', fixedContext());
    const first = { model: 'claude-opus-5', messages: [{ role: 'user', content: 'Look.' }] };
    translation.request(first);
    const [choice] = translation.answer(answer)['choices'] as unknown as [{ message: JsonObject }];
    expect(choice.message).toMatchObject({ reasoning_content: 'I should look.', content: 'One moment.' });
    const result = { role: 'tool', tool_call_id: 'toolu_1', content: 'Found.' };
    const next = translation.request({ ...first, messages: [...first.messages, choice.message, result] });
    expect(next['messages']).toEqual(expected);
  });

  it('goes on over responses, from stored items as from the client’s own', () => {
    const translation = createTranslation('responses', 'messages', fixedContext());
    const first = { model: 'claude-opus-5', input: 'Look.', instructions: 'Be brief.' };
    translation.request(first);
    const response = translation.answer(answer);
    const result = { type: 'function_call_output', call_id: 'toolu_1', output: 'Found.' };
    const stored = responseItemsOf(first, response);
    const byId = new Map(stored.map((item) => [item['id'] as string, item]));
    const next = { model: 'claude-opus-5', input: [result] };
    const continued = withStoredItems(next, { previous: stored, byId: new Map() });
    expect(translation.request(continued)['messages']).toEqual(expected);

    const references = (response['output'] as JsonObject[]).map(({ id }) => ({ type: 'item_reference', id }));
    const referring = { model: 'claude-opus-5', input: [{ role: 'user', content: 'Look.' }, ...references, result] };
    expect(itemReferencesOf(referring)).toEqual(references.map(({ id }) => id));
    expect(translation.request(withStoredItems(referring, { previous: [], byId }))['messages']).toEqual(expected);
  });

  it('gives a server its own reasoning back over messages', () => {
    const translation = createTranslation('messages', 'chat', fixedContext());
    const first = { model: 'deepseek-chat', max_tokens: 9, messages: [{ role: 'user', content: 'Look.' }] };
    translation.request(first);
    const called = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"x":1}' } };
    const said = { role: 'assistant', content: null, reasoning_content: 'I should look.', tool_calls: [called] };
    const message = translation.answer({ id: 'c', choices: [{ message: said, finish_reason: 'tool_calls' }] });
    const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'Found.' }] };
    const assistant = { role: 'assistant', content: message['content'] };
    expect(translation.request({ ...first, messages: [...first.messages, assistant, result] })['messages']).toEqual([
      { role: 'user', content: 'Look.' },
      said,
      { role: 'tool', tool_call_id: 'call_1', content: 'Found.' },
    ]);
  });
});

describe('whole answers', () => {
  it('of servers that leave things out are complete', () => {
    const translation = createTranslation('messages', 'chat', fixedContext());
    translation.request({});
    const call = { function: { name: 'look', arguments: '{"x' } };
    expect(translation.answer({ choices: [{ message: { tool_calls: [call] }, finish_reason: 'stop' }] })).toMatchObject(
      {
        id: 'chatcmpl-1',
        type: 'message',
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'call_1', name: 'look', input: { invalid_arguments: '{"x' } }],
        stop_reason: 'tool_use',
        usage: { input_tokens: 0, output_tokens: 0 },
      },
    );
  });

  it('that are none are refused', () => {
    const error = { error: { message: 'Overloaded', code: 502 } };
    for (const [client, provider, body] of [
      ['messages', 'chat', error],
      ['messages', 'chat', { choices: [] }],
      ['responses', 'chat', { choices: [{ ...error, message: {} }] }],
      ['chat', 'messages', { type: 'error', ...error }],
    ] as const) {
      const translation = createTranslation(client, provider, fixedContext());
      expect(() => translation.answer(body)).toThrow(ProviderError);
    }
  });

  it('name tools as the client does, though chat completions take short names only', () => {
    const name = `mcp__${'a'.repeat(90)}`;
    const translation = createTranslation('messages', 'chat', fixedContext());
    const use = { type: 'tool_use', id: 't', name, input: {} };
    const request = translation.request({
      messages: [{ role: 'assistant', content: [use] }],
      tools: [{ name, input_schema: { type: 'object' } }],
      tool_choice: { type: 'tool', name },
    });
    const short = (request['tool_choice'] as unknown as { function: { name: string } }).function.name;
    expect(short).toMatch(/^mcp__a{50}_[0-9a-f]{8}$/);
    expect(request).toMatchObject({
      messages: [{ tool_calls: [{ function: { name: short } }] }],
      tools: [{ function: { name: short } }],
    });
    const call = { index: 0, id: 't', function: { name: short, arguments: '{}' } };
    const answer = translation.answer({ choices: [{ message: { tool_calls: [call] }, finish_reason: 'tool_calls' }] });
    expect(answer['content']).toMatchObject([{ name }]);
    const streamed = translation.stream().push(chunk({ choices: [{ index: 0, delta: { tool_calls: [call] } }] }));
    expect(bodiesOf(streamed)[1]).toMatchObject({ content_block: { name } });
  });

  it('of a response repeat what was asked for', () => {
    const translation = createTranslation('responses', 'chat', fixedContext());
    const request = {
      model: 'm',
      input: 'Hi',
      instructions: 'Be brief.',
      temperature: 0.5,
      metadata: { a: 'b' },
      previous_response_id: 'resp_0',
      store: false,
      text: { verbosity: 'low' },
      tools: [{ type: 'function', name: 'look', parameters: {}, strict: false }],
    };
    translation.request(request);
    const completion = { model: 'm-1', choices: [{ message: { content: 'Hello' }, finish_reason: 'length' }] };
    expect(translation.answer(completion)).toMatchObject({
      id: 'resp_1',
      object: 'response',
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      model: 'm-1',
      instructions: 'Be brief.',
      temperature: 0.5,
      metadata: { a: 'b' },
      previous_response_id: 'resp_0',
      store: false,
      text: { format: { type: 'text' }, verbosity: 'low' },
      tools: request.tools,
      tool_choice: 'auto',
      parallel_tool_calls: true,
      output: [{ type: 'message', status: 'incomplete', content: [{ type: 'output_text', text: 'Hello' }] }],
    });
  });
});
