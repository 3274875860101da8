import { parse } from 'content-disposition';
import { createParser } from 'eventsource-parser';
import type { z } from 'zod';
import type { BodyInputOf, EndpointSpec, EventOf, QueryOf, ResponseOf } from '../../server/contract/endpoint.ts';
import { errorBody } from '../../server/contract/common.ts';
import { ApiError } from './errors.ts';
import type { HttpAnswer, HttpRequest, StreamTransport, Transport } from './transport.ts';

/** A binary answer: the bytes and the file name the server offers. */
export interface DownloadedFile {
  readonly blob: Blob;
  readonly filename: string | null;
}

/** A file as an endpoint answers it. */
export interface FileAnswer extends DownloadedFile {
  /** A header of the answer; null when it has none of this name. */
  readonly header: (name: string) => string | null;
}

type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];
type InputOf<T> = T extends z.ZodType ? z.input<T> : object;
/** Query as a caller gives it: parsed types (booleans, numbers); what has a default may be left out. */
type QueryInputOf<S extends EndpointSpec> = Partial<QueryOf<S>> &
  Omit<QueryOf<S>, OptionalKeys<InputOf<S['query']>> & keyof QueryOf<S>>;

/** One field of {@link CallOptions}: absent where the endpoint declares nothing, optional where nothing is required. */
type Part<Declared, Key extends string, Value> = Declared extends object
  ? object extends Value
    ? Readonly<Partial<Record<Key, Value>>>
    : Readonly<Record<Key, Value>>
  : object;

/** The body as a caller gives it; raw bytes may also come straight from a file. */
type BodyGiven<S extends EndpointSpec> = S['body'] extends { kind: 'bytes' } ? Uint8Array | Blob : BodyInputOf<S>;

/** What a call of an endpoint takes: exactly what its declaration asks for. */
export type CallOptions<S extends EndpointSpec> = Part<
  S['params'],
  'params',
  Record<keyof InputOf<S['params']>, string>
> &
  Part<S['query'], 'query', QueryInputOf<S>> &
  Part<S['body'], 'body', BodyGiven<S>> &
  (S['body'] extends { kind: 'multipart' }
    ? S['body'] extends { several: object }
      ? { readonly files: readonly File[] }
      : { readonly file: File }
    : object) &
  (S['body'] extends { kind: 'bytes' }
    ? {
        /** Header Content-Range (RFC 9110, 14.4): which part of the whole the bytes are. */
        readonly contentRange?: string;
      }
    : object) & {
    readonly signal?: AbortSignal;
    readonly onUploadProgress?: (share: number) => void;
  };
type CallArguments<S extends EndpointSpec> =
  object extends CallOptions<S> ? [options?: CallOptions<S>] : [options: CallOptions<S>];

/** What a call answers: parsed JSON, a file, or nothing. */
export type CallResult<S extends EndpointSpec> = S['response'] extends { kind: 'binary' } ? FileAnswer : ResponseOf<S>;

/** What every call tells the rest of the interface. */
export type ClientEvent = 'reached' | 'unreachable' | 'unauthenticated' | 'locked' | 'secondFactorDue';

export interface Client {
  /** Calls an endpoint of the contract. Throws {@link ApiError} and nothing else. */
  readonly call: <const S extends EndpointSpec>(endpoint: S, ...args: CallArguments<S>) => Promise<CallResult<S>>;
  /**
   * Calls an endpoint that answers with events and gives them as they arrive. Leaving the loop ends the request.
   * Throws {@link ApiError} and nothing else: NETWORK also when the connection breaks before the answer has ended.
   */
  readonly events: <const S extends EndpointSpec>(endpoint: S, ...args: CallArguments<S>) => AsyncGenerator<EventOf<S>>;
  /** Listens to the events of all calls; returns a function that ends this. */
  readonly observe: (listener: (event: ClientEvent) => void) => () => void;
}

interface LooseOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly file?: File;
  readonly files?: readonly File[];
  readonly contentRange?: string;
  readonly signal?: AbortSignal;
  readonly onUploadProgress?: (share: number) => void;
}

