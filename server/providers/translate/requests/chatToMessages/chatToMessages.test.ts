import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../core/errors.ts';
import { toolUseId } from '../../common/arguments.ts';
import type { JsonObject } from '../../../json.ts';
import { INSTRUCTIONS } from '../../../types.ts';
import { chatToMessages } from './chatToMessages.ts';

const PNG = 'iVBORw0KGgo=';
const PDF = 'JVBERi0xLjcK';
const MODEL = 'claude-opus-4-6';
const user = (content: unknown): JsonObject => ({ role: 'user', content }) as JsonObject;

function translate(fields: JsonObject): JsonObject {
  return chatToMessages({ model: MODEL, messages: [user('Hi')], ...fields });
}

function blocksOf(content: unknown): unknown {
  return (translate({ messages: [user(content)] })['messages'] as unknown as [{ content: unknown }])[0].content;
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

describe('the smallest request', () => {
  it('gets the required limit', () => {
    expect(translate({})).toEqual({ model: MODEL, max_tokens: 64_000, messages: [user('Hi')] });
    expect(chatToMessages({ model: 'claude-3-haiku-20240307', messages: [] })['max_tokens']).toBe(4_096);
    expect(chatToMessages({ model: 'glm-5', messages: [] })['max_tokens']).toBe(8_192);
  });

  it('is not changed in place', () => {
    const body = Object.freeze({ model: MODEL, messages: Object.freeze([Object.freeze(user('Hi'))]) });
    expect(() => chatToMessages(body)).not.toThrow();
  });
});

describe('messages', () => {
  it('come with all instructions at the top', () => {
    const translated = translate({
      messages: [
        { role: 'system', content: 'One.' },
        user('Hi'),
        { role: 'developer', content: [{ type: 'text', text: 'Two.', cache_control: { type: 'ephemeral' } }] },
      ],
    });
    expect(translated).toMatchObject({
      system: [
        { type: 'text', text: 'One.' },
        { type: 'text', text: 'Two.', cache_control: { type: 'ephemeral' } },
      ],
      messages: [user('Hi')],
    });
    expect(translate({ messages: [{ role: 'system', content: 'One.' }] })['system']).toBe('One.');
  });

  it('make one turn of the results of tools and what the user says next', () => {
    const call = (id: string, text: string) => ({ id, type: 'function', function: { name: 'look', arguments: text } });
    const translated = translate({
      messages: [
        user('Hi'),
        {
          role: 'assistant',
          content: 'Let me look.',
          tool_calls: [call('a.1', '{"x":1}'), call('b', ''), call('c', '{"x')],
        },
        { role: 'tool', tool_call_id: 'a.1', content: 'found' },
        { role: 'tool', tool_call_id: 'b', content: '' },
        {
          role: 'tool',
          tool_call_id: 'c',
          content: [
            { type: 'text', text: 'seen' },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
          ],
          cache_control: { type: 'ephemeral' },
        },
        user('And?'),
      ],
    });
    const madeId = toolUseId('a.1');
    expect(madeId).toMatch(/^toolu_[0-9a-f]{24}$/);
    expect(toolUseId('a_1')).toBe('a_1');
    expect(translated['messages']).toEqual([
      user('Hi'),
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Let me look.' },
          { type: 'tool_use', id: madeId, name: 'look', input: { x: 1 } },
          { type: 'tool_use', id: 'b', name: 'look', input: {} },
          { type: 'tool_use', id: 'c', name: 'look', input: { invalid_arguments: '{"x' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: madeId, content: 'found' },
          { type: 'tool_result', tool_use_id: 'b' },
          {
            type: 'tool_result',
            tool_use_id: 'c',
            content: [
              { type: 'text', text: 'seen' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
            ],
            cache_control: { type: 'ephemeral' },
          },
          { type: 'text', text: 'And?' },
        ],
      },
    ]);
  });

  it('give the model its own thinking back, first, and nobody else’s', () => {
    const own = { type: 'thinking', thinking: 'hm', signature: 's' };
    const redacted = { type: 'redacted_thinking', data: 'd' };
    const translated = translate({
      messages: [
        user('Hi'),
        {
          role: 'assistant',
          content: 'Hello',
          reasoning_content: 'hm',
          thinking_blocks: [
            own,
            redacted,
            { type: 'thinking', thinking: 'ha', signature: 'chat:reasoning' },
            { type: 'thinking', thinking: 'ho' },
            { type: 'text', text: 'no' },
          ],
        },
      ],
    });
    expect(translated['messages']).toMatchObject([
      user('Hi'),
      { role: 'assistant', content: [own, redacted, { type: 'text', text: 'Hello' }] },
    ]);
  });

  it('leave out what is empty', () => {
    const messages = [user(''), user([{ type: 'text', text: '' }]), { role: 'assistant', content: null }, user('Hi')];
    expect(translate({ messages })['messages']).toEqual([user('Hi')]);
  });

  it('keep a refusal as text', () => {
    const messages = [user('Hi'), { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] }, user('Why?')];
    expect(translate({ messages })['messages']).toMatchObject([{}, { role: 'assistant', content: 'No.' }, {}]);
  });
});

