import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { DEFAULT_RATE_LIMITS } from '../../../server/config/settings.ts';
import { ENDPOINTS, gatewayErrorBody, type EndpointSpec } from '../../../server/contract/index.ts';
import type { ApiAnswer } from '../../helpers/apiClient.ts';
import { bootServer, type BootedServer } from '../../helpers/bootServer.ts';
import { bootGateway, type BootedGateway } from '../../helpers/gateway.ts';
import { cookieOf, httpClient, type Call, type HttpAnswer } from '../../helpers/httpClient.ts';
import { OWNER } from '../../helpers/testConfig.ts';

/** Every route of interface 4.2 and the ones beside them, with group and access. */
const ROUTES: readonly (readonly [method: string, path: string, group: string, access: string])[] = [
  ['POST', '/v1/llm/chat/completions', 'llm_chat', 'key_only'],
  ['POST', '/v1/llm-anonymous/chat/completions', 'anonymous_chat', 'key_only'],
  ['POST', '/v1/llm/embeddings', 'llm_chat', 'key_only'],
  ['POST', '/v1/llm-anonymous/embeddings', 'anonymous_chat', 'key_only'],
  ['GET', '/v1/llm/models', 'models', 'key_only'],
  ['GET', '/v1/llm/models/:id', 'models', 'key_only'],
  ['GET', '/v1/llm-anonymous/models', 'models', 'key_only'],
  ['GET', '/v1/llm-anonymous/models/:id', 'models', 'key_only'],
  ['POST', '/v1/llm/responses', 'llm_chat', 'key_only'],
  ['GET', '/v1/llm/responses/:id', 'models', 'key_only'],
  ['DELETE', '/v1/llm/responses/:id', 'models', 'key_only'],
  ['GET', '/v1/llm/responses/:id/input_items', 'models', 'key_only'],
  ['POST', '/v1/llm-anonymous/responses', 'anonymous_chat', 'key_only'],
  ['GET', '/v1/llm-anonymous/responses/:id', 'models', 'key_only'],
  ['DELETE', '/v1/llm-anonymous/responses/:id', 'models', 'key_only'],
  ['GET', '/v1/llm-anonymous/responses/:id/input_items', 'models', 'key_only'],
  ['POST', '/v1/messages', 'llm_chat', 'key_only'],
  ['POST', '/v1/messages/count_tokens', 'models', 'key_only'],
  ['POST', '/v1/llm-anonymous/messages', 'anonymous_chat', 'key_only'],
  ['POST', '/v1/llm-anonymous/messages/count_tokens', 'anonymous_chat', 'key_only'],
  ['POST', '/v1/llm-anonymous/v1/messages', 'anonymous_chat', 'key_only'],
  ['POST', '/v1/llm-anonymous/v1/messages/count_tokens', 'anonymous_chat', 'key_only'],
  ['GET', '/v1/llm-anonymous/v1/models', 'models', 'key_only'],
  ['GET', '/v1/llm-anonymous/v1/models/:id', 'models', 'key_only'],
  ['GET', '/v1/models', 'models', 'session_or_key'],
  ['GET', '/v1/models/:id', 'models', 'session_or_key'],
];
const isGateway = (endpoint: EndpointSpec): boolean => (endpoint.envelope ?? 'standard') !== 'standard';
const speaksAnthropic = (path: string): boolean =>
  path.includes('/messages') || path.startsWith('/v1/llm-anonymous/v1/');
const pathOf = (path: string): string => path.replace(':id', 'some-id');
const hello = (fields: object = {}) => ({
  ...{ model: 'chat/test-model', max_tokens: 50, messages: [{ role: 'user', content: 'Hello' }] },
  ...fields,
});

let gateway: BootedGateway;
let call: Call;
let cookie: string;
const post = (path: string, body: unknown, headers?: Record<string, string>) =>
  gateway.server.call('POST', path, body, headers);
const errorOf = (answer: ApiAnswer) => answer.read(gatewayErrorBody);

beforeAll(async () => {
  gateway = await bootGateway({ config: { rateLimits: DEFAULT_RATE_LIMITS } });
  call = httpClient(gateway.base);
  cookie = cookieOf(await call('POST', '/v1/auth/login', { body: OWNER }));
});
afterAll(() => gateway.stop());

it('has these routes and no others', () => {
  const declared = ENDPOINTS.filter(isGateway).map(({ method, path, rateGroup, access }) => [
    ...[method.toUpperCase(), path, rateGroup, access],
  ]);
  expect(declared.sort()).toEqual(ROUTES.map((row) => [...row]).sort());
});