/** Makes a client of the interface under `baseUrl`, for example `/api`. */
export function createClient(options: {
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly streamTransport: StreamTransport;
}): Client {
  const listeners = new Set<(event: ClientEvent) => void>();
  const emit = (event: ClientEvent): void => {
    for (const listener of listeners) listener(event);
  };

  function requestOf(endpoint: EndpointSpec, given: LooseOptions): HttpRequest {
    return {
      method: endpoint.method.toUpperCase(),
      url: options.baseUrl + pathOf(endpoint.path, given.params ?? {}) + queryOf(given.query ?? {}),
      ...bodyOf(endpoint, given),
      signal: given.signal,
      onUploadProgress: given.onUploadProgress,
    };
  }
  async function sent<T>(sending: Promise<T>): Promise<T> {
    try {
      const answer = await sending;
      emit('reached');
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NETWORK') emit('unreachable');
      throw error;
    }
  }
  async function refuse(answer: HttpAnswer): Promise<never> {
    const error = await errorOf(answer);
    if (error.code === 'invalid_api_key') emit('unauthenticated');
    if (error.code === 'APP_LOCKED') emit('locked');
    if (error.code === 'SECOND_FACTOR_SETUP') emit('secondFactorDue');
    throw error;
  }

  async function call<const S extends EndpointSpec>(endpoint: S, ...args: CallArguments<S>): Promise<CallResult<S>> {
    const answer = await sent(options.transport(requestOf(endpoint, args[0] ?? {})));
    if (answer.status >= 400) return refuse(answer);
    return resultOf(endpoint, answer);
  }

  async function* events<const S extends EndpointSpec>(
    endpoint: S,
    ...args: CallArguments<S>
  ): AsyncGenerator<EventOf<S>> {
    const answer = await sent(options.streamTransport(requestOf(endpoint, args[0] ?? {})));
    if (answer.status >= 400) return refuse({ ...answer, body: await answer.whole() });
    const arrived: string[] = [];
    const parser = createParser({ onEvent: ({ data }) => arrived.push(data) });
    const decoder = new TextDecoder();
    for await (const chunk of answer.chunks) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      for (const data of arrived.splice(0)) yield eventOf(endpoint, data, answer.status);
    }
  }

  return {
    call,
    events,
    observe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

function pathOf(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''));
}

function queryOf(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, textOf(value));
  }
  return search.size > 0 ? `?${search.toString()}` : '';
}

function bodyOf(endpoint: EndpointSpec, given: LooseOptions) {
  // Browsers send this header across origins only after a preflight, so no other page can make a request that changes something.
  const headers: Record<string, string> = { Accept: 'application/json, */*', 'X-Requested-With': 'deckname' };
  if (endpoint.body?.kind === 'multipart') {
    const form = new FormData();
    for (const [name, value] of Object.entries(given.body ?? {})) {
      if (value !== undefined && value !== null) form.set(name, textOf(value));
    }
    for (const file of given.files ?? (given.file ? [given.file] : [])) {
      form.append(endpoint.body.fileField, file, file.name);
    }
    return { headers, body: form };
  }
  if (endpoint.body?.kind === 'bytes') {
    headers['Content-Type'] = 'application/octet-stream';
    if (given.contentRange !== undefined) headers['Content-Range'] = given.contentRange;
    return { headers, body: new Blob([given.body as Blob | Uint8Array<ArrayBuffer>]) };
  }
  if (endpoint.body) headers['Content-Type'] = 'application/json';
  return { headers, body: endpoint.body ? JSON.stringify(given.body ?? {}) : null };
}

/** A value of a query or form as text; objects as JSON. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function resultOf<S extends EndpointSpec>(endpoint: S, answer: HttpAnswer): Promise<CallResult<S>> {
  const { response } = endpoint;
  if (response.kind === 'empty' || response.kind === 'events') return undefined as CallResult<S>;
  if (response.kind === 'binary') {
    const filename = filenameOf(answer.header('Content-Disposition'));
    const file: FileAnswer = { blob: answer.body, filename, header: (name) => answer.header(name) };
    return file as CallResult<S>;
  }
  const parsed = response.schema.safeParse(await jsonOf(answer));
  if (!parsed.success) throw new ApiError({ status: answer.status, code: 'UNEXPECTED_ANSWER' });
  return parsed.data as CallResult<S>;
}

function eventOf<S extends EndpointSpec>({ response }: S, data: string, status: number): EventOf<S> {
  const parsed = response.kind === 'events' ? response.schema.safeParse(parseJson(data)) : null;
  if (!parsed?.success) throw new ApiError({ status, code: 'UNEXPECTED_ANSWER' });
  return parsed.data as EventOf<S>;
}

/** The body as JSON; null when it is none. */
const jsonOf = async (answer: HttpAnswer): Promise<unknown> => parseJson(await answer.body.text());

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

async function errorOf(answer: HttpAnswer): Promise<ApiError> {
  const parsed = errorBody.safeParse(await jsonOf(answer));
  const retryAfter = Number(answer.header('Retry-After') ?? Number.NaN);
  const shared = {
    status: answer.status,
    requestId: answer.header('X-Request-Id'),
    retryAfterSeconds: Number.isFinite(retryAfter) ? Math.max(0, retryAfter) : null,
  };
  if (!parsed.success) return new ApiError({ ...shared, code: 'UNEXPECTED_ANSWER' });
  const { error, code, details, requestId } = parsed.data;
  // Every 401 has the same code; what was wrong is its reason.
  const reason = details?.['reason'];
  const exactCode = shared.status === 401 && typeof reason === 'string' ? reason : code;
  return new ApiError({
    ...shared,
    code: exactCode,
    message: error,
    details,
    requestId: requestId ?? shared.requestId,
  });
}

/** The file name of a Content-Disposition header (RFC 6266): filename* before filename, as a token or in quotes. */
export function filenameOf(disposition: string | null): string | null {
  const name = disposition === null ? '' : (parse(disposition).parameters['filename'] ?? '');
  return name === '' ? null : name;
}
