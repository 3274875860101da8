import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../../server/providers/types.ts';
import { bootGateway, type BootedGateway } from '../../helpers/gateway.ts';
import { textsOf } from '../../helpers/conversations.ts';

/** People of whom some share their names; each has an address that a detector always finds. */
const PEOPLE = [
  'Henrike Wackernagel',
  'Otto Wackernagel',
  'Henrike Zwiebelfeld',
  'Clemens Ackerkrume',
  'Dora Ackerkrume',
];
const SECRETS = /wackernagel|zwiebelfeld|ackerkrume/i;
const sentence = (person: string): string =>
  `Frau oder Herr ${person} schreibt von ${person.toLowerCase().replace(' ', '.')}@beispielpost.de.`;
const PLACEHOLDERS = /\[\[email-[0-9a-z]{8,}\]\]/g;

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  for (const provider of [gateway.chat, gateway.messages]) {
    provider.forget();
    // A model that repeats all it was told.
    provider.answerAll(({ json }) => ({ answer: { text: isJsonObject(json) ? textsOf(json).join('\n') : '' } }));
  }
});

const response = z.looseObject({
  id: z.string(),
  output: z.array(z.looseObject({ content: z.array(z.looseObject({ text: z.string() })).optional() })),
});
interface Responded {
  readonly id: string;
  readonly text: string;
}
async function respond(model: string, input: string, previous: string | null): Promise<Responded> {
  const answer = await gateway.server.call('POST', '/v1/llm-anonymous/responses', {
    ...{ model, input },
    ...(previous !== null && { previous_response_id: previous }),
  });
  expect(answer.status).toBe(200);
  const { id, output } = answer.read(response);
  return { id, text: output.flatMap(({ content = [] }) => content.map(({ text }) => text)).join('') };
}
const received = (): string => Buffer.concat([gateway.chat.received(), gateway.messages.received()]).toString('utf8');
const emailsIn = (json: unknown): string[] => [...new Set(JSON.stringify(json).match(PLACEHOLDERS) ?? [])];
const models = fc.constantFrom('chat/test-model', 'messages/test-model');

describe('responses that go on from each other', () => {
  it('keep one placeholder for a value while the mapping grows beside them, and give back what was said', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...PEOPLE), fc.constantFrom(...PEOPLE), models), {
          minLength: 2,
          maxLength: 4,
        }),
        async (turns) => {
          for (const provider of [gateway.chat, gateway.messages]) provider.forget();
          const said: string[] = [];
          let previous: string | null = null;
          for (const [person, other, model] of turns) {
            // Another conversation of the account names somebody else meanwhile.
            const [answer]: readonly [Responded, Responded] = await Promise.all([
              respond(model, sentence(person), previous),
              respond(model, sentence(other), null),
            ]);
            said.push(sentence(person));
            for (const text of said) expect(answer.text).toContain(text);
            said.push(answer.text);
            previous = answer.id;
          }
          expect(received()).not.toMatch(SECRETS);
        },
      ),
      { numRuns: 6 },
    );
  });
});

describe('parallel requests of one conversation', () => {
  const START: JsonObject[] = [{ role: 'user', content: sentence(PEOPLE[0]!) }];
  const ask = async (model: string, content: string, stream: boolean): Promise<string> => {
    const answer = await gateway.server.call('POST', '/v1/llm-anonymous/chat/completions', {
      ...{ model, stream, messages: [...START, { role: 'user', content }] },
    });
    expect(answer.status).toBe(200);
    if (!stream) return (answer.body as { choices: [{ message: { content: string } }] }).choices[0].message.content;
    return [...answer.text.matchAll(/^data: (\{.*)$/gm)]
      .flatMap(([, data]) => (JSON.parse(data!) as { choices: { delta: { content?: string } }[] }).choices)
      .map(({ delta }) => delta.content ?? '')
      .join('');
  };

  it('share the placeholders of what they share, and each gets its own values back', async () => {
    const requests = fc.array(fc.tuple(fc.nat({ max: 9_999 }), models, fc.boolean()), { minLength: 4, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(requests, async (all) => {
        for (const provider of [gateway.chat, gateway.messages]) provider.forget();
        const texts = all.map(
          ([number]) => `Zeuge ist zeuge${number}.ackerkrume@beispielpost.de, dazu ${PEOPLE[number % 5]!}.`,
        );
        const answers = await Promise.all(all.map(([, model, stream], index) => ask(model, texts[index]!, stream)));
        expect(answers).toEqual(texts.map((text) => `${sentence(PEOPLE[0]!)}\n${text}`));
        expect(received()).not.toMatch(SECRETS);
        const sent = [...gateway.chat.requests, ...gateway.messages.requests].map(({ json }) => emailsIn(json));
        expect(sent).toHaveLength(all.length);
        const shared = sent[0]!.filter((placeholder) => sent.every((others) => others.includes(placeholder)));
        expect(shared.length).toBeGreaterThan(0);
        for (const own of sent) expect(own).toHaveLength(2);
      }),
      { numRuns: 6 },
    );
  });
});
