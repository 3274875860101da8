import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, type ServerSentEvent } from '../../../../providers/types.ts';
import { createMac } from '../../../../core/placeholders/memoryBook.ts';
import { restoreAnswer } from './answers.ts';
import { createChatStream } from './chatStream.ts';
import { objectsOf } from './events.ts';
import { createThinkingSeal } from './seal.ts';
import { answerText, BOOK, cutAt, streamed, stringOf } from '../../../../../test/helpers/gatewayStreams/cuts.ts';
import { restoreText } from './textRestorer.ts';

const seal = createThinkingSeal((value) => createMac(Buffer.alloc(32, 1))(Buffer.from(value)));
const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 40 });
const whole = (choice: JsonObject): JsonObject =>
  objectsOf(restoreAnswer('chat', { choices: [choice] }, BOOK, { seal, documents: [] })['choices'])[0]!;
const chunk = (delta: JsonObject, more: JsonObject = {}): ServerSentEvent => ({
  event: null,
  data: JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: null, ...more }] }),
});
const tokensIn = (choice: JsonObject): JsonObject[] =>
  isJsonObject(choice['logprobs']) ? objectsOf(choice['logprobs']['content']) : [];
const textOf = (tokens: readonly JsonObject[]) => tokens.map(({ token }) => stringOf(token)).join('');
const sumOf = (tokens: readonly JsonObject[]) => tokens.reduce((sum, { logprob }) => sum + Number(logprob), 0);

describe('log probabilities of tokens', () => {
  const entriesOf = (text: string, at: readonly number[]) =>
    cutAt(text, at)
      .filter((token) => token !== '')
      .map((token, index) => ({
        token,
        logprob: -1 - index,
        bytes: [...Buffer.from(token)],
        top_logprobs: [{ token }],
      }));

  it('tell the restored text and are as likely as before, however the text is cut into tokens and chunks', () => {
    fc.assert(
      fc.property(answerText, cuts, fc.integer({ min: 1, max: 5 }), fc.boolean(), (text, at, perChunk, isLate) => {
        const entries = entriesOf(text, at);
        const chunks = entries.flatMap((_, index) =>
          index % perChunk === 0 ? [entries.slice(index, index + perChunk)] : [],
        );
        const events = chunks.map((content, index) =>
          chunk(
            { content: textOf(content) },
            {
              logprobs: { content, refusal: null },
              ...(isLate && index === chunks.length - 1 && { finish_reason: 'stop' }),
            },
          ),
        );
        const end = isLate ? [] : [chunk({}, { finish_reason: 'stop', logprobs: null })];
        const seen = streamed(createChatStream(BOOK), [...events, ...end]).flatMap(({ choices }) => objectsOf(choices));
        const once = tokensIn(whole({ message: { content: text }, logprobs: { content: entries } }));
        for (const tokens of [seen.flatMap(tokensIn), once]) {
          expect(textOf(tokens)).toBe(restoreText(text, BOOK));
          expect(sumOf(tokens)).toBeCloseTo(sumOf(entries), 6);
          for (const token of tokens.filter(({ top_logprobs: others }) => (others as unknown[]).length > 0)) {
            expect(entries).toContainEqual(token);
          }
        }
      }),
    );
  });

  it('of other tokens stay as they are', () => {
    const text = 'Guten Tag, [[person-k3v9q2xd]], bis bald';
    const entries = entriesOf(text, [5, 9, 11, 13, 20, 30, 35]);
    const tokens = tokensIn(whole({ message: { content: text }, logprobs: { content: entries } }));
    expect(tokens.slice(0, 3)).toEqual(entries.slice(0, 3));
    expect(tokens.at(-1)).toEqual(entries.at(-1));
    expect(tokens).toContainEqual(
      expect.objectContaining({ token: expect.stringContaining('Henrike "Rike" Öztürk') as string, top_logprobs: [] }),
    );
  });
});

describe('annotations', () => {
  /** Text with a cited stretch; offsets count code points. */
  const cited = fc.tuple(answerText, answerText, answerText);
  const annotationOf = (before: string, quote: string): JsonObject => ({
    type: 'url_citation',
    url_citation: {
      ...{ start_index: Array.from(before).length, end_index: Array.from(before + quote).length },
      ...{ url: 'https://x.example/', title: 'Über [[person-k3v9q2xd]]' },
    },
  });
  const expectCited = (content: string, annotations: unknown, quote: string) => {
    const [{ url_citation: at }] = annotations as [
      { url_citation: { start_index: number; end_index: number; title: string } },
    ];
    expect(Array.from(content).slice(at.start_index, at.end_index).join('')).toBe(quote);
    expect(at.title).toBe('Über Henrike "Rike" Öztürk');
  };
  /** What divides a text so that no placeholder goes on over it, and what no placeholder of the text holds. */
  const APART = '\n¶\n';

  it('point to the same words of the restored text', () => {
    fc.assert(
      fc.property(cited, cuts, ([a, b, c], at) => {
        const [before, quote] = [`Text ${a}${APART}`, `${b}${APART}`];
        const text = before + quote + c;
        const restoredQuote = restoreText(before + quote, BOOK).slice(restoreText(before, BOOK).length);
        const message = { content: text, annotations: [annotationOf(before, quote)] };
        const { message: restored } = whole({ message }) as { message: { content: string; annotations: unknown } };
        expectCited(restored.content, restored.annotations, restoredQuote);

        const events = [
          ...cutAt(text, at).map((content) => chunk({ content })),
          chunk({ annotations: message.annotations }),
          chunk({}, { finish_reason: 'stop' }),
        ];
        const deltas = streamed(createChatStream(BOOK), events).map(({ choices }) => objectsOf(choices)[0]!['delta']);
        const content = deltas.map((delta) => (isJsonObject(delta) ? stringOf(delta['content']) : '')).join('');
        const found = deltas.find((delta) => isJsonObject(delta) && 'annotations' in delta) as { annotations: unknown };
        expectCited(content, found.annotations, restoredQuote);
      }),
    );
  });

  it('that point into a placeholder point to the whole value', () => {
    const [before, value] = ['Lieber 😀 ', '[[person-k3v9q2xd]]'];
    const annotation = annotationOf(`${before}[[per`, 'son-k');
    const message = { content: `${before}${value}!`, annotations: [annotation] };
    const { message: restored } = whole({ message }) as { message: { content: string; annotations: unknown } };
    expectCited(restored.content, restored.annotations, 'Henrike "Rike" Öztürk');
  });
});
