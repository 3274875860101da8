import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMac } from '../../../../core/placeholders/memoryBook.ts';
import type { JsonObject, ServerSentEvent } from '../../../../providers/types.ts';
import { createAnswerCollector } from '../../exchanges/answerCollector.ts';
import { restoreAnswer } from './answers.ts';
import type { RestoreBook } from './book.ts';
import { createChatStream } from './chatStream.ts';
import { createMessagesStream } from './messagesStream.ts';
import { createThinkingSeal } from './seal.ts';
import { answerText, BOOK, cutAt, streamed } from '../../../../../test/helpers/gatewayStreams/cuts.ts';

const seal = createThinkingSeal((value) => createMac(Buffer.alloc(32, 1))(Buffer.from(value)));
const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 12 });
const answer = fc.record({
  reasoning: answerText,
  content: answerText,
  calls: fc.array(
    fc.record({
      name: fc.constantFrom('find', 'custom_b1b2b3b4'),
      value: answerText,
      key: fc.constantFrom('name', 'custom_b1b2b3b4'),
    }),
    { maxLength: 2 },
  ),
  cuts,
});
const argumentsOf = ({ key, value }: { key: string; value: string }) =>
  JSON.stringify({ [key]: value, n: '[[phone-7n8m6p5q]]' });

/** What a client that puts the stream together has in the end. */
function collected(data: readonly JsonObject[]): JsonObject | null {
  const collector = createAnswerCollector();
  for (const item of data) collector.saw({ event: null, data: JSON.stringify(item) });
  return collector.body();
}

function chatEvents(parts: {
  reasoning: string;
  content: string;
  calls: { name: string; key: string; value: string }[];
  cuts: number[];
}): ServerSentEvent[] {
  const chunk = (delta: JsonObject, finish: string | null = null): ServerSentEvent => ({
    event: null,
    data: JSON.stringify({
      id: 'c1',
      object: 'chat.completion.chunk',
      model: 'm',
      choices: [{ index: 0, delta, finish_reason: finish }],
    }),
  });
  const pieces = (text: string, wrap: (piece: string) => JsonObject) =>
    cutAt(text, parts.cuts).map((piece) => chunk(wrap(piece)));
  return [
    chunk({ role: 'assistant', content: '' }),
    ...pieces(parts.reasoning, (reasoning_content) => ({ reasoning_content })),
    ...pieces(parts.content, (content) => ({ content })),
    ...parts.calls.flatMap((call, index) => [
      chunk({
        tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name: call.name, arguments: '' } }],
      }),
      ...pieces(argumentsOf(call), (piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
    chunk({}, parts.calls.length > 0 ? 'tool_calls' : 'stop'),
    { event: null, data: '[DONE]' },
  ];
}

function messageEvents(parts: {
  reasoning: string;
  content: string;
  calls: { name: string; key: string; value: string }[];
  cuts: number[];
}): ServerSentEvent[] {
  const event = (data: JsonObject & { type: string }): ServerSentEvent => ({
    event: data.type,
    data: JSON.stringify(data),
  });
  let index = -1;
  const block = (content_block: JsonObject, deltas: readonly JsonObject[]) => {
    index += 1;
    return [
      event({ type: 'content_block_start', index, content_block }),
      ...deltas.map((delta) => event({ type: 'content_block_delta', index, delta })),
      event({ type: 'content_block_stop', index }),
    ];
  };
  return [
    event({
      type: 'message_start',
      message: { id: 'm1', type: 'message', role: 'assistant', content: [], usage: { input_tokens: 1 } },
    }),
    ...block({ type: 'thinking', thinking: '', signature: '' }, [
      ...cutAt(parts.reasoning, parts.cuts).map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature: 'signed' },
    ]),
    ...block(
      { type: 'text', text: '' },
      cutAt(parts.content, parts.cuts).map((text) => ({ type: 'text_delta', text })),
    ),
    ...parts.calls.flatMap((call, number) =>
      block(
        { type: 'tool_use', id: `toolu_${number}`, name: call.name, input: {} },
        cutAt(argumentsOf(call), parts.cuts).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      ),
    ),
    event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } }),
    event({ type: 'message_stop' }),
  ];
}

