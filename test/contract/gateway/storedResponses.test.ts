import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { gatewayErrorBody, responseItems } from '../../../server/contract/index.ts';
import type { ApiClient } from '../../helpers/apiClient.ts';
import { bootGateway, type BootedGateway } from '../../helpers/gateway.ts';

const CANARY = 'Canary-Zx81';
const DAY_MS = 86_400_000;

let gateway: BootedGateway;
let other: ApiClient;
let offset = 0;
beforeAll(async () => {
  gateway = await bootGateway({ clock: { now: () => Date.now() + offset } });
  other = await gateway.team.addPerson('berta');
});
afterAll(() => gateway.stop());

const response = z.looseObject({ id: z.string(), output: z.array(z.looseObject({ id: z.string() })) });
const create = async (fields: object, address = 'llm', client: ApiClient = gateway.server) =>
  client.call('POST', `/v1/${address}/responses`, { model: 'chat/test-model', input: 'Hello', ...fields });
const made = async (fields: object = {}, address = 'llm') => (await create(fields, address)).read(response);
const get = (id: string, client: ApiClient = gateway.server) => client.call('GET', `/v1/llm/responses/${id}`);
const codeOf = async (answer: ReturnType<typeof create>) => {
  const { status, read } = await answer;
  return [status, read(gatewayErrorBody).error.code];
};
const GONE = [400, 'previous_response_not_found'];

describe('stored responses', () => {
  it('are encrypted, and survive a restart', async () => {
    const { id } = await made({ input: `My name is ${CANARY}.` });
    await gateway.server.restart();
    expect((await get(id)).text).toContain(CANARY);
    const files = readdirSync(gateway.server.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
    expect(files.length).toBeGreaterThan(2);
    expect(files.some((bytes) => bytes.includes(CANARY))).toBe(false);
    expect(gateway.server.logLines.join('')).not.toContain(CANARY);
  });

  it('belong to their account alone', async () => {
    const { id } = await made();
    expect(await codeOf(get(id, other))).toEqual([404, 'response_not_found']);
    expect(await codeOf(other.call('DELETE', `/v1/llm/responses/${id}`))).toEqual([404, 'response_not_found']);
    expect(await codeOf(other.call('GET', `/v1/llm/responses/${id}/input_items`))).toEqual([
      ...[404, 'response_not_found'],
    ]);
    expect(await codeOf(create({ previous_response_id: id }, 'llm', other))).toEqual(GONE);
    expect((await get(id)).status).toBe(200);
  });

  it('are not made where the request says so, or where the answer failed', async () => {
    const { id } = await made({ store: false });
    expect((await get(id)).status).toBe(404);
    gateway.chat.answerNext({ answer: { text: 'cut' }, delivery: { stopAfter: { bytes: 500, how: 'reset' } } });
    const failed = await create({ stream: true });
    const begun = /"id":"(resp_[0-9a-f]+)"/.exec(failed.text)?.[1];
    expect(begun).toBeDefined();
    expect((await get(begun!)).status).toBe(404);
  });

  it('are stored before a stream tells their end', async () => {
    const streamed = await create({ stream: true });
    const id = /"id":"(resp_[0-9a-f]+)"/.exec(streamed.text)![1]!;
    expect((await get(id)).read(response).id).toBe(id);
  });

  it('that were anonymous are not continued in the clear', async () => {
    const { id, output } = await made({ input: 'I am Anna Müller from Köln.' }, 'llm-anonymous');
    expect(await codeOf(create({ previous_response_id: id }))).toEqual(GONE);
    const reference = [{ type: 'item_reference', id: output[0]!.id }];
    expect((await create({ input: reference })).status).toBe(400);
    gateway.chat.forget();
    expect((await create({ previous_response_id: id }, 'llm-anonymous')).status).toBe(200);
    expect(gateway.chat.requests[0]!.body.toString()).not.toContain('Müller');
  });

  it('can be referred to item by item', async () => {
    const first = await made({ input: 'Remember the word zork.' });
    gateway.chat.forget();
    const answer = await create({
      input: [
        { type: 'item_reference', id: first.output[0]!.id },
        { role: 'user', content: 'Which word?' },
      ],
    });
    expect(answer.status).toBe(200);
    const sent = z
      .object({ messages: z.array(z.looseObject({ role: z.string() })) })
      .parse(gateway.chat.requests[0]!.json);
    expect(sent.messages.map(({ role }) => role)).toEqual(['assistant', 'user']);
    expect(JSON.stringify(sent)).toContain('zork');
  });

  it('tell their input in pages', async () => {
    const first = await made({ input: 'one' });
    const { id } = await made({ input: 'two', previous_response_id: first.id });
    const page = async (query: string) =>
      (await gateway.server.call('GET', `/v1/llm/responses/${id}/input_items${query}`)).read(responseItems);
    const all = await page('?order=asc');
    expect(all.data.map((item) => item['role'])).toEqual(['user', 'assistant', 'user']);
    expect(all.has_more).toBe(false);
    const start = await page('?order=asc&limit=2');
    expect(start.has_more).toBe(true);
    expect((await page(`?order=asc&after=${start.last_id!}`)).data).toEqual(all.data.slice(2));
    expect((await page('')).data).toEqual(all.data.toReversed());
    for (const query of ['?limit=0', '?order=sideways']) {
      const refused = await gateway.server.call('GET', `/v1/llm/responses/${id}/input_items${query}`);
      expect(refused.read(gatewayErrorBody).error.code).toBe('invalid_request');
    }
  });

  it('are kept for 30 days', async () => {
    const { id } = await made();
    offset = 29 * DAY_MS;
    await gateway.server.restart();
    expect((await get(id)).status).toBe(200);
    offset = 31 * DAY_MS;
    await gateway.server.restart();
    await expect.poll(async () => (await get(id)).status).toBe(404);
    offset = 0;
  });

  it('are kept as long as a conversation goes on from them, anonymous or not', async () => {
    gateway.chat.forget();
    const text = 'Frau Henrike Wackernagel fragt.';
    const addresses = ['llm', 'llm-anonymous'] as const;
    const chains = await Promise.all(addresses.map(async (address) => [(await made({ input: text }, address)).id]));
    for (const day of [20, 40]) {
      offset = day * DAY_MS;
      // Old ones are removed at the start.
      if (day === 40) await gateway.server.restart();
      for (const [index, address] of addresses.entries()) {
        const previous = { previous_response_id: chains[index]!.at(-1)! };
        chains[index]!.push((await made({ input: `Tag ${day}: ${text}`, ...previous }, address)).id);
      }
    }
    const [plain, masked] = gateway.chat.requests.slice(-2).map(({ body }) => body.toString());
    // The whole conversation goes out each time, a value under one name.
    for (const sent of [plain!, masked!]) expect(sent.match(/Tag \d+/g)).toEqual(['Tag 20', 'Tag 20', 'Tag 40']);
    expect(plain).toContain('Wackernagel');
    expect(masked).not.toContain('Wackernagel');
    expect(new Set(masked!.match(/\[\[person-\w+\]\]/g)).size).toBe(1);
    offset = 71 * DAY_MS;
    await gateway.server.restart();
    for (const id of chains.flat()) await expect.poll(async () => (await get(id)).status).toBe(404);
    offset = 0;
  });
});
