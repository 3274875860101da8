import { describe, expect, it } from 'vitest';
import { openTestMasker } from '../../../../test/helpers/openTestMasker.ts';
import type { JsonObject } from '../../../providers/types.ts';
import type { MaskableProtocol } from './types.ts';

const masker = openTestMasker();
const MAIL = 'otto.zweifel@example.org';
const NAME = 'Frau Henrike Wackernagel';
const VALUES = /zweifel|wackernagel/i;
const SEALED =
  'EqQBCkgIARABGAIiQL8K2v9mXyTq1Zr7dWcPn4uHs0aEbJfOgKtMiQwRxYv5DlCj6BhNzSe3+Ua2Lo9PkTF/VgIdXm8r7wEqsZ1yGcQ=';

const user = (content: string | readonly JsonObject[]): JsonObject => ({ role: 'user', content });
const chat = (fields: JsonObject, ...messages: readonly JsonObject[]): JsonObject => ({
  model: 'm',
  messages,
  ...fields,
});
const messages = (fields: JsonObject, ...list: readonly JsonObject[]): JsonObject => ({
  ...{ model: 'm', max_tokens: 5, messages: list },
  ...fields,
});
async function outgoing(protocol: MaskableProtocol, body: JsonObject): Promise<string> {
  const conversation = await masker.begin();
  return JSON.stringify((await conversation.mask(protocol, body)).body);
}
const answered = (...content: readonly JsonObject[]): readonly JsonObject[] => [
  user('Weiter?'),
  { role: 'assistant', content },
  user('Ja'),
];
const called = (id: string): readonly JsonObject[] => [
  user('Suche'),
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name: 'x', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: id, content: 'nichts' },
];

describe('places where a value stands alone', () => {
  const schema = {
    type: 'object',
    $defs: { [MAIL]: { type: 'string', examples: [MAIL], default: NAME, enum: [NAME] } },
  };
  it.each<readonly [string, MaskableProtocol, JsonObject]>([
    ['an identifier', 'chat', chat({}, ...called(`call_${MAIL}`))],
    ['an identifier made of a name', 'chat', chat({}, ...called('Henrike_Wackernagel'))],
    ['a key of data', 'chat', chat({}, user(`{"${MAIL}": {"balance": true}}`))],
    [
      'a key of a schema',
      'chat',
      chat({ tools: [{ type: 'function', function: { name: 'f', parameters: schema } }] }, user('Hi')),
    ],
    ['the key of a bias', 'chat', chat({ logit_bias: { [MAIL]: 5 } }, user('Hi'))],
    ['a role', 'chat', chat({}, { role: MAIL, content: 'x' })],
    ['the type of a part', 'chat', chat({}, user([{ type: MAIL, text: 'x' }]))],
    ['a setting', 'chat', chat({ reasoning_effort: MAIL, service_tier: NAME }, user('x'))],
    [
      'a prediction',
      'chat',
      chat({ prediction: { type: 'content', content: [{ type: 'text', text: NAME }] }, stop: MAIL }, user('x')),
    ],
    ['a part of an unknown type', 'chat', chat({}, user([{ type: 'other', payload: { deep: [{ mail: MAIL }] } }]))],
    [
      'details of reasoning',
      'chat',
      chat({}, user('x'), { role: 'assistant', content: 'a', reasoning_details: [{ text: MAIL }] }, user('y')),
    ],
    [
      'a signature',
      'messages',
      messages(
        {},
        ...answered({ type: 'thinking', thinking: 'a', signature: `${NAME} ${MAIL}` }, { type: 'text', text: 'x' }),
      ),
    ],
    [
      'redacted thinking',
      'messages',
      messages({}, ...answered({ type: 'redacted_thinking', data: MAIL }, { type: 'text', text: 'x' })),
    ],
    [
      'a result that says to be encrypted',
      'messages',
      messages(
        {},
        ...answered({
          type: 'web_search_tool_result',
          tool_use_id: 'srvtoolu_1',
          content: [{ type: 'web_search_result', encrypted_content: MAIL }],
        }),
      ),
    ],
    [
      'a citation',
      'messages',
      messages(
        {},
        ...answered({
          type: 'text',
          text: 'x',
          citations: [{ type: 'char_location', cited_text: NAME, document_title: MAIL }],
        }),
      ),
    ],
    [
      'a server of tools',
      'messages',
      messages({ mcp_servers: [{ type: 'url', url: 'https://mcp.example/sse', name: MAIL }] }, user('Hi')),
    ],
    ['a type of a tool', 'messages', messages({ tools: [{ type: 'otto_zweifel_20250101', name: 'f' }] }, user('Hi'))],
    ['a container', 'messages', messages({ container: { skills: [{ type: 'custom', skill_id: MAIL }] } }, user('Hi'))],
    [
      'an example of a tool',
      'messages',
      messages({ tools: [{ name: 'f', input_schema: schema, input_examples: [{ to: MAIL }] }] }, user('Hi')),
    ],
  ])('%s', async (_where, protocol, body) => {
    expect(await outgoing(protocol, body)).not.toMatch(VALUES);
  });

  it('texts that are cut inside of a word', async () => {
    const known = { role: 'system', content: `Mandantin ist ${NAME}.` };
    const parts = (...texts: readonly string[]) => user(texts.map((text) => ({ type: 'text', text })));
    expect(await outgoing('chat', chat({}, parts('Mail: otto.zwei', 'fel@example.org bitte')))).not.toMatch(/zwei|fel/);
    expect(await outgoing('chat', chat({}, known, parts('Frage zu Wacker', 'nagel bitte')))).not.toMatch(
      /Wacker|nagel/,
    );
    const apart = parts('Was ist dies.', `Mail: ${MAIL}`, 'Antworte in Worten.');
    expect(await outgoing('chat', chat({}, apart))).toMatch(/"Was ist dies\."(.+)"Antworte in Worten\."/);
  });

  it('names in which its marks are underscores', async () => {
    const tool = { type: 'function', function: { name: 'mail_Otto_Zweifel_example_org', parameters: {} } };
    expect(await outgoing('chat', chat({ tools: [tool] }, user(`An ${MAIL}`)))).not.toMatch(VALUES);
  });

  it('letters of another script that look the same', async () => {
    const known = { role: 'system', content: `Mandantin ist ${NAME}.` };
    for (const written of ['W\u0430ckernagel', 'W\u0430\u0441kern\u0430gel', 'Wackernag\u0435l']) {
      expect(await outgoing('chat', chat({}, known, user(`Frage zu ${written}`)))).not.toContain(written);
    }
  });
});

