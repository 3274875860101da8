import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { booleanText, pageQuery } from '../../server/contract/common.ts';
import { endpoint } from '../../server/contract/endpoint.ts';
import { AppError } from '../../server/core/errors.ts';
import { type Route, route } from '../../server/http/route.ts';
import { bootHttp, OWNER } from '../helpers/bootHttp.ts';
import { cookieOf, rawRequest } from '../helpers/httpClient.ts';
import { tempDir } from '../helpers/tempDir.ts';

const key = OWNER.apiKey;
const CANARY = 'Canary-Zx81-Müller';

const json = <S extends z.ZodType>(schema: S) => ({ kind: 'json', schema, description: 'Probe.' }) as const;
const base = {
  summary: 'Probe',
  tag: 'Probe',
  access: 'session_or_key',
  agents: 'yes',
  rateGroup: 'other',
  errors: [],
} as const;
const echo = endpoint({
  ...base,
  id: 'probeEcho',
  method: 'post',
  path: '/probe/echo',
  body: {
    kind: 'json',
    unknownFields: 'ignored',
    schema: z.object({
      text: z.string({ error: 'TEXT_REQUIRED' }).max(20, 'TEXT_TOO_LARGE'),
      language: z.enum(['de', 'en'], { error: 'UNSUPPORTED_LANGUAGE' }).optional(),
      switches: z.record(z.string().regex(/^[a-z]+$/, 'INVALID_CATEGORY'), z.boolean()).optional(),
      count: z.number().int().min(1).max(9).optional(),
    }),
    maxBytes: 100_000,
    tooLargeCode: 'TEXT_TOO_LARGE',
  },
  status: 200,
  response: json(z.object({ text: z.string() })),
});
const list = endpoint({
  ...base,
  id: 'probeList',
  method: 'get',
  path: '/probe/list',
  query: pageQuery.extend({ flag: booleanText.optional() }),
  status: 200,
  response: json(z.object({ limit: z.number() })),
});
const item = endpoint({
  ...base,
  id: 'probeItem',
  method: 'get',
  path: '/probe/:id',
  params: z.object({ id: z.string() }),
  status: 200,
  response: json(z.object({ id: z.string() })),
});
const keyOnly = endpoint({
  ...base,
  id: 'probeKey',
  method: 'put',
  path: '/probe/key',
  access: 'key_only',
  status: 204,
  response: { kind: 'empty', description: 'Probe.' },
});
const failing = endpoint({
  ...base,
  id: 'probeFail',
  method: 'delete',
  path: '/probe/fail',
  status: 200,
  response: json(z.object({ id: z.string() })),
});
const download = endpoint({
  ...base,
  id: 'probeDownload',
  method: 'get',
  path: '/probe/download/:kind',
  params: z.object({ kind: z.enum(['bytes', 'stream', 'broken']) }),
  status: 200,
  response: { kind: 'binary', contentTypes: ['text/plain'], description: 'Probe.' },
});

const routes = [
  route(echo, ({ body }) => ({ text: body.text, secret: 'not in the schema' })),
  route(list, ({ query }) => ({ limit: query.limit })),
  route(item, ({ params }) => params),
  route(keyOnly, () => undefined),
  route(failing, () => {
    throw new TypeError(`cannot read ${CANARY}`);
  }),
  route(download, ({ params }) => ({
    contentType: 'text/plain; charset=utf-8',
    filename: 'Müller "Akte" €.txt',
    body:
      params.kind === 'bytes'
        ? Buffer.from('content')
        : Readable.from(params.kind === 'stream' ? ['con', 'tent'] : brokenParts()),
  })),
];

function* brokenParts() {
  yield 'begin';
  throw new AppError('INTERNAL', CANARY);
}

