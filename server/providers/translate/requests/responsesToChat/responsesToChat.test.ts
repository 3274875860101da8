import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../core/errors.ts';
import { sealThinking } from '../../common/reasoning.ts';
import type { JsonObject } from '../../../json.ts';
import type { ProviderProtocol } from '../../../types.ts';
import { responsesToMessages } from '../responsesToMessages.ts';
import { responsesToChat } from './responsesToChat.ts';

const MODEL = 'mistral-large';
const user = (content: unknown): JsonObject => ({ role: 'user', content }) as JsonObject;

function translate(fields: JsonObject, provider: ProviderProtocol = 'chat'): JsonObject {
  return responsesToChat({ model: MODEL, input: 'Hi', ...fields }, provider);
}

function messagesOf(input: readonly JsonObject[], provider: ProviderProtocol = 'chat'): unknown {
  return translate({ input }, provider)['messages'];
}

function refusalOf(fields: JsonObject): unknown {
  try {
    translate(fields);
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.fields?.['param']];
    throw error;
  }
  return null;
}

describe('input', () => {
  it('may be a text', () => {
    expect(translate({ instructions: 'Be brief.' })).toEqual({
      model: MODEL,
      messages: [{ role: 'system', content: 'Be brief.' }, user('Hi')],
    });
  });

  it('may be messages of all kinds', () => {
    const input = [
      { role: 'developer', content: 'Be brief.' },
      { type: 'message', role: 'system', content: [{ type: 'input_text', text: 'Be kind.' }] },
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'See:' },
          { type: 'input_image', image_url: 'https://a.example/b.png', detail: 'low' },
          { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' },
        ],
      },
      {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Seen.', annotations: [{ type: 'url_citation' }] }],
      },
      { role: 'assistant', content: [{ type: 'refusal', refusal: ' No more.' }] },
      { role: 'user', content: 'Why?' },
    ];
    expect(messagesOf(input)).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'system', content: 'Be kind.' },
      user([
        { type: 'text', text: 'See:' },
        { type: 'image_url', image_url: { url: 'https://a.example/b.png', detail: 'low' } },
        { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
      ]),
      { role: 'assistant', content: 'Seen. No more.' },
      user('Why?'),
    ]);
  });

  const call = (id: string) => ({
    type: 'function_call',
    id: `fc_${id}`,
    call_id: id,
    name: 'look',
    arguments: '{"x":1}',
  });
  const called = (id: string) => ({ id, type: 'function', function: { name: 'look', arguments: '{"x":1}' } });
  const output = (id: string, value: unknown): JsonObject =>
    ({ type: 'function_call_output', call_id: id, output: value }) as JsonObject;
  const image = { type: 'input_image', image_url: 'data:image/png;base64,AA==', detail: 'auto' };

  it('makes one message of text and calls that belong together', () => {
    const input = [
      user('Hi'),
      { role: 'assistant', content: [{ type: 'output_text', text: 'Let me look.' }] },
      call('a'),
      call('b'),
      output('a', 'found'),
      output('b', [{ type: 'input_text', text: 'seen' }]),
      call('c'),
      output('c', ''),
    ];
    expect(messagesOf(input)).toEqual([
      user('Hi'),
      { role: 'assistant', content: 'Let me look.', tool_calls: [called('a'), called('b')] },
      { role: 'tool', tool_call_id: 'a', content: 'found' },
      { role: 'tool', tool_call_id: 'b', content: 'seen' },
      { role: 'assistant', content: null, tool_calls: [called('c')] },
      { role: 'tool', tool_call_id: 'c', content: '' },
    ]);
  });

  it('shows images of tools in the result where that is possible, else in the next message', () => {
    const input = [call('a'), call('b'), output('a', [image]), output('b', 'x')];
    expect(messagesOf(input, 'messages')).toMatchObject([
      { tool_calls: [{}, {}] },
      { role: 'tool', content: [{ type: 'image_url' }] },
      { role: 'tool', content: 'x' },
    ]);
    const shown = [{ type: 'text' }, { type: 'image_url' }];
    expect(messagesOf(input)).toMatchObject([{}, { role: 'tool' }, { role: 'tool' }, { role: 'user', content: shown }]);
    expect(messagesOf([...input, user('And?')])).toMatchObject([
      {},
      { role: 'tool' },
      { role: 'tool' },
      { role: 'user', content: [...shown, { type: 'text', text: 'And?' }] },
    ]);
    expect(messagesOf([...input, call('c')])).toMatchObject([{}, {}, {}, { role: 'user' }, { role: 'assistant' }]);
  });

  it('gives reasoning to the provider that it came from', () => {
    const reasoning = (block: JsonObject) => ({
      type: 'reasoning',
      summary: [],
      encrypted_content: sealThinking(block),
    });
    const own = { type: 'thinking', thinking: 'hm', signature: 's' };
    const redacted = { type: 'redacted_thinking', data: 'd' };
    const other = { type: 'thinking', thinking: 'ho', signature: 'chat:reasoning_content' };
    const input = [user('Hi'), reasoning(own), reasoning(redacted), reasoning(other), call('a'), output('a', 'x')];
    expect(messagesOf(input, 'messages')).toMatchObject([
      {},
      { role: 'assistant', thinking_blocks: [own, redacted], tool_calls: [called('a')] },
      {},
    ]);
    expect(messagesOf(input)).toEqual([
      user('Hi'),
      { role: 'assistant', content: null, reasoning_content: 'ho', tool_calls: [called('a')] },
      { role: 'tool', tool_call_id: 'a', content: 'x' },
    ]);
    expect((messagesOf([...input, user('And?')]) as JsonObject[])[1]).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [called('a')],
    });
    expect(messagesOf([user('Hi'), reasoning(own), { type: 'reasoning', encrypted_content: 'gAAAA' }])).toEqual([
      user('Hi'),
    ]);
  });

  it.each<[unknown, string, string]>([
    [{ type: 'item_reference', id: 'rs_1' }, 'invalid_request', 'input[0].id'],
    [{ type: 'web_search_call', id: 'ws_1' }, 'invalid_request', 'input[0].type'],
    ['Hi', 'invalid_request', 'input[0]'],
    [{ role: 'critic', content: '' }, 'invalid_request', 'input[0].role'],
    [user([{ type: 'input_audio' }]), 'invalid_request', 'input[0].content[0].type'],
    [user([{ type: 'input_image', file_id: 'f' }]), 'image_not_supported', 'input[0].content[0]'],
    [user([{ type: 'input_file', file_url: 'https://a.example/' }]), 'file_not_supported', 'input[0].content[0]'],
  ])('refuses %j', (item, code, param) => {
    expect(refusalOf({ input: [item] } as JsonObject)).toEqual([code, param]);
  });
});

