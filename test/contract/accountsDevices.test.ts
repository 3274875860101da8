import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loginSession } from '../../server/contract/accountSessions.ts';
import { deviceOf } from '../../server/features/accounts/devices.ts';
import { bootHttp, type BootedHttp, OWNER } from '../helpers/bootHttp.ts';
import { cookieOf, type HttpAnswer } from '../helpers/httpClient.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
const MEMBER = { email: 'mia@example.org', password: 'long enough 1' };

const page = z.object({ sessions: z.array(loginSession), cursor: z.string().nullable() });
const read = (answer: HttpAnswer) => page.parse(answer.json);

/** Logs in as a browser behind the proxy on this machine; returns the cookie. */
async function logIn({ call }: BootedHttp, userAgent: string, address: string, body: object = OWNER): Promise<string> {
  const headers = { 'user-agent': userAgent, 'x-forwarded-for': address };
  const answer = await call('POST', '/v1/auth/login', { body, headers });
  expect(answer.status).toBe(200);
  return cookieOf(answer);
}

async function addMember({ call }: BootedHttp): Promise<void> {
  const body = { ...MEMBER, name: 'Mia' };
  expect((await call('POST', '/v1/admin/users', { key: OWNER.apiKey, body })).status).toBe(201);
}

async function audited({ call }: BootedHttp, action: string): Promise<unknown[]> {
  return (await call('GET', `/v1/admin/audit?action=${action}`, { key: OWNER.apiKey })).json['entries'] as unknown[];
}

describe('GET /v1/account/sessions', () => {
  it('lists where somebody is logged in, and nobody else', async () => {
    const server = await bootHttp();
    await addMember(server);
    await logIn(server, FIREFOX, '203.0.113.9', MEMBER);
    const office = await logIn(server, FIREFOX, '203.0.113.5');
    server.advance(1);
    const phone = await logIn(server, SAFARI, '198.51.100.7');
    const { sessions } = read(await server.call('GET', '/v1/account/sessions', { cookie: office }));
    expect(sessions).toMatchObject([
      { device: 'Safari, iPhone', address: '198.51.100.7', current: false },
      { device: 'Firefox, Windows', address: '203.0.113.5', current: true },
    ]);
    const seenByPhone = read(await server.call('GET', '/v1/account/sessions', { cookie: phone })).sessions;
    expect(seenByPhone.map(({ current }) => current)).toEqual([true, false]);
    for (const { createdAt, lastUsedAt, expiresAt } of sessions) {
      expect(createdAt).toBe(lastUsedAt);
      expect(expiresAt > lastUsedAt).toBe(true);
    }
  });

  it('comes in pages', async () => {
    const server = await bootHttp();
    let cookie = '';
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      cookie = await logIn(server, FIREFOX, address);
      server.advance(1);
    }
    const first = read(await server.call('GET', '/v1/account/sessions?limit=2', { cookie }));
    const query = `limit=2&cursor=${first.cursor ?? ''}`;
    const second = read(await server.call('GET', `/v1/account/sessions?${query}`, { cookie }));
    const addresses = [...first.sessions, ...second.sessions].map(({ address }) => address);
    expect(addresses).toEqual(['203.0.113.3', '203.0.113.2', '203.0.113.1']);
    expect(second.cursor).toBeNull();
  });

  it('tells last use and address to the minute, believing trusted proxies alone', async () => {
    const server = await bootHttp();
    const cookie = await logIn(server, FIREFOX, '203.0.113.5');
    const use = async (address: string) => {
      const answer = await server.call('GET', '/v1/account/sessions', {
        cookie,
        headers: { 'x-forwarded-for': address },
      });
      return read(answer).sessions[0]!;
    };
    const before = await use('203.0.113.5');
    server.advance(50);
    // Within the minute nothing is written, not even another address.
    expect(await use('203.0.113.6')).toEqual(before);
    server.advance(10);
    const after = await use('203.0.113.6');
    expect(after).toMatchObject({ address: '203.0.113.6', device: 'Firefox, Windows', createdAt: before.createdAt });
    expect(Date.parse(after.lastUsedAt) - Date.parse(before.lastUsedAt)).toBeGreaterThanOrEqual(60_000);

    const wary = await bootHttp({ trustedProxies: ['203.0.113.0/24'] });
    const direct = await logIn(wary, FIREFOX, '198.51.100.1');
    const [session] = read(await wary.call('GET', '/v1/account/sessions', { cookie: direct })).sessions;
    expect(session?.address).toMatch(/127\.0\.0\.1$/);
  });

  it('keeps nothing of the browser but a name, and that no longer than the session', async () => {
    const server = await bootHttp();
    const { db } = server.core.database;
    const cookie = await logIn(server, `${FIREFOX} Canary/4711`, '203.0.113.5');
    expect(JSON.stringify(await db.selectFrom('sessions').selectAll().execute())).not.toMatch(
      /Canary|4711|Mozilla|145/,
    );
    await server.call('POST', '/v1/auth/logout', { cookie });
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
    await logIn(server, FIREFOX, '203.0.113.5');
    server.advance(13 * 3600);
    const later = await logIn(server, SAFARI, '198.51.100.7');
    expect(read(await server.call('GET', '/v1/account/sessions', { cookie: later })).sessions).toHaveLength(1);
    await server.accounts.cleanUp();
    expect(await db.selectFrom('sessions').select('address').execute()).toEqual([{ address: '198.51.100.7' }]);
  });

  it('is for sessions alone, also of the local account', async () => {
    const server = await bootHttp();
    for (const [method, path] of [
      ['GET', '/v1/account/sessions'],
      ['DELETE', '/v1/account/sessions'],
      ['DELETE', `/v1/account/sessions/${crypto.randomUUID()}`],
    ] as const) {
      const answer = await server.call(method, path, { key: OWNER.apiKey });
      expect([answer.status, answer.json['code']]).toEqual([403, 'FORBIDDEN']);
    }
    const local = await bootHttp({ mode: 'local', desktopToken: 'desk', launchToken: 'launch-me' });
    const body = { token: 'launch-me' };
    await local.call('POST', '/v1/auth/launch', { body, headers: { 'user-agent': FIREFOX } });
    const headers = { 'x-deckname-launch': 'desk' };
    const { sessions } = read(await local.call('GET', '/v1/account/sessions', { headers }));
    expect(sessions).toMatchObject([{ device: 'Firefox, Windows', current: false }]);
  });
});

