import { describe, expect, it } from 'vitest';
import { openTestMasker } from '../../../../test/helpers/openTestMasker.ts';
import type { JsonObject } from '../../../providers/types.ts';
import type { ConversationOptions, MaskableProtocol, MaskedRequest } from './types.ts';

const masker = openTestMasker();
const NAME = 'Frau Henrike Wackernagel';
const HELLO = 'Hallo, wie geht es?';

async function sent(
  protocol: MaskableProtocol,
  body: JsonObject,
  options: Partial<ConversationOptions> = {},
): Promise<MaskedRequest> {
  return (await masker.begin(options)).mask(protocol, body);
}
const chat = (fields: JsonObject, content = HELLO): JsonObject => ({
  model: 'm',
  messages: [{ role: 'user', content }],
  ...fields,
});
const messages = (fields: JsonObject, content = HELLO): JsonObject => ({ ...chat(fields, content), max_tokens: 5 });
const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('an address that the provider calls', () => {
  const withServer = (url: string, content?: string) =>
    messages({ mcp_servers: [{ type: 'url', url, name: 'files', authorization_token: 'tok-Abc12345678' }] }, content);

  it.each([
    ['https://mcp.example.com/sse', HELLO],
    ['https://mcp.example.com/sse', `${NAME} nutzt https://mcp.example.com/sse und 192.168.1.4.`],
    ['https://mcp.zapier.com/api/mcp/s/NGQ4MjY0Y2EtZjA1Yi00/mcp', HELLO],
    ['https://192.168.1.4:8080/mcp', `Der Rechner 192.168.1.4 gehört ${NAME}.`],
    ['https://claude.ai/mcp', 'Herr Claude Dupont fragt.'],
  ])('stays as it is when it holds nothing personal: %s', async (url, content) => {
    const body = withServer(url, content);
    expect((await sent('messages', body)).body['mcp_servers']).toEqual(body['mcp_servers']);
  });

  it.each([
    ['https://mcp.example.com/sse?user=otto.zweifel@example.org', HELLO],
    ['https://mcp.example.com/sse?user=otto.zweifel%40example.org', HELLO],
    ['https://mcp.example.com/?tel=%2B4915112345678', HELLO],
    ['https://mcp.example.com/DE89370400440532013000', HELLO],
    ['https://henrike-wackernagel.example.com/sse', HELLO],
    ['https://henrikewackernagel.de/sse', `${NAME} fragt.`],
    ['https://mcp.example.com/WACKERNAGEL/sse', `${NAME} fragt.`],
    ['https://mcp.example.com/48213377', 'Die Kundennummer ist 48213377.'],
  ])('is refused with a value in it: %s', async (url, content) => {
    expect(await refusal(sent('messages', withServer(url, content)))).toMatchObject({
      ...{ code: 'invalid_request', fields: { param: 'mcp_servers' } },
      message: 'An address that the provider would call holds personal data, so nothing was sent.',
    });
  });

  it('is refused where a rule of the account finds something', async () => {
    const rule = { caseSensitive: false, wholeWord: true, enabled: true };
    const own = openTestMasker({
      terms: [
        { ...rule, id: 'a', kind: 'mask', value: 'Falke', category: 'organization' },
        { ...rule, id: 'b', kind: 'pattern', value: 'akte-\\d+', category: 'akte' },
      ],
      categories: { akte: true },
    });
    for (const path of ['falke/sse', 'akte-4711']) {
      const masking = (await own.begin()).mask('messages', withServer(`https://mcp.example.com/${path}`));
      expect(await refusal(masking)).toMatchObject({ code: 'invalid_request', fields: { param: 'mcp_servers' } });
    }
  });

  it('is one of the domains that a tool may visit', async () => {
    const tools = (domain: string) => {
      const search = { type: 'web_search_20250305', name: 'web_search', allowed_domains: ['example.com', domain] };
      return messages({ tools: [search] }, `${NAME} fragt.`);
    };
    const body = tools('docs.example.org');
    expect((await sent('messages', body)).body['tools']).toEqual(body['tools']);
    expect(await refusal(sent('messages', tools('henrike-wackernagel.de')))).toMatchObject({
      fields: { param: 'tools' },
    });
  });

  it('leaves with a value that the person shows or marked, as it was decided', async () => {
    const url = 'https://mcp.example.com/wackernagel/sse';
    const shown = await sent('messages', withServer(url, NAME), { shown: [url] });
    expect(JSON.stringify(shown.body)).toContain(url);
    const hidden = [{ text: 'example', category: 'custom' }];
    expect(await refusal(sent('messages', withServer(url), { hidden }))).toMatchObject({ code: 'invalid_request' });
  });
});

