import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnyJson, JsonObject, ServerSentEvent } from '../../../../providers/types.ts';
import { createAnswerCollector } from '../../exchanges/answerCollector.ts';
import { createChatStream } from './chatStream.ts';
import { answerText, BOOK, cutAt, streamed } from '../../../../../test/helpers/gatewayStreams/cuts.ts';
import { restoreText } from './textRestorer.ts';

/** How servers write a piece of text into a list of parts. */
const SHAPES = {
  text: (text: string) => ({ type: 'text', text }),
  thinking: (text: string) => ({ type: 'thinking', thinking: [{ type: 'text', text }] }),
  flatThinking: (text: string) => ({ type: 'flat', thinking: text }),
  first: (text: string) => ({ type: 'reasoning.text', index: 0, text, format: 'v1' }),
  second: (text: string) => ({ type: 'reasoning.text', index: 1, text, format: 'v1' }),
} as const satisfies Readonly<Record<string, (text: string) => JsonObject>>;
type Shape = keyof typeof SHAPES;

const FIELDS = ['content', 'reasoning', 'reasoning_details'] as const;
type Field = (typeof FIELDS)[number];

function deltas(field: Field, lists: readonly (readonly AnyJson[])[]): ServerSentEvent[] {
  const chunk = (delta: JsonObject, finish: string | null = null): ServerSentEvent => ({
    event: null,
    data: JSON.stringify({ id: 'c1', choices: [{ index: 0, delta, finish_reason: finish }] }),
  });
  return [chunk({ role: 'assistant' }), ...lists.map((list) => chunk({ [field]: list })), chunk({}, 'stop')];
}

/** What a client that puts the parts together has in the end. */
function partsOf(field: Field, events: readonly ServerSentEvent[]): AnyJson {
  const collector = createAnswerCollector();
  for (const data of streamed(createChatStream(BOOK), events))
    collector.saw({ event: null, data: JSON.stringify(data) });
  const [choice] = collector.body()!['choices'] as readonly { message: JsonObject }[];
  return choice!.message[field] ?? [];
}

/** Texts one after the other, neighbours of different kinds. */
const said = fc
  .array(fc.record({ shape: fc.constantFrom(...(Object.keys(SHAPES) as Shape[])), text: answerText }), { maxLength: 5 })
  .map((all) => all.filter(({ shape }, index) => shape !== all[index - 1]?.shape));

describe('streamed lists of parts', () => {
  it('are restored as the whole is, however they are cut and put into deltas', () => {
    const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 10 });
    const perDelta = fc.integer({ min: 1, max: 4 });
    fc.assert(
      fc.property(fc.constantFrom(...FIELDS), said, cuts, perDelta, (field, texts, offsets, size) => {
        const pieces = texts.flatMap(({ shape, text }) => cutAt(text, offsets).map((piece) => SHAPES[shape](piece)));
        const lists = Array.from({ length: Math.ceil(pieces.length / size) }, (_, index) =>
          pieces.slice(index * size, (index + 1) * size),
        );
        const expected = texts.map(({ shape, text }) => SHAPES[shape](restoreText(text, BOOK)));
        expect(partsOf(field, deltas(field, lists))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('are restored when cut at each position, and character by character', () => {
    fc.assert(
      fc.property(fc.constantFrom(...(Object.keys(SHAPES) as Shape[])), answerText, (shape, text) => {
        const expected = [SHAPES[shape](restoreText(text, BOOK))];
        const pieces = (texts: readonly string[]) => texts.map((piece) => [SHAPES[shape](piece)]);
        for (let at = 1; at < text.length; at += 1) {
          const lists = pieces([text.slice(0, at), text.slice(at)]);
          expect(partsOf('content', deltas('content', lists))).toEqual(expected);
        }
        expect(partsOf('content', deltas('content', pieces(text.split(''))))).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('leave with the character that completes a placeholder, without empty parts', () => {
    const transform = createChatStream(BOOK);
    const push = (list: readonly AnyJson[]) =>
      streamed({ ...transform, end: () => [] }, [
        { event: null, data: JSON.stringify({ choices: [{ index: 0, delta: { content: list } }] }) },
      ]).map(({ choices }) => (choices as readonly { delta: JsonObject }[])[0]!.delta);
    expect(push([SHAPES.text('Frau [[person-k3v9')])).toEqual([{ content: [SHAPES.text('Frau ')] }]);
    expect(push([SHAPES.text('q2xd]')])).toEqual([]);
    expect(push([SHAPES.text(']')])).toEqual([{ content: [SHAPES.text('Henrike "Rike" Öztürk')] }]);
    expect(push([SHAPES.text('[')])).toEqual([]);
    // A part of another kind, or a text in its place, cannot go on with it.
    expect(push([{ type: 'reference', reference_ids: [1] }, SHAPES.thinking('Hm')])).toEqual([
      { content: [SHAPES.text('['), { type: 'reference', reference_ids: [1] }, SHAPES.thinking('Hm')] },
    ]);
  });

  it('may go on as a text, and the other way round', () => {
    const chunk = (content: AnyJson): ServerSentEvent => ({
      event: null,
      data: JSON.stringify({ choices: [{ index: 0, delta: { content } }] }),
    });
    const events = [chunk([SHAPES.thinking('Hm [')]), chunk('Ja ['), chunk([SHAPES.text('[[person-k3v9q2xd]]')])];
    const contents = streamed(createChatStream(BOOK), events).map(
      ({ choices }) => (choices as readonly { delta: JsonObject }[])[0]!.delta['content'],
    );
    expect(contents).toEqual([
      ...[[SHAPES.thinking('Hm ')], [SHAPES.thinking('[')], 'Ja ', '['],
      [SHAPES.text('Henrike "Rike" Öztürk')],
    ]);
  });
});