describe.each(ROUTES)('%s %s', (method, path, group, access) => {
  const anthropic = speaksAnthropic(path) ? { 'anthropic-version': '2023-06-01' } : {};
  const expectForm = (json: unknown): z.output<typeof gatewayErrorBody> => {
    const body = gatewayErrorBody.parse(json);
    expect(body.type).toBe(speaksAnthropic(path) ? 'error' : undefined);
    return body;
  };
  const ask = (options: Parameters<Call>[2] = {}): Promise<HttpAnswer> =>
    call(method, pathOf(path), { ...options, headers: { ...anthropic, ...options.headers } });

  it('asks for a key, in the form of its protocol', async () => {
    for (const key of [undefined, 'dk_wrong']) {
      const answer = await ask(key === undefined ? {} : { key });
      expect(answer.status).toBe(401);
      expect(expectForm(answer.json).error).toMatchObject({ type: 'auth_error', code: 'invalid_api_key' });
      expect(answer.headers.get('x-ratelimit-limit-requests')).toBe(
        String(DEFAULT_RATE_LIMITS[group as 'models'].minute),
      );
    }
  });

  it('takes a session only where the interface says so', async () => {
    const answer = await ask({ cookie });
    expect(answer.status === 401).toBe(access === 'key_only');
  });

  it('takes x-api-key on the routes of the messages protocol alone', async () => {
    const answer = await ask({ headers: { 'x-api-key': gateway.server.apiKey } });
    expect(answer.status === 401).toBe(!speaksAnthropic(path) && !path.startsWith('/v1/models'));
  });

  it('refuses another method in its form', async () => {
    const answer = await call('PUT', pathOf(path), { key: gateway.server.apiKey, headers: anthropic });
    expect(answer.status).toBe(405);
    expect(expectForm(answer.json).error.code).toBe('METHOD_NOT_ALLOWED');
  });
});

