import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../../server/contract/index.ts';
import { bootGateway, type BootedGateway } from '../../helpers/gateway.ts';
import { refusal } from '../../helpers/workspace.ts';

const ADMIN = '/v1/admin/providers';
const KEY = 'sk-canary-provider-key-A1B2';

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway({ chat: { apiKey: KEY } });
});
afterAll(() => gateway.stop());

const call = (method: string, path: string, body?: unknown) => gateway.server.call(method, path, body);
const list = async () => (await call('GET', ADMIN)).read(contract.listProviders.response.schema).providers;
const added = (fields: object = {}) => ({
  ...{ id: 'added', kind: 'openai', baseUrl: gateway.chat.url, apiKey: KEY },
  ...fields,
});
const ask = (model: string) =>
  call('POST', '/v1/llm/chat/completions', { model, messages: [{ role: 'user', content: 'Hello' }] });
const filesHolding = (text: string): string[] =>
  readdirSync(gateway.server.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text));

describe('providers over HTTP', () => {
  it('are listed with those of the configuration, which cannot be changed', async () => {
    expect(await list()).toMatchObject([
      { id: 'chat', origin: 'configuration', hasKey: true, keyEnd: 'A1B2', createdAt: null },
      { id: 'messages', origin: 'configuration', hasKey: true, keyEnd: null },
    ]);
    for (const [method, body] of [
      ['PATCH', { enabled: false }],
      ['DELETE', undefined],
    ] as const) {
      expect(refusal(await call(method, `${ADMIN}/chat`, body))).toEqual([409, 'PROVIDER_READ_ONLY']);
    }
    expect(refusal(await call('POST', ADMIN, added({ id: 'chat' })))).toEqual([409, 'NAME_TAKEN']);
  });

  it('are added, used, changed and removed; their key is never shown or stored in the clear', async () => {
    const made = await call('POST', ADMIN, added({ models: ['test-model'] }));
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ provider: { id: 'added', hasKey: true, keyEnd: 'A1B2', origin: 'settings' } });
    expect((await ask('added/test-model')).status).toBe(200);
    expect((await ask('added/test-embedding')).status).toBe(404);
    expect(refusal(await call('POST', ADMIN, added()))).toEqual([409, 'NAME_TAKEN']);

    await gateway.server.restart();
    expect((await ask('added/test-model')).status).toBe(200);
    expect(filesHolding(KEY)).toEqual([]);
    expect((await call('GET', ADMIN)).text).not.toContain(KEY);
    expect(gateway.server.logLines.join('')).not.toContain(KEY);

    const off = await call('PATCH', `${ADMIN}/added`, { enabled: false });
    expect(off.body).toMatchObject({ provider: { enabled: false, models: ['test-model'], hasKey: true } });
    expect((await ask('added/test-model')).status).toBe(404);
    await call('PATCH', `${ADMIN}/added`, { enabled: true, apiKey: 'another-wrong-key' });
    expect((await ask('added/test-model')).status).toBe(502);
    expect((await call('DELETE', `${ADMIN}/added`)).status).toBe(204);
    expect(refusal(await call('DELETE', `${ADMIN}/added`))).toEqual([404, 'PROVIDER_NOT_FOUND']);
    expect((await ask('added/test-model')).status).toBe(404);
  });

  it('do not send a key to another host than it was entered for', async () => {
    await call('POST', ADMIN, added());
    const moved = await call('PATCH', `${ADMIN}/added`, { baseUrl: 'http://127.0.0.1:9/v1' });
    expect(refusal(moved)).toEqual([400, 'INVALID_BODY']);
    expect(moved.body).toMatchObject({ details: { issues: [{ path: ['apiKey'] }] } });
    const both = await call('PATCH', `${ADMIN}/added`, { baseUrl: 'http://127.0.0.1:9/v1', apiKey: null });
    expect(both.body).toMatchObject({ provider: { hasKey: false, keyEnd: null } });
    await call('DELETE', `${ADMIN}/added`);
  });

  it('are tried out, saved or not', async () => {
    expect((await call('POST', `${ADMIN}/chat/test`)).body).toMatchObject({
      ...{ ok: true, failure: null, models: ['test-model', 'test-embedding'] },
    });
    const failures = [
      [added({ apiKey: 'wrong-key-of-a-provider' }), 'key_refused'],
      [added({ baseUrl: 'http://127.0.0.1:9/v1' }), 'unreachable'],
      [added({ baseUrl: `${gateway.chat.origin}/elsewhere` }), 'not_found'],
    ] as const;
    for (const [body, failure] of failures) {
      expect((await call('POST', `${ADMIN}/test`, body)).body).toMatchObject({ ok: false, failure, models: [] });
    }
    gateway.chat.answerNext({ raw: { contentType: 'text/html', parts: ['<html>'] } }, 'models');
    expect((await call('POST', `${ADMIN}/test`, added())).body).toMatchObject({ ok: false, failure: 'malformed' });
    expect(refusal(await call('POST', `${ADMIN}/none/test`))).toEqual([404, 'PROVIDER_NOT_FOUND']);
    expect((await list()).map(({ id }) => id)).toEqual(['chat', 'messages']);
  });

  it('on this machine are found on request', async () => {
    expect((await call('POST', `${ADMIN}/discover`)).status).toBe(200);
  });

  it.each([
    ['no id', { id: undefined }],
    ['an id with a slash', { id: 'a/b' }],
    ['an unknown kind', { kind: 'other' }],
    ['no web address', { baseUrl: 'file:///etc/passwd' }],
    ['an address with a password', { baseUrl: 'http://user:secret@example.org' }],
    ['an unknown field', { unknown: 'canary' }],
    ['a price below zero', { prices: { m: { input: -1, output: 0 } } }],
  ])('with %s are refused', async (_, fields) => {
    const answer = await call('POST', ADMIN, added(fields));
    expect(refusal(answer)).toEqual([400, 'INVALID_BODY']);
    expect(answer.text).not.toMatch(/canary|secret/);
  });

  it('are the business of owners and admins', async () => {
    const member = await gateway.team.addPerson('member');
    const admin = await gateway.team.addPerson('admin', 'admin');
    for (const [method, path] of [
      ['GET', ADMIN],
      ['POST', ADMIN],
      ['PATCH', `${ADMIN}/chat`],
      ['DELETE', `${ADMIN}/chat`],
      ['POST', `${ADMIN}/test`],
      ['POST', `${ADMIN}/chat/test`],
      ['POST', `${ADMIN}/discover`],
      ['GET', '/v1/admin/models'],
      ['PUT', '/v1/admin/models/aliases'],
      ['PUT', '/v1/admin/models/access'],
      ['GET', '/v1/admin/usage'],
    ] as const) {
      expect(refusal(await member.call(method, path))).toEqual([403, 'FORBIDDEN']);
    }
    expect((await admin.call('GET', ADMIN)).status).toBe(200);
    const { text } = await gateway.server.call('GET', '/v1/admin/audit');
    expect(text).toContain('provider.created');
    expect(text).toContain('provider.deleted');
  });
});
