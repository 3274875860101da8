import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../../server/contract/index.ts';
import type { ApiClient } from '../../helpers/apiClient.ts';
import { bootGateway, provider, type BootedGateway } from '../../helpers/gateway.ts';
import { refusal } from '../../helpers/workspace.ts';

let gateway: BootedGateway;
let person: ApiClient & { readonly id: string };
beforeAll(async () => {
  gateway = await bootGateway({
    providers: [provider({ id: 'down', kind: 'openai', baseUrl: 'http://127.0.0.1:9/v1' })],
    aliases: [{ name: 'fixed', targets: [{ model: 'chat/test-model', weight: 1 }], fallbacks: [] }],
  });
  person = await gateway.team.addPerson('anna');
});
afterAll(() => gateway.stop());

const { openAiModels, anthropicModels, gatewayErrorBody } = contract;
const idsOf = async (client: ApiClient) =>
  (await client.call('GET', '/v1/llm/models')).read(openAiModels).data.map(({ id }) => id);
const ask = (client: ApiClient, model: string) =>
  client.call('POST', '/v1/llm/chat/completions', { model, messages: [{ role: 'user', content: 'Hello' }] });
const LISTED = ['fixed', 'chat/test-model', 'chat/test-embedding', 'messages/test-model'];

describe('models', () => {
  it('are listed, whatever a provider that is down does', async () => {
    expect(await idsOf(person)).toEqual(LISTED);
    const catalog = (await gateway.server.call('GET', '/v1/admin/models')).read(contract.modelCatalog);
    expect(catalog.failing).toEqual(['down']);
    expect(catalog.aliases).toMatchObject([{ name: 'fixed', origin: 'configuration' }]);
    expect(catalog.access).toEqual({ everyone: ['*'], grants: [] });
  });

  it('are asked for once, not with every listing', async () => {
    gateway.chat.forget();
    await idsOf(person);
    await idsOf(person);
    expect(gateway.chat.requests).toHaveLength(0);
  });

  it('are told in the form of Anthropic where its version header is sent, in pages', async () => {
    const versioned = { 'anthropic-version': '2023-06-01' };
    const page = async (query: string) =>
      (await person.call('GET', `/v1/models${query}`, undefined, versioned)).read(anthropicModels);
    const first = await page('?limit=2');
    expect(first).toMatchObject({ has_more: true, first_id: 'fixed', last_id: 'chat/test-model' });
    expect((await page('?limit=2&after_id=chat/test-model')).data.map(({ id }) => id)).toEqual(LISTED.slice(2));
    const back = await page('?limit=1&before_id=messages/test-model');
    expect([back.data.map(({ id }) => id), back.has_more]).toEqual([['chat/test-embedding'], true]);
    expect((await person.call('GET', '/v1/models')).body).toMatchObject({ object: 'list' });
  });

  it('tell what they can do, aliases what all of their models can', async () => {
    const list = (await person.call('GET', '/v1/llm/models')).read(openAiModels).data;
    const of = (id: string) => list.find((model) => model.id === id)!;
    expect(of('chat/test-embedding')).toMatchObject({ capabilities: { chat: false, embeddings: true } });
    expect(of('messages/test-model').context_length).toBeNull();
    expect(of('fixed').capabilities).toEqual(of('chat/test-model').capabilities);
    expect((await person.call('GET', '/v1/models/chat/test-embedding')).body).toEqual(of('chat/test-embedding'));
  });

  it('are found by a bare name that only one provider has', async () => {
    const answer = await ask(person, 'test-model');
    // Two providers have it.
    expect([answer.status, answer.read(gatewayErrorBody).error.code]).toEqual([404, 'model_not_found']);
    const embedded = await person.call('POST', '/v1/llm/embeddings', { model: 'test-embedding', input: 'Hello' });
    expect(embedded.status).toBe(200);
  });
});

