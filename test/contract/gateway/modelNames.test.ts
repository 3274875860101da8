import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as contract from '../../../server/contract/index.ts';
import { isJsonObject } from '../../../server/providers/types.ts';
import { bootGateway, provider, type BootedGateway } from '../../helpers/gateway.ts';
import { openChatProvider, type ChatProvider } from '../../helpers/providers/chatProvider.ts';

const TEXT = 'Frau Henrike Wackernagel bittet um Antwort.';

let gateway: BootedGateway;
let named: ChatProvider;
let lenient: ChatProvider;
beforeAll(async () => {
  named = await openChatProvider({ models: ['henrike-wackernagel'] });
  lenient = await openChatProvider({ models: ['zwiebel-feld', 'gpt-4o-mini'] });
  gateway = await bootGateway({
    chat: { models: ['test-model', 'kunde-wackernagel'] },
    providers: [
      provider({
        ...{ id: 'named', kind: 'openai', baseUrl: named.url, apiKey: named.apiKey },
        models: ['henrike-wackernagel'],
      }),
      provider({ id: 'lenient', kind: 'openai', baseUrl: lenient.url, apiKey: lenient.apiKey }),
    ],
  });
});
afterAll(async () => {
  await gateway.stop();
  await named.stop();
  await lenient.stop();
});
beforeEach(() => {
  gateway.chat.forget();
  named.forget();
});

const ask = async (model: string, variant: 'llm' | 'llm-anonymous', stream = false) => {
  const messages = [{ role: 'user', content: TEXT }];
  const answer = await gateway.server.call('POST', `/v1/${variant}/chat/completions`, { model, messages, stream });
  return { status: answer.status, error: answer.status === 200 ? null : answer.read(contract.gatewayErrorBody).error };
};
const modelsAsked = (asked: ChatProvider) =>
  asked.requests.flatMap(({ json }) => (isJsonObject(json) ? [json['model']] : []));

describe('the name of a model that a client makes up', () => {
  it.each([
    'chat/Henrike Wackernagel',
    'chat/otto.zweifel@example.org',
    'chat/models/otto@example.org',
    'chat/4915112345678',
    'chat/name\nwith lines',
    'chat/Müller',
    `chat/${'m'.repeat(129)}`,
  ])('is unknown when no model has such a name: %j', async (model) => {
    for (const variant of ['llm', 'llm-anonymous'] as const) {
      expect(await ask(model, variant)).toMatchObject({
        status: 404,
        error: { code: 'model_not_found', param: 'model' },
      });
    }
    expect(modelsAsked(gateway.chat)).toEqual([]);
  });

  it('is refused when it holds a value of the conversation, and nothing leaves', async () => {
    for (const model of ['chat/gpt-wackernagel', 'chat/HENRIKE_WACKERNAGEL']) {
      expect(await ask(model, 'llm-anonymous')).toMatchObject({
        status: 400,
        error: { code: 'invalid_request', param: 'model' },
      });
    }
    expect(modelsAsked(gateway.chat)).toEqual([]);
  });

  it('leaves when it is listed, by the configuration or by the provider', async () => {
    expect(await ask('named/henrike-wackernagel', 'llm-anonymous')).toMatchObject({ status: 200 });
    expect(await ask('chat/kunde-wackernagel', 'llm-anonymous')).toMatchObject({ status: 200 });
    expect(modelsAsked(named)).toEqual(['henrike-wackernagel']);
    expect(modelsAsked(gateway.chat)).toEqual(['kunde-wackernagel']);
    expect(gateway.chat.received().toString('utf8') + named.received().toString('utf8')).not.toContain('Henrike');
  });

  it('is passed on as it is otherwise, and kept in no figure where the provider does not know it', async () => {
    expect(await ask('chat/zwiebel-feld', 'llm')).toMatchObject({ status: 404, error: { code: 'model_not_found' } });
    expect(modelsAsked(gateway.chat)).toEqual(['zwiebel-feld']);
    const { usage } = (await gateway.server.call('GET', '/v1/account/usage')).read(
      contract.getAccountUsage.response.schema,
    );
    const models = usage.map(({ model }) => model);
    expect(models).toContain('chat/unlisted');
    expect(models).toContain('chat/kunde-wackernagel');
    expect(models.filter((model) => /zwiebel|gpt-wackernagel|HENRIKE/.test(model))).toEqual([]);
  });

  it('is kept in no figure where a provider answers to any name', async () => {
    lenient.answerAll({ raw: { contentType: 'application/json', parts: ['{"object":"list","data":[]}'] } }, 'models');
    for (const stream of [false, true])
      expect(await ask('lenient/zwiebel-feld', 'llm', stream)).toMatchObject({ status: 200 });
    expect(await ask('lenient/gpt-4o-mini', 'llm')).toMatchObject({ status: 200 });
    const { usage } = (await gateway.server.call('GET', '/v1/account/usage')).read(
      contract.getAccountUsage.response.schema,
    );
    const figures = usage.filter(({ model }) => model.startsWith('lenient/'));
    expect(figures.map(({ model, requests }) => [model, requests]).sort()).toEqual([
      ['lenient/gpt-4o-mini', 1],
      ['lenient/unlisted', 2],
    ]);
  });
});
