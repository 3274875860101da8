import { describe, expect, it } from 'vitest';
import { openTestMasker } from '../../../../test/helpers/openTestMasker.ts';
import { findPlaceholders } from '../../../core/placeholders/find.ts';
import type { JsonObject } from '../../../providers/types.ts';
import type { ConversationOptions, MaskableProtocol, MaskedConversation } from './types.ts';

const masker = openTestMasker();
const LETTER =
  'Sehr geehrte Frau Henrike Wackernagel,\n\nbitte zahlen Sie auf das Konto DE89 3704 0044 0532 0130 00. Rückfragen an h.wackernagel@example.org.\n';
const VALUES = /Wackernagel|DE89|h\.wackernagel/i;

const chat = (...messages: JsonObject[]): JsonObject => ({ model: 'm', messages });
const user = (content: string | readonly JsonObject[]): JsonObject => ({ role: 'user', content });
async function masked(
  body: JsonObject,
  options: Partial<ConversationOptions> = {},
  protocol: MaskableProtocol = 'chat',
) {
  const conversation = await masker.begin(options);
  const request = await conversation.mask(protocol, body);
  return { conversation, request, text: JSON.stringify(request.body) };
}
const messagesOf = (body: JsonObject) => body['messages'] as readonly (JsonObject & { content: string })[];
const restored = (conversation: MaskedConversation, content: string) => {
  const body = conversation.restore('chat', { choices: [{ message: { content } }] });
  return (body['choices'] as readonly { message: { content: string } }[])[0]!.message.content;
};
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error as { code: string; fields?: JsonObject },
  );