describe('methods and addresses', () => {
  it('answers a wrong method with 405 and Allow, for every method there is', async () => {
    const { origin, call } = await bootHttp({ routes });
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'TRACE', 'PROPFIND']) {
      const answer = await rawRequest(`${origin}/api/probe/echo`, { method });
      // GET and HEAD reach the route with a parameter.
      if (method === 'GET' || method === 'HEAD') expect(answer.status).toBe(401);
      else {
        expect([method, answer.status]).toEqual([method, 405]);
        expect(JSON.parse(answer.text)).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
        expect(answer.headers['allow']).toBe('GET, HEAD, OPTIONS, POST');
      }
    }
    for (const path of ['/health', '/v1/auth/login', '/v1/admin/users']) {
      const answer = await call('DELETE', path);
      expect([path, answer.status]).toEqual([path, 405]);
    }
  });

  it('answers OPTIONS with the methods, and grants no other site anything', async () => {
    const { origin, call } = await bootHttp({ routes });
    const answer = await rawRequest(`${origin}/api/probe/list`, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
    });
    expect([answer.status, answer.headers['allow']]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect((await call('OPTIONS', '/nothing/here')).status).toBe(404);
  });

  it('answers HEAD like GET without a body', async () => {
    const { call } = await bootHttp({ routes });
    for (const path of ['/probe/list', '/probe/download/bytes', '/probe/download/stream']) {
      const answer = await call('HEAD', path, { key });
      expect([path, answer.status, answer.text]).toEqual([path, 200, '']);
    }
  });

  it('knows no other address', async () => {
    const { call, origin } = await bootHttp({ routes });
    for (const path of ['/nothing', '/probe/a/b', '/', '/v1', '/probe/%ff', '/probe/..%2f..%2fetc']) {
      const answer = await call('GET', path, { key });
      if (path.endsWith('etc')) expect(answer.json).toEqual({ id: '../../etc' });
      else expect([path, answer.status, answer.json['code']]).toEqual([path, 404, 'NOT_FOUND']);
    }
    const outside = await fetch(`${origin}/nowhere`);
    expect([outside.status, await outside.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
  });

  it('prefers a fixed address to one with a parameter', async () => {
    const { call } = await bootHttp({ routes: [...routes].reverse() });
    expect((await call('GET', '/probe/list', { key })).json).toEqual({ limit: 50 });
  });
});