describe('DELETE /v1/account/sessions', () => {
  it('ends one session at once, the current one too, and is audited', async () => {
    const server = await bootHttp();
    const { call } = server;
    const office = await logIn(server, FIREFOX, '203.0.113.5');
    const phone = await logIn(server, SAFARI, '198.51.100.7');
    const { sessions } = read(await call('GET', '/v1/account/sessions', { cookie: office }));
    const idOf = (isCurrent: boolean) => sessions.find(({ current }) => current === isCurrent)!.id;
    const unsafe = await call('DELETE', `/v1/account/sessions/${idOf(false)}`, { cookie: office, csrf: false });
    expect([unsafe.status, unsafe.json['code']]).toEqual([403, 'CSRF_REQUIRED']);
    expect((await call('DELETE', `/v1/account/sessions/${idOf(false)}`, { cookie: office })).status).toBe(204);
    expect((await call('GET', '/v1/account', { cookie: phone })).status).toBe(401);
    expect((await call('GET', '/v1/account', { cookie: office })).status).toBe(200);
    const again = await call('DELETE', `/v1/account/sessions/${idOf(false)}`, { cookie: office });
    expect([again.status, again.json['code']]).toEqual([404, 'SESSION_NOT_FOUND']);
    expect((await call('DELETE', `/v1/account/sessions/${idOf(true)}`, { cookie: office })).status).toBe(204);
    expect((await call('GET', '/v1/account', { cookie: office })).status).toBe(401);
    expect(await audited(server, 'session.ended')).toMatchObject([
      { actor: { via: 'session' }, target: { kind: 'session', id: idOf(true) } },
      { target: { kind: 'session', id: idOf(false) } },
    ]);
  });

  it('ends no session of somebody else', async () => {
    const server = await bootHttp();
    const { call } = server;
    await addMember(server);
    const mia = await logIn(server, SAFARI, '198.51.100.7', MEMBER);
    const [hers] = read(await call('GET', '/v1/account/sessions', { cookie: mia })).sessions;
    const owner = await logIn(server, FIREFOX, '203.0.113.5');
    for (const id of [hers!.id, hers!.id.toUpperCase(), 'no-uuid']) {
      const answer = await call('DELETE', `/v1/account/sessions/${id}`, { cookie: owner });
      expect([answer.status, answer.json['code']]).toEqual([404, 'SESSION_NOT_FOUND']);
    }
    expect((await call('DELETE', '/v1/account/sessions', { cookie: owner })).status).toBe(204);
    expect((await call('GET', '/v1/account', { cookie: mia })).status).toBe(200);
  });

  it('ends all others, leaves keys alone and is audited once', async () => {
    const server = await bootHttp();
    const { call } = server;
    const others = [await logIn(server, FIREFOX, '203.0.113.5'), await logIn(server, SAFARI, '198.51.100.7')];
    const own = await logIn(server, FIREFOX, '203.0.113.8');
    for (const status of [204, 204]) {
      expect((await call('DELETE', '/v1/account/sessions', { cookie: own })).status).toBe(status);
    }
    for (const cookie of others) expect((await call('GET', '/v1/account', { cookie })).status).toBe(401);
    expect(read(await call('GET', '/v1/account/sessions', { cookie: own })).sessions).toHaveLength(1);
    expect((await call('GET', '/v1/account', { key: OWNER.apiKey })).status).toBe(200);
    expect(await audited(server, 'session.others_ended')).toHaveLength(1);
  });
});

describe('names of devices', () => {
  const chrome = '(KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
  it.each([
    [FIREFOX, 'Firefox, Windows'],
    [SAFARI, 'Safari, iPhone'],
    [`Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 ${chrome}`, 'Chrome, Linux'],
    [`Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 ${chrome} Edg/142.0.0.0`, 'Edge, Windows'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 ${chrome} OPR/124.0`, 'Opera, macOS'],
    [`Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 ${chrome}`, 'Chrome, Android'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 ${chrome}`, 'Chrome, ChromeOS'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15', 'Safari, macOS'],
    ['curl/8.15.0', null],
    ['', null],
    [undefined, null],
    [`${'x'.repeat(5_000)} Firefox/1 Windows`, null],
  ])('%s', (header, name) => {
    expect(deviceOf(header)).toBe(name);
  });
});
