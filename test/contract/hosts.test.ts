import { describe, expect, it } from 'vitest';
import { bootHttp, OWNER } from '../helpers/bootHttp.ts';
import { cookieOf, rawRequest } from '../helpers/httpClient.ts';

const login = { body: { email: OWNER.email, password: OWNER.password } };

/** Status of the health route under a Host, with `{port}` as the real port. */
async function statusUnder(origin: string, host: string, headers: Record<string, string> = {}): Promise<number> {
  const { port } = new URL(origin);
  const sent = { host: host.replace('{port}', port), ...headers };
  return (await rawRequest(`${origin}/api/health`, { headers: sent })).status;
}

describe('Host', () => {
  it('is an address of the server, the public one or an allowed one; every other is 421, in the team mode too', async () => {
    const { origin } = await bootHttp({
      publicUrl: 'https://deckname.office.example',
      allowedHosts: ['deckname.lan'],
    });
    const known = [
      '127.0.0.1:{port}',
      'localhost:{port}',
      '[::1]:{port}',
      'DECKNAME.office.example',
      'deckname.lan:80',
    ];
    for (const host of known) expect([host, await statusUnder(origin, host)]).toEqual([host, 200]);
    const foreign = [
      'evil.example',
      'evil.example:{port}',
      '127.0.0.1.evil.example:{port}',
      'deckname.lan.evil.example',
      '0.0.0.0:{port}',
      '192.0.2.1:{port}',
    ];
    for (const host of foreign) expect([host, await statusUnder(origin, host)]).toEqual([host, 421]);
    const answer = await rawRequest(`${origin}/api/health`, { headers: { host: 'evil.example' } });
    expect(answer.text).toContain('MISDIRECTED');
    expect(answer.text).not.toContain('evil');
  });

  it('takes the address of the connection where the server listens on all of them, and no name beside', async () => {
    const { origin } = await bootHttp({ host: '0.0.0.0' });
    expect(await statusUnder(origin, '127.0.0.1:{port}')).toBe(200);
    expect(await statusUnder(origin, 'localhost:{port}')).toBe(200);
    expect(await statusUnder(origin, 'evil.example')).toBe(421);
    expect(await statusUnder(origin, '0.0.0.0:{port}')).toBe(421);
  });

  it('is checked in the forwarded form as well, which replaces nothing', async () => {
    const { origin } = await bootHttp({ publicUrl: 'https://deckname.office.example' });
    const forwarded = (name: string) => ({ 'x-forwarded-host': name });
    expect(await statusUnder(origin, '127.0.0.1', forwarded('deckname.office.example'))).toBe(200);
    expect(await statusUnder(origin, '127.0.0.1', forwarded('evil.example'))).toBe(421);
    expect(await statusUnder(origin, 'evil.example', forwarded('deckname.office.example'))).toBe(421);
    const untrusting = await bootHttp({ trustedProxies: [] });
    expect(await statusUnder(untrusting.origin, '127.0.0.1', forwarded('evil.example'))).toBe(200);
  });
});

describe('Origin', () => {
  it('is the own one with a session, and when one begins', async () => {
    const { call, origin } = await bootHttp({ publicUrl: 'http://deckname.office.example' });
    const cookie = cookieOf(await call('POST', '/v1/auth/login', login));
    const get = async (from: string) =>
      (await call('GET', '/v1/account', { cookie, headers: { origin: from } })).status;
    expect(await get(origin)).toBe(200);
    expect(await get('http://deckname.office.example')).toBe(200);
    for (const from of ['null', 'http://evil.example', origin.replace('http:', 'https:'), `${origin}0`, '']) {
      expect([from, await get(from)]).toEqual([from, 403]);
    }
    const foreignLogin = await call('POST', '/v1/auth/login', { ...login, headers: { origin: 'null' } });
    expect(foreignLogin.status).toBe(403);
    expect(foreignLogin.headers.get('set-cookie')).toBeNull();
  });

  it('says nothing about a request with a key, which no browser adds by itself', async () => {
    const { call } = await bootHttp();
    const answer = await call('GET', '/v1/account', { key: OWNER.apiKey, headers: { origin: 'http://tool.example' } });
    expect(answer.status).toBe(200);
  });
});
