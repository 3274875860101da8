import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestMasker } from '../../../../test/helpers/openTestMasker.ts';
import { isJsonObject, type JsonObject, type ServerSentEvent } from '../../../providers/types.ts';
import { objectsOf } from './restoring/events.ts';
import { streamed, stringOf } from '../../../../test/helpers/gatewayStreams/cuts.ts';
import type { MaskedConversation } from './types.ts';

const masker = openTestMasker();

/** What a JSON string has to escape, what it may, and what looks like the ends of strings and placeholders. */
const HARD = [
  '"',
  '\\',
  '\n',
  '\r\n',
  '\t',
  '\b',
  '\u0000',
  '\u2028',
  '/',
  '\\"',
  '\\n',
  '\\u0041',
  '👩‍🚀',
  '😀',
  'é',
  '}',
  '],',
];
const value = fc
  .array(fc.constantFrom(...HARD, 'Anna', 'Akte', '7', ' '), { minLength: 1, maxLength: 8 })
  .map((pieces) => `Wert ${pieces.join('')} Ende`);

const chunk = (delta: JsonObject, finish: string | null = null): ServerSentEvent => ({
  event: null,
  data: JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: finish }] }),
});
const event = (data: JsonObject): ServerSentEvent => ({ event: stringOf(data['type']), data: JSON.stringify(data) });

/** The arguments that a client puts together from the stream of either protocol. */
const READERS: Readonly<Record<'chat' | 'messages', (conversation: MaskedConversation, pieces: string[]) => string>> = {
  chat: (conversation, pieces) =>
    streamed(conversation.restoreStream('chat'), [
      chunk({ tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: '' } }] }),
      ...pieces.map((piece) => chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
      chunk({}, 'tool_calls'),
    ])
      .flatMap(({ choices }) => objectsOf(choices))
      .flatMap(({ delta }) => (isJsonObject(delta) ? objectsOf(delta['tool_calls']) : []))
      .map((call) => (isJsonObject(call['function']) ? stringOf(call['function']['arguments']) : ''))
      .join(''),
  messages: (conversation, pieces) =>
    streamed(conversation.restoreStream('messages'), [
      event({
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 't', name: 'f', input: {} },
      }),
      ...pieces.map((piece) =>
        event({ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: piece } }),
      ),
      event({ type: 'content_block_stop', index: 0 }),
    ])
      .map(({ delta }) => (isJsonObject(delta) ? stringOf(delta['partial_json']) : ''))
      .join(''),
};

/** Ways in which models write JSON. */
const STYLES: readonly ((json: JsonObject) => string)[] = [
  (json) => JSON.stringify(json),
  (json) => JSON.stringify(json, null, 2),
  (json) => JSON.stringify(json).replaceAll('[[', '\\u005b\\u005b').replaceAll(']]', '\\u005D\\u005D'),
];

describe('arguments of a tool', () => {
  it.each(['chat', 'messages'] as const)(
    'are valid JSON with the exact value, wherever their stream is cut (%s)',
    async (protocol) => {
      await fc.assert(
        fc.asyncProperty(value, fc.constantFrom(...STYLES), async (original, style) => {
          const conversation = await masker.begin({ hidden: [{ text: original, category: 'custom' }] });
          const { values } = await conversation.mask(protocol, {
            ...{ model: 'm', max_tokens: 5 },
            messages: [{ role: 'user', content: `Bitte speichern: ${original}.` }],
          });
          const { placeholder } = values.find((found) => found.original === original)!;
          const written = (text: string) => ({
            a: text,
            b: [`vor ${text} nach`, '"\\'],
            n: 1,
            nested: JSON.stringify({ c: text }),
          });
          const json = style(written(placeholder));
          const expected = { ...written(original), nested: expect.any(String) as string };
          const atEvery = Array.from({ length: json.length + 1 }, (_, at) => [json.slice(0, at), json.slice(at)]);
          for (const pieces of [...atEvery, Array.from(json), [json]]) {
            const read = JSON.parse(READERS[protocol](conversation, pieces)) as JsonObject;
            expect(read).toEqual(expected);
            expect(JSON.parse(stringOf(read['nested']))).toEqual({ c: original });
          }
        }),
        { numRuns: 25 },
      );
    },
  );
});