describe('one mapping for the whole conversation', () => {
  it('masks in every part what any part shows, surnames alone among them', async () => {
    const { request } = await masked(
      chat({ role: 'system', content: 'Antworte wackernagel-typisch.' }, user(LETTER), user('Was will Wackernagel?')),
    );
    const [, , question] = messagesOf(request.body);
    expect(question!.content).toMatch(/^Was will \[\[person-[0-9a-z]{8}\]\]\?$/);
    const placeholders = request.values
      .filter(({ original }) => original.endsWith('Wackernagel'))
      .map(({ placeholder }) => placeholder.slice(0, 15));
    expect(new Set(placeholders).size).toBe(1);
  });

  it('looks through what was seen before only once', async () => {
    const own = openTestMasker();
    const first = await (await own.begin()).mask('chat', chat(user(LETTER)));
    const calls = own.detected.length;
    const second = await (
      await own.begin()
    ).mask('chat', chat(user(LETTER), user('Und wie viel ist das in Euro gerechnet?')));
    expect(own.detected.slice(calls).filter((text) => text.includes('Konto'))).toEqual([]);
    expect(messagesOf(second.body)[1]!.content).toBe(messagesOf(first.body)[1]!.content);
    await (await own.begin({ accountId: 'other' })).mask('chat', chat(user(LETTER)));
    expect(own.detected.filter((text) => text.includes('Konto'))).toHaveLength(2);
  });

  it('masks every channel, and removes what only says who asks', async () => {
    const { text, request } = await masked({
      ...chat(
        { role: 'system', content: 'Mandantin: Henrike Wackernagel' },
        { role: 'user', name: 'Henrike_Wackernagel', content: LETTER },
        {
          role: 'assistant',
          content: null,
          reasoning_content: 'Frau Wackernagel fragt',
          tool_calls: [
            {
              id: 'call_1',
              type: 'function',
              function: {
                name: 'zahle_wackernagel',
                arguments: '{"an": "h.wackernagel@example.org", "Wackernagel": true}',
              },
            },
          ],
        },
        { role: 'tool', tool_call_id: 'call_1', content: '{"ok": true, "konto": "DE89370400440532013000"}' },
      ),
      ...{
        user: 'h.wackernagel@example.org',
        metadata: { name: 'Wackernagel' },
        safety_identifier: 'Wackernagel',
        prompt_cache_key: 'Wackernagel',
      },
      ...{ temperature: 0.5, stop: ['Wackernagel'], custom_field: { note: 'für Wackernagel' } },
      tools: [
        {
          type: 'function',
          function: {
            name: 'zahle_wackernagel',
            description: 'Zahlt an Wackernagel',
            parameters: {
              type: 'object',
              properties: {
                an: { type: 'string', enum: ['Wackernagel'], default: 'Wackernagel' },
                konto_wackernagel: { type: 'string' },
              },
              required: ['konto_wackernagel'],
            },
          },
        },
      ],
      tool_choice: { type: 'function', function: { name: 'zahle_wackernagel' } },
    });
    expect(text).not.toMatch(VALUES);
    expect(request.body).toMatchObject({ temperature: 0.5, model: 'm' });
    expect(
      ['user', 'metadata', 'safety_identifier', 'prompt_cache_key'].filter((name) => name in request.body),
    ).toEqual([]);
    const [tool] = request.body['tools'] as readonly {
      function: { name: string; parameters: { properties: object; required: string[] } };
    }[];
    expect(tool!.function.name).toMatch(/^custom_[0-9a-z]{8}$/);
    expect(Object.keys(tool!.function.parameters.properties)).toEqual(['an', tool!.function.parameters.required[0]]);
    expect(request.body['tool_choice']).toEqual({ type: 'function', function: { name: tool!.function.name } });
  });

  it('gives names of tools back in calls, and numbers as numbers', async () => {
    const body = {
      ...chat(user('Frau Wackernagel hat die Kundennummer 48213377.'), {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'c',
            type: 'function',
            function: { name: 'suche_wackernagel', arguments: '{"kundennummer": 48213377}' },
          },
        ],
      }),
    };
    const { request, conversation } = await masked(body);
    const [call] = messagesOf(request.body).at(-1)!['tool_calls'] as readonly {
      function: { name: string; arguments: string };
    }[];
    expect(call!.function.name).not.toContain('wackernagel');
    expect(call!.function.arguments).not.toContain('48213377');
    const answer = conversation.restore('chat', {
      choices: [{ message: { content: null, tool_calls: [call!] } }],
    });
    expect(JSON.stringify(answer)).toContain('"name":"suche_wackernagel"');
  });

  it('masks embeddings, and refuses tokens', async () => {
    const { text } = await masked(
      { model: 'm', input: [LETTER, 'Wackernagel'], user: 'Wackernagel' },
      {},
      'embeddings',
    );
    expect(text).not.toMatch(VALUES);
    expect(await failure(masked({ model: 'm', input: [[1, 2]] }, {}, 'embeddings'))).toMatchObject({
      code: 'invalid_request',
      fields: { param: 'input' },
    });
  });
});

describe('ways of writing a value', () => {
  it.each([
    ['percent-encoding', 'h%2Ewackernagel%40example%2Eorg'],
    ['HTML entities', 'Wackern&#97;gel'],
    ['escapes of programs', '"name": \\u0057ackernagel'],
    ['quoted-printable', 'Henrike=20Wackernagel wohnt in G=C3=B6ttingen'],
    ['zero-width characters', 'Wacker\u200bnagel'],
    ['base64', Buffer.from('Henrike Wackernagel, Konto').toString('base64')],
    ['escapes in escapes', 'Wackern&amp;#97;gel'],
    ['mathematical letters', '𝐖ackernagel'],
  ])('%s does not hide it', async (_name, writing) => {
    const { request, conversation } = await masked(chat(user(LETTER), user(`Siehe ${writing} dort.`)));
    const { content } = messagesOf(request.body).at(-1)!;
    expect(content).not.toContain(writing);
    expect(restored(conversation, content)).toBe(`Siehe ${writing} dort.`);
  });
});