describe('content parts', () => {
  const file = (fields: JsonObject) => [{ type: 'file', file: fields }];
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  it.each<[string, unknown, unknown]>([
    [
      'an image in the request',
      [{ type: 'image_url', image_url: { url: `data:image/jpg;base64,${PNG}`, detail: 'high' } }],
      [{ type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: PNG } }],
    ],
    [
      'an image elsewhere',
      [
        {
          type: 'image_url',
          image_url: { url: 'https://a.example/b.png' },
          cache_control: { type: 'ephemeral', ttl: '1h' },
        },
      ],
      [
        {
          type: 'image',
          source: { type: 'url', url: 'https://a.example/b.png' },
          cache_control: { type: 'ephemeral', ttl: '1h' },
        },
      ],
    ],
    [
      'a PDF',
      file({ filename: 'a.pdf', file_data: `data:application/pdf;base64,${PDF}` }),
      [{ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: PDF }, title: 'a.pdf' }],
    ],
    [
      'a PDF in bare base64',
      file({ file_data: PDF }),
      [{ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: PDF } }],
    ],
    [
      'a text file',
      file({ filename: 'a.csv', file_data: base64('ä;b') }),
      [{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'ä;b' }, title: 'a.csv' }],
    ],
    [
      'a text file whose data URL is not base64',
      file({ filename: 'a.txt', file_data: 'data:text/plain;charset=utf-8,%C3%A4%20b' }),
      [{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'ä b' }, title: 'a.txt' }],
    ],
    [
      'an image as a file',
      file({ filename: 'a.png', file_data: PNG }),
      [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } }],
    ],
    [
      'a prefix that is worth caching',
      [
        { type: 'text', text: 'a', prompt_cache_breakpoint: { mode: 'explicit' } },
        { type: 'text', text: 'b', prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } },
      ],
      [
        { type: 'text', text: 'a', cache_control: { type: 'ephemeral' } },
        { type: 'text', text: 'b', cache_control: { type: 'ephemeral', ttl: '1h' } },
      ],
    ],
  ])('take %s', (_, content, blocks) => {
    expect(blocksOf(content)).toEqual(blocks);
  });

  it.each<[string, unknown, unknown]>([
    ['sound', [{ type: 'input_audio', input_audio: {} }], ['invalid_request', 'messages[0].content[0].type']],
    [
      'another kind of image',
      [{ type: 'image_url', image_url: { url: 'data:image/tiff;base64,AA==' } }],
      ['image_not_supported', 'messages[0].content[0].image_url'],
    ],
    [
      'an image on a disk',
      [{ type: 'image_url', image_url: { url: 'file:///etc/passwd' } }],
      ['image_not_supported', 'messages[0].content[0].image_url'],
    ],
    ['a stored file', file({ file_id: 'file-1' }), ['file_not_supported', 'messages[0].content[0].file']],
    [
      'another kind of file',
      file({ filename: 'a.zip', file_data: 'UEsDBA==' }),
      ['file_not_supported', 'messages[0].content[0].file'],
    ],
    [
      'text that is no UTF-8',
      file({ filename: 'a.txt', file_data: '/w==' }),
      ['file_not_supported', 'messages[0].content[0].file'],
    ],
    ['a part that is no object', ['text'], ['invalid_request', 'messages[0].content[0]']],
  ])('refuse %s', (_, content, refusal) => {
    expect(refusalOf({ messages: [user(content)] })).toEqual(refusal);
  });
});