describe('requests that cannot be answered', () => {
  const CHAT = ['/v1/llm/chat/completions', '/v1/llm-anonymous/chat/completions'];
  const MESSAGES = ['/v1/messages', '/v1/llm-anonymous/messages', '/v1/messages/count_tokens'];

  it.each([...CHAT, ...MESSAGES, '/v1/llm/responses', '/v1/llm/embeddings'])('%s: no model', async (path) => {
    for (const model of [undefined, null, '']) {
      const answer = await post(path, { ...hello(), input: 'x', model });
      expect(answer.status).toBe(400);
      expect(errorOf(answer).error).toMatchObject({ code: 'missing_model', type: 'invalid_request_error' });
    }
    const empty = await call('POST', path, { key: gateway.server.apiKey });
    expect([empty.status, gatewayErrorBody.parse(empty.json).error.code]).toEqual([400, 'missing_model']);
    for (const raw of ['[]', '"canary"', '1']) {
      const options = { key: gateway.server.apiKey, raw, headers: { 'content-type': 'application/json' } };
      const other = await call('POST', path, options);
      expect([other.status, gatewayErrorBody.parse(other.json).error]).toEqual([
        400,
        { message: 'The request is not valid.', type: 'invalid_request_error', code: 'invalid_request' },
      ]);
    }
  });

  it.each([...CHAT, ...MESSAGES])('%s: no messages', async (path) => {
    for (const messages of [undefined, null, []]) {
      const answer = await post(path, hello({ messages }));
      expect(answer.status).toBe(400);
      expect(errorOf(answer).error).toMatchObject({
        ...{ code: 'missing_messages', type: 'invalid_request_error', param: 'messages' },
      });
    }
  });

  it.each(['nobody/test-model', 'chat/unheard-of', 'unheard-of', 'chat/', '/', 'chat'])(
    'a model that is not there: %s',
    async (model) => {
      for (const path of ['/v1/llm/chat/completions', '/v1/messages']) {
        const answer = await post(path, hello({ model }));
        expect(answer.status).toBe(404);
        const { code, type, param } = errorOf(answer).error;
        expect({ code, type, param }).toEqual({
          ...{ code: 'model_not_found', type: 'invalid_request_error', param: 'model' },
        });
      }
    },
  );

  it('a field of the wrong type is named, without what was sent', async () => {
    const answer = await post('/v1/llm/chat/completions', hello({ messages: [{ role: { secret: 'canary' } }] }));
    expect(answer.status).toBe(400);
    expect(errorOf(answer).error).toMatchObject({ code: 'invalid_request', param: 'messages[0].role' });
    expect(answer.text).not.toContain('canary');
  });

  it.each([
    ['no JSON', '{"model": "canary', 400, 'invalid_request'],
    ['another type', '<x/>', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ])('%s', async (name, raw, status, code) => {
    const type = name === 'no JSON' ? 'application/json' : 'application/xml';
    const options = { key: gateway.server.apiKey, raw, headers: { 'content-type': type } };
    for (const path of ['/v1/llm/chat/completions', '/v1/messages']) {
      const answer = await call('POST', path, options);
      expect(answer.status).toBe(status);
      const body = gatewayErrorBody.parse(answer.json);
      expect([body.type, body.error.code]).toEqual([path === '/v1/messages' ? 'error' : undefined, code]);
      expect(answer.text).not.toContain('canary');
    }
  });

  it('an address below those of the gateway that does not exist is refused in their form', async () => {
    const below = await gateway.server.call('GET', '/v1/llm/files');
    expect([below.status, errorOf(below).error.type]).toEqual([404, 'invalid_request_error']);
    const batches = await gateway.server.call('POST', '/v1/messages/batches', {});
    expect([batches.status, errorOf(batches).type]).toEqual([404, 'error']);
    const elsewhere = await gateway.server.call('GET', '/v1/nothing');
    expect(elsewhere.body).toMatchObject({ code: 'NOT_FOUND', error: expect.any(String) as string });
  });
});

describe('limits', () => {
  it('of the groups, with Retry-After and the form of the protocol', async () => {
    const limited = await bootServer({
      config: { rateLimits: { ...DEFAULT_RATE_LIMITS, llm_chat: { minute: 1, day: 2 } } },
    });
    try {
      for (const [path, type] of [
        ['/v1/llm/chat/completions', undefined],
        ['/v1/messages', 'error'],
      ] as const) {
        await limited.call('POST', path, {});
        const answer = await limited.call('POST', path, {});
        expect(answer.status).toBe(429);
        expect(errorOf(answer)).toMatchObject({ error: { type: 'rate_limit_error', code: 'rate_limit_exceeded' } });
        expect(errorOf(answer).type).toBe(type);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(answer.headers.get('x-ratelimit-limit-requests')).toBe('1');
      }
      expect((await limited.call('GET', '/v1/llm/models')).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});

describe('without a provider', () => {
  let bare: BootedServer;
  beforeAll(async () => {
    bare = await bootServer();
  });
  afterAll(() => bare.stop());

  it('lists nothing and says what to configure', async () => {
    expect((await bare.call('GET', '/v1/llm/models')).body).toEqual({ object: 'list', data: [] });
    for (const path of ['/v1/llm/chat/completions', '/v1/llm-anonymous/chat/completions', '/v1/messages']) {
      const answer = await bare.call('POST', path, hello());
      expect(answer.status).toBe(503);
      const { code, type, message } = errorOf(answer).error;
      expect({ code, type }).toEqual({ code: 'service_unavailable', type: 'api_error' });
      expect(message).toContain('DECKNAME_PROVIDERS');
    }
  });
});

describe('answers', () => {
  it('carry the identifier of the request, and what was masked only where it was', async () => {
    const plain = await post('/v1/llm/chat/completions', hello());
    expect(plain.headers.get('x-deckname-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(plain.headers.has('x-deckname-masked')).toBe(false);
    const message = await post('/v1/messages', hello());
    expect(message.headers.get('request-id')).toBe(message.headers.get('x-request-id'));
  });

  it('pass unknown fields on where both sides speak one protocol, and take out what is for Deckname', async () => {
    gateway.chat.forget();
    gateway.chat.answerNext({
      raw: { contentType: 'application/json', parts: ['{"choices":[],"vendor_field":{"kept":[1,null]}}'] },
    });
    const answer = await post('/v1/llm/chat/completions', hello({ deckname: { deanonymize: false }, seed: 7 }));
    expect(answer.body).toEqual({ choices: [], vendor_field: { kept: [1, null] } });
    expect(gateway.chat.requests[0]?.json).toEqual({ ...hello({ seed: 7 }), model: 'test-model' });
  });

  it('of a stream hide the usage that only Deckname asked for', async () => {
    const counted = (stream_options?: object) =>
      post('/v1/llm/chat/completions', hello({ stream: true, ...(stream_options && { stream_options }) }));
    expect((await counted()).text).not.toContain('"choices":[]');
    expect((await counted({ include_usage: true })).text).toContain('"choices":[]');
    expect((await counted()).text).toMatch(/data: \[DONE\]\n\n$/);
    expect((await counted()).headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  });
});