describe('what the answer does not need', () => {
  it('leaves nobody’s whereabouts', async () => {
    const place = {
      type: 'approximate',
      approximate: { country: 'DE', city: 'Hinterzarten', timezone: 'Europe/Berlin' },
    };
    const options = { search_context_size: 'low', user_location: place };
    expect(JSON.parse(await outgoing('chat', chat({ web_search_options: options }, user('Hi'))))).toMatchObject({
      web_search_options: { search_context_size: 'low' },
    });
    const tools = [{ type: 'web_search_20250305', name: 'web_search', max_uses: 2, user_location: place }];
    expect(JSON.parse(await outgoing('messages', messages({ tools }, user('Hi'))))).toMatchObject({
      tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 2 }],
    });
    expect(await outgoing('chat', chat({ web_search_options: options }, user('Hi')))).not.toMatch(
      /user_location|Berlin/,
    );
    expect(await outgoing('messages', messages({ tools }, user('Hi')))).not.toMatch(/user_location|Berlin/);
  });
});

describe('what the provider has to find again', () => {
  it('stays as it was: drawn identifiers, seals', async () => {
    for (const id of [
      'call_1',
      'call_Ab3dE5fG7h',
      'toolu_01XyZ',
      'D681PevKs',
      'chatcmpl-tool-0b9f6a52-8f0e-4a51-9f4b-0a4c5d6e7f80',
    ]) {
      expect(await outgoing('chat', chat({}, ...called(id)))).toContain(`"tool_call_id":"${id}"`);
    }
    // As the provider wrote it, as the client gets it, and as the provider gets it back.
    const written = [
      { type: 'thinking', thinking: 'a', signature: SEALED },
      { type: 'redacted_thinking', data: SEALED },
      { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [{ encrypted_content: SEALED }] },
      { type: 'text', text: 'x', citations: [{ type: 'web_search_result_location', encrypted_index: SEALED }] },
    ];
    const { content } = (await masker.begin()).restore('messages', { content: written });
    expect(JSON.stringify(content).split(`"${SEALED}"`)).toHaveLength(1);
    expect(JSON.parse(await outgoing('messages', messages({}, ...answered(...(content as JsonObject[])))))).toEqual(
      messages({}, ...answered(...written)),
    );
  });

  it('came from a provider: what looks encrypted and bears no seal is left out', async () => {
    const content = [
      { type: 'thinking', thinking: 'a', signature: SEALED },
      { type: 'redacted_thinking', data: SEALED },
      { type: 'redacted_thinking', data: `dk2.AAAAAAAAAAAAAAAAAAAAAA.${SEALED}` },
      { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [{ encrypted_content: SEALED }] },
      { type: 'text', text: 'x', citations: [{ type: 'web_search_result_location', encrypted_index: SEALED }] },
      { type: 'tool_use', id: 'toolu_1', name: 'f', input: { encrypted_content: 'ja' } },
    ];
    const sent = await outgoing('messages', messages({}, ...answered(...content)));
    expect(sent).not.toContain(SEALED);
    expect(JSON.parse(sent)).toEqual(
      messages(
        {},
        ...answered(
          { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [{}] },
          { type: 'text', text: 'x', citations: [{ type: 'web_search_result_location' }] },
          { type: 'tool_use', id: 'toolu_1', name: 'f', input: { encrypted_content: 'ja' } },
        ),
      ),
    );
    const details = [
      { type: 'reasoning.encrypted', data: SEALED },
      { type: 'reasoning.text', text: 'a' },
    ];
    const body = chat({}, user('x'), { role: 'assistant', content: 'a', reasoning_details: details }, user('y'));
    expect(await outgoing('chat', body)).not.toContain(SEALED);
  });

  it('has one name: of a tool, and of the tools that are allowed', async () => {
    const tool = { type: 'function', function: { name: 'mail_henrike_wackernagel' } };
    const body = chat(
      { tools: [tool], tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [tool] } } },
      user(`Schreibe an ${NAME}`),
    );
    const sent = JSON.parse(await outgoing('chat', body)) as typeof body & {
      tools: unknown[];
      tool_choice: { allowed_tools: unknown };
    };
    expect(sent.tool_choice.allowed_tools).toEqual({ mode: 'auto', tools: sent.tools });
    expect(JSON.stringify(sent)).not.toMatch(VALUES);
  });

  it('says what the client says about a document', async () => {
    const source = { type: 'text', media_type: 'text/plain', data: 'Kurz.' };
    const text = await outgoing(
      'messages',
      messages({}, user([{ type: 'document', title: 'Akte', context: `Betrifft ${NAME}.`, source }])),
    );
    expect(text).toMatch(/Betrifft Frau \[\[person-\w+\]\]\.\\n\\nKurz\./);
  });
});