describe('tools', () => {
  const parameters = { type: 'object', properties: { x: { type: 'integer', minimum: 1 } }, required: ['x'] };
  const tools = [
    { type: 'function', function: { name: 'one', description: 'First.', parameters, strict: true } },
    { type: 'function', function: { name: 'two' }, cache_control: { type: 'ephemeral' } },
  ];

  it('are defined by a schema, a strict one in the subset that is checked', () => {
    expect(translate({ tools })['tools']).toEqual([
      {
        name: 'one',
        description: 'First.',
        input_schema: {
          type: 'object',
          properties: { x: { type: 'integer', description: 'minimum: 1' } },
          required: ['x'],
          additionalProperties: false,
        },
        strict: true,
      },
      { name: 'two', input_schema: { type: 'object', properties: {} }, cache_control: { type: 'ephemeral' } },
    ]);
    expect(translate({ tools, model: 'claude-sonnet-4-20250514' })['tools']).toMatchObject([
      { input_schema: parameters },
      {},
    ]);
  });

  it.each<[JsonObject, unknown]>([
    [{}, undefined],
    [{ tool_choice: 'auto' }, { type: 'auto' }],
    [{ tool_choice: 'required' }, { type: 'any' }],
    [{ tool_choice: 'none' }, { type: 'none' }],
    [{ tool_choice: { type: 'function', function: { name: 'two' } } }, { type: 'tool', name: 'two' }],
    [{ parallel_tool_calls: false }, { type: 'auto', disable_parallel_tool_use: true }],
    [{ parallel_tool_calls: true }, undefined],
    [
      { parallel_tool_calls: false, tool_choice: 'required' },
      { type: 'any', disable_parallel_tool_use: true },
    ],
    [{ parallel_tool_calls: false, tool_choice: 'none' }, { type: 'none' }],
  ])('are chosen: %j', (fields, choice) => {
    expect(translate({ tools, ...fields })['tool_choice']).toEqual(choice);
  });

  it('are only those that are allowed', () => {
    const allowed = { mode: 'required', tools: [{ type: 'function', function: { name: 'two' } }] };
    expect(translate({ tools, tool_choice: { type: 'allowed_tools', allowed_tools: allowed } })).toMatchObject({
      tools: [{ name: 'two' }],
      tool_choice: { type: 'any' },
    });
  });

  it('without a definition are not chosen', () => {
    expect(translate({ tools: [], tool_choice: 'none', parallel_tool_calls: false })).toEqual(translate({}));
  });
});

describe('structured output', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      day: { type: 'string', format: 'date', pattern: '^2', description: 'The day.' },
      kind: { oneOf: [{ const: 'a' }, { $ref: '#/$defs/kind' }] },
      list: { type: 'array', items: { type: 'string', maxLength: 3 }, minItems: 1, maxItems: 9 },
    },
    required: ['day'],
    additionalProperties: true,
    $defs: { kind: { type: 'string', format: 'color' } },
  };
  const request = { response_format: { type: 'json_schema', json_schema: { name: 'day', schema, strict: true } } };

  it('is asked for with the keywords that are taken, and with words for the others', () => {
    expect(translate(request)['output_config']).toEqual({
      format: {
        type: 'json_schema',
        schema: {
          type: 'object',
          properties: {
            day: { type: 'string', format: 'date', description: 'The day.\npattern: "^2"' },
            kind: { anyOf: [{ const: 'a' }, { $ref: '#/$defs/kind' }] },
            list: {
              type: 'array',
              items: { type: 'string', description: 'maxLength: 3' },
              minItems: 1,
              description: 'maxItems: 9',
            },
          },
          required: ['day'],
          additionalProperties: false,
          $defs: { kind: { type: 'string', description: 'format: "color"' } },
        },
      },
    });
  });

  it('is asked for in words where the model knows nothing else', () => {
    const translated = translate({ ...request, model: 'claude-3-5-sonnet-latest' });
    expect(translated['output_config']).toBeUndefined();
    const { $schema: language, ...said } = schema;
    expect(language).toBeDefined();
    expect(translated['system']).toEqual([
      { type: 'text', text: INSTRUCTIONS.schema },
      { type: 'text', text: JSON.stringify(said) },
    ]);
    expect(translate({ response_format: { type: 'json_object' } })['system']).toBe(INSTRUCTIONS.object);
    expect(translate({ response_format: { type: 'text' } })).toEqual(translate({}));
  });
});

