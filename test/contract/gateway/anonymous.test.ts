import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as contract from '../../../server/contract/index.ts';
import { bootGateway, type BootedGateway } from '../../helpers/gateway.ts';

const TEXT = 'Frau Dr. Anna Müller wohnt in der Lindenstraße 5 in 50667 Köln, anna.mueller@beispielpost.de.';
const PLACEHOLDER = /\[\[[a-z]+-[0-9a-z]{8,}\]\]/;
const SECRETS = ['Anna', 'Müller', 'Lindenstraße', 'anna.mueller'];

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway({
    aliases: [
      { name: 'crossed', targets: [{ model: 'chat/test-model', weight: 1 }], fallbacks: ['messages/test-model'] },
    ],
  });
});
afterAll(() => gateway.stop());
afterEach(() => {
  for (const provider of [gateway.chat, gateway.messages]) {
    provider.forget();
    provider.forgetScripts();
  }
});

const ask = (
  fields: object = {},
  headers: Record<string, string> = {},
  path = '/v1/llm-anonymous/chat/completions',
) => {
  const body = { model: 'chat/test-model', max_tokens: 100, messages: [{ role: 'user', content: TEXT }], ...fields };
  return gateway.server.call('POST', path, body, headers);
};
const received = () => Buffer.concat([gateway.chat.received(), gateway.messages.received()]).toString();
const expectNothingLeft = () => expect(SECRETS.filter((secret) => received().includes(secret))).toEqual([]);
const completion = z.object({ choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]) });
const contentOf = (answer: Awaited<ReturnType<typeof ask>>) => answer.read(completion).choices[0].message.content;

describe('anonymous requests', () => {
  it('say how many values were masked and where the record is', async () => {
    const answer = await ask();
    expect(contentOf(answer)).toBe(TEXT);
    expect(received()).toMatch(PLACEHOLDER);
    expectNothingLeft();
    const id = answer.headers.get('x-deckname-request-id')!;
    const { request } = (await gateway.server.call('GET', `/v1/llm-anonymous/requests/${id}`)).read(
      contract.getExchange.response.schema,
    );
    expect(request).toMatchObject({ id, model: 'chat/test-model', outcome: 'completed' });
    expect(String(request.maskedValues)).toBe(answer.headers.get('x-deckname-masked'));
    expect(request.request).toEqual(gateway.chat.requests[0]?.json);
  });

  it('keep their placeholders where the request wants it', async () => {
    for (const stream of [false, true]) {
      const { text } = await ask({ deckname: { deanonymize: false }, stream });
      expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([]);
    }
    expect(contentOf(await ask({ deckname: { deanonymize: false } }))).toMatch(PLACEHOLDER);
    expect(received()).not.toContain('deanonymize');
  });

  it('go on to a provider of the other protocol, masked anew', async () => {
    gateway.chat.answerNext({ error: { status: 500 } });
    const answer = await ask({ model: 'crossed' });
    expect(contentOf(answer)).toBe(TEXT);
    expect([gateway.chat.requests.length, gateway.messages.requests.length]).toEqual([1, 1]);
    expectNothingLeft();
  });

  it('carry no free text of headers', async () => {
    await ask(
      { model: 'messages/test-model' },
      { 'anthropic-beta': 'Anna', 'openai-organization': 'Anna' },
      '/v1/llm-anonymous/messages',
    );
    expect(gateway.messages.requests).toHaveLength(1);
    expectNothingLeft();
  });

  it.each([
    [
      'an image that cannot be read',
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      'image_not_supported',
    ],
    [
      'an image elsewhere',
      { type: 'image_url', image_url: { url: 'https://example.org/anna.png' } },
      'image_not_supported',
    ],
    [
      'a file that cannot be read',
      { type: 'file', file: { filename: 'a.bin', file_data: 'data:application/x-foo;base64,AAAA' } },
      'file_not_supported',
    ],
  ])('with %s are refused before anything is sent', async (_, part, code) => {
    const answer = await ask({ messages: [{ role: 'user', content: [{ type: 'text', text: TEXT }, part] }] });
    expect([answer.status, answer.read(contract.gatewayErrorBody).error.code]).toEqual([400, code]);
    expect(received()).toBe('');
  });

  it('do not put back the values of another account', async () => {
    await ask();
    const placeholder = PLACEHOLDER.exec(received())![0];
    const other = await gateway.team.addPerson('berta');
    const answer = await other.call('POST', '/v1/llm-anonymous/chat/completions', {
      ...{ model: 'chat/test-model', messages: [{ role: 'user', content: `Who is ${placeholder}?` }] },
    });
    expect(SECRETS.filter((secret) => answer.text.includes(secret))).toEqual([]);
    expect(contentOf(answer)).toContain(placeholder);
  });

  it('of one account may name the same new people at the same moment', async () => {
    const requests = Array.from({ length: 30 }, (_, index) => {
      const first = ['Anton', 'Berta', 'Clemens', 'Dora', 'Emil', 'Frieda'][index % 6]!;
      return `Herr Dr. ${first} Zwiebelfeld kommt am Montag. Herr Zwiebelfeld bringt Frau ${first} Ackerkrume mit, und Frau Ackerkrume bleibt.`;
    });
    const answers = await Promise.all(requests.map((content) => ask({ messages: [{ role: 'user', content }] })));
    expect(answers.map(({ status }) => status)).toEqual(requests.map(() => 200));
    expect(answers.map(contentOf)).toEqual(requests);
    expect(received()).not.toMatch(/Zwiebelfeld|Ackerkrume/);
  });

  it('are counted apart', async () => {
    const { usage } = (await gateway.server.call('GET', '/v1/account/usage')).read(
      contract.getAccountUsage.response.schema,
    );
    const entry = usage.find(({ model }) => model === 'chat/test-model');
    expect(entry).toMatchObject({ variant: 'anonymous' });
    expect(entry!.maskedValues).toBeGreaterThan(0);
  });
});
