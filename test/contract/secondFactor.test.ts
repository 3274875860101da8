import { describe, expect, it } from 'vitest';
import { OWNER } from '../helpers/bootHttp.ts';
import { auditedActions, bootWithCodes, DAY, holdClock, MEMBER, outcome, withCodes } from '../helpers/bootWithCodes.ts';
import { cookieOf } from '../helpers/httpClient.ts';

const key = OWNER.apiKey;
holdClock();

describe('setting a second factor up', () => {
  it('changes nothing before a code is confirmed, and shows secrets once', async () => {
    const server = await bootWithCodes();
    const { call, logIn, codeOf, stateOf } = server;
    const cookie = cookieOf(await logIn());
    expect(await stateOf(cookie)).toEqual({
      ...{ active: false, dueAt: null, overdue: false, activeSince: null, recoveryCodesLeft: 0 },
    });
    const confirm = (code: string) => call('POST', '/v1/account/second-factor/confirm', { cookie, body: { code } });
    expect(outcome(await confirm('000000'))).toEqual([409, 'SECOND_FACTOR_MISSING']);
    const first = (await call('POST', '/v1/account/second-factor', { cookie })).json as { secret: string; uri: string };
    expect(first.uri).toContain(`secret=${first.secret}`);
    const { secret } = (await call('POST', '/v1/account/second-factor', { cookie })).json as { secret: string };
    // The first secret has been replaced.
    expect(outcome(await confirm(codeOf(first.secret)))).toEqual([401, 'WRONG_CODE']);
    expect((await logIn()).status).toBe(200);
    const spaced = `${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}`;
    const confirmed = await confirm(spaced);
    expect(withCodes.parse(confirmed.json).secondFactor).toMatchObject({ active: true, recoveryCodesLeft: 10 });
    expect((await call('GET', '/v1/account/second-factor', { cookie })).text).not.toContain(secret);
    expect(outcome(await call('POST', '/v1/account/second-factor', { cookie }))).toEqual([409, 'SECOND_FACTOR_ACTIVE']);
    expect(outcome(await confirm(codeOf(secret)))).toEqual([409, 'SECOND_FACTOR_ACTIVE']);
    expect((await call('GET', '/v1/account', { cookie })).json).toMatchObject({
      account: { secondFactor: { active: true, dueAt: null, overdue: false } },
    });
    expect(await auditedActions(server)).toContain('second_factor.set_up');
  });

  it('slows wrong first codes down', async () => {
    const { call, logIn } = await bootWithCodes();
    const cookie = cookieOf(await logIn());
    await call('POST', '/v1/account/second-factor', { cookie });
    const body = { code: 'no code' };
    const confirm = async () => outcome(await call('POST', '/v1/account/second-factor/confirm', { cookie, body }));
    for (let i = 0; i < 5; i++) expect(await confirm()).toEqual([401, 'WRONG_CODE']);
    expect(await confirm()).toEqual([429, 'LOGIN_SLOWED_DOWN']);
  });

  it('forgets after a day what nobody confirmed', async () => {
    const { call, logIn, advance, accounts, core } = await bootWithCodes();
    await call('POST', '/v1/account/second-factor', { cookie: cookieOf(await logIn()) });
    const rows = () => core.database.db.selectFrom('second_factors').selectAll().execute();
    await accounts.cleanUp();
    expect(await rows()).toHaveLength(1);
    advance(DAY + 1);
    await accounts.cleanUp();
    expect(await rows()).toEqual([]);
  });

  it('stores neither secret nor recovery codes in the clear, and logs neither', async () => {
    const { setUp, core, logIn, codeOf } = await bootWithCodes();
    const { secret, recoveryCodes } = await setUp();
    const code = codeOf(secret);
    await logIn(recoveryCodes[0]);
    await logIn(code);
    await logIn('wrong code 4711');
    const { db } = core.database;
    const logged = JSON.stringify(core.logger.entries);
    const stored = JSON.stringify([
      await db.selectFrom('second_factors').selectAll().execute(),
      await db.selectFrom('recovery_codes').selectAll().execute(),
      await db.selectFrom('audit_log').selectAll().execute(),
    ]);
    const [factor] = await db.selectFrom('second_factors').select('secret').execute();
    const bytes = Buffer.from(factor!.secret).toString('latin1');
    for (const value of [secret, ...recoveryCodes, ...recoveryCodes.map((each) => each.replace('-', ''))]) {
      for (const text of [stored, bytes, logged]) expect(text).not.toContain(value);
    }
    expect(logged).not.toMatch(new RegExp(`${code}|4711`));
  });

  it('is nothing for the local account, for keys and for agents', async () => {
    const local = await bootWithCodes({ mode: 'local', desktopToken: 'desk' });
    const headers = { 'x-deckname-launch': 'desk', 'x-requested-with': 'deckname' };
    expect(outcome(await local.call('POST', '/v1/account/second-factor', { headers }))).toEqual([403, 'FORBIDDEN']);
    await local.call('PATCH', '/v1/admin/settings', { headers, body: { requireSecondFactor: true } });
    local.advance(8 * DAY);
    expect((await local.call('GET', '/v1/account', { headers })).json).toMatchObject({
      account: { secondFactor: { active: false, dueAt: null, overdue: false } },
    });

    const { call, logIn } = await bootWithCodes();
    const cookie = cookieOf(await logIn());
    const made = await call('POST', '/v1/account/keys', { cookie, body: { name: 'a', agent: { name: 'Helper' } } });
    for (const bearer of [key, made.json['secret'] as string]) {
      for (const [method, path, body] of [
        ['GET', '/v1/account/second-factor', undefined],
        ['POST', '/v1/account/second-factor', undefined],
        ['POST', '/v1/account/second-factor/confirm', { code: '1' }],
        ['POST', '/v1/account/second-factor/recovery-codes', { password: 'x', code: '1' }],
        ['DELETE', '/v1/account/second-factor', { password: 'x', code: '1' }],
      ] as const) {
        expect(outcome(await call(method, path, { key: bearer, body }))).toEqual([403, 'FORBIDDEN']);
      }
    }
  });
});

