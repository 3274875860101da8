import { describe, expect, it } from 'vitest';
import { bootHttp, OWNER, type BootedHttp } from '../helpers/bootHttp.ts';
import { cookieOf } from '../helpers/httpClient.ts';

const key = OWNER.apiKey;
const NOWHERE = '00000000-0000-4000-8000-000000000000';

interface Created {
  readonly key: { readonly id: string; readonly prefix: string };
  readonly secret: string;
}

async function createKey({ call }: BootedHttp, body: object = {}): Promise<Created> {
  const answer = await call('POST', '/v1/account/keys', { key, body: { name: 'Test', ...body } });
  expect(answer.status).toBe(201);
  return answer.json as unknown as Created;
}

const statusWith = async ({ call }: BootedHttp, secret: string) =>
  (await call('GET', '/v1/account', { key: secret })).status;

describe('API keys', () => {
  it('are shown once and stored as a hash', async () => {
    const server = await bootHttp();
    const { key: created, secret } = await createKey(server);
    expect(secret).toMatch(/^dk_[0-9A-Za-z]{43}$/);
    expect(created).toMatchObject({ name: 'Test', agent: null, lastUsedAt: null, expiresAt: null, revokedAt: null });
    expect(secret.startsWith(created.prefix)).toBe(true);
    expect(await statusWith(server, secret)).toBe(200);
    const list = await server.call('GET', '/v1/account/keys', { key });
    expect(list.text).not.toContain(secret);
    expect(list.json['keys']).toHaveLength(2);
    const rows = await server.core.database.db.selectFrom('api_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret.slice(12));
  });

  it('come in pages, each once', async () => {
    const server = await bootHttp();
    for (let index = 0; index < 4; index++) await createKey(server);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`;
      const { json } = await server.call('GET', `/v1/account/keys?limit=2${query}`, { key });
      const page = json['keys'] as { id: string }[];
      expect(page.length).toBeLessThanOrEqual(2);
      seen.push(...page.map(({ id }) => id));
      cursor = json['cursor'] as string | null;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(5);
    expect(seen).toHaveLength(5);
  });

  it('note their last use once a minute', async () => {
    const server = await bootHttp();
    const { secret } = await createKey(server);
    const lastUse = async () => {
      await statusWith(server, secret);
      const { json } = await server.call('GET', '/v1/account/keys', { key });
      return (json['keys'] as { name: string; lastUsedAt: string }[]).find(({ name }) => name === 'Test')!.lastUsedAt;
    };
    const first = await lastUse();
    server.advance(30);
    expect(await lastUse()).toBe(first);
    server.advance(31);
    expect(await lastUse()).not.toBe(first);
  });

  it('end when they expire', async () => {
    const server = await bootHttp();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { key: created, secret } = await createKey(server, { expiresAt });
    expect(await statusWith(server, secret)).toBe(200);
    server.advance(3601);
    expect(await statusWith(server, secret)).toBe(401);
    const rotated = await server.call('POST', `/v1/account/keys/${created.id}/rotate`, { key });
    expect([rotated.status, rotated.json['code']]).toEqual([409, 'KEY_REVOKED']);
    const past = await server.call('POST', '/v1/account/keys', {
      key,
      body: { name: 'Late', expiresAt: '2020-01-01T00:00:00Z' },
    });
    expect(past.json).toMatchObject({ code: 'INVALID_BODY', details: { issues: [{ path: ['expiresAt'] }] } });
  });

  it('end at once when they are rotated', async () => {
    const server = await bootHttp();
    const { key: created, secret } = await createKey(server);
    const rotated = await server.call('POST', `/v1/account/keys/${created.id}/rotate`, { key });
    expect(rotated.status).toBe(200);
    expect(rotated.json).toMatchObject({ key: { id: created.id, name: 'Test' } });
    expect(await statusWith(server, secret)).toBe(401);
    expect(await statusWith(server, rotated.json['secret'] as string)).toBe(200);
  });

  it('end at once when they are revoked, and are listed for 30 more days', async () => {
    const server = await bootHttp();
    const { key: created, secret } = await createKey(server);
    const revoke = () => server.call('DELETE', `/v1/account/keys/${created.id}`, { key });
    expect((await revoke()).status).toBe(204);
    expect((await revoke()).status).toBe(204);
    expect(await statusWith(server, secret)).toBe(401);
    const count = async () => {
      await server.accounts.cleanUp();
      return ((await server.call('GET', '/v1/account/keys', { key })).json['keys'] as unknown[]).length;
    };
    server.advance(29 * 86_400);
    expect(await count()).toBe(2);
    server.advance(2 * 86_400);
    expect(await count()).toBe(1);
  });

  it('of others do not exist', async () => {
    const { call } = await bootHttp();
    for (const [method, path] of [
      ['DELETE', `/v1/account/keys/${NOWHERE}`],
      ['POST', `/v1/account/keys/${NOWHERE}/rotate`],
      ['DELETE', '/v1/account/keys/no-uuid'],
    ] as const) {
      const answer = await call(method, path, { key });
      expect([answer.status, answer.json['code']]).toEqual([404, 'KEY_NOT_FOUND']);
    }
  });

  it('of agents cannot manage keys, users or settings', async () => {
    const server = await bootHttp();
    const { key: created, secret } = await createKey(server, { agent: { name: 'Helper bot' } });
    expect(created).toMatchObject({ agent: { name: 'Helper bot' } });
    expect(await statusWith(server, secret)).toBe(200);
    const body = { name: 'x' };
    for (const [method, path, options] of [
      ['POST', '/v1/account/keys', { body }],
      ['DELETE', `/v1/account/keys/${created.id}`, {}],
      ['POST', `/v1/account/keys/${NOWHERE}/rotate`, {}],
      ['PATCH', '/v1/account', { body }],
      ['GET', '/v1/admin/users', {}],
      ['POST', '/v1/admin/users', { body: { ...body, email: 'x@example.org', password: 'long enough 1' } }],
      ['PATCH', `/v1/admin/users/${NOWHERE}`, { body }],
      ['GET', '/v1/admin/groups', {}],
      ['POST', '/v1/admin/groups', { body }],
      ['PATCH', `/v1/admin/groups/${NOWHERE}`, { body }],
      ['DELETE', `/v1/admin/groups/${NOWHERE}`, {}],
      ['GET', '/v1/admin/audit', {}],
      ['GET', '/v1/admin/settings', {}],
      ['PATCH', '/v1/admin/settings', { body: { teamName: 'x' } }],
    ] as const) {
      const answer = await server.call(method, path, { key: secret, ...options });
      expect([path, answer.status, answer.json['code']]).toEqual([path, 403, 'FORBIDDEN']);
    }
  });

  it('never give way to a cookie when they are wrong', async () => {
    const { call } = await bootHttp();
    const cookie = cookieOf(
      await call('POST', '/v1/auth/login', { body: { email: OWNER.email, password: OWNER.password } }),
    );
    for (const wrong of ['dk_nope', `dk_${'x'.repeat(43)}`, '']) {
      const answer = await call('GET', '/v1/account', { cookie, headers: { authorization: `Bearer ${wrong}` } });
      expect([answer.status, answer.json['code']]).toEqual([401, 'invalid_api_key']);
    }
    expect((await call('GET', '/v1/account', { cookie })).status).toBe(200);
  });
});

describe('own account', () => {
  it('changes name and settings, and keeps the settings that are not named', async () => {
    const { call } = await bootHttp();
    await call('PATCH', '/v1/account', { key, body: { settings: { theme: 'dark', categories: { date: true } } } });
    const answer = await call('PATCH', '/v1/account', {
      key,
      body: { name: ' Ärzte ', settings: { level: 'strict' } },
    });
    expect(answer.json).toMatchObject({
      account: {
        name: 'Ärzte',
        settings: { theme: 'dark', level: 'strict', categories: { date: true }, defaultLanguage: null },
      },
    });
    const wrong = await call('PATCH', '/v1/account', { key, body: { settings: { theme: 'CANARY-9f3' } } });
    expect(wrong.json).toMatchObject({ code: 'INVALID_BODY', details: { issues: [{ path: ['settings', 'theme'] }] } });
    expect(wrong.text).not.toContain('CANARY-9f3');
  });

  it('takes passwords of 12 characters and more, and ends keys with the old one when that is asked for', async () => {
    const { call } = await bootHttp();
    const cookie = cookieOf(await call('POST', '/v1/auth/login', { body: { ...OWNER } }));
    const { secret } = (await call('POST', '/v1/account/keys', { cookie, body: { name: 'k' } })).json as {
      secret: string;
    };
    const change = async (current: string, next: string, endKeys?: boolean) =>
      (await call('PATCH', '/v1/account', { cookie, body: { password: { current, next, endKeys } } })).status;
    const works = async () => (await call('GET', '/v1/account', { key: secret })).status;
    expect(await change(OWNER.password, 'blau Hut 7 ')).toBe(400);
    expect(await change(OWNER.password, 'blau Hut 7 m')).toBe(200);
    expect(await works()).toBe(200);
    expect(await change('blau Hut 7 m', 'herring moon 7', true)).toBe(200);
    expect(await works()).toBe(401);
  });

  it('changes the password in a session only, and ends the other sessions', async () => {
    const { call } = await bootHttp();
    const credentials = { email: OWNER.email, password: OWNER.password };
    const one = cookieOf(await call('POST', '/v1/auth/login', { body: credentials }));
    const two = cookieOf(await call('POST', '/v1/auth/login', { body: credentials }));
    const change = (current: string, options: object) =>
      call('PATCH', '/v1/account', { ...options, body: { password: { current, next: 'an even longer one' } } });
    expect((await change(OWNER.password, { key })).json['code']).toBe('FORBIDDEN');
    expect((await change('wrong', { cookie: one })).json['details']).toEqual({ reason: 'INVALID_CREDENTIALS' });
    expect((await change(OWNER.password, { cookie: one })).status).toBe(200);
    expect((await call('GET', '/v1/account', { cookie: one })).status).toBe(200);
    expect((await call('GET', '/v1/account', { cookie: two })).status).toBe(401);
    expect((await call('POST', '/v1/auth/login', { body: credentials })).status).toBe(401);
    const again = await call('POST', '/v1/auth/login', { body: { ...credentials, password: 'an even longer one' } });
    expect(again.status).toBe(200);
    for (let i = 0; i < 5; i++) await change('wrong', { cookie: one });
    expect((await change('wrong', { cookie: one })).json['code']).toBe('LOGIN_SLOWED_DOWN');
  });
});
