import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../core/errors.ts';
import type { JsonObject } from '../../../json.ts';
import { messagesToChat } from './messagesToChat.ts';

const MODEL = 'mistral-large';
const user = (content: unknown): JsonObject => ({ role: 'user', content }) as JsonObject;

function translate(fields: JsonObject): JsonObject {
  return messagesToChat({ model: MODEL, max_tokens: 100, messages: [user('Hi')], ...fields });
}

function messagesOf(messages: readonly JsonObject[]): unknown {
  return translate({ messages })['messages'];
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

it('translates the smallest request', () => {
  expect(translate({})).toEqual({ model: MODEL, messages: [user('Hi')], max_tokens: 100 });
});

describe('system prompts', () => {
  it('come first, blocks as parts, without marks of caching', () => {
    const system = [
      { type: 'text', text: 'One.', cache_control: { type: 'ephemeral' } },
      { type: 'text', text: 'Two.' },
    ];
    expect(translate({ system })['messages']).toEqual([
      {
        role: 'system',
        content: [
          { type: 'text', text: 'One.' },
          { type: 'text', text: 'Two.' },
        ],
      },
      user('Hi'),
    ]);
    expect(translate({ system: 'One.' })['messages']).toEqual([{ role: 'system', content: 'One.' }, user('Hi')]);
    expect(translate({ system: '' })['messages']).toEqual([user('Hi')]);
  });

  it('in the middle stay there', () => {
    const messages = [user('Hi'), { role: 'system', content: [{ type: 'text', text: 'Now French.' }] }];
    expect(messagesOf(messages)).toEqual([user('Hi'), { role: 'system', content: 'Now French.' }]);
  });
});

describe('content blocks', () => {
  it.each<[string, JsonObject, unknown]>([
    ['a text', { type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }, 'a'],
    [
      'an image',
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } },
      [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }],
    ],
    [
      'an image elsewhere',
      { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } },
      [{ type: 'image_url', image_url: { url: 'https://a.example/b.png' } }],
    ],
    [
      'a PDF',
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' }, title: 'a.pdf' },
      [{ type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } }],
    ],
    [
      'a text document',
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a' }, title: 'T' },
      'T\n\na',
    ],
    [
      'a document of blocks',
      {
        type: 'document',
        source: {
          type: 'content',
          content: [
            { type: 'text', text: 'a' },
            { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } },
          ],
        },
      },
      [
        { type: 'text', text: 'a' },
        { type: 'image_url', image_url: { url: 'https://a.example/b.png' } },
      ],
    ],
    [
      'a search result',
      { type: 'search_result', title: 'T', source: 'S', content: [{ type: 'text', text: 'a' }] },
      'T\nS\na',
    ],
  ])('translate %s', (_, block, content) => {
    expect(messagesOf([user([block])])).toEqual([user(content)]);
  });

  it.each<[JsonObject, string, string]>([
    [{ type: 'image', source: { type: 'file', file_id: 'f' } }, 'image_not_supported', 'source.type'],
    [{ type: 'document', source: { type: 'file', file_id: 'f' } }, 'file_not_supported', 'source.type'],
    [{ type: 'document', source: { type: 'url', url: 'https://a.example/' } }, 'file_not_supported', 'source.type'],
    [{ type: 'container_upload', file_id: 'f' }, 'invalid_request', 'type'],
  ])('refuse %j', (block, code, field) => {
    expect(refusalOf({ messages: [user([block])] })).toEqual([code, `messages.0.content.0.${field}`]);
  });
});