describe('request ids', () => {
  it('are taken over when they are well formed, else made', async () => {
    const { call } = await bootHttp();
    const idFor = async (id?: string) =>
      (await call('GET', '/health', id === undefined ? {} : { headers: { 'x-request-id': id } })).headers.get(
        'x-request-id',
      );
    expect(await idFor('trace-0123456789')).toBe('trace-0123456789');
    for (const id of [undefined, 'short', 'x'.repeat(65), 'with space in it', 'a@example.org']) {
      expect(await idFor(id)).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});

describe('JSON bodies', () => {
  const post = { method: 'POST', path: '/probe/echo' } as const;

  it('are parsed, and answers carry what the schema names', async () => {
    const { call } = await bootHttp({ routes });
    for (const type of ['application/json', 'application/json; charset=UTF-8', 'application/merge-patch+json']) {
      const answer = await call(post.method, post.path, {
        key,
        raw: '{"text":"Größe 🙂"}',
        headers: { 'content-type': type },
      });
      expect([answer.status, answer.json]).toEqual([200, { text: 'Größe 🙂' }]);
    }
  });

  it('answer faults with codes and paths, never with what was sent', async () => {
    const { call, core } = await bootHttp({ routes });
    const type = { 'content-type': 'application/json' };
    const cases: [string | Uint8Array<ArrayBuffer>, number, string][] = [
      [`{"text":"${CANARY}"`, 400, 'INVALID_BODY'],
      [`{"text":"${CANARY}" ${CANARY}}`, 400, 'INVALID_BODY'],
      [new Uint8Array([0x22, 0xff, 0xfe, 0x22]), 400, 'INVALID_BODY'],
      [`"${CANARY}"`, 400, 'INVALID_BODY'],
      ['null', 400, 'INVALID_BODY'],
      ['[]', 400, 'INVALID_BODY'],
      ['{}', 400, 'TEXT_REQUIRED'],
      [`{"text":"${CANARY}${CANARY}"}`, 413, 'TEXT_TOO_LARGE'],
      [`{"text":"a","language":"${CANARY}"}`, 400, 'UNSUPPORTED_LANGUAGE'],
      [`{"text":"a","count":"${CANARY}"}`, 400, 'INVALID_BODY'],
      [`{"text":"a","count":77}`, 400, 'INVALID_BODY'],
      [`{"text":"a","switches":{"${CANARY}":true}}`, 400, 'INVALID_CATEGORY'],
      [`{"text":"a","switches":{"canary":"${CANARY}"}}`, 400, 'INVALID_BODY'],
    ];
    for (const [raw, status, code] of cases) {
      const answer = await call(post.method, post.path, { key, raw, headers: type });
      expect([answer.status, answer.json['code']]).toEqual([status, code]);
      expect(answer.json).toMatchObject({
        error: expect.any(String) as string,
        details: { issues: expect.any(Array) as [] },
      });
      expect(answer.text.toLowerCase()).not.toContain('canary');
    }
    expect(JSON.stringify(core.logger.entries)).not.toContain('Canary');
  });

  it('say which field is wrong', async () => {
    const { call } = await bootHttp({ routes });
    const answer = await call(post.method, post.path, { key, body: { text: 'a', count: 77 } });
    expect(answer.json['details']).toEqual({
      issues: [{ path: ['count'], message: 'Too big or too long; the maximum is 9.' }],
    });
  });

  it('must say that they are JSON in UTF-8', async () => {
    const { call } = await bootHttp({ routes });
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': '' },
      { 'content-type': 'application/json; charset=latin1' },
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    ]) {
      const answer = await call(post.method, post.path, { key, raw: '{"text":"a"}', headers });
      expect([answer.status, answer.json['code']]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    }
    const none = await call(post.method, post.path, { key });
    expect([none.status, none.json['code']]).toEqual([400, 'INVALID_BODY']);
  });
});

describe('queries', () => {
  it('are parsed, capped and checked', async () => {
    const { call } = await bootHttp({ routes });
    expect((await call('GET', '/probe/list?limit=999&unknown=1', { key })).json).toEqual({ limit: 200 });
    for (const query of [
      'limit=0',
      'limit=x',
      'limit=1.5',
      'limit=',
      'limit=1&limit=2',
      'flag=maybe',
      `cursor=${'x'.repeat(4_097)}`,
    ]) {
      const answer = await call('GET', `/probe/list?${query}`, { key });
      expect([query, answer.status, answer.json['code']]).toEqual([query, 400, 'INVALID_QUERY']);
    }
    const wrong = await call('GET', `/probe/list?flag=${encodeURIComponent(CANARY)}`, { key });
    expect(wrong.json['details']).toEqual({
      issues: [{ path: ['flag'], message: 'Expected one of: 0, 1, true, false.' }],
    });
  });
});

describe('access', () => {
  it('asks for a key where a session is not enough', async () => {
    const { call } = await bootHttp({ routes });
    const cookie = cookieOf(
      await call('POST', '/v1/auth/login', { body: { email: OWNER.email, password: OWNER.password } }),
    );
    const bySession = await call('PUT', '/probe/key', { cookie });
    expect([bySession.status, bySession.json['code']]).toEqual([401, 'invalid_api_key']);
    expect((await call('PUT', '/probe/key', { key })).status).toBe(204);
    const noCsrf = await call('POST', '/probe/echo', { cookie, csrf: false, body: { text: 'a' } });
    expect([noCsrf.status, noCsrf.json['code']]).toEqual([403, 'CSRF_REQUIRED']);
    expect((await call('POST', '/probe/echo', { cookie, body: { text: 'a' } })).status).toBe(200);
  });

  it('is checked before the body is read', async () => {
    const { call } = await bootHttp({ routes });
    const answer = await call('POST', '/probe/echo', { raw: 'x'.repeat(5_000_000) });
    expect([answer.status, answer.json['code']]).toEqual([401, 'invalid_api_key']);
    expect(answer.headers.get('x-ratelimit-limit-requests')).toBe('120');
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
  });
});

describe('unexpected errors', () => {
  it('answer 500 with an id that is in the log, and keep their message', async () => {
    const { call, core } = await bootHttp({ routes });
    const answer = await call('DELETE', '/probe/fail', { key });
    expect(answer.status).toBe(500);
    expect(answer.json).toEqual({
      error: 'Something went wrong on the server.',
      code: 'INTERNAL',
      requestId: answer.headers.get('x-request-id'),
    });
    const logged = core.logger.entries.filter(({ event }) => event === 'http.failed');
    expect(logged).toHaveLength(1);
    expect(logged[0]!.fields['requestId']).toBe(answer.json['requestId']);
    expect(JSON.stringify(logged)).not.toContain(CANARY);
  });

  it('are made of an answer that does not fit its schema', async () => {
    // Erased types are what a defect of a handler looks like.
    const wrong: Route = { endpoint: { ...item, id: 'probeWrong', path: '/wrong/:id' }, handle: () => ({ id: 5 }) };
    const { call, core } = await bootHttp({ routes: [wrong] });
    expect((await call('GET', '/wrong/1', { key })).status).toBe(500);
    expect(core.logger.entries.at(-1)?.fields['code']).toBe('answer.probeWrong.id');
  });

  it('cut a download that fails half-way, and print nothing', async () => {
    const { call, core } = await bootHttp({ routes });
    const printed = vi.spyOn(console, 'error');
    await expect(call('GET', '/probe/download/broken', { key })).rejects.toThrow();
    expect(core.logger.entries.map(({ event }) => event)).toContain('http.failed');
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });

  it('are not made of a client that goes away, and its work is stopped', async () => {
    let stopped = (): void => undefined;
    const gone = new Promise<void>((resolve) => (stopped = resolve));
    const waiting = route({ ...item, id: 'probeWait', path: '/wait/:id' }, async ({ signal }) => {
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          stopped();
          reject(signal.reason as Error);
        });
      });
      return { id: '' };
    });
    const { origin, core } = await bootHttp({ routes: [waiting] });
    const controller = new AbortController();
    const request = fetch(`${origin}/api/wait/1`, {
      headers: { authorization: `Bearer ${key}` },
      signal: controller.signal,
    });
    await vi.waitFor(async () => {
      const used = await core.database.db.selectFrom('api_keys').select('last_used_at').executeTakeFirst();
      expect(used?.last_used_at).not.toBeNull();
    });
    controller.abort();
    await expect(request).rejects.toThrow();
    await gone;
    await vi.waitFor(() => expect(core.logger.entries.at(-1)?.event).toBe('http.disconnected'));
    expect(core.logger.entries.map(({ level }) => level)).not.toContain('error');
  });
});

