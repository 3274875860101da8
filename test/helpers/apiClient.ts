import { z } from 'zod';

/** An answer with its whole body. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body parsed as JSON; undefined when it is none. */
  readonly body: unknown;
  /** The body by a schema; throws when it does not fit. */
  readonly read: <S extends z.ZodType>(schema: S) => z.output<S>;
}

/** Sends requests to the API of a test server with its key. */
export interface ApiClient {
  /** `fetch` with a path below the server's address (`/api/…`); adds the key unless the request brings its own Authorization. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Sends `json` to a path below `/api` and reads the whole answer. */
  readonly call: (method: string, path: string, json?: unknown, headers?: Record<string, string>) => Promise<ApiAnswer>;
  /** Sends a file, and text fields beside it, as multipart/form-data. */
  readonly upload: (
    path: string,
    file: { name: string; bytes: Uint8Array },
    fields?: Record<string, string>,
  ) => Promise<ApiAnswer>;
  /** Waits until a job has ended and returns its status. */
  readonly finished: (jobId: string) => Promise<ApiAnswer>;
}

/** Seconds for which one question waits; more questions than one in a while would meet the rate limit. */
const WAIT_SECONDS = 10;
const jobStatus = z.object({ status: z.string() });

/** @param base - address of the server with a slash at the end; a function, because it changes with a restart */
export function apiClient(base: () => string, apiKey: string): ApiClient {
  const send: ApiClient['fetch'] = (path, init = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${apiKey}`);
    return fetch(new URL(path, base()), { ...init, headers });
  };
  const call: ApiClient['call'] = async (method, path, json, headers = {}) => {
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    const type = json === undefined ? {} : { 'content-type': 'application/json' };
    return readAnswer(await send(`/api${path}`, { method, headers: { ...type, ...headers }, ...body }));
  };
  return {
    fetch: send,
    call,
    async upload(path, file, fields = {}) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('file', new Blob([Uint8Array.from(file.bytes)]), file.name);
      return readAnswer(await send(`/api${path}`, { method: 'POST', body: form }));
    },
    async finished(jobId) {
      for (;;) {
        const answer = await call('GET', `/status/${jobId}?wait=${WAIT_SECONDS}`);
        if (answer.status !== 200 || answer.read(jobStatus).status !== 'processing') return answer;
      }
    },
  };
}

async function readAnswer(response: Response): Promise<ApiAnswer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const body: unknown = isJson ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, body, read: (schema) => schema.parse(body) };
}