describe('placeholders that somebody types', () => {
  it('come back as they were typed, and never reveal a value', async () => {
    const { request } = await masked(chat(user(LETTER)));
    for (const value of request.values)
      masker.book.add({ ...value, hash: value.placeholder.slice(-10, -2), isNew: false });
    const known = request.values[0]!;
    const typed = `Was steht hinter ${known.placeholder} und ${known.placeholder.slice(1, -1).toUpperCase()}?`;
    const { request: next, conversation } = await masked(chat({ role: 'system', content: LETTER }, user(typed)));
    const { content } = messagesOf(next.body).at(-1)!;
    expect(content).toMatch(/hinter \[\[custom-\w+\]\] und \[\[custom-\w+\]\]\?/);
    expect(restored(conversation, content)).toBe(typed);
  });

  it('stay in what the model wrote, when they are the account’s own', async () => {
    const { request } = await masked(chat(user(LETTER)), { deanonymize: false });
    const own = request.values[0]!.placeholder;
    const history = [
      user(LETTER),
      { role: 'assistant', content: `Für ${own} und [[person-zzzzzzzz]].` },
      user('Weiter'),
    ];
    const { request: next, conversation } = await masked(chat(...history), { deanonymize: false });
    expect(messagesOf(next.body)[2]!.content).toMatch(
      new RegExp(`^Für ${own.replace(/[[\]]/g, '\\$&')} und \\[\\[custom-`),
    );
    expect(restored(conversation, own)).toBe(own);
  });
});

describe('decisions of the person', () => {
  it('show values as they are and hide others', async () => {
    const { request } = await masked(chat(user(`${LETTER} Projekt Nordlicht, Stufe B.`)), {
      shown: ['h.wackernagel@example.org'],
      hidden: [
        { text: 'Nordlicht', category: 'custom' },
        { text: 'B', category: 'custom' },
      ],
    });
    const { content } = messagesOf(request.body)[1]!;
    expect(content).toContain('h.wackernagel@example.org');
    expect(content).toMatch(/Projekt \[\[custom-\w+\]\], Stufe \[\[custom-\w+\]\]\./);
  });
});

describe('images and files', () => {
  const data = (text: string) => `data:image/png;base64,${Buffer.from(text).toString('base64')}`;
  const block = (source: JsonObject, type = 'image') => ({
    model: 'm',
    max_tokens: 5,
    messages: [user([{ type, source }])],
  });

  it('become their masked text', async () => {
    const { text, request } = await masked(
      chat(
        user([
          { type: 'image_url', image_url: { url: data(LETTER) } },
          { type: 'file', file: { filename: 'Henrike_Wackernagel.txt', file_data: data(LETTER) } },
        ]),
      ),
    );
    expect(text).not.toMatch(VALUES);
    expect(text).not.toContain('base64');
    expect(request.maskedValues).toBeGreaterThan(2);
    const anthropic = await masked(
      block(
        { type: 'base64', media_type: 'application/pdf', data: Buffer.from(LETTER).toString('base64') },
        'document',
      ),
      {},
      'messages',
    );
    expect(anthropic.text).not.toMatch(VALUES);
    expect(anthropic.text).toContain('[Text of an attached file; the file itself was not sent.]');
  });

  it.each([
    [
      'an address',
      chat(user([{ type: 'image_url', image_url: { url: 'https://x.example/a.png' } }])),
      'chat',
      'image_not_supported',
    ],
    [
      'no text',
      chat(user([{ type: 'image_url', image_url: { url: 'data:image/png;base64,' } }])),
      'chat',
      'image_not_supported',
    ],
    ['an identifier', chat(user([{ type: 'file', file: { file_id: 'file-1' } }])), 'chat', 'file_not_supported'],
    [
      'a recording',
      chat(user([{ type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }])),
      'chat',
      'file_not_supported',
    ],
    ['a lock', chat(user([{ type: 'file', file: { file_data: data('%LOCKED') } }])), 'chat', 'file_not_supported'],
    ['a URL source', block({ type: 'url', url: 'https://x.example/a.png' }), 'messages', 'image_not_supported'],
    [
      'a file of the provider',
      block({ type: 'file', file_id: 'file_1' }, 'document'),
      'messages',
      'file_not_supported',
    ],
    [
      'an image inside of a text',
      chat(user(`![](data:image/png;base64,${'iVBORw0KGgo'.padEnd(300, 'A')})`)),
      'chat',
      'file_not_supported',
    ],
  ] as const)('are refused when there is only %s', async (_what, body, protocol, code) => {
    const error = await failure(masked(body, {}, protocol));
    expect(error?.code).toBe(code);
    expect(error?.fields?.['param']).toMatch(/^messages/);
  });
});