describe('streamed answers', () => {
  it('of the chat protocol say what the restored whole says', () => {
    fc.assert(
      fc.property(answer, (parts) => {
        const events = chatEvents(parts);
        const whole = collected(
          events.filter(({ data }) => data !== '[DONE]').map(({ data }) => JSON.parse(data) as JsonObject),
        )!;
        expect(collected(streamed(createChatStream(BOOK), events))).toEqual(
          restoreAnswer('chat', whole, BOOK, { seal, documents: [] }),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('of the messages protocol say what the restored whole says, thinking sealed', () => {
    fc.assert(
      fc.property(answer, (parts) => {
        const events = messageEvents(parts);
        const whole = collected(events.map(({ data }) => JSON.parse(data) as JsonObject))!;
        const restored = collected(streamed(createMessagesStream(BOOK, { seal, documents: [] }), events))!;
        expect(restored).toEqual(restoreAnswer('messages', whole, BOOK, { seal, documents: [] }));
        const [thinking] = restored['content'] as readonly { signature: string }[];
        expect(seal.open(thinking!.signature)).toEqual({ thinking: parts.reasoning, signature: 'signed' });
      }),
      { numRuns: 300 },
    );
  });

  it('end what was held back before the event that ends it', () => {
    const events = chatEvents({ reasoning: '', content: 'Hallo [[person-k3v9q2xd', calls: [], cuts: [] });
    const out = streamed(createChatStream(BOOK), events);
    expect(out.slice(-2).map((chunk) => (chunk['choices'] as readonly JsonObject[])[0])).toEqual([
      { index: 0, delta: { content: '[[person-k3v9q2xd' }, finish_reason: null },
      { index: 0, delta: {}, finish_reason: 'stop' },
    ]);
    const blocks = streamed(
      createMessagesStream(BOOK, { seal, documents: [] }),
      messageEvents({ reasoning: '[', content: '[[person-k3v9q2xd', calls: [], cuts: [] }),
    ).map(({ type, delta }) => [type, (delta as JsonObject | undefined)?.['type']]);
    expect(blocks).toEqual([
      ['message_start', undefined],
      ['content_block_start', undefined],
      ['content_block_delta', 'thinking_delta'],
      ['content_block_delta', 'signature_delta'],
      ['content_block_stop', undefined],
      ['content_block_start', undefined],
      ['content_block_delta', 'text_delta'],
      ['content_block_stop', undefined],
      ['message_delta', undefined],
      ['message_stop', undefined],
    ]);
  });

  it('keep choices apart, and leave what is no text as it came', () => {
    const chunk = (index: number, content: string): ServerSentEvent => ({
      event: null,
      data: JSON.stringify({ choices: [{ index, delta: { content } }] }),
    });
    const usage = { event: null, data: '{"choices":[],"usage":{"total_tokens":3}}' };
    const transform = createChatStream(BOOK);
    const parts = [chunk(0, '[[person-'), chunk(1, '[[iban-'), chunk(0, 'k3v9q2xd]]'), chunk(1, '00001111]]'), usage];
    const out = streamed(transform, parts);
    expect(out.map((data) => (data['choices'] as readonly JsonObject[])[0]?.['delta'])).toEqual([
      { content: 'Henrike "Rike" Öztürk' },
      { content: 'C:\\Akten\\[[person-zzzzzzzz]]' },
      undefined,
    ]);
    expect(out.at(-1)).toEqual({ choices: [], usage: { total_tokens: 3 } });
  });

  it('keep their placeholders when that was asked, and get the names of tools back all the same', () => {
    const book: RestoreBook = { ...BOOK, originals: new Map() };
    const call = { name: 'custom_b1b2b3b4', key: 'custom_b1b2b3b4', value: '[[person-k3v9q2xd]]' };
    const body = collected(
      streamed(
        createChatStream(book),
        chatEvents({ reasoning: '', content: '[[person-k3v9q2xd]]', calls: [call], cuts: [3, 9] }),
      ),
    )!;
    const [choice] = body['choices'] as readonly { message: JsonObject }[];
    expect(choice!.message).toMatchObject({
      content: '[[person-k3v9q2xd]]',
      tool_calls: [
        {
          function: {
            name: 'kunde_öztürk',
            arguments: '{"kunde_öztürk":"[[person-k3v9q2xd]]","n":"[[phone-7n8m6p5q]]"}',
          },
        },
      ],
    });
  });
});

describe('seals of thinking', () => {
  it('open for their account alone, and only as they were made', () => {
    const sealed = seal.seal({ thinking: '[[person-k3v9q2xd]] ü', signature: 'ErUB' });
    expect(seal.open(sealed)).toEqual({ thinking: '[[person-k3v9q2xd]] ü', signature: 'ErUB' });
    expect(seal.open(`${sealed.slice(0, 8)}A${sealed.slice(9)}`)).toBeUndefined();
    expect(createThinkingSeal(() => new Uint8Array(32)).open(sealed)).toBeUndefined();
    expect(seal.open('ErUBCkYIBxgC')).toBeUndefined();
  });
});