describe('tools', () => {
  const parameters = { type: 'object', properties: {} };
  const tools = [{ type: 'function', name: 'one', description: 'First.', parameters, strict: true }];

  it.each<[unknown, unknown]>([
    ['auto', 'auto'],
    ['required', 'required'],
    [
      { type: 'function', name: 'one' },
      { type: 'function', function: { name: 'one' } },
    ],
    [
      { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'one' }] },
      {
        type: 'allowed_tools',
        allowed_tools: { mode: 'required', tools: [{ type: 'function', function: { name: 'one' } }] },
      },
    ],
  ])('are defined and chosen: %j', (choice, chosen) => {
    const translated = translate({ tools, tool_choice: choice, parallel_tool_calls: false } as JsonObject);
    expect(translated).toMatchObject({
      tools: [{ type: 'function', function: { name: 'one', description: 'First.', parameters, strict: true } }],
      tool_choice: chosen,
      parallel_tool_calls: false,
    });
  });

  it.each(['web_search', 'file_search', 'code_interpreter', 'mcp', 'custom'])('of type %s are refused', (type) => {
    expect(refusalOf({ tools: [...tools, { type }] })).toEqual(['invalid_request', 'tools[1].type']);
    expect(refusalOf({ tools, tool_choice: { type } })).toEqual(['invalid_request', 'tool_choice.type']);
  });
});

describe('parameters', () => {
  const schema = { type: 'object', properties: {} };

  it.each<[JsonObject, JsonObject]>([
    [
      { max_output_tokens: 9, temperature: 0.3, top_p: 0.8 },
      { max_tokens: 9, temperature: 0.3, top_p: 0.8 },
    ],
    [{ stream: true }, { stream: true, stream_options: { include_usage: true } }],
    [{ reasoning: { effort: 'low', summary: 'auto' } }, { reasoning_effort: 'low' }],
    [{ text: { format: { type: 'text' }, verbosity: 'low' } }, { verbosity: 'low' }],
    [{ text: { format: { type: 'json_object' } } }, { response_format: { type: 'json_object' } }],
    [
      { text: { format: { type: 'json_schema', name: 'a', schema, strict: true } } },
      { response_format: { type: 'json_schema', json_schema: { name: 'a', schema, strict: true } } },
    ],
    [{ top_logprobs: 3 }, { logprobs: true, top_logprobs: 3 }],
    [{ include: ['message.output_text.logprobs'] }, { logprobs: true, top_logprobs: 0 }],
    [
      { user: 'u', safety_identifier: 's', prompt_cache_key: 'k' },
      { user: 'u', safety_identifier: 's', prompt_cache_key: 'k' },
    ],
    [{ store: false, previous_response_id: null, metadata: { a: 'b' }, truncation: 'auto', background: false }, {}],
  ])('translate %j', (fields, translated) => {
    expect(translate(fields)).toEqual({ ...translate({}), ...translated });
  });

  it.each([{ background: true }, { conversation: 'conv_1' }, { prompt: { id: 'pmpt_1' } }])('refuse %j', (fields) => {
    expect(refusalOf(fields)).toEqual(['invalid_request', Object.keys(fields)[0]]);
  });
});

it('names the client’s own parameter where only messages cannot say something', () => {
  const param = (fields: JsonObject): unknown => {
    try {
      return responsesToMessages({ model: MODEL, input: 'Hi', ...fields });
    } catch (error) {
      return error instanceof AppError ? [error.code, error.fields?.['param']] : error;
    }
  };
  const tiff = { type: 'input_image', image_url: 'data:image/tiff;base64,AA==' };
  expect(param({ input: [user([tiff])] })).toEqual(['image_not_supported', 'input']);
  expect(param({ top_logprobs: 2 })).toEqual(['invalid_request', 'top_logprobs']);
});
