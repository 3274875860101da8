import { describe, expect, it } from 'vitest';
import { bootHttp, OWNER, type BootedHttp } from '../helpers/bootHttp.ts';
import { cookieOf } from '../helpers/httpClient.ts';

const key = OWNER.apiKey;
const OLD = 'long enough 1';
const NEW = 'quite another one';

async function addUser({ call }: BootedHttp, name: string, role = 'member'): Promise<string> {
  const body = { email: `${name}@example.org`, name, role, password: OLD };
  const answer = await call('POST', '/v1/admin/users', { key, body });
  expect(answer.status).toBe(201);
  return (answer.json['user'] as { id: string }).id;
}

const logIn = ({ call }: BootedHttp, name: string, password: string) =>
  call('POST', '/v1/auth/login', { body: { email: `${name}@example.org`, password } });

async function reset({ call }: BootedHttp, id: string): Promise<{ link: string; token: string; expiresAt: string }> {
  const answer = await call('POST', `/v1/admin/users/${id}/reset`, { key });
  expect(answer.status).toBe(201);
  const made = answer.json['reset'] as { link: string; expiresAt: string };
  return { ...made, token: new URL(made.link).hash.slice('#token='.length) };
}

const choose = ({ call }: BootedHttp, token: string, password: string) =>
  call('POST', '/v1/auth/reset', { body: { token, password } });

describe('a new password', () => {
  it('has at least 12 characters, counted as people count them', async () => {
    const server = await bootHttp();
    const add = async (password: string) =>
      (
        await server.call('POST', '/v1/admin/users', {
          key,
          body: { email: `${crypto.randomUUID()}@example.org`, name: 'N', password },
        })
      ).status;
    expect(await add('blau Hut 7 m')).toBe(201);
    expect(await add('blau Hut 7 ')).toBe(400);
    // Eleven characters in thirteen code units, and in more bytes.
    expect(await add('blau Hut 🌙🌲')).toBe(400);
    expect(await add('e\u0301'.repeat(7))).toBe(400);
  });

  it.each([
    ['a common one', 'passwort123456'],
    ['a row of keys', 'qwertzuiop12'],
    ['a repetition', 'abcabcabcabcabc'],
    ['a long repetition', 'a'.repeat(256)],
    ['the address', 'berta.kowal@example.org'],
    ['a part of the address', 'berta.kowal7'],
    ['the name', 'Berta_Kowal!'],
    ['the name and the product', 'kowaldeckname'],
  ])('is not %s', async (_, password) => {
    const server = await bootHttp();
    const refused = (answer: { status: number; json: Record<string, unknown>; text: string }) => {
      expect([answer.status, answer.json['code']]).toEqual([400, 'WEAK_PASSWORD']);
      expect(answer.text).not.toContain(password);
    };
    const body = { email: 'berta.kowal@example.org', name: 'Berta Kowal', password: NEW };
    refused(await server.call('POST', '/v1/admin/users', { key, body: { ...body, password } }));
    const added = await server.call('POST', '/v1/admin/users', { key, body });
    const { id } = added.json['user'] as { id: string };
    const { token } = await reset(server, id);
    refused(await choose(server, token, password));
    expect((await choose(server, token, NEW)).status).toBe(204);
    const cookie = cookieOf(await server.call('POST', '/v1/auth/login', { body }));
    const change = { password: { current: NEW, next: password } };
    refused(await server.call('PATCH', '/v1/account', { cookie, body: change }));
    expect((await server.call('POST', '/v1/auth/login', { body })).status).toBe(200);
  });

  it('of the first owner is no common one either', async () => {
    const server = await bootHttp({ owner: null });
    const body = { token: server.setupToken, email: 'o@example.org', name: 'O', password: 'passwort123456' };
    expect((await server.call('POST', '/v1/auth/setup', { body })).json['code']).toBe('WEAK_PASSWORD');
    expect((await server.call('POST', '/v1/auth/setup', { body: { ...body, password: NEW } })).status).toBe(201);
  });
});

