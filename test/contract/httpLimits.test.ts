import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEFAULT_RATE_LIMITS, type RateLimits } from '../../server/config/settings.ts';
import { endpoint } from '../../server/contract/endpoint.ts';
import { route } from '../../server/http/route.ts';
import { bootHttp, OWNER, type BootedHttp } from '../helpers/bootHttp.ts';
import { cookieOf } from '../helpers/httpClient.ts';

const key = OWNER.apiKey;
const MAX_BODY = 1000;
const MAX_FILE = 200_000;

const answer = { kind: 'json', schema: z.record(z.string(), z.unknown()), description: 'Probe.' } as const;
const base = {
  summary: 'Probe',
  tag: 'Probe',
  access: 'session_or_key',
  agents: 'yes',
  status: 200,
  response: answer,
  errors: [],
} as const;
const text = endpoint({
  ...base,
  ...{ id: 'probeText', method: 'post', path: '/probe/text', rateGroup: 'models' },
  body: {
    kind: 'json',
    unknownFields: 'ignored',
    schema: z.object({ text: z.string() }),
    maxBytes: MAX_BODY,
    tooLargeCode: 'TEXT_TOO_LARGE',
  },
});
const plain = endpoint({
  ...base,
  ...{ id: 'probePlain', method: 'post', path: '/probe/plain', rateGroup: 'anonymize' },
  body: { kind: 'json', unknownFields: 'ignored', schema: z.object({}), maxBytes: MAX_BODY },
});
const file = endpoint({
  ...base,
  ...{ id: 'probeFile', method: 'post', path: '/probe/file', rateGroup: 'other' },
  body: {
    kind: 'multipart',
    unknownFields: 'ignored',
    fields: z.object({ language: z.enum(['de', 'en'], { error: 'UNSUPPORTED_LANGUAGE' }).optional() }),
    fileField: 'file',
    maxFileBytes: MAX_FILE,
  },
});
const open = endpoint({
  ...base,
  ...{ id: 'probeOpen', method: 'get', path: '/probe/open', rateGroup: 'models' },
  access: 'none',
});
const routes = [
  route(text, ({ body }) => ({ length: body.text.length })),
  route(plain, () => ({})),
  route(file, (context) => ({
    name: context.file?.name,
    size: context.file?.bytes.length,
    language: context.body.language ?? null,
  })),
  route(open, () => ({})),
];

/**
 * Sends the head of a request and then chunks without end, until the server answers and closes.
 * @returns the answer and how many bytes the server took
 */
function sendWithoutEnd(
  { origin }: BootedHttp,
  head: string,
  chunk: Buffer,
  prefix = '',
): Promise<{ reply: string; sent: number }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    let reply = '';
    let closed = false;
    const framed = (data: Buffer | string): string => `${data.length.toString(16)}\r\n${data.toString('latin1')}\r\n`;
    const pump = (): void => {
      while (!closed && socket.write(framed(chunk), 'latin1'));
    };
    socket.write(`${head}\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nTransfer-Encoding: chunked\r\n\r\n`);
    if (prefix !== '') socket.write(framed(prefix), 'latin1');
    socket.on('drain', pump);
    socket.setEncoding('utf8').on('data', (part: string) => (reply += part));
    // A reset is how the server ends a sender that does not stop; what counts is the answer before it.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => {
      closed = true;
      resolve({ reply, sent: socket.bytesWritten });
    });
    pump();
  });
}

function form(entries: readonly [string, string | Blob, string?][]): FormData {
  const data = new FormData();
  for (const [name, value, filename] of entries) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, value, filename);
  }
  return data;
}