describe('tools', () => {
  const use = (id: string) => ({ type: 'tool_use', id, name: 'look', input: { x: 1 }, caller: { type: 'direct' } });
  const call = (id: string) => ({ id, type: 'function', function: { name: 'look', arguments: '{"x":1}' } });
  const image = { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } };

  it('are called and answered one by one', () => {
    const messages = [
      user('Hi'),
      {
        role: 'assistant',
        content: [{ type: 'text', text: 'Let me ' }, { type: 'text', text: 'look.' }, use('a'), use('b')],
      },
      user([
        { type: 'tool_result', tool_use_id: 'a', content: 'found' },
        { type: 'tool_result', tool_use_id: 'b', content: [{ type: 'text', text: 'seen' }], is_error: true },
        { type: 'text', text: 'And?' },
      ]),
      { role: 'assistant', content: [use('c')] },
      user([{ type: 'tool_result', tool_use_id: 'c' }]),
    ];
    expect(messagesOf(messages)).toEqual([
      user('Hi'),
      { role: 'assistant', content: 'Let me look.', tool_calls: [call('a'), call('b')] },
      { role: 'tool', tool_call_id: 'a', content: 'found' },
      { role: 'tool', tool_call_id: 'b', content: 'seen' },
      user('And?'),
      { role: 'assistant', content: null, tool_calls: [call('c')] },
      { role: 'tool', tool_call_id: 'c', content: '' },
    ]);
  });

  it('show their images in the message after all results', () => {
    const results = user([
      { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'seen' }, image] },
      { type: 'tool_result', tool_use_id: 'b', content: 'found' },
    ]);
    expect(messagesOf([{ role: 'assistant', content: [use('a'), use('b')] }, results])).toMatchObject([
      {},
      { role: 'tool', tool_call_id: 'a', content: [{ text: 'seen' }, { type: 'text' }] },
      { role: 'tool', tool_call_id: 'b', content: 'found' },
      {
        role: 'user',
        content: [{ type: 'text' }, { type: 'image_url', image_url: { url: 'https://a.example/b.png' } }],
      },
    ]);
  });

  it('are defined as functions, strict only where the schema allows it', () => {
    const closed = {
      type: 'object',
      properties: { x: { type: 'string' } },
      required: ['x'],
      additionalProperties: false,
    };
    const tools = [
      { name: 'one', description: 'First.', input_schema: closed, strict: true, cache_control: { type: 'ephemeral' } },
      { type: 'custom', name: 'two', input_schema: { ...closed, required: [] }, strict: true },
    ];
    expect(translate({ tools })['tools']).toEqual([
      { type: 'function', function: { name: 'one', description: 'First.', parameters: closed, strict: true } },
      { type: 'function', function: { name: 'two', parameters: { ...closed, required: [] } } },
    ]);
  });

  it.each<[JsonObject | undefined, JsonObject]>([
    [undefined, {}],
    [{ type: 'auto' }, { tool_choice: 'auto' }],
    [{ type: 'any' }, { tool_choice: 'required' }],
    [{ type: 'none' }, { tool_choice: 'none' }],
    [{ type: 'tool', name: 'one' }, { tool_choice: { type: 'function', function: { name: 'one' } } }],
    [
      { type: 'auto', disable_parallel_tool_use: true },
      { tool_choice: 'auto', parallel_tool_calls: false },
    ],
  ])('are chosen: %j', (choice, fields) => {
    const tools = [{ name: 'one', input_schema: { type: 'object' } }];
    const { tool_choice: chosen, parallel_tool_calls: parallel } = translate({ tools, tool_choice: choice });
    expect({ tool_choice: chosen, parallel_tool_calls: parallel }).toEqual(fields);
    expect(translate({ tool_choice: choice })['tool_choice']).toBeUndefined();
  });

  it.each(['web_search_20260318', 'bash_20250124', 'text_editor_20250728'])('of type %s are refused', (type) => {
    expect(refusalOf({ tools: [{ type, name: 'x' }] })).toEqual(['invalid_request', 'tools.0.type']);
  });
});