describe('the name of a model', () => {
  const model = (name: string, content = `${NAME} und Herr Claude Dupont fragen nach der Mistral AI GmbH.`) =>
    chat({ model: name }, content);

  it.each([
    'gpt-4o-mini-2024-07-18',
    'claude-sonnet-4-5-20250929',
    'mistral-large-latest',
    'anna-gpt',
    'qwen3:30b-a3b',
  ])('leaves when nothing in it is personal: %s', async (name) => {
    expect((await sent('chat', model(name))).body['model']).toBe(name);
  });

  it.each(['henrike_wackernagel', 'gpt-wackernagel', 'Henrike-Mueller', 'otto.zweifel@example.org'])(
    'is refused with a value in it, unless it is listed: %s',
    async (name) => {
      const asked: string[] = [];
      const listing = (isListed: boolean) => ({
        listsModel(given: string) {
          asked.push(given);
          return Promise.resolve(isListed);
        },
      });
      const refused = { code: 'invalid_request', fields: { param: 'model' } };
      expect(await refusal(sent('chat', model(name)))).toMatchObject(refused);
      expect(await refusal(sent('chat', model(name), listing(false)))).toMatchObject(refused);
      expect((await sent('chat', model(name), listing(true))).body['model']).toBe(name);
      expect(asked).toEqual([name, name]);
    },
  );
});

describe('words of the protocols', () => {
  const CHAT = chat({
    ...{ reasoning_effort: 'high', service_tier: 'standard', modalities: ['text'], verbosity: 'low', stream: true },
    ...{ stream_options: { include_usage: true }, max_completion_tokens: 5, parallel_tool_calls: true, logprobs: true },
    tool_choice: { type: 'function', function: { name: 'find' } },
    tools: [
      {
        type: 'function',
        function: {
          ...{ name: 'find', description: 'Sucht.', strict: true },
          parameters: {
            $schema: 'https://json-schema.org/draft/2020-12/schema',
            ...{ type: 'object', required: ['at'], additionalProperties: false },
            properties: { at: { type: 'string', format: 'date-time', minLength: 3 } },
          },
        },
      },
    ],
    response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema: { type: 'object' } } },
  });
  const MESSAGES = messages({
    ...{ thinking: { type: 'enabled', budget_tokens: 1024 }, output_config: { effort: 'high' }, service_tier: 'auto' },
    tools: [
      { type: 'web_search_20250305', name: 'web_search', max_uses: 3 },
      { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool' },
      { name: 'find', input_schema: { type: 'object' }, cache_control: { type: 'ephemeral', ttl: '5m' } },
    ],
    tool_choice: { type: 'tool', name: 'web_search', disable_parallel_tool_use: true },
    context_management: {
      edits: [
        {
          ...{ type: 'clear_tool_uses_20250919', clear_tool_inputs: false, exclude_tools: ['web_search'] },
          ...{ trigger: { type: 'input_tokens', value: 30000 }, keep: { type: 'tool_uses', value: 3 } },
        },
        { type: 'clear_thinking_20251015', keep: 'all' },
      ],
    },
  });
  /** Everything that is written here by the client. */
  const OWN: ReadonlySet<string> = new Set(['m', 'find', 'at', 'answer', 'Sucht.', HELLO]);

  function wordsOf(value: unknown, words = new Set<string>()): Set<string> {
    if (typeof value === 'string') {
      if (!OWN.has(value)) for (const word of [value, ...value.split('_')]) words.add(word);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value)) {
        if (!Array.isArray(value)) wordsOf(name, words);
        wordsOf(item, words);
      }
    }
    return words;
  }

  it.each([
    ['chat', CHAT],
    ['messages', MESSAGES],
  ] as const)('are no leaks in their places, whatever is masked elsewhere (%s)', async (protocol, body) => {
    expect((await sent(protocol, body)).body).toEqual(body);
    const changed: string[] = [];
    for (const word of wordsOf(body)) {
      const masked = await sent(protocol, body, { hidden: [{ text: word, category: 'custom' }] });
      if (JSON.stringify(masked.body) !== JSON.stringify(body)) changed.push(word);
    }
    expect(changed).toEqual([]);
  });

  it('are masked in the texts', async () => {
    const hidden = ['high', 'standard', 'tool', 'choice'].map((text) => ({ text, category: 'custom' }));
    const { body } = await sent(
      'chat',
      { ...CHAT, messages: [{ role: 'user', content: 'high standard tool choice' }] },
      {
        hidden,
      },
    );
    const { content } = (body['messages'] as readonly JsonObject[]).at(-1)!;
    expect(content).toMatch(/^(?:\[\[custom-\w+\]\] ?){4}$/);
    expect(body['reasoning_effort']).toBe('high');
  });

  it('are no words anywhere else: another value in such a place is masked, or nothing leaves', async () => {
    const hidden = [{ text: 'geheim', category: 'custom' }];
    const { body } = await sent('chat', chat({ reasoning_effort: 'geheim' }), { hidden });
    expect(JSON.stringify(body)).not.toContain('geheim');
    const token = { type: 'url', url: 'https://mcp.example.com', name: 'x', authorization_token: 'geheim' };
    expect(await refusal(sent('messages', messages({ mcp_servers: [token] }), { hidden }))).toMatchObject({
      code: 'anonymization_failed',
    });
  });
});