describe('downloads', () => {
  it('carry type, length and a name in any script', async () => {
    const { call } = await bootHttp({ routes });
    for (const kind of ['bytes', 'stream']) {
      const answer = await call('GET', `/probe/download/${kind}`, { key });
      expect([answer.status, answer.text]).toEqual([200, 'content']);
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(answer.headers.get('content-disposition')).toContain(
        "filename*=UTF-8''M%C3%BCller%20%22Akte%22%20%E2%82%AC.txt",
      );
    }
  });
});

describe('headers', () => {
  it('keep answers out of caches, frames and other origins', async () => {
    const { call } = await bootHttp({ routes });
    for (const answer of [
      await call('GET', '/probe/list', { key }),
      await call('GET', '/probe/list'),
      await call('GET', '/nothing'),
    ]) {
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none';frame-ancestors 'none';sandbox",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'x-frame-options': 'DENY',
      });
      expect(answer.headers.get('permissions-policy')).toContain('camera=()');
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.headers.get('x-powered-by')).toBeNull();
    }
  });
});

describe('local mode', () => {
  it('answers loopback names and their own pages only', async () => {
    const { origin } = await bootHttp({ mode: 'local', routes });
    const { port } = new URL(origin);
    const status = async (headers: Record<string, string>) =>
      (await rawRequest(`${origin}/api/health`, { headers })).status;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, 'LOCALHOST']) {
      expect([host, await status({ host })]).toEqual([host, 200]);
    }
    for (const host of [
      'attacker.example',
      `attacker.example:${port}`,
      '127.0.0.1.nip.io',
      'localhost.attacker.example',
      '10.0.0.1',
    ]) {
      expect([host, await status({ host })]).toEqual([host, 421]);
    }
    const host = `localhost:${port}`;
    expect(await status({ host, origin: `http://${host}` })).toBe(200);
    for (const elsewhere of [
      'https://attacker.example',
      'null',
      `http://localhost:${Number(port) + 1}`,
      `https://${host}`,
    ]) {
      expect([elsewhere, await status({ host, origin: elsewhere })]).toEqual([elsewhere, 403]);
    }
  });
});

describe('shutting down', () => {
  it('refuses new requests with 503', async () => {
    const { call, shutDown } = await bootHttp({ routes });
    shutDown();
    const answer = await call('GET', '/probe/list', { key });
    expect([answer.status, answer.json['code']]).toEqual([503, 'SHUTTING_DOWN']);
    expect(answer.headers.get('retry-after')).toBe('5');
  });
});

describe('web interface', () => {
  it('is served with its own policy, its page for every address, and files that stay cached', async () => {
    const rendererDir = tempDir();
    mkdirSync(join(rendererDir, 'assets'));
    writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><title>Deckname</title>');
    writeFileSync(join(rendererDir, 'assets', 'app-1a2b3c.js'), 'export {};');
    const { origin } = await bootHttp({ rendererDir });
    for (const path of ['/', '/jobs/5', '/setup']) {
      const page = await fetch(origin + path);
      expect([path, page.status, await page.text()]).toMatchObject([
        path,
        200,
        expect.stringContaining('<title>Deckname'),
      ]);
      expect(page.headers.get('cache-control')).toBe('no-cache');
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
    }
    const script = await fetch(`${origin}/assets/app-1a2b3c.js`);
    expect(script.headers.get('cache-control')).toContain('immutable');
    for (const path of ['/assets/missing.js', '/favicon.ico', '/..%2f..%2fetc/passwd.txt']) {
      expect([path, (await fetch(origin + path)).status]).toEqual([path, 404]);
    }
    expect((await fetch(origin, { method: 'POST' })).status).toBe(404);
  });

  it('serves the sample documents', async () => {
    const { origin } = await bootHttp();
    expect((await fetch(`${origin}/samples/none.txt`)).status).toBe(404);
  });
});
