import { request as httpRequest } from 'node:http';

/** One answer of the server under test. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed body; undefined when there is none or it is no JSON. */
  readonly json: JsonObject;
}

/** A parsed JSON body; tests compare its parts with toMatchObject and toBe. */
export type JsonObject = Record<string, unknown>;

export interface CallOptions {
  /** Sent as `Authorization: Bearer`. */
  readonly key?: string;
  /** `name=value` of a session cookie. */
  readonly cookie?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly raw?: string | Uint8Array<ArrayBuffer> | FormData;
  readonly headers?: Readonly<Record<string, string>>;
  /** With a cookie the CSRF header is sent, unless this is false. */
  readonly csrf?: boolean;
}

export type Call = (method: string, path: string, options?: CallOptions) => Promise<HttpAnswer>;

/** @param base - address of the API, for example `http://127.0.0.1:4310/api` */
export function httpClient(base: string): Call {
  return async (method, path, options = {}) => {
    const { key, cookie, body, raw, csrf = cookie !== undefined } = options;
    const headers: Record<string, string> = {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(cookie !== undefined && { cookie }),
      ...(csrf && { 'x-requested-with': 'deckname' }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    };
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(base + path, {
      method,
      headers,
      redirect: 'manual',
      ...(sent !== undefined && { body: sent }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  };
}

/** `name=value` of the session cookie that an answer sets. */
export function cookieOf(answer: HttpAnswer): string {
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** A request with headers and methods that fetch does not allow, such as Host or TRACE. */
export function rawRequest(
  url: string,
  options: { method?: string; headers?: Record<string, string> },
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    request.on('error', reject).end();
  });
}

function parse(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return {};
  }
}