describe('thinking', () => {
  const tools = [{ type: 'function', function: { name: 'look' } }];

  it.each<[string, string, unknown, unknown]>([
    [MODEL, 'minimal', { type: 'adaptive', display: 'summarized' }, { effort: 'low' }],
    [MODEL, 'xhigh', { type: 'adaptive', display: 'summarized' }, { effort: 'high' }],
    [MODEL, 'none', { type: 'disabled' }, undefined],
    ['claude-opus-5', 'xhigh', { type: 'adaptive', display: 'summarized' }, { effort: 'xhigh' }],
    ['claude-opus-5-5', 'none', undefined, { effort: 'low' }],
    ['claude-sonnet-4-5', 'medium', { type: 'enabled', budget_tokens: 8_192 }, undefined],
    ['claude-sonnet-4-5', 'none', undefined, undefined],
    ['claude-next-9', 'high', { type: 'adaptive', display: 'summarized' }, { effort: 'high' }],
  ])('of %s with effort %s', (model, effort, thinking, outputConfig) => {
    const translated = translate({ model, reasoning_effort: effort, temperature: 0.5, top_p: 0.9 });
    expect([translated['thinking'], translated['output_config']]).toEqual([thinking, outputConfig]);
  });

  it('fits into the limit, or is left out', () => {
    const request = { model: 'claude-sonnet-4-5', reasoning_effort: 'high' };
    expect(translate({ ...request, max_tokens: 4_000 })['thinking']).toEqual({ type: 'enabled', budget_tokens: 2_976 });
    expect(translate({ ...request, max_tokens: 2_000 })['thinking']).toBeUndefined();
  });

  it('gives way to a tool that must be called', () => {
    for (const model of [MODEL, 'claude-sonnet-4-5']) {
      const request = { model, reasoning_effort: 'high', tools, tool_choice: 'required' };
      expect(translate(request)['thinking']).toBeUndefined();
    }
  });

  it('with a budget is left out where the client lost the thinking of a call', () => {
    const call = { role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'look', arguments: '{}' } }] };
    const result = { role: 'tool', tool_call_id: 'a', content: 'x' };
    const request = { model: 'claude-sonnet-4-5', reasoning_effort: 'high', tools };
    expect(translate({ ...request, messages: [user('Hi'), call, result] })['thinking']).toBeUndefined();
    const kept = { ...call, thinking_blocks: [{ type: 'thinking', thinking: 'hm', signature: 's' }] };
    expect(translate({ ...request, messages: [user('Hi'), kept, result] })['thinking']).toBeDefined();
  });

  it('may be asked for in the words of the messages protocol', () => {
    const thinking = { type: 'enabled', budget_tokens: 2_000 };
    expect(translate({ thinking })['thinking']).toEqual(thinking);
  });
});

describe('parameters', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['limits', { max_completion_tokens: 5, max_tokens: 9 }, { max_tokens: 5 }],
    ['an old limit', { max_tokens: 9 }, { max_tokens: 9 }],
    ['one stop', { stop: 'END' }, { stop_sequences: ['END'] }],
    ['stops', { stop: ['a', 'b'] }, { stop_sequences: ['a', 'b'] }],
    ['a high temperature', { temperature: 1.7, top_p: 0.9, top_k: 5 }, { temperature: 1, top_k: 5 }],
    ['a nucleus', { top_p: 0.9 }, { top_p: 0.9 }],
    ['a user', { user: 'u1' }, { metadata: { user_id: 'u1' } }],
    ['a safe user', { user: 'u1', safety_identifier: 'u2' }, { metadata: { user_id: 'u2' } }],
    ['a tier', { service_tier: 'default' }, { service_tier: 'standard_only' }],
    ['a stream', { stream: true, stream_options: { include_usage: true } }, { stream: true }],
    [
      'what has no place',
      { seed: 1, store: true, metadata: { a: 'b' }, n: 1, prompt_cache_key: 'k', logit_bias: {} },
      {},
    ],
    ['null', { temperature: null, stop: null, tools: null, n: null, response_format: null, max_tokens: null }, {}],
  ])('translate %s', (_, fields, translated) => {
    expect(translate(fields)).toEqual({ ...translate({}), ...translated });
  });

  it('leave out the temperature where the model takes none, and beside thinking', () => {
    expect(translate({ model: 'claude-opus-5', temperature: 0.2 })['temperature']).toBeUndefined();
    expect(translate({ reasoning_effort: 'low', temperature: 0.2 })['temperature']).toBeUndefined();
    expect(translate({ reasoning_effort: 'none', temperature: 0.2 })['temperature']).toBe(0.2);
  });

  it.each<[JsonObject, string]>([
    [{ n: 2 }, 'n'],
    [{ logprobs: true }, 'logprobs'],
    [{ functions: [] }, 'functions'],
    [{ modalities: ['text', 'audio'] }, 'modalities'],
    [{ web_search_options: {} }, 'web_search_options'],
    [{ stop: ['\n'] }, 'stop'],
    [{ tools: [{ type: 'custom', custom: { name: 'x' } }] }, 'tools[0].type'],
    [{ tools: [{ type: 'function', function: {} }], tool_choice: { type: 'custom' } }, 'tool_choice.type'],
    [{ messages: [{ role: 'function', name: 'x', content: '' }] }, 'messages[0].role'],
    [{ messages: ['Hi'] }, 'messages[0]'],
    [{ messages: [{ role: 'assistant', tool_calls: [{ type: 'custom' }] }] }, 'messages[0].tool_calls[0].type'],
  ])('refuse %j', (fields, param) => {
    expect(refusalOf(fields)).toEqual(['invalid_request', param]);
  });
});
