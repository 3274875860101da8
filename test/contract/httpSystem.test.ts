import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../server/contract/limits.ts';
import { bootHttp, OWNER } from '../helpers/bootHttp.ts';
import { cookieOf } from '../helpers/httpClient.ts';

const key = OWNER.apiKey;

describe('GET /health', () => {
  it('needs no key', async () => {
    const { call } = await bootHttp();
    const answer = await call('GET', '/health');
    expect([answer.status, answer.json]).toEqual([200, { status: 'ok', version: '1.2.3' }]);
  });
});

describe('GET /v1/system', () => {
  it('says what is running, and where the data are to those who run it', async () => {
    const { call, core } = await bootHttp();
    expect((await call('GET', '/v1/system')).status).toBe(401);
    const { json } = await call('GET', '/v1/system', { key });
    expect(json['system']).toMatchObject({
      ...{ version: '1.2.3', mode: 'team', dataDir: core.dir, languages: ['de', 'en', 'fr', 'es', 'it'] },
      ...{ maxTextCharacters: LIMITS.textCharacters, maxFileBytes: LIMITS.fileBytes },
      rateLimits: { anonymize: { minute: 60, day: 2000 } },
    });
    const user = { email: 'mia@example.org', name: 'Mia', password: 'long enough 1' };
    await call('POST', '/v1/admin/users', { key, body: user });
    const cookie = cookieOf(await call('POST', '/v1/auth/login', { body: user }));
    expect((await call('GET', '/v1/system', { cookie })).json['system']).toMatchObject({ dataDir: null });
  });

  it('says when limits are off', async () => {
    const { call } = await bootHttp({ rateLimits: null });
    expect((await call('GET', '/v1/system', { key })).json['system']).toMatchObject({ rateLimits: null });
  });
});

describe('the reference', () => {
  it('may run scripts of this server only', async () => {
    const { call } = await bootHttp();
    const page = await call('GET', '/docs');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';");
    for (const path of ['/docs/reference.js', '/docs/start.js']) {
      const script = await call('GET', path);
      expect([path, script.status]).toEqual([path, 200]);
      expect(script.headers.get('content-type')).toContain('javascript');
    }
    expect((await call('GET', '/docs/package.json')).status).toBe(404);
  });
});