describe('bodies over the limit', () => {
  it('are refused by their declared length', async () => {
    const { call } = await bootHttp({ routes });
    const exact = JSON.stringify({ text: 'x'.repeat(MAX_BODY - 11) });
    const type = { 'content-type': 'application/json' };
    expect(exact).toHaveLength(MAX_BODY);
    expect((await call('POST', '/probe/text', { key, raw: exact, headers: type })).status).toBe(200);
    const over = await call('POST', '/probe/text', { key, raw: `${exact} `, headers: type });
    expect([over.status, over.json['code']]).toEqual([413, 'TEXT_TOO_LARGE']);
    const other = await call('POST', '/probe/plain', { key, raw: `${exact} `, headers: type });
    expect([other.status, other.json['code']]).toEqual([413, 'BODY_TOO_LARGE']);
    const large = await call('POST', '/probe/text', { key, raw: 'x'.repeat(20_000_000), headers: type });
    expect([large.status, large.json['code']]).toEqual([413, 'TEXT_TOO_LARGE']);
  });

  it('without a declared length are cut where the limit is passed, and the sender sees the answer', async () => {
    const server = await bootHttp({ routes });
    const { reply, sent } = await sendWithoutEnd(
      server,
      'POST /api/probe/text HTTP/1.1\r\nContent-Type: application/json',
      Buffer.alloc(64 * 1024, 'x'),
    );
    expect(reply).toMatch(/^HTTP\/1\.1 413 /);
    expect(reply).toContain('"code":"TEXT_TOO_LARGE"');
    expect(reply.toLowerCase()).toContain('connection: close');
    expect(sent).toBeLessThan(64 * 1024 * 1024);
    expect((await server.call('GET', '/health')).status).toBe(200);
  });

  it('as multipart without a declared length are cut as well', async () => {
    const server = await bootHttp({ routes });
    const { reply, sent } = await sendWithoutEnd(
      server,
      'POST /api/probe/file HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b',
      Buffer.alloc(64 * 1024, 'x'),
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n',
    );
    expect(reply).toMatch(/^HTTP\/1\.1 413 /);
    expect(reply).toContain('"code":"FILE_TOO_LARGE"');
    expect(sent).toBeLessThan(64 * 1024 * 1024);
    expect((await server.call('GET', '/health')).status).toBe(200);
  });

  it('that end too early are invalid', async () => {
    const { origin } = await bootHttp({ routes });
    const reply = await new Promise<string>((resolve) => {
      const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', allowHalfOpen: true });
      let received = '';
      socket.end(
        `POST /api/probe/text HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"te',
      );
      socket.setEncoding('utf8').on('data', (part: string) => (received += part));
      socket.on('close', () => resolve(received));
    });
    // Nobody may be there to read it; where somebody is, it is an error and no success.
    expect(reply).not.toMatch(/^HTTP\/1\.1 2/);
  });
});

describe('multipart forms', () => {
  it('carry one file with a name in any script, and text fields', async () => {
    const { call } = await bootHttp({ routes });
    const raw = form([
      ['language', 'de'],
      ['file', new Blob(['Inhalt']), 'Größe 文.txt'],
    ]);
    const reply = await call('POST', '/probe/file', { key, raw });
    expect(reply.json).toEqual({ name: 'Größe 文.txt', size: 6, language: 'de' });
  });

  it('take files up to the limit, to the byte', async () => {
    const { call } = await bootHttp({ routes });
    const send = (size: number) =>
      call('POST', '/probe/file', { key, raw: form([['file', new Blob([new Uint8Array(size)]), 'a']]) });
    expect((await send(MAX_FILE)).json).toMatchObject({ size: MAX_FILE });
    for (const size of [MAX_FILE + 1, 10_000_000]) {
      const over = await send(size);
      expect([over.status, over.json]).toMatchObject([
        413,
        { code: 'FILE_TOO_LARGE', details: { maxFileBytes: MAX_FILE } },
      ]);
    }
  });

  it('without a file, or as something else, answer FILE_MISSING', async () => {
    const { call } = await bootHttp({ routes });
    for (const options of [
      { raw: form([['language', 'de']]) },
      { raw: form([['file', 'a text field']]) },
      { raw: form([['document', new Blob(['x']), 'a']]) },
      { body: { file: 'x' } },
      {},
    ]) {
      const reply = await call('POST', '/probe/file', { key, ...options });
      expect([reply.status, reply.json['code']]).toEqual([400, 'FILE_MISSING']);
    }
  });

  it('that are malformed answer INVALID_BODY without quoting them', async () => {
    const { call } = await bootHttp({ routes });
    const file = new Blob(['x']);
    const type = { 'content-type': 'multipart/form-data; boundary=b' };
    const cases = [
      {
        raw: form([
          ['file', file, 'a'],
          ['file', file, 'canary'],
        ]),
      },
      {
        raw: form([
          ['file', file, 'a'],
          ['note', 'x'.repeat(100_000)],
        ]),
      },
      { raw: form([['file', file, 'a'], ...Array.from({ length: 30 }, (_, i) => [`f${i}`, 'x'] as [string, string])]) },
      { raw: '--b\r\nContent-Disposition: form-data; name="file"; filename="canary"\r\n\r\nno end', headers: type },
      { raw: 'canary', headers: type },
      { raw: '--b--', headers: { 'content-type': 'multipart/form-data' } },
    ];
    for (const options of cases) {
      const reply = await call('POST', '/probe/file', { key, ...options });
      expect([reply.status, reply.json['code']]).toEqual([400, 'INVALID_BODY']);
      expect(reply.text).not.toContain('canary');
    }
    const field = await call('POST', '/probe/file', {
      key,
      raw: form([
        ['file', file, 'a'],
        ['language', 'canary'],
      ]),
    });
    expect([field.status, field.json['code']]).toEqual([400, 'UNSUPPORTED_LANGUAGE']);
    expect(field.text).not.toContain('canary');
  });
});

describe('rate limits', () => {
  const limits = (change: Partial<RateLimits>): RateLimits => ({ ...DEFAULT_RATE_LIMITS, ...change });
  const send = ({ call }: BootedHttp, secret: string = key) => call('POST', '/probe/plain', { key: secret, body: {} });
  const shown = (reply: { headers: Headers }) =>
    ['limit', 'remaining'].map((name) => reply.headers.get(`x-ratelimit-${name}-requests`));

  it('follow the table of the interface', () => {
    expect(DEFAULT_RATE_LIMITS).toEqual({
      llm_chat: { minute: 60, day: 1000 },
      anonymous_chat: { minute: 30, day: 500 },
      anonymize: { minute: 60, day: 2000 },
      models: { minute: 120, day: null },
      workspace: { minute: 600, day: null },
      other: { minute: 120, day: null },
    });
  });

  it('are shown on every authenticated answer, errors included', async () => {
    const server = await bootHttp({ routes });
    const before = Math.floor(Date.now() / 1000);
    const first = await send(server);
    expect([first.status, ...shown(first)]).toEqual([200, '60', '59']);
    const reset = Number(first.headers.get('x-ratelimit-reset-requests'));
    expect(reset).toBeGreaterThanOrEqual(before + 59);
    expect(reset).toBeLessThanOrEqual(before + 120);
    const invalid = await server.call('POST', '/probe/plain', {
      key,
      raw: '{',
      headers: { 'content-type': 'application/json' },
    });
    expect([invalid.status, ...shown(invalid)]).toEqual([400, '60', '58']);
    const other = await server.call('POST', '/probe/text', { key, body: { text: '' } });
    expect([other.status, ...shown(other)]).toEqual([200, '120', '119']);
    const refused = await server.call('POST', '/v1/auth/logout', { key });
    expect([refused.status, ...shown(refused)]).toEqual([403, '120', '119']);
    expect(shown(await server.call('GET', '/probe/open'))).toEqual(['120', null]);
  });

  it('are shown where no route answers, and only by routes that have one', async () => {
    const server = await bootHttp({ routes, rateLimits: limits({ models: { minute: null, day: null } }) });
    expect(shown(await server.call('GET', '/nothing/here'))).toEqual(['120', null]);
    expect(shown(await server.call('DELETE', '/probe/plain'))).toEqual(['120', null]);
    expect(shown(await server.call('OPTIONS', '/probe/plain'))).toEqual(['120', null]);
    expect(shown(await server.call('GET', '/docs'))).toEqual(['120', null]);
    expect(shown(await server.call('GET', '/probe/open'))).toEqual([null, null]);
    server.shutDown();
    expect(shown(await server.call('GET', '/probe/open'))).toEqual(['120', null]);
  });

  it('answer 429 with the seconds to wait, each key for itself', async () => {
    const server = await bootHttp({ routes, rateLimits: limits({ anonymize: { minute: 2, day: null } }) });
    const created = await server.call('POST', '/v1/account/keys', { key, body: { name: 'second' } });
    await send(server);
    await send(server);
    const over = await send(server);
    expect([over.status, over.json['code'], ...shown(over)]).toEqual([429, 'rate_limit_exceeded', '2', '0']);
    const wait = Number(over.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await send(server, created.json['secret'] as string)).status).toBe(200);
    expect((await server.call('GET', '/v1/account', { key })).status).toBe(200);
  });

  it('count the sessions of an account together', async () => {
    const server = await bootHttp({ routes, rateLimits: limits({ anonymize: { minute: 2, day: null } }) });
    const login = () =>
      server.call('POST', '/v1/auth/login', { body: { email: OWNER.email, password: OWNER.password } });
    const [one, two] = [cookieOf(await login()), cookieOf(await login())];
    const statuses = [];
    for (const cookie of [one, two, one]) {
      statuses.push((await server.call('POST', '/probe/plain', { cookie, body: {} })).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('of a day outlive a restart', async () => {
    const rateLimits = limits({ anonymize: { minute: 60, day: 2 } });
    const first = await bootHttp({ routes, rateLimits });
    expect(shown(await send(first))).toEqual(['2', '1']);
    await first.stop();
    const second = await bootHttp({ routes, rateLimits, core: first.core });
    expect(shown(await send(second))).toEqual(['2', '0']);
    const over = await send(second);
    expect(over.status).toBe(429);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(60);
  });

  it('do not hold the desktop window, but the keys beside it', async () => {
    const desktop = { 'x-deckname-launch': 'desk', 'x-requested-with': 'deckname' };
    const server = await bootHttp({
      ...{ routes, mode: 'local', desktopToken: 'desk' },
      rateLimits: limits({ anonymize: { minute: 1, day: null } }),
    });
    for (let i = 0; i < 3; i++) {
      const reply = await server.call('POST', '/probe/plain', { headers: desktop, body: {} });
      expect([reply.status, ...shown(reply)]).toEqual([200, '1', '1']);
    }
    const created = await server.call('POST', '/v1/account/keys', { headers: desktop, body: { name: 'k' } });
    const secret = created.json['secret'] as string;
    expect([(await send(server, secret)).status, (await send(server, secret)).status]).toEqual([200, 429]);
  });

  it('can be switched off', async () => {
    const server = await bootHttp({ routes, rateLimits: null });
    const reply = await send(server);
    expect([reply.status, ...shown(reply)]).toEqual([200, null, null]);
  });
});
