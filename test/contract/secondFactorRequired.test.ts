import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { EndpointSpec } from '../../server/contract/endpoint.ts';
import { ENDPOINTS } from '../../server/contract/index.ts';
import type { SecondFactorState } from '../../server/contract/secondFactor.ts';
import { AppError } from '../../server/core/errors.ts';
import { authorize } from '../../server/http/auth.ts';
import { NO_KEY } from '../../server/http/types.ts';
import { type BootedHttp, OWNER } from '../helpers/bootHttp.ts';
import { bootWithCodes, DAY, holdClock, MEMBER, outcome } from '../helpers/bootWithCodes.ts';
import { cookieOf } from '../helpers/httpClient.ts';

const key = OWNER.apiKey;
holdClock();

describe('a second factor that the team requires', () => {
  const dueOf = async ({ call }: Pick<BootedHttp, 'call'>, cookie: string): Promise<SecondFactorState> =>
    ((await call('GET', '/v1/account', { cookie })).json['account'] as { secondFactor: SecondFactorState })
      .secondFactor;

  it('is due seven days after it is required, or after the account is made', async () => {
    const server = await bootWithCodes();
    const { require, logIn, advance, addMember, setUp } = server;
    const cookie = cookieOf(await logIn());
    expect(await dueOf(server, cookie)).toEqual({ active: false, dueAt: null, overdue: false });
    const requiredAt = Date.now();
    expect((await require(true)).json).toMatchObject({ settings: { requireSecondFactor: true } });
    const due = new Date(requiredAt + 7 * DAY * 1000).toISOString();
    expect(await dueOf(server, cookie)).toEqual({ active: false, dueAt: due, overdue: false });
    advance(3 * DAY);
    // Once more, or with another setting: the time goes on.
    await require(true);
    await server.call('PATCH', '/v1/admin/settings', { key, body: { teamName: 'Office' } });
    await addMember();
    const later = cookieOf(await logIn(undefined, {}, MEMBER));
    expect((await dueOf(server, later)).dueAt).toBe(new Date(requiredAt + 10 * DAY * 1000).toISOString());
    const again = cookieOf(await logIn());
    expect((await dueOf(server, again)).dueAt).toBe(due);
    await require(false);
    expect((await dueOf(server, again)).dueAt).toBeNull();
    await require(true);
    expect((await dueOf(server, again)).dueAt).toBe(new Date(requiredAt + 10 * DAY * 1000).toISOString());
    expect(await dueOf(server, (await setUp()).cookie)).toEqual({ active: true, dueAt: null, overdue: false });
  });

  it('locks sessions up to the set-up when the time is over, to the second', async () => {
    const server = await bootWithCodes();
    const { call, require, logIn, advance } = server;
    await require(true);
    advance(7 * DAY - 1);
    const cookie = cookieOf(await logIn());
    expect((await call('GET', '/v1/account/keys', { cookie })).status).toBe(200);
    advance(1);
    expect((await dueOf(server, cookie)).overdue).toBe(true);
    for (const [method, path, body] of [
      ['GET', '/v1/account/keys', undefined],
      ['POST', '/v1/account/keys', { name: 'k' }],
      ['PATCH', '/v1/account', { name: 'Other' }],
      ['GET', '/v1/account/sessions', undefined],
      ['GET', '/v1/admin/users', undefined],
      ['PATCH', '/v1/admin/settings', { requireSecondFactor: false }],
      ['GET', '/v1/system', undefined],
    ] as const) {
      expect([path, outcome(await call(method, path, { cookie, body }))]).toEqual([path, [403, 'SECOND_FACTOR_SETUP']]);
    }
    for (const path of ['/v1/account', '/v1/auth/session', '/v1/account/second-factor']) {
      expect([path, (await call('GET', path, { cookie })).status]).toEqual([path, 200]);
    }
    expect((await call('POST', '/v1/auth/logout', { cookie })).status).toBe(204);
    const { cookie: after } = await server.setUp();
    expect((await call('GET', '/v1/account/keys', { cookie: after })).status).toBe(200);
  });

  it('leaves sessions nothing of the whole interface but the set-up, the account and the logout', () => {
    const request = Object.assign(new IncomingMessage(new Socket()), {
      method: 'POST',
      headers: { 'x-requested-with': 'deckname' },
    });
    const session = { accountId: 'a', role: 'owner', via: 'session', ...NO_KEY, sessionId: 's' } as const;
    const refusalOf = (endpoint: EndpointSpec, secondFactorOverdue: boolean): string | null => {
      try {
        authorize(endpoint, { ...session, secondFactorOverdue }, request, () => false);
        return null;
      } catch (error) {
        return error instanceof AppError ? error.code : 'no refusal';
      }
    };
    const forSessions = ENDPOINTS.filter(({ access }) => access !== 'none' && access !== 'key_only');
    expect(forSessions.filter((endpoint) => refusalOf(endpoint, false) !== null)).toEqual([]);
    const open = forSessions.filter((endpoint) => refusalOf(endpoint, true) !== 'SECOND_FACTOR_SETUP');
    expect(open.map(({ id }) => id).sort()).toEqual([
      ...['beginSecondFactor', 'confirmSecondFactor', 'getAccount', 'getSecondFactor', 'logout'],
      ...['removeSecondFactor', 'renewRecoveryCodes'],
    ]);
  });

  it('ends no API key, neither of a person nor of an agent', async () => {
    const { call, require, logIn, advance } = await bootWithCodes();
    const cookie = cookieOf(await logIn());
    const made = await call('POST', '/v1/account/keys', { cookie, body: { name: 'a', agent: { name: 'Helper' } } });
    await require(true);
    advance(8 * DAY);
    for (const bearer of [key, made.json['secret'] as string]) {
      expect((await call('GET', '/v1/account', { key: bearer })).status).toBe(200);
      expect((await call('GET', '/v1/system', { key: bearer })).status).toBe(200);
    }
  });

  it('locks up at once where it is taken off after that time', async () => {
    const { call, require, setUp, codeOf, advance } = await bootWithCodes();
    const { secret } = await setUp();
    await require(true);
    advance(7 * DAY);
    const body = { email: OWNER.email, password: OWNER.password, code: codeOf(secret) };
    const inside = cookieOf(await call('POST', '/v1/auth/login', { body }));
    advance(30);
    const proof = { password: OWNER.password, code: codeOf(secret) };
    expect((await call('DELETE', '/v1/account/second-factor', { cookie: inside, body: proof })).status).toBe(204);
    expect(outcome(await call('GET', '/v1/account/keys', { cookie: inside }))).toEqual([403, 'SECOND_FACTOR_SETUP']);
  });
});
