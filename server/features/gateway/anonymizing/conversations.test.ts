import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeConversation, readableIn, textsOf } from '../../../../test/helpers/conversations.ts';
import { HOSTILE_PIECES, hostileText } from '../../../../test/helpers/hostileTexts.ts';
import { openTestMasker } from '../../../../test/helpers/openTestMasker.ts';
import { LANGUAGES } from '../../../contract/common.ts';
import type { DetectionResult } from '../../../detection/types.ts';
import type { JsonObject } from '../../../providers/types.ts';
import type { MaskedConversation } from './types.ts';

/** What the client reads of a model that repeats texts, as content of a chat. */
function echoed(conversation: MaskedConversation, texts: readonly string[]): string[] {
  return texts.map((content) => {
    const body = conversation.restore('chat', { choices: [{ index: 0, message: { role: 'assistant', content } }] });
    return ((body['choices'] as readonly JsonObject[])[0]!['message'] as { content: string }).content;
  });
}

describe('generated conversations in five languages', () => {
  const masker = openTestMasker();
  it.each(
    LANGUAGES.flatMap((language) => (['chat', 'messages'] as const).map((protocol) => [language, protocol] as const)),
  )(
    'leave nothing and lose nothing (%s, %s)',
    async (language, protocol) => {
      for (const seed of [1, 2]) {
        const { body, values } = makeConversation(protocol, language, seed);
        const conversation = await masker.begin();
        const masked = await conversation.mask(protocol, body);
        expect(readableIn(JSON.stringify(masked.body), values)).toEqual([]);
        expect(echoed(conversation, textsOf(masked.body)).map(said)).toEqual(textsOf(body).map(said));
        expect(masked.maskedValues).toBe(masked.values.length);
        const again = await (await masker.begin()).mask(protocol, body);
        expect(again).toEqual(masked);
      }
    },
    120_000,
  );
});

/** Inside a text that is JSON, values come back in their own characters, whatever escapes they were written with. */
function said(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})/g, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Finds a few values, wherever they stand, and nothing else. */
function listed(text: string): Promise<DetectionResult> {
  const spans = [...text.matchAll(/Anna Müller|Müller|DE89370400440532013000|mira@holm\.de|0341 86 71/g)].map(
    (match) => ({
      start: match.index,
      end: match.index + match[0].length,
      category: match[0].startsWith('DE')
        ? 'iban'
        : match[0].includes('@')
          ? 'email'
          : /\d/.test(match[0])
            ? 'phone'
            : 'person',
      confidence: 0.9,
      sources: ['test'],
    }),
  );
  return Promise.resolve({ language: 'de', spans, stages: [] });
}

describe('hostile texts', () => {
  const values = ['Anna Müller', 'Müller', 'DE89370400440532013000', 'mira@holm.de', '0341 86 71'];
  const text = fc.oneof(
    hostileText,
    fc
      .array(fc.oneof(fc.constantFrom(...values), fc.constantFrom(...HOSTILE_PIECES)), { maxLength: 12 })
      .map((pieces) => pieces.join(' ')),
  );

  it('come back as they were from every place of a conversation', async () => {
    const masker = openTestMasker({ detect: listed });
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 3 }),
        fc.dictionary(text, text, { maxKeys: 3, noNullPrototype: true }),
        async (texts, data) => {
          const body: JsonObject = {
            model: 'm',
            messages: [
              ...texts.map((content) => ({ role: 'user', content })),
              { role: 'tool', tool_call_id: 'c', content: JSON.stringify(data) },
            ],
          };
          // Placeholders in links stay by themselves.
          const conversation = await masker.begin({ links: true });
          const masked = await conversation.mask('chat', body);
          const [tool, ...rest] = textsOf(masked.body).reverse();
          expect(echoed(conversation, rest.reverse())).toEqual(texts);
          const call = { name: 'f', arguments: tool! };
          const answer = conversation.restore('chat', { choices: [{ message: { tool_calls: [{ function: call }] } }] });
          const restored = JSON.stringify(answer['choices']);
          expect(JSON.parse(JSON.parse(/"arguments":("(?:[^"\\]|\\.)*")/.exec(restored)![1]!) as string)).toEqual(data);
        },
      ),
      { numRuns: 250 },
    );
  });
});