describe('aliases', () => {
  const put = (aliases: unknown) => gateway.server.call('PUT', '/v1/admin/models/aliases', { aliases });

  it('are set as a whole and used like models', async () => {
    const answer = await put([
      { name: 'fast', targets: [{ model: 'messages/test-model' }] },
      { name: 'nowhere', targets: [{ model: 'gone/model' }] },
    ]);
    expect(answer.body).toMatchObject({
      aliases: [
        { name: 'fixed', origin: 'configuration' },
        { name: 'fast', origin: 'settings', targets: [{ model: 'messages/test-model', weight: 1 }], fallbacks: [] },
        { name: 'nowhere', origin: 'settings' },
      ],
    });
    expect(await idsOf(person)).toEqual(['fixed', 'fast', ...LISTED.slice(1)]);
    gateway.messages.forget();
    expect((await ask(person, 'fast')).status).toBe(200);
    expect(gateway.messages.requests).toHaveLength(1);
    expect((await ask(person, 'nowhere')).status).toBe(404);
    await put([]);
    expect((await ask(person, 'fast')).status).toBe(404);
  });

  it('share requests out by weight', async () => {
    await put([
      {
        name: 'shared',
        targets: [
          { model: 'chat/test-model', weight: 1 },
          { model: 'messages/test-model', weight: 1 },
        ],
      },
    ]);
    gateway.chat.forget();
    gateway.messages.forget();
    for (let asked = 0; asked < 40; asked++) expect((await ask(person, 'shared')).status).toBe(200);
    expect(gateway.chat.requests.length).toBeGreaterThan(0);
    expect(gateway.messages.requests.length).toBeGreaterThan(0);
    expect(gateway.chat.requests.length + gateway.messages.requests.length).toBe(40);
    await put([]);
  });

  it.each([
    ['a slash in the name', [{ name: 'a/b', targets: [{ model: 'chat/test-model' }] }], 'INVALID_BODY'],
    ['no target', [{ name: 'a', targets: [] }], 'INVALID_BODY'],
    ['a name twice', Array(2).fill({ name: 'a', targets: [{ model: 'chat/x' }] }), 'INVALID_BODY'],
    ['a name of the configuration', [{ name: 'fixed', targets: [{ model: 'chat/x' }] }], 'NAME_TAKEN'],
  ])('with %s are refused', async (_, aliases, code) => {
    expect(refusal(await put(aliases))[1]).toBe(code);
  });
});

describe('allow lists', () => {
  const set = (access: unknown) => gateway.server.call('PUT', '/v1/admin/models/access', { access });

  it('make other models look as if they were not there', async () => {
    const admin = await gateway.team.addPerson('berta', 'admin');
    const grouped = await gateway.team.addPerson('carl');
    const groupId = await gateway.team.addGroup('writers', [grouped]);
    const answer = await set({
      everyone: ['fixed'],
      grants: [
        { subject: { kind: 'role', role: 'admin' }, models: ['*'] },
        { subject: { kind: 'group', id: groupId }, models: ['messages/*'] },
        { subject: { kind: 'account', id: person.id }, models: ['chat/test-model'] },
      ],
    });
    expect(answer.status).toBe(200);
    expect(await idsOf(admin)).toEqual(LISTED);
    expect(await idsOf(grouped)).toEqual(['fixed', 'messages/test-model']);
    expect(await idsOf(person)).toEqual(['fixed', 'chat/test-model']);
    expect((await ask(person, 'fixed')).status).toBe(200);
    expect((await ask(person, 'chat/test-model')).status).toBe(200);

    const hidden = await ask(person, 'messages/test-model');
    const absent = await ask(person, 'nobody/test-model');
    expect([hidden.status, hidden.body]).toEqual([absent.status, absent.body]);
    const unseen = await person.call('GET', '/v1/llm/models/messages/test-model');
    const missing = await person.call('GET', '/v1/llm/models/nobody/test-model');
    expect([unseen.status, unseen.body]).toEqual([missing.status, missing.body]);
    expect(unseen.status).toBe(404);
    await set({ everyone: ['*'] });
    expect(await idsOf(person)).toEqual(LISTED);
  });

  it.each([{ everyone: ['a*b'] }, { everyone: [' '] }, { grants: [] }, { everyone: [], grants: [{ subject: {} }] }])(
    'that say nothing clear are refused: %j',
    async (access) => {
      expect(refusal(await set(access))).toEqual([400, 'INVALID_BODY']);
    },
  );
});
