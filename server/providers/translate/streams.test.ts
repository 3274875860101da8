import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chunk,
  named,
  readResponseWithOpenAI,
  readWithAnthropic,
  readWithOpenAI,
  received,
  translateAll,
  translationOf,
} from '../../../test/helpers/translation.ts';
import type { JsonObject, ServerSentEvent } from '../types.ts';

/** An answer as any provider may give it. */
interface Told {
  readonly thinking: string;
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: JsonObject }[];
  readonly stop: 'end' | 'length';
  /** Lengths of the pieces in which texts come. */
  readonly pieces: readonly number[];
}

const told: fc.Arbitrary<Told> = fc.record({
  thinking: fc.oneof(fc.constant(''), fc.string({ unit: 'grapheme', maxLength: 40 })),
  text: fc.oneof(fc.constant(''), fc.string({ unit: 'grapheme', maxLength: 40 })),
  calls: fc.uniqueArray(
    fc.record({
      id: fc.stringMatching(/^call_[a-z0-9]{4,8}$/),
      name: fc.stringMatching(/^[a-z_]{1,12}$/),
      input: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.oneof(fc.string(), fc.integer(), fc.boolean())),
    }),
    { maxLength: 3, selector: (call) => call.id },
  ),
  stop: fc.constantFrom('end', 'length'),
  pieces: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
});

function split(text: string, pieces: readonly number[]): readonly string[] {
  const parts: string[] = [];
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const length = pieces[turn % pieces.length] ?? 1;
    parts.push(text.slice(at, at + length));
    at += length;
  }
  return parts;
}

const CHAT_USAGE = {
  prompt_tokens: 20,
  completion_tokens: 9,
  total_tokens: 29,
  prompt_tokens_details: { cached_tokens: 5, cache_write_tokens: 3 },
  completion_tokens_details: { reasoning_tokens: 4 },
};

function chatFinish(answer: Told): string {
  if (answer.stop === 'length') return 'length';
  return answer.calls.length > 0 ? 'tool_calls' : 'stop';
}

function chatAnswer(answer: Told): JsonObject {
  const toolCalls = answer.calls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  return {
    id: 'chatcmpl-9',
    object: 'chat.completion',
    created: 1_690_000_000,
    model: 'test-model',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: answer.text === '' ? null : answer.text,
          refusal: null,
          ...(answer.thinking === '' ? {} : { reasoning_content: answer.thinking }),
          ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
        },
        logprobs: null,
        finish_reason: chatFinish(answer),
      },
    ],
    usage: CHAT_USAGE,
  };
}