describe('thinking', () => {
  const thinking = (text: string, signature: string) => ({ type: 'thinking', thinking: text, signature });
  const use = { type: 'tool_use', id: 'a', name: 'look', input: {} };
  const result = user([{ type: 'tool_result', tool_use_id: 'a', content: 'x' }]);

  it('of the server’s own model goes back to it while tools are called, in its own field', () => {
    const messages = [
      user('One'),
      { role: 'assistant', content: [thinking('old', 'chat:reasoning'), { type: 'text', text: 'A' }] },
      user('Two'),
      { role: 'assistant', content: [thinking('hm', 'chat:reasoning'), thinking('ho', 'chat:reasoning_content'), use] },
      result,
    ];
    expect(messagesOf(messages)).toMatchObject([
      {},
      { role: 'assistant', content: 'A' },
      {},
      { role: 'assistant', content: null, reasoning: 'hm', reasoning_content: 'ho' },
      { role: 'tool' },
    ]);
    expect((messagesOf(messages) as JsonObject[])[1]).toEqual({ role: 'assistant', content: 'A' });
  });

  it('of another provider stays away, and a message of nothing else with it', () => {
    const blocks = [thinking('hm', 'c2lnbmF0dXJl'), { type: 'redacted_thinking', data: 'd' }];
    expect(messagesOf([user('Hi'), { role: 'assistant', content: blocks }])).toEqual([user('Hi')]);
    expect(messagesOf([user('Hi'), { role: 'assistant', content: [...blocks, use] }, result])).toEqual([
      user('Hi'),
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'x' },
    ]);
  });

  it.each<[string, JsonObject, unknown]>([
    ['gpt-5-mini', { thinking: { type: 'enabled', budget_tokens: 1_024 } }, 'low'],
    ['o3', { thinking: { type: 'enabled', budget_tokens: 10_000 } }, 'medium'],
    ['openai/gpt-oss-20b', { thinking: { type: 'enabled', budget_tokens: 31_999 } }, 'high'],
    ['gpt-6-astra', { thinking: { type: 'adaptive' }, output_config: { effort: 'max' } }, 'max'],
    ['gpt-5', { thinking: { type: 'disabled' } }, undefined],
    ['gpt-4o', { thinking: { type: 'enabled', budget_tokens: 1_024 } }, undefined],
  ])('of %s: %j', (model, fields, effort) => {
    expect(translate({ model, ...fields })['reasoning_effort']).toBe(effort);
  });
});

describe('parameters', () => {
  it.each<[JsonObject, JsonObject]>([
    [
      { temperature: 0.3, top_p: 0.8, top_k: 4 },
      { temperature: 0.3, top_p: 0.8 },
    ],
    [{ stop_sequences: ['a', 'b'] }, { stop: ['a', 'b'] }],
    [{ stop_sequences: [] }, {}],
    [{ stream: true }, { stream: true, stream_options: { include_usage: true } }],
    [{ stream: false }, { stream: false }],
    [{ metadata: { user_id: 'u' } }, { user: 'u' }],
    [{ metadata: { user_id: 'u'.repeat(65) } }, {}],
    [{ service_tier: 'auto', cache_control: { type: 'ephemeral' }, container: null }, {}],
  ])('translate %j', (fields, translated) => {
    expect(translate(fields)).toEqual({ ...translate({}), ...translated });
  });

  it.each([
    { max_tokens: 0 },
    { mcp_servers: [{ type: 'url', url: 'https://a.example/' }] },
    { thread: { type: 'create' } },
  ])('refuse %j', (fields) => {
    expect(refusalOf(fields)).toEqual(['invalid_request', Object.keys(fields)[0]]);
  });

  it('limit the output in the field that the model knows', () => {
    for (const model of ['gpt-5', 'openai/gpt-6-astra', 'o4-mini']) {
      expect(translate({ model })).toMatchObject({ max_completion_tokens: 100 });
      expect(translate({ model })['max_tokens']).toBeUndefined();
    }
    for (const model of ['gpt-4o', 'llama3.2', 'olmo-2', 'qwen3']) expect(translate({ model })['max_tokens']).toBe(100);
  });

  it('ask for structured output, strict where the schema allows it', () => {
    const schema = {
      type: 'object',
      properties: { x: { type: 'string' } },
      required: ['x'],
      additionalProperties: false,
    };
    const format = { type: 'json_schema', schema };
    const asked = (strict: boolean, shape: JsonObject) => ({
      type: 'json_schema',
      json_schema: { name: 'answer', schema: shape, strict },
    });
    expect(translate({ output_config: { format } })['response_format']).toEqual(asked(true, schema));
    expect(translate({ output_format: format })['response_format']).toEqual(asked(true, schema));
    const open = { ...schema, properties: { x: { type: 'array', items: { type: 'object', properties: {} } } } };
    const loose = translate({ output_config: { format: { ...format, schema: open } } });
    expect(loose['response_format']).toEqual(asked(false, open));
  });
});
