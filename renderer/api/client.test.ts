import { describe, expect, it } from 'vitest';
import { revokeKey } from '../../server/contract/accounts.ts';
import { followChatAnswer } from '../../server/contract/chatMessages.ts';
import { getSession, login } from '../../server/contract/sessions.ts';
import { exportJobV1 } from '../../server/contract/anonymization.ts';
import { getJob, listJobs, uploadFile } from '../../server/contract/jobs.ts';
import { createClient, filenameOf, type ClientEvent } from './client.ts';
import { ApiError, isApiError } from './errors.ts';
import type { HttpAnswer, HttpRequest } from './transport.ts';

interface Canned {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client whose every request gets the same answer, and the requests it made. */
function clientWith(canned: Canned) {
  const requests: HttpRequest[] = [];
  const observed: ClientEvent[] = [];
  const client = createClient({
    baseUrl: '/api',
    transport: (request) => {
      requests.push(request);
      const answer: HttpAnswer = {
        status: canned.status ?? 200,
        body: new Blob([canned.text ?? JSON.stringify(canned.json ?? {})]),
        header: (name) => canned.headers?.[name] ?? null,
      };
      return Promise.resolve(answer);
    },
    streamTransport: (request) => {
      requests.push(request);
      return Promise.resolve({
        status: canned.status ?? 200,
        header: () => null,
        chunks: piecesOf(canned.text ?? ''),
        whole: () => Promise.resolve(new Blob([canned.text ?? JSON.stringify(canned.json ?? {})])),
      });
    },
  });
  client.observe((event) => observed.push(event));
  return { ...client, requests, observed };
}

/** The bytes of a text three at a time, so that letters and events are cut. */
async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += 3) yield await Promise.resolve(bytes.subarray(at, at + 3));
}

/** Arguments that the types refuse. Never called: the compiler is the test. */
export function refusedByTheTypes({ call }: ReturnType<typeof clientWith>): void {
  // @ts-expect-error -- the path needs an id
  void call(getJob);
  // @ts-expect-error -- a login needs a body
  void call(login);
  // @ts-expect-error -- an export needs a format
  void call(exportJobV1, { params: { id: 'a' }, query: {} });
  // @ts-expect-error -- an upload needs a file
  void call(uploadFile, { body: {} });
}

const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

describe('requests', () => {
  it('fill the path, encode the query and carry the header that keeps other pages out', async () => {
    const { call, requests } = clientWith({ json: { jobs: [], cursor: null } });
    await call(listJobs, { query: { q: 'Müller & Co', limit: 5, status: undefined } });
    expect(requests[0]).toMatchObject({ method: 'GET', url: '/api/v1/jobs?q=M%C3%BCller+%26+Co&limit=5', body: null });
    expect(requests[0]?.headers['X-Requested-With']).toBe('deckname');
    await caught(call(getJob, { params: { id: 'a/../b' } }));
    expect(requests[1]?.url).toBe('/api/v1/jobs/a%2F..%2Fb');
  });

  it('send JSON, or a form with the file', async () => {
    const { call, requests } = clientWith({ json: {} });
    await caught(call(login, { body: { email: 'a@example.org', password: 'x' } }));
    expect(requests[0]?.headers['Content-Type']).toBe('application/json');
    expect(requests[0]?.body).toBe('{"email":"a@example.org","password":"x"}');
    await caught(
      call(uploadFile, { body: { language: 'de', categories: '{"url":false}' }, file: new File(['x'], 'Übung.txt') }),
    );
    const form = requests[1]?.body as FormData;
    expect([...form.keys()]).toEqual(['language', 'categories', 'file']);
    expect((form.get('file') as File).name).toBe('Übung.txt');
    expect(requests[1]?.headers['Content-Type']).toBeUndefined();
  });
});