function chatEvents(answer: Told): readonly ServerSentEvent[] {
  const head = { id: 'chatcmpl-9', object: 'chat.completion.chunk', created: 1_690_000_000, model: 'test-model' };
  const say = (delta: JsonObject, finish: string | null = null) =>
    chunk({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] });
  return [
    say({ role: 'assistant', content: '' }),
    ...split(answer.thinking, answer.pieces).map((piece) => say({ reasoning_content: piece })),
    ...split(answer.text, answer.pieces).map((piece) => say({ content: piece })),
    ...answer.calls.flatMap(({ id, name, input }, index) => [
      say({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
      ...split(JSON.stringify(input), answer.pieces).map((piece) =>
        say({ tool_calls: [{ index, function: { arguments: piece } }] }),
      ),
    ]),
    say({}, chatFinish(answer)),
    chunk({ ...head, choices: [], usage: CHAT_USAGE }),
    chunk('[DONE]'),
  ];
}

const MESSAGES_USAGE = {
  input_tokens: 12,
  cache_creation_input_tokens: 3,
  cache_read_input_tokens: 5,
  output_tokens: 9,
  output_tokens_details: { thinking_tokens: 4 },
};

function messageStop(answer: Told): JsonObject {
  const reason = answer.calls.length > 0 ? 'tool_use' : 'end_turn';
  return { stop_reason: answer.stop === 'length' ? 'max_tokens' : reason, stop_sequence: null, stop_details: null };
}

function messagesAnswer(answer: Told): JsonObject {
  return {
    id: 'msg_9',
    type: 'message',
    role: 'assistant',
    model: 'claude-test',
    content: [
      ...(answer.thinking === '' ? [] : [{ type: 'thinking', thinking: answer.thinking, signature: 'c2ln' }]),
      ...(answer.text === '' ? [] : [{ type: 'text', text: answer.text, citations: null }]),
      ...answer.calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
    ],
    ...messageStop(answer),
    usage: MESSAGES_USAGE,
  };
}

function messagesEvents(answer: Told): readonly ServerSentEvent[] {
  let index = -1;
  const block = (start: JsonObject, deltas: readonly JsonObject[]): readonly ServerSentEvent[] => {
    index++;
    return [
      named({ type: 'content_block_start', index, content_block: start }),
      named({ type: 'ping' }),
      ...deltas.map((delta) => named({ type: 'content_block_delta', index, delta })),
      named({ type: 'content_block_stop', index }),
    ];
  };
  const start = { ...messagesAnswer(answer), content: [], stop_reason: null };
  return [
    named({ type: 'message_start', message: { ...start, usage: { ...MESSAGES_USAGE, output_tokens: 1 } } }),
    ...(answer.thinking === ''
      ? []
      : block({ type: 'thinking', thinking: '', signature: '' }, [
          ...split(answer.thinking, answer.pieces).map((thinking) => ({ type: 'thinking_delta', thinking })),
          { type: 'signature_delta', signature: 'c2ln' },
        ])),
    ...(answer.text === ''
      ? []
      : block(
          { type: 'text', text: '', citations: null },
          split(answer.text, answer.pieces).map((text) => ({ type: 'text_delta', text })),
        )),
    ...answer.calls.flatMap(({ id, name, input }) =>
      block(
        { type: 'tool_use', id, name, input: {} },
        split(JSON.stringify(input), answer.pieces).map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
      ),
    ),
    named({ type: 'message_delta', delta: messageStop(answer), usage: MESSAGES_USAGE }),
    named({ type: 'message_stop' }),
  ];
}

const RESPONSE_REQUEST = { model: 'm', input: 'Hi', stream: true, instructions: 'Be brief.' };
const SUMMARY_REQUEST = { ...RESPONSE_REQUEST, reasoning: { effort: 'low', summary: 'auto' } };
const CHAT_REQUEST = { model: 'm', messages: [], stream: true, stream_options: { include_usage: true } };

/** A stream may say nothing of the text where the whole answer says null. */
function plainChat(body: JsonObject): unknown {
  const [choice] = body['choices'] as unknown as [{ message: Record<string, unknown>; finish_reason: string }];
  const { content, refusal, reasoning_content: reasoning, ...message } = choice.message;
  return {
    ...message,
    content: content ?? '',
    refusal: refusal ?? null,
    thought: reasoning !== undefined,
    finish: choice.finish_reason,
    usage: body['usage'],
    head: [body['id'], body['created'], body['model']],
  };
}

describe('streams that the official clients read', () => {
  it('give chat clients what a message says', async () => {
    await fc.assert(
      fc.asyncProperty(told, async (answer) => {
        const translation = translationOf('chat', 'messages', CHAT_REQUEST);
        const read = await readWithOpenAI(translateAll(translation.stream(), messagesEvents(answer)));
        const whole = translationOf('chat', 'messages', CHAT_REQUEST).answer(messagesAnswer(answer));
        expect(plainChat(received(read))).toEqual(plainChat(whole));
      }),
      { numRuns: 60 },
    );
  });

  it('give messages clients what a chat completion says', async () => {
    await fc.assert(
      fc.asyncProperty(told, async (answer) => {
        const translation = translationOf('messages', 'chat', { model: 'm', messages: [], stream: true });
        const read = await readWithAnthropic(translateAll(translation.stream(), chatEvents(answer)));
        const whole = translationOf('messages', 'chat', {}).answer(chatAnswer(answer));
        expect(received(read)).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  for (const request of [RESPONSE_REQUEST, SUMMARY_REQUEST]) {
    const place = request === SUMMARY_REQUEST ? 'a summary' : 'raw reasoning';
    it(`give responses clients what a chat completion says, with ${place}`, async () => {
      await fc.assert(
        fc.asyncProperty(told, async (answer) => {
          const translation = translationOf('responses', 'chat', request);
          const read = await readResponseWithOpenAI(translateAll(translation.stream(), chatEvents(answer)));
          expect(read.output_text).toBe(answer.text);
          expect(received(read)).toEqual(translationOf('responses', 'chat', request).answer(chatAnswer(answer)));
        }),
        { numRuns: 60 },
      );
    });

    it(`give responses clients what a message says, with ${place}`, async () => {
      await fc.assert(
        fc.asyncProperty(told, async (answer) => {
          const translation = translationOf('responses', 'messages', request);
          const events = translateAll(translation.stream(), messagesEvents(answer));
          const read = await readResponseWithOpenAI(events);
          expect(read.output_text).toBe(answer.text);
          expect(received(read)).toEqual(
            translationOf('responses', 'messages', request).answer(messagesAnswer(answer)),
          );
        }),
        { numRuns: 60 },
      );
    });
  }

  it('number the events of a response without a gap', () => {
    fc.assert(
      fc.property(told, (answer) => {
        const translation = translationOf('responses', 'chat', RESPONSE_REQUEST);
        const numbers = translateAll(translation.stream(), chatEvents(answer)).map(
          ({ data }) => (JSON.parse(data) as { sequence_number: number }).sequence_number,
        );
        expect(numbers).toEqual(numbers.map((_, index) => index));
      }),
    );
  });

  it('end in an error wherever the provider ends too early, and only there', () => {
    const chatError = /^\{"error":/;
    const messagesError = /^\{"type":"error"/;
    const failed = /^\{"type":"response\.failed"/;
    const cases = [
      { client: 'chat', provider: 'messages', error: chatError },
      { client: 'messages', provider: 'chat', error: messagesError },
      { client: 'responses', provider: 'chat', error: failed },
      { client: 'responses', provider: 'messages', error: failed },
      { client: 'messages', provider: 'messages', error: messagesError },
      { client: 'chat', provider: 'chat', error: chatError },
    ] as const;
    fc.assert(
      fc.property(fc.constantFrom(...cases), told, fc.nat(), ({ client, provider, error }, answer, position) => {
        const translation = translationOf(client, provider, CHAT_REQUEST);
        const all = provider === 'chat' ? chatEvents(answer) : messagesEvents(answer);
        // The finish of a chat completion ends its answer, even where the usage and the end mark after it are missing.
        const needed = provider === 'chat' ? all.length - 2 : all.length;
        const cut = translateAll(translation.stream(), all.slice(0, position % needed));
        expect(cut.at(-1)?.data).toMatch(error);
        for (const whole of [all, all.slice(0, needed)]) {
          for (const { data } of translateAll(translation.stream(), whole)) expect(data).not.toMatch(error);
        }
      }),
      { numRuns: 200 },
    );
  });
});