describe('a password that an administrator resets', () => {
  it('ends with the sessions and keys; the link sets another one, once', async () => {
    const server = await bootHttp();
    const { call } = server;
    const id = await addUser(server, 'kim');
    const cookie = cookieOf(await logIn(server, 'kim', OLD));
    const { secret } = (await call('POST', '/v1/account/keys', { cookie, body: { name: 'k' } })).json as {
      secret: string;
    };
    const { token, link } = await reset(server, id);
    expect(link).toBe(`${server.origin}/reset#token=${token}`);
    expect((await call('GET', '/v1/account', { cookie })).status).toBe(401);
    expect((await call('GET', '/v1/account', { key: secret })).status).toBe(401);
    const old = await logIn(server, 'kim', OLD);
    expect([old.status, old.json['details']]).toEqual([401, { reason: 'PASSWORD_RESET' }]);
    // Who does not know the old password learns nothing.
    expect((await logIn(server, 'kim', 'wrong')).json['details']).toEqual({ reason: 'INVALID_CREDENTIALS' });
    expect((await choose(server, token, NEW)).status).toBe(204);
    const again = await choose(server, token, 'yet another one');
    expect([again.status, again.json['details']]).toEqual([401, { reason: 'INVALID_RESET_TOKEN' }]);
    expect((await logIn(server, 'kim', OLD)).json['details']).toEqual({ reason: 'INVALID_CREDENTIALS' });
    expect((await logIn(server, 'kim', NEW)).status).toBe(200);
  });

  it('is told to its user in the first session, by whom', async () => {
    const server = await bootHttp();
    const { call } = server;
    const { name } = (await call('GET', '/v1/account', { key })).json['account'] as { name: string };
    const { token } = await reset(server, await addUser(server, 'kim'));
    await choose(server, token, NEW);
    const first = await logIn(server, 'kim', NEW);
    const told = { session: { passwordReset: { by: name } } };
    expect(first.json).toMatchObject(told);
    expect((await call('GET', '/v1/auth/session', { cookie: cookieOf(first) })).json).toMatchObject(told);
    const second = await logIn(server, 'kim', NEW);
    expect(second.json).toMatchObject({ session: { passwordReset: null } });
    expect((await call('GET', '/v1/auth/session', { cookie: cookieOf(first) })).json).toMatchObject({
      session: { passwordReset: null },
    });
  });

  it('leaves the audit log an entry, and the database no token', async () => {
    const server = await bootHttp();
    const id = await addUser(server, 'kim');
    const { token } = await reset(server, id);
    const { json } = await server.call('GET', '/v1/admin/audit?action=user.password_reset', { key });
    expect(json['entries']).toMatchObject([{ target: { kind: 'user', id } }]);
    const row = await server.core.database.db.selectFrom('password_resets').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it('has a link for 24 hours, of which a newer one is the only one', async () => {
    const server = await bootHttp();
    const id = await addUser(server, 'kim');
    const earlier = await reset(server, id);
    const later = await reset(server, id);
    expect((await choose(server, earlier.token, NEW)).status).toBe(401);
    server.advance(24 * 3600 + 1);
    expect((await choose(server, later.token, NEW)).status).toBe(401);
    expect((await choose(server, (await reset(server, id)).token, NEW)).status).toBe(204);
    for (const token of ['', 'CANARY-token', later.token.slice(1)]) {
      const answer = await choose(server, token, NEW);
      expect([answer.status, answer.json['details']]).toEqual([401, { reason: 'INVALID_RESET_TOKEN' }]);
    }
  });

  it('has no link for an account that is disabled', async () => {
    const server = await bootHttp();
    const id = await addUser(server, 'kim');
    const { token } = await reset(server, id);
    await server.call('PATCH', `/v1/admin/users/${id}`, { key, body: { disabled: true } });
    expect((await choose(server, token, NEW)).status).toBe(401);
  });

  it('is never set by an administrator, nor reset for oneself or for an owner by others', async () => {
    const server = await bootHttp();
    const { call } = server;
    const { id: owner } = (await call('GET', '/v1/account', { key })).json['account'] as { id: string };
    const member = await addUser(server, 'mia');
    const set = await call('PATCH', `/v1/admin/users/${member}`, { key, body: { password: NEW } });
    expect([set.status, set.json['code']]).toEqual([400, 'INVALID_BODY']);
    expect((await logIn(server, 'mia', OLD)).status).toBe(200);
    await addUser(server, 'adam', 'admin');
    const admin = cookieOf(await logIn(server, 'adam', OLD));
    const mia = cookieOf(await logIn(server, 'mia', OLD));
    const tried = async (id: string, credentials: object) => {
      const { status, json } = await call('POST', `/v1/admin/users/${id}/reset`, credentials);
      return [status, json['code']];
    };
    expect(await tried(owner, { key })).toEqual([403, 'FORBIDDEN']);
    expect(await tried(owner, { cookie: admin })).toEqual([403, 'FORBIDDEN']);
    expect(await tried(owner, { cookie: mia })).toEqual([403, 'FORBIDDEN']);
    expect(await tried('00000000-0000-4000-8000-000000000000', { key })).toEqual([404, 'USER_NOT_FOUND']);
    expect((await call('GET', '/v1/account', { key })).status).toBe(200);
  });
});
