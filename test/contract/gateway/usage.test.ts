import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as contract from '../../../server/contract/index.ts';
import type { ApiClient } from '../../helpers/apiClient.ts';
import { bootGateway, provider, type BootedGateway } from '../../helpers/gateway.ts';
import { openChatProvider, type ChatProvider } from '../../helpers/providers/chatProvider.ts';

let gateway: BootedGateway;
let priced: ChatProvider;
let offset = 0;
let person: ApiClient & { readonly id: string };
beforeAll(async () => {
  priced = await openChatProvider();
  gateway = await bootGateway({
    clock: { now: () => Date.now() + offset },
    providers: [
      provider({
        ...{ id: 'priced', kind: 'openai', baseUrl: priced.url, apiKey: priced.apiKey, currency: 'EUR' },
        prices: { 'test-model': { input: 2, output: 10, cachedInput: 0.5 } },
      }),
    ],
  });
  person = await gateway.team.addPerson('anna');
});
afterAll(async () => {
  await gateway.stop();
  await priced.stop();
});

const ask = (client: ApiClient, fields: object = {}) =>
  client.call('POST', '/v1/llm/chat/completions', {
    ...{ model: 'priced/test-model', messages: [{ role: 'user', content: 'Hello' }] },
    ...fields,
  });
const own = async (client: ApiClient, query = '') =>
  (await client.call('GET', `/v1/account/usage${query}`)).read(contract.getAccountUsage.response.schema);
const team = async (query = '') =>
  (await gateway.server.call('GET', `/v1/admin/usage${query}`)).read(contract.getTeamUsage.response.schema);

describe('usage', () => {
  it('is counted by key, model and day, with its cost', async () => {
    const usage = { input: 1_000, output: 200, cached: 400 };
    priced.answerNext({ answer: { text: 'One.', usage } });
    await ask(person);
    priced.answerNext({ answer: { text: 'Two.', usage } });
    await ask(person, { stream: true });
    priced.answerNext({ error: { status: 400 } });
    await ask(person);
    const { usage: entries } = await own(person);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      ...{ model: 'priced/test-model', variant: 'plain', requests: 3, failed: 1, estimatedRequests: 0 },
      ...{ inputTokens: 2_000, outputTokens: 400, cachedTokens: 800, maskedValues: 0 },
      // 1,200 × 2 + 800 × 0.5 + 400 × 10 per million
      cost: { amount: 0.0068, currency: 'EUR' },
    });
    expect(entries[0]?.day).toBe(new Date().toISOString().slice(0, 10));
    const keys = (await person.call('GET', '/v1/account/keys')).read(
      z.object({ keys: z.array(z.object({ id: z.string() })) }),
    );
    expect(keys.keys.map(({ id }) => id)).toContain(entries[0]?.keyId);
  });

  it('of other people is seen by admins alone', async () => {
    await ask(gateway.server, { model: 'chat/test-model' });
    expect((await own(gateway.server)).usage.map(({ model }) => model)).toEqual(['chat/test-model']);
    const everyone = await team();
    expect(everyone.usage.map(({ model }) => model).sort()).toEqual(['chat/test-model', 'priced/test-model']);
    const [entry] = (await team(`?accountId=${person.id}`)).usage;
    expect(entry).toMatchObject({ accountId: person.id, requests: 3 });
    expect((await team(`?keyId=${entry!.keyId!}`)).usage).toHaveLength(1);
    expect((await team('?from=2020-01-01&to=2020-02-01')).usage).toEqual([]);
    expect((await gateway.server.call('GET', '/v1/admin/usage?from=yesterday')).status).toBe(400);
  });

  it('comes in pages', async () => {
    await ask(gateway.server, { model: 'messages/test-model' });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof team>> = await team(
        `?limit=1${cursor === null ? '' : `&cursor=${cursor}`}`,
      );
      expect(page.usage).toHaveLength(1);
      seen.push(page.usage[0]!.model);
      ({ cursor } = page);
    } while (cursor !== null);
    expect(seen.sort()).toEqual(['chat/test-model', 'messages/test-model', 'priced/test-model']);
  });

  it('is estimated where a provider tells none', async () => {
    const chunk = (delta: object, finish: string | null = null) =>
      `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    priced.answerNext({
      raw: {
        contentType: 'text/event-stream',
        parts: [chunk({ content: 'Hello' }), chunk({ content: ' you' }), chunk({}, 'stop'), 'data: [DONE]\n\n'],
      },
    });
    await ask(gateway.server, { stream: true });
    const entry = (await own(gateway.server)).usage.find(({ model }) => model === 'priced/test-model');
    expect(entry).toMatchObject({ requests: 1, estimatedRequests: 1 });
    expect(entry?.inputTokens).toBeGreaterThan(0);
    expect(entry?.outputTokens).toBeGreaterThan(0);
  });

  it('holds no text and outlives a restart', async () => {
    await ask(person, { messages: [{ role: 'user', content: 'Canary-Zx81' }] });
    await gateway.server.restart();
    expect((await own(person)).usage[0]).toMatchObject({ requests: 4 });
    expect(gateway.server.logLines.join('')).not.toContain('Canary-Zx81');
  });

  it('is forgotten after 400 days', async () => {
    const all = async () => (await team('?from=2020-01-01')).usage.length;
    expect(await all()).toBeGreaterThan(0);
    offset = 402 * 86_400_000;
    await gateway.server.restart();
    await expect.poll(all).toBe(0);
    offset = 0;
  });
});