describe('logging in with a second factor', () => {
  it('asks for a code after the right password alone, which is no failure', async () => {
    const { logIn, setUp, codeOf, call } = await bootWithCodes();
    const { secret } = await setUp();
    for (let i = 0; i < 30; i++) {
      const asked = await logIn();
      expect(outcome(asked)).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
      expect(asked.headers.get('set-cookie')).toBeNull();
    }
    const answer = await logIn(codeOf(secret));
    expect(answer.status).toBe(200);
    expect((await call('GET', '/v1/account', { cookie: cookieOf(answer) })).status).toBe(200);
  });

  it('takes a code one step early or late, and no more', async () => {
    const { logIn, setUp, codeOf, advance } = await bootWithCodes();
    const { secret } = await setUp();
    advance(3600);
    expect(outcome(await logIn(codeOf(secret, -2)))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(outcome(await logIn(codeOf(secret, 2)))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await logIn(codeOf(secret, -1))).status).toBe(200);
    expect((await logIn(codeOf(secret))).status).toBe(200);
    expect((await logIn(codeOf(secret, 1))).status).toBe(200);
  });

  it('takes every code once, and none from before a spent one', async () => {
    const { logIn, setUp, codeOf } = await bootWithCodes();
    const { secret } = await setUp();
    // The code that confirmed the set-up is spent as well.
    expect(outcome(await logIn(codeOf(secret, -1)))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await logIn(codeOf(secret, 1))).status).toBe(200);
    for (const steps of [1, 0]) {
      expect(outcome(await logIn(codeOf(secret, steps)))).toEqual([401, 'INVALID_CREDENTIALS']);
    }
  });

  it('lets one of several requests in that bring the same code', async () => {
    const { logIn, setUp, codeOf, advance } = await bootWithCodes();
    const { secret, recoveryCodes } = await setUp();
    for (const code of [codeOf(secret), recoveryCodes[3]]) {
      const answers = await Promise.all([1, 2, 3, 4].map(() => logIn(code)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      advance(DAY + 1);
    }
  });

  it('takes each recovery code once, however it is typed', async () => {
    const server = await bootWithCodes();
    const { logIn, setUp, stateOf } = server;
    const { recoveryCodes, cookie } = await setUp();
    expect((await logIn(recoveryCodes[0])).status).toBe(200);
    expect(outcome(await logIn(recoveryCodes[0]))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await logIn(` ${recoveryCodes[1]!.toLowerCase().replace('-', ' ')}`)).status).toBe(200);
    expect((await stateOf(cookie)).recoveryCodesLeft).toBe(8);
    const actions = await auditedActions(server);
    expect(actions.filter((action) => action === 'second_factor.recovery_code_used')).toHaveLength(2);
  });

  it('does not tell a wrong password from a wrong code, nor whether there is a second factor', async () => {
    const { logIn, setUp, codeOf, addMember, call } = await bootWithCodes();
    const { secret } = await setUp();
    await addMember();
    const wrong = [
      await logIn('000000'),
      await logIn('no code'),
      await logIn(codeOf(secret), {}, { ...OWNER, password: 'wrong' }),
      await logIn(codeOf(secret), {}, { ...MEMBER, password: 'wrong' }),
      await logIn(codeOf(secret), {}, { ...MEMBER, email: 'nobody@example.org' }),
    ];
    expect(new Set(wrong.map(({ text }) => text)).size).toBe(1);
    expect(outcome(wrong[0]!)).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(outcome(await call('POST', '/v1/auth/login', { body: { ...OWNER, password: 'wrong' } }))).toEqual([
      ...[401, 'INVALID_CREDENTIALS'],
    ]);
    // Somebody without a second factor may bring a code.
    expect((await logIn('123456', {}, MEMBER)).status).toBe(200);
  });

  it('counts wrong codes with wrong passwords, and for the account from whatever addresses they come', async () => {
    const { logIn, setUp, codeOf, advance, call } = await bootWithCodes();
    const { secret } = await setUp();
    for (let i = 0; i < 3; i++) expect(outcome(await logIn('000000'))).toEqual([401, 'INVALID_CREDENTIALS']);
    for (let i = 0; i < 2; i++) {
      const body = { ...OWNER, password: 'wrong' };
      expect((await call('POST', '/v1/auth/login', { body })).status).toBe(401);
    }
    expect(outcome(await logIn(codeOf(secret)))).toEqual([429, 'LOGIN_SLOWED_DOWN']);
    advance(DAY + 1);
    for (let i = 0; i < 5; i++) {
      const answer = await logIn('000000', { 'x-forwarded-for': `203.0.113.${String(i)}` });
      expect(outcome(answer)).toEqual([401, 'INVALID_CREDENTIALS']);
    }
    const elsewhere = await logIn(codeOf(secret), { 'x-forwarded-for': '203.0.113.99' });
    expect(outcome(elsewhere)).toEqual([429, 'LOGIN_SLOWED_DOWN']);
  });

  it('does not make somebody wait between the password and the code, nor forget earlier failures by it', async () => {
    const { logIn, setUp, codeOf, advance, call } = await bootWithCodes();
    const { secret } = await setUp();
    const fail = async () => (await call('POST', '/v1/auth/login', { body: { ...OWNER, password: 'wrong' } })).status;
    for (let i = 0; i < 7; i++) {
      expect(await fail()).toBe(401);
      advance(2 ** Math.max(0, i - 4));
    }
    expect(outcome(await logIn())).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
    expect(outcome(await logIn())).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
    expect(await fail()).toBe(401);
    expect(await fail()).toBe(429);
    advance(900);
    expect((await logIn(codeOf(secret))).status).toBe(200);
    for (let i = 0; i < 5; i++) expect(await fail()).toBe(401);
    expect(await fail()).toBe(429);
  });

  it('asks for a code also after the password was reset', async () => {
    const { call, logIn, setUp, codeOf, addMember } = await bootWithCodes();
    const id = await addMember();
    const { secret } = await setUp(MEMBER);
    const { link } = (await call('POST', `/v1/admin/users/${id}/reset`, { key })).json['reset'] as { link: string };
    for (const code of [undefined, codeOf(secret)]) {
      expect(outcome(await logIn(code, {}, MEMBER))).toEqual([401, 'PASSWORD_RESET']);
    }
    const password = 'quite another one 7';
    const body = { token: new URL(link).hash.replace('#token=', ''), password };
    expect((await call('POST', '/v1/auth/reset', { body })).status).toBe(204);
    expect(outcome(await logIn(undefined, {}, { ...MEMBER, password }))).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
    expect((await logIn(codeOf(secret), {}, { ...MEMBER, password })).status).toBe(200);
  });

  it('lets nobody lock a person out of a browser that is known', async () => {
    const { logIn, setUp, codeOf } = await bootWithCodes();
    const { secret, recoveryCodes } = await setUp();
    const cookie = (await logIn(recoveryCodes[0])).headers
      .getSetCookie()
      .find((value) => value.startsWith('deckname_browser='))!
      .split(';')[0]!;
    for (let i = 0; i < 5; i++) expect((await logIn('000000')).status).toBe(401);
    expect((await logIn(codeOf(secret))).status).toBe(429);
    expect((await logIn(codeOf(secret), { cookie })).status).toBe(200);
  });
});