describe('what leaves', () => {
  it('tells the model once how to treat placeholders', async () => {
    const first = await masked(
      { model: 'm', max_tokens: 5, system: 'Kurz.', messages: [user(LETTER)] },
      {},
      'messages',
    );
    expect(first.request.body['system']).toMatch(/^Kurz\.\n\nSome values/);
    const again = await masked(first.request.body, {}, 'messages');
    expect(JSON.stringify(again.request.body).match(/Some values in this/g)).toHaveLength(1);
    const nothing = await masked(chat(user('Wie spät ist es?')));
    expect(nothing.request.body).toEqual(chat(user('Wie spät ist es?')));
  });

  it('is nothing when the detector fails, or when the request was given up', async () => {
    const broken = openTestMasker({ detect: () => Promise.reject(new Error('Henrike')) });
    const error = await failure(broken.begin().then((conversation) => conversation.mask('chat', chat(user(LETTER)))));
    expect(error).toMatchObject({ code: 'anonymization_failed' });
    expect(JSON.stringify(error)).not.toContain('Henrike');
    await expect(masker.begin({ signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
  });

  it('is a body whose structure the provider knows again', async () => {
    const tools = [
      {
        name: 'find',
        input_schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        cache_control: { type: 'ephemeral' },
      },
    ];
    const body = {
      model: 'm',
      max_tokens: 5,
      tools,
      messages: [
        user('Wie spät ist es?'),
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'toolu_01AbC', name: 'find', input: { name: 'Uhr', n: 3 } }],
        },
        user([{ type: 'tool_result', tool_use_id: 'toolu_01AbC', content: [{ type: 'text', text: 'mittags' }] }]),
      ],
    };
    expect((await masked(body, {}, 'messages')).request.body).toEqual(body);
  });

  it('holds thinking exactly as it was signed, or not at all', async () => {
    const body = { model: 'm', max_tokens: 5, messages: [user(LETTER)] };
    const { request, conversation } = await masked(body, {}, 'messages');
    const placeholder = request.values.find(({ original }) => original.includes('Wackernagel'))!.placeholder;
    const thinking = `The letter is to ${placeholder}, maybe from Lyon.`;
    const answer = conversation.restore('messages', {
      content: [
        { type: 'thinking', thinking, signature: 'ErUB' },
        { type: 'text', text: 'Ja.' },
      ],
    });
    const content = answer['content'] as readonly JsonObject[];
    expect(content[0]!['thinking']).toContain('Wackernagel');
    const history = [user(LETTER), { role: 'assistant', content }, user('Weiter')];
    const next = await masked({ ...body, messages: history }, {}, 'messages');
    expect(messagesOf(next.request.body)[1]!.content[0]).toEqual({ type: 'thinking', thinking, signature: 'ErUB' });
    const foreign = [{ type: 'thinking', thinking: 'It is Henrike Wackernagel.', signature: 'XXXX' }, content[1]!];
    const dropped = await masked(
      { ...body, messages: [user(LETTER), { role: 'assistant', content: foreign }, user('Weiter')] },
      {},
      'messages',
    );
    expect(messagesOf(dropped.request.body)[1]!.content).toEqual([{ type: 'text', text: 'Ja.' }]);
  });

  it('has placeholders of the account alone', async () => {
    const { text, request } = await masked(chat(user(LETTER)));
    const inBody = findPlaceholders(text)
      .filter(({ exact }) => exact)
      .map(({ hashes }) => hashes[0]!);
    const own = request.values.map(({ placeholder }) => placeholder);
    expect(
      inBody.filter((hash) => hash !== 'xxxxxxxx' && !own.some((placeholder) => placeholder.includes(hash))),
    ).toEqual([]);
  });
});
