import { describe, expect, it } from 'vitest';
import { bootHttp, OWNER } from '../helpers/bootHttp.ts';
import { cookieOf } from '../helpers/httpClient.ts';

const CREDENTIALS = { email: OWNER.email, password: OWNER.password };
const login = { body: CREDENTIALS };

describe('POST /v1/auth/login', () => {
  it('opens a session with a cookie that scripts and other sites cannot use', async () => {
    const { call } = await bootHttp();
    const answer = await call('POST', '/v1/auth/login', { body: { ...CREDENTIALS, email: ' oWNER@example.org' } });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      session: { mode: 'team', authenticated: true, locked: false, setupRequired: false, account: { role: 'owner' } },
    });
    expect(answer.text).not.toContain('argon2');
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^deckname_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect((await call('GET', '/v1/account', { cookie: cookieOf(answer) })).status).toBe(200);
  });

  it('ties the cookie to the host when the service is reached over https', async () => {
    const { call } = await bootHttp({ publicUrl: 'https://deckname.example.org' });
    const answer = await call('POST', '/v1/auth/login', login);
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-deckname_session=.*; Secure$/);
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  it('answers alike for a wrong password, an unknown address and a disabled user', async () => {
    const { call } = await bootHttp();
    const { json } = await call('POST', '/v1/admin/users', {
      key: OWNER.apiKey,
      body: { email: 'm@example.org', name: 'M', password: 'long enough 1' },
    });
    const { id } = json['user'] as { id: string };
    await call('PATCH', `/v1/admin/users/${id}`, { key: OWNER.apiKey, body: { disabled: true } });
    const tries = [
      { email: OWNER.email, password: 'wrong' },
      { email: 'nobody@example.org', password: OWNER.password },
      { email: 'm@example.org', password: 'long enough 1' },
    ];
    for (const body of tries) {
      const answer = await call('POST', '/v1/auth/login', { body });
      expect(answer.status).toBe(401);
      expect(answer.json).toEqual({
        error: 'The e-mail address or the password is wrong.',
        code: 'invalid_api_key',
        type: 'auth_error',
        details: { reason: 'INVALID_CREDENTIALS' },
      });
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  });

  it('slows down after five failures, twice as long each time, also for unknown addresses', async () => {
    const { call, advance } = await bootHttp();
    for (const email of [OWNER.email, 'nobody@example.org']) {
      const fail = () => call('POST', '/v1/auth/login', { body: { email, password: 'wrong' } });
      for (let i = 0; i < 5; i++) expect((await fail()).status).toBe(401);
      let previous = 0;
      for (let i = 0; i < 3; i++) {
        const slowed = await fail();
        expect(slowed.status).toBe(429);
        expect(slowed.json['code']).toBe('LOGIN_SLOWED_DOWN');
        const wait = Number(slowed.headers.get('retry-after'));
        expect(wait).toBeGreaterThan(previous);
        previous = wait;
        advance(wait);
        expect((await fail()).status).toBe(401);
      }
      // The right password has to wait as well, else a guess would be told from the delay.
      expect((await call('POST', '/v1/auth/login', login)).status).toBe(email === OWNER.email ? 429 : 200);
      advance(86_401);
    }
    expect((await call('POST', '/v1/auth/login', login)).status).toBe(200);
  });

  it('lets nobody lock a colleague out: another address and a browser that is known have counters of their own', async () => {
    const { call, advance } = await bootHttp();
    const own = await call('POST', '/v1/auth/login', login);
    const cookie = own.headers
      .getSetCookie()
      .find((value) => value.startsWith('deckname_browser='))!
      .split(';')[0]!;
    const tryIt = async (password: string, headers: Record<string, string> = {}) => {
      const body = { email: OWNER.email, password };
      return (await call('POST', '/v1/auth/login', { body, headers })).status;
    };
    /** Until the wait is longer than a slow machine takes for the next tries. */
    const failOften = async (headers: Record<string, string> = {}) => {
      for (let i = 0; i < 11; i++) {
        expect(await tryIt('wrong', headers)).toBe(401);
        advance(2 ** Math.max(0, i - 4));
      }
      expect(await tryIt('wrong', headers)).toBe(401);
    };
    await failOften();
    expect(await tryIt(OWNER.password)).toBe(429);
    expect(await tryIt(OWNER.password, { 'x-forwarded-for': '203.0.113.5' })).toBe(200);
    expect(await tryIt(OWNER.password, { cookie: `${cookie.slice(0, -2)}AA` })).toBe(429);
    expect(await tryIt(OWNER.password, { cookie })).toBe(200);
    await failOften({ cookie });
    expect(await tryIt(OWNER.password, { cookie })).toBe(429);
    // The cookie of one person is nothing to the counter of another.
    const other = { email: 'another@example.org', password: 'wrong' };
    const tryOther = async (headers: Record<string, string>) =>
      (await call('POST', '/v1/auth/login', { body: other, headers })).status;
    for (let i = 0; i < 12; i++) {
      expect(await tryOther({})).toBe(401);
      if (i < 11) advance(2 ** Math.max(0, i - 4));
    }
    expect(await tryOther({ cookie })).toBe(429);
  });

  it('counts tries that arrive at once', async () => {
    const { call } = await bootHttp();
    const tries = Array.from({ length: 12 }, () =>
      call('POST', '/v1/auth/login', { body: { email: OWNER.email, password: 'wrong' } }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  it('slows a client address down that tries many accounts, as the proxy in front reports it', async () => {
    const { call } = await bootHttp({ publicUrl: 'https://deckname.example.org' });
    const tryFrom = async (forwarded: string, name: string) => {
      const headers = { 'x-forwarded-for': forwarded };
      const body = { email: `${name}@example.org`, password: 'wrong' };
      return (await call('POST', '/v1/auth/login', { headers, body })).status;
    };
    for (let i = 0; i < 25; i++) expect(await tryFrom(`10.9.8.${i}, 203.0.113.5`, `user${i}`)).toBe(401);
    expect(await tryFrom('203.0.113.5', 'another')).toBe(429);
    expect(await tryFrom('203.0.113.77', 'another')).toBe(401);
  });

  it('believes no proxy that is not trusted', async () => {
    const { call } = await bootHttp({ trustedProxies: ['203.0.113.0/24'] });
    const statuses = [];
    for (let i = 0; i < 26; i++) {
      const headers = { 'x-forwarded-for': `203.0.113.${i}` };
      const body = { email: `user${i}@example.org`, password: 'wrong' };
      statuses.push((await call('POST', '/v1/auth/login', { headers, body })).status);
    }
    expect(statuses.lastIndexOf(401)).toBe(24);
    expect(statuses[25]).toBe(429);
  });

  it('never adopts a token that a browser brings, and ends the previous session', async () => {
    const { call } = await bootHttp();
    const planted = `deckname_session=${'A'.repeat(43)}`;
    const first = cookieOf(await call('POST', '/v1/auth/login', { ...login, cookie: planted }));
    expect(first).not.toBe(planted);
    expect((await call('GET', '/v1/account', { cookie: planted })).status).toBe(401);
    const second = cookieOf(await call('POST', '/v1/auth/login', { ...login, cookie: first }));
    expect(second).not.toBe(first);
    expect((await call('GET', '/v1/account', { cookie: first })).status).toBe(401);
    expect((await call('GET', '/v1/account', { cookie: second })).status).toBe(200);
  });
});

describe('sessions', () => {
  it('say who is logged in, also to nobody', async () => {
    const { call } = await bootHttp();
    const nobody = await call('GET', '/v1/auth/session');
    expect(nobody.status).toBe(200);
    expect(nobody.json['session']).toEqual({
      ...{ mode: 'team', authenticated: false, locked: false, setupRequired: false },
      ...{ account: null, expiresAt: null, passwordReset: null, version: '1.2.3' },
    });
    const cookie = cookieOf(await call('POST', '/v1/auth/login', login));
    const somebody = await call('GET', '/v1/auth/session', { cookie });
    expect(somebody.json).toMatchObject({ session: { authenticated: true, account: { email: OWNER.email } } });
  });

  it('last as long as they are used, and end when they are not', async () => {
    const { call, advance } = await bootHttp();
    const cookie = cookieOf(await call('POST', '/v1/auth/login', login));
    for (let i = 0; i < 3; i++) {
      advance(11 * 3600);
      expect((await call('GET', '/v1/account', { cookie })).status).toBe(200);
    }
    advance(12 * 3600 + 1);
    expect((await call('GET', '/v1/account', { cookie })).status).toBe(401);
  });

  it('follow the lifetime that the team has set', async () => {
    const { call, advance } = await bootHttp();
    await call('PATCH', '/v1/admin/settings', { key: OWNER.apiKey, body: { sessionHours: 1 } });
    const cookie = cookieOf(await call('POST', '/v1/auth/login', login));
    advance(3601);
    expect((await call('GET', '/v1/account', { cookie })).status).toBe(401);
  });

  it('end with logout, which needs the CSRF header and no API key', async () => {
    const { call } = await bootHttp();
    const cookie = cookieOf(await call('POST', '/v1/auth/login', login));
    const without = await call('POST', '/v1/auth/logout', { cookie, csrf: false });
    expect([without.status, without.json['code']]).toEqual([403, 'CSRF_REQUIRED']);
    expect((await call('POST', '/v1/auth/logout')).status).toBe(401);
    const byKey = await call('POST', '/v1/auth/logout', { key: OWNER.apiKey });
    expect([byKey.status, byKey.json['code']]).toEqual([403, 'FORBIDDEN']);
    const out = await call('POST', '/v1/auth/logout', { cookie });
    expect([out.status, out.text]).toEqual([204, '']);
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await call('GET', '/v1/account', { cookie })).status).toBe(401);
  });

  it('are removed for good once they are over', async () => {
    const { call, advance, accounts, core } = await bootHttp();
    await call('POST', '/v1/auth/login', login);
    advance(13 * 3600);
    await accounts.cleanUp();
    expect(await core.database.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  it('are stored without their tokens', async () => {
    const { call, core } = await bootHttp();
    const token = cookieOf(await call('POST', '/v1/auth/login', login)).split('=')[1]!;
    const rows = JSON.stringify(await core.database.db.selectFrom('sessions').selectAll().execute());
    expect(rows).not.toContain(token);
  });
});

describe('POST /v1/auth/setup', () => {
  const owner = { email: 'first@example.org', name: 'First', password: 'a long password' };

  it('creates the owner once, with the printed token', async () => {
    const { call, setupToken } = await bootHttp({ owner: null });
    expect(setupToken).toMatch(/^[\w-]{43}$/);
    expect((await call('GET', '/v1/auth/session')).json).toMatchObject({ session: { setupRequired: true } });
    const wrong = await call('POST', '/v1/auth/setup', { body: { token: 'x', ...owner } });
    expect([wrong.status, wrong.json['details']]).toEqual([401, { reason: 'INVALID_SETUP_TOKEN' }]);
    const weak = await call('POST', '/v1/auth/setup', { body: { token: setupToken, ...owner, password: 'short' } });
    expect([weak.status, weak.json['code']]).toEqual([400, 'INVALID_BODY']);
    const done = await call('POST', '/v1/auth/setup', { body: { token: setupToken, ...owner } });
    expect(done.status).toBe(201);
    expect(done.json).toMatchObject({ session: { setupRequired: false, account: { role: 'owner', name: 'First' } } });
    expect((await call('GET', '/v1/account', { cookie: cookieOf(done) })).status).toBe(200);
    const again = await call('POST', '/v1/auth/setup', { body: { token: setupToken, ...owner } });
    expect([again.status, again.json['code']]).toEqual([409, 'ALREADY_SET_UP']);
  });

  it('creates one owner out of two requests at once', async () => {
    const { call, setupToken } = await bootHttp({ owner: null });
    const answers = await Promise.all(
      ['a@example.org', 'b@example.org'].map((email) =>
        call('POST', '/v1/auth/setup', { body: { token: setupToken, ...owner, email } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('is closed where the configuration names the owner', async () => {
    const { setupToken } = await bootHttp();
    expect(setupToken).toBeNull();
  });
});

describe('local mode', () => {
  it('answers nobody without a session, the desktop token or a key', async () => {
    const { call } = await bootHttp({ mode: 'local', desktopToken: 'desk' });
    for (const headers of [
      {},
      { 'x-deckname-launch': 'wrong' },
      { authorization: 'Bearer x' },
      { authorization: 'Basic eA==' },
    ]) {
      const answer = await call('GET', '/v1/account', { headers });
      expect([answer.status, answer.json['code'], answer.json['type']]).toEqual([401, 'invalid_api_key', 'auth_error']);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });

  it('opens the local account to the desktop window', async () => {
    const { call } = await bootHttp({ mode: 'local', desktopToken: 'desk' });
    const headers = { 'x-deckname-launch': 'desk' };
    expect((await call('GET', '/v1/account', { headers })).json).toMatchObject({ account: { role: 'owner' } });
    const noCsrf = await call('PATCH', '/v1/account', { headers, body: { name: 'Me' } });
    expect([noCsrf.status, noCsrf.json['code']]).toEqual([403, 'CSRF_REQUIRED']);
  });

  it('exchanges the launch token once', async () => {
    const { call } = await bootHttp({ mode: 'local', launchToken: 'launch-me' });
    const open = (token: string) => call('POST', '/v1/auth/launch', { body: { token } });
    expect((await open('wrong')).json['details']).toEqual({ reason: 'INVALID_SETUP_TOKEN' });
    const answers = await Promise.all([open('launch-me'), open('launch-me')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const cookie = cookieOf(answers.find(({ status }) => status === 200)!);
    expect((await call('GET', '/v1/account', { cookie })).status).toBe(200);
  });

  it('has no login, no set-up and no further users', async () => {
    const { call, setupToken } = await bootHttp({ mode: 'local', desktopToken: 'desk' });
    expect(setupToken).toBeNull();
    const noLogin = await call('POST', '/v1/auth/login', { body: { email: 'local@deckname', password: '' } });
    expect(noLogin.json['details']).toEqual({ reason: 'INVALID_CREDENTIALS' });
    const noSetup = await call('POST', '/v1/auth/setup', {
      body: { token: '', email: 'a@example.org', name: 'A', password: 'long enough 1' },
    });
    expect(noSetup.json['details']).toEqual({ reason: 'INVALID_SETUP_TOKEN' });
    const noUser = await call('POST', '/v1/admin/users', {
      headers: { 'x-deckname-launch': 'desk', 'x-requested-with': 'deckname' },
      body: { email: 'a@example.org', name: 'A', password: 'long enough 1' },
    });
    expect([noUser.status, noUser.json['code']]).toEqual([403, 'FORBIDDEN']);
  });

  it('keeps its account over a restart', async () => {
    const first = await bootHttp({ mode: 'local', desktopToken: 'desk' });
    const headers = { 'x-deckname-launch': 'desk' };
    const before = (await first.call('GET', '/v1/account', { headers })).json;
    await first.stop();
    const second = await bootHttp({ mode: 'local', desktopToken: 'desk', core: first.core });
    expect((await second.call('GET', '/v1/account', { headers })).json).toEqual(before);
  });
});

describe('app lock', () => {
  const headers = { 'x-deckname-launch': 'desk', 'x-requested-with': 'deckname' };
  const passphrase = 'open sesame now';

  it('keeps the window out until the passphrase is given, also after a restart', async () => {
    const { call, core, stop } = await bootHttp({ mode: 'local', desktopToken: 'desk' });
    const set = await call('PUT', '/v1/account/app-lock', { headers, body: { passphrase } });
    expect(set.json).toMatchObject({ account: { appLock: true } });
    expect((await call('GET', '/v1/account', { headers })).status).toBe(200);
    expect((await call('POST', '/v1/auth/lock', { headers })).status).toBe(204);
    const locked = await call('GET', '/v1/account', { headers });
    expect([locked.status, locked.json['code']]).toEqual([423, 'APP_LOCKED']);
    expect((await call('GET', '/v1/auth/session', { headers })).json).toMatchObject({ session: { locked: true } });
    await stop();

    const next = await bootHttp({ mode: 'local', desktopToken: 'desk', core });
    expect((await next.call('GET', '/v1/account', { headers })).status).toBe(423);
    const wrong = await next.call('POST', '/v1/auth/unlock', { headers, body: { passphrase: 'no' } });
    expect([wrong.status, wrong.json['details']]).toEqual([401, { reason: 'WRONG_PASSPHRASE' }]);
    const open = await next.call('POST', '/v1/auth/unlock', { headers, body: { passphrase } });
    expect(open.json).toMatchObject({ session: { locked: false, account: { appLock: true } } });
    expect((await next.call('GET', '/v1/account', { headers })).status).toBe(200);
  });

  it('asks for the current passphrase before it is changed, and slows guessing down', async () => {
    const { call } = await bootHttp({ mode: 'local', desktopToken: 'desk' });
    const change = (body: object) => call('PUT', '/v1/account/app-lock', { headers, body });
    await change({ passphrase });
    expect((await change({ passphrase: null })).json['details']).toEqual({ reason: 'WRONG_PASSPHRASE' });
    expect((await change({ passphrase: null, current: passphrase })).json).toMatchObject({
      account: { appLock: false },
    });
    await change({ passphrase });
    for (let i = 0; i < 5; i++) await change({ passphrase: null, current: 'no' });
    expect((await change({ passphrase: null, current: passphrase })).json['code']).toBe('LOGIN_SLOWED_DOWN');
  });

  it('is for the local account only', async () => {
    const { call } = await bootHttp();
    const cookie = cookieOf(await call('POST', '/v1/auth/login', login));
    const answer = await call('PUT', '/v1/account/app-lock', { cookie, body: { passphrase } });
    expect([answer.status, answer.json['code']]).toEqual([403, 'FORBIDDEN']);
  });
});