describe('answers', () => {
  it('are parsed by the contract', async () => {
    const wrong = await caught(clientWith({ json: { session: { mode: 'other' } } }).call(getSession));
    expect(isApiError(wrong, 'UNEXPECTED_ANSWER')).toBe(true);
    const noJson = await caught(clientWith({ text: '<html>' }).call(getSession));
    expect(isApiError(noJson, 'UNEXPECTED_ANSWER')).toBe(true);
  });

  it('may be empty, or a file with its name', async () => {
    await expect(
      clientWith({ status: 204, text: '' }).call(revokeKey, { params: { id: 'a' } }),
    ).resolves.toBeUndefined();
    const file = await clientWith({
      text: 'bytes',
      headers: { 'Content-Disposition': `attachment; filename="x.pdf"; filename*=UTF-8''M%C3%BCller.pdf` },
    }).call(exportJobV1, { params: { id: 'a' }, query: { format: 'pdf' } });
    expect(file.filename).toBe('Müller.pdf');
    expect(await file.blob.text()).toBe('bytes');
  });

  it('become errors with code, details and the time to wait', async () => {
    const { call, observed } = clientWith({
      status: 429,
      json: { error: 'Wait.', code: 'LOGIN_SLOWED_DOWN', details: { tries: 6 } },
      headers: { 'Retry-After': '8', 'X-Request-Id': 'r-1' },
    });
    const error = await caught(call(login, { body: { email: '', password: '' } }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 429,
      code: 'LOGIN_SLOWED_DOWN',
      message: 'Wait.',
      details: { tries: 6 },
      retryAfterSeconds: 8,
      requestId: 'r-1',
    });
    expect(observed).toEqual(['reached']);
  });

  it.each([
    [{ status: 401, json: { error: '', code: 'invalid_api_key', type: 'auth_error' } }, 'unauthenticated'],
    [{ status: 423, json: { error: '', code: 'APP_LOCKED' } }, 'locked'],
    [{ status: 403, json: { error: '', code: 'SECOND_FACTOR_SETUP' } }, 'secondFactorDue'],
  ] as const)('tell the rest of the interface what happened (%#)', async (answer, event) => {
    const { call, observed } = clientWith(answer);
    await caught(call(getSession));
    expect(observed).toEqual(['reached', event]);
  });
});

describe('events', () => {
  const params = { id: '00000000-0000-4000-8000-000000000001', messageId: '00000000-0000-4000-8000-000000000002' };
  const delta = {
    type: 'delta',
    messageId: params.messageId,
    channel: 'content',
    text: 'Grüße',
    sent: 'Grüße',
    marks: [],
  };
  const follow = async (canned: Canned): Promise<unknown[]> => {
    const found: unknown[] = [];
    for await (const event of clientWith(canned).events(followChatAnswer, { params })) found.push(event);
    return found;
  };

  it('arrive one by one, however the bytes are cut', async () => {
    const line = `event: delta\ndata: ${JSON.stringify(delta)}\n\n`;
    expect(await follow({ text: `: hello\n\n${line}${line}` })).toEqual([delta, delta]);
  });

  it('are parsed by the contract, and errors are errors', async () => {
    expect(isApiError(await caught(follow({ text: 'data: {"type":"other"}\n\n' })), 'UNEXPECTED_ANSWER')).toBe(true);
    const refused = { status: 404, json: { error: '', code: 'MESSAGE_NOT_FOUND' } };
    expect(isApiError(await caught(follow(refused)), 'MESSAGE_NOT_FOUND')).toBe(true);
  });
});

it('tells that the server cannot be reached', async () => {
  const events: ClientEvent[] = [];
  const client = createClient({
    baseUrl: '/api',
    transport: () => Promise.reject(new ApiError({ status: 0, code: 'NETWORK' })),
    streamTransport: () => Promise.reject(new ApiError({ status: 0, code: 'NETWORK' })),
  });
  const stop = client.observe((event) => events.push(event));
  await caught(client.call(getSession));
  stop();
  await caught(client.call(getSession));
  expect(events).toEqual(['unreachable']);
});

it.each([
  [null, null],
  ['inline', null],
  ['attachment; filename=document-1-anonymized.docx', 'document-1-anonymized.docx'],
  ['attachment; filename="a \\"b\\".txt"', 'a "b".txt'],
  [`attachment; filename="plain.txt"; filename*=UTF-8''%E0%A4%A`, 'plain.txt'],
])('reads the file name of %j', (header, name) => {
  expect(filenameOf(header)).toBe(name);
});