describe('removing a second factor, and new recovery codes', () => {
  it('need the password and a code, and tell neither which was wrong', async () => {
    const server = await bootWithCodes();
    const { call, setUp, codeOf, logIn, stateOf, advance } = server;
    const { cookie, secret, recoveryCodes } = await setUp();
    const { password } = OWNER;
    const remove = (body: object) => call('DELETE', '/v1/account/second-factor', { cookie, body });
    const wrong = [
      await remove({ password: 'wrong', code: codeOf(secret) }),
      await remove({ password, code: '000000' }),
      await call('POST', '/v1/account/second-factor/recovery-codes', { cookie, body: { password, code: '000000' } }),
    ];
    expect(new Set(wrong.map(({ text }) => text)).size).toBe(1);
    expect(outcome(wrong[0]!)).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(outcome(await remove({ password }))).toEqual([400, 'INVALID_BODY']);

    const body = { password, code: codeOf(secret) };
    const renewed = await call('POST', '/v1/account/second-factor/recovery-codes', { cookie, body });
    const fresh = withCodes.parse(renewed.json).recoveryCodes;
    expect(fresh.filter((code) => recoveryCodes.includes(code))).toEqual([]);
    expect((await stateOf(cookie)).recoveryCodesLeft).toBe(10);
    expect(outcome(await logIn(recoveryCodes[0]))).toEqual([401, 'INVALID_CREDENTIALS']);
    // The code is spent, for a login too.
    expect((await remove(body)).status).toBe(401);
    advance(30);
    expect((await logIn(fresh[0])).status).toBe(200);
    expect((await remove({ password, code: fresh[1] })).status).toBe(204);
    expect(await stateOf(cookie)).toMatchObject({ active: false, recoveryCodesLeft: 0 });
    expect((await logIn()).status).toBe(200);
    expect(outcome(await remove({ password, code: fresh[2] }))).toEqual([409, 'SECOND_FACTOR_MISSING']);
    const actions = await auditedActions(server);
    expect(actions).toContain('second_factor.codes_renewed');
    expect(actions).toContain('second_factor.removed');
  });

  it('slow guessing down', async () => {
    const { call, setUp } = await bootWithCodes();
    const { cookie } = await setUp();
    const body = { password: OWNER.password, code: '000000' };
    const remove = async () => outcome(await call('DELETE', '/v1/account/second-factor', { cookie, body }));
    for (let i = 0; i < 5; i++) expect(await remove()).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(await remove()).toEqual([429, 'LOGIN_SLOWED_DOWN']);
  });

  it('are done by an admin for somebody who lost the phone: audited, with the sessions ended', async () => {
    const server = await bootWithCodes();
    const { call, setUp, addMember, logIn } = server;
    const id = await addMember();
    const path = `/v1/admin/users/${id}/second-factor`;
    expect(outcome(await call('DELETE', path, { key }))).toEqual([409, 'SECOND_FACTOR_MISSING']);
    const { cookie } = await setUp(MEMBER);
    const users = await call('GET', '/v1/admin/users?q=mia', { key });
    expect(users.json).toMatchObject({ users: [{ secondFactor: { active: true } }] });
    expect(outcome(await call('DELETE', path, { cookie }))).toEqual([403, 'FORBIDDEN']);
    expect((await call('DELETE', path, { key })).status).toBe(204);
    expect((await call('GET', '/v1/account', { cookie })).status).toBe(401);
    expect((await logIn(undefined, {}, MEMBER)).status).toBe(200);
    expect(await server.core.database.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([]);
    expect(await auditedActions(server)).toContain('user.second_factor_removed');
  });

  it('are nothing an admin does for an owner, or anybody for themself', async () => {
    const { call, addMember, setUp, logIn } = await bootWithCodes();
    const id = await addMember();
    await call('PATCH', `/v1/admin/users/${id}`, { key, body: { role: 'admin' } });
    const admin = cookieOf(await logIn(undefined, {}, MEMBER));
    await setUp();
    const owner = ((await call('GET', '/v1/account', { key })).json['account'] as { id: string }).id;
    const path = `/v1/admin/users/${owner}/second-factor`;
    expect(outcome(await call('DELETE', path, { cookie: admin }))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await call('DELETE', path, { key }))).toEqual([403, 'FORBIDDEN']);
    const nowhere = `/v1/admin/users/${crypto.randomUUID()}/second-factor`;
    expect(outcome(await call('DELETE', nowhere, { key }))).toEqual([404, 'USER_NOT_FOUND']);
  });
});
