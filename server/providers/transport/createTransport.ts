import { Pool, type Dispatcher } from 'undici';
import { isJsonObject, ProviderError, type AnyJson, type JsonObject, type ServerSentEvent } from '../types.ts';
import type { Clock } from '../../core/clock.ts';
import { jsonBytesInTurns } from '../../core/json/piecesInTurns.ts';
import { readErrorBody, readJsonObject } from './body.ts';
import { readEvents } from './events.ts';
import { connectionFailure, malformed } from './failures.ts';
import { isTemporary, retryAfterSeconds, withRetries, type Attempt, type RetryDependencies } from './retry.ts';
import type { ProviderSizes, ProviderTimeouts, RetryPolicy } from './settings.ts';
import type { StreamWatch } from './streamWatch.ts';

/** How long a connection is kept for the next request: servers at home close theirs after five seconds, those behind TLS after a minute or more. */
const KEEP_ALIVE_MS = Object.freeze({ 'http:': 4_000, 'https:': 30_000 });
/** After the last event of an answer nothing should follow; what does is read for so long, to keep the connection, and no longer. */
const TAIL_MS = 1_000;
const TAIL_BYTES = 64 * 1024;
/** Headers of an answer that mean something beyond it. */
const PASSED_HEADERS = /^(x-request-id|request-id|openai-[a-z-]+|anthropic-[a-z-]+|x-ratelimit-[a-z-]+)$/;

export interface TransportOptions extends RetryDependencies {
  /** Scheme, host and port; every request goes there and nowhere else. */
  readonly origin: string;
  readonly timeouts: ProviderTimeouts;
  readonly sizes: ProviderSizes;
  readonly retries: RetryPolicy;
  readonly clock: Clock;
}

export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  /** Path with its query. */
  readonly path: string;
  /** Lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
  readonly signal: AbortSignal;
  /** false: sent once; true when absent. */
  readonly retries?: boolean;
}

export interface JsonResponse {
  readonly body: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
}

export interface EventResponse {
  readonly events: AsyncIterable<ServerSentEvent>;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * HTTP to one origin. Connections are kept and each carries one request at a time. Redirects are not followed, proxies of the environment not used:
 * a key goes to the configured address alone. Failures before the first event, or the whole of a JSON answer, are tried again.
 * Every method throws ProviderError, or the signal's reason when that aborts.
 */
export interface Transport {
  json(request: TransportRequest): Promise<JsonResponse>;
  /** Resolves with the first event at hand. */
  events(request: TransportRequest, watch: () => StreamWatch): Promise<EventResponse>;
  /** Ends all connections, those in use too. */
  close(): Promise<void>;
}

export function createTransport(options: TransportOptions): Transport {
  const { origin, timeouts, sizes, retries } = options;
  const pool = new Pool(origin, {
    // One stream per connection: a slow reader holds up its own stream only.
    allowH2: false,
    pipelining: 1,
    headersTimeout: timeouts.firstByteMs,
    bodyTimeout: timeouts.idleMs,
    keepAliveTimeout: KEEP_ALIVE_MS[new URL(origin).protocol as keyof typeof KEEP_ALIVE_MS],
    connect: { timeout: timeouts.connectMs },
  });

  /** Sends once; `read` turns a success into a value. */
  const attempt = async <T>(
    { method, path, headers, body, signal }: TransportRequest,
    content: Buffer | null,
    accept: string,
    read: (answer: Dispatcher.ResponseData, headers: Readonly<Record<string, string>>) => Promise<T>,
  ): Promise<Attempt<T>> => {
    try {
      const answer = await pool.request({
        method,
        path,
        headers: { ...headers, accept, ...(body !== undefined && { 'content-type': 'application/json' }) },
        body: content,
        signal,
      });
      const received = singleHeaders(answer.headers);
      if (answer.statusCode >= 200 && answer.statusCode < 300) return { value: await read(answer, received) };
      const said = await readErrorBody(answer.body, sizes.errorBytes);
      const seconds = retryAfterSeconds(received, options.clock.now());
      const error = new ProviderError('refused', { status: answer.statusCode, body: said, retryAfterSeconds: seconds });
      return { error, temporary: mayBeTriedAgain(error, received) };
    } catch (cause) {
      signal.throwIfAborted();
      const error = cause instanceof ProviderError ? cause : connectionFailure(cause);
      return { error, temporary: error.failure === 'unreachable' || isTemporary(error.status ?? 0) };
    }
  };

  const send = async <T>(
    request: TransportRequest,
    accept: string,
    read: (answer: Dispatcher.ResponseData, headers: Readonly<Record<string, string>>) => Promise<T>,
  ): Promise<T> => {
    request.signal.throwIfAborted();
    const content = request.body === undefined ? null : await jsonBytesInTurns(request.body);
    const policy = request.retries === false ? { ...retries, attempts: 1 } : retries;
    return withRetries(() => attempt(request, content, accept, read), policy, options, request.signal);
  };

  return {
    json: (request) =>
      send(request, 'application/json', async ({ body }, headers) => {
        const value = await readJsonObject(body, sizes.jsonBytes);
        const failure = hiddenFailure(value);
        if (failure !== null) throw failure;
        return { body: value, headers: passedHeaders(headers) };
      }),
    events: (request, watch) =>
      send(request, 'text/event-stream', async ({ body }, headers) => {
        if (!(headers['content-type'] ?? '').toLowerCase().startsWith('text/event-stream')) {
          throw hiddenFailure(await readJsonObject(body, sizes.jsonBytes)) ?? malformed();
        }
        const rest = watchedEvents(body, sizes.eventCharacters, watch(), request.signal);
        return { events: withFirst(await rest.next(), rest), headers: passedHeaders(headers) };
      }),
    close: () => pool.destroy(),
  };
}

/** The events of an answer until it is complete; leaving early ends the request. */
async function* watchedEvents(
  body: Dispatcher.ResponseData['body'],
  mostCharacters: number,
  watch: StreamWatch,
  signal: AbortSignal,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  let complete = false;
  try {
    for await (const event of readEvents(body.iterator({ destroyOnReturn: false }), mostCharacters)) {
      complete = watch.see(event);
      yield event;
      if (complete) break;
      // Events that had arrived already would still come.
      signal.throwIfAborted();
    }
    const missing = complete ? null : watch.ended();
    if (missing !== null) throw missing;
    complete = true;
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ProviderError ? error : connectionFailure(error);
  } finally {
    if (complete) dropTail(body);
    else {
      // undici tells of an answer that is left early as an error of the body, and without a listener that ends the process.
      body.on('error', () => undefined);
      body.destroy();
    }
  }
}

/** Reads what follows a complete answer, for a short while. */
function dropTail(body: Dispatcher.ResponseData['body']): void {
  const late = new AbortController();
  // A signal of AbortSignal.timeout() would make an error for every answer, also for those that ended long before.
  const timer = setTimeout(() => late.abort(), TAIL_MS).unref();
  body
    .dump({ limit: TAIL_BYTES, signal: late.signal })
    .catch(() => undefined)
    .finally(() => clearTimeout(timer));
}

/** Puts back the event that was read to know that the answer begins. */
function withFirst(
  first: IteratorResult<ServerSentEvent, void>,
  rest: AsyncGenerator<ServerSentEvent, void, undefined>,
): AsyncIterable<ServerSentEvent> {
  let held: IteratorResult<ServerSentEvent, void> | null = first;
  return {
    [Symbol.asyncIterator]: () => ({
      next() {
        const result = held;
        held = null;
        return result === null ? rest.next() : Promise.resolve(result);
      },
      return: () => rest.return(),
    }),
  };
}

/** Some servers answer an error with status 200; LM Studio does for paths that it does not know. */
function hiddenFailure(body: JsonObject): ProviderError | null {
  const error: AnyJson | undefined = body['error'];
  if (typeof error !== 'string' && !isJsonObject(error)) return null;
  return new ProviderError('refused', { body });
}

function mayBeTriedAgain(error: ProviderError, headers: Readonly<Record<string, string>>): boolean {
  // OpenAI and Anthropic say themselves what is worth it, and a quota that is used up is no rate that calms down.
  if (headers['x-should-retry'] === 'false' || (isJsonObject(error.body) && quotaIsUsedUp(error.body))) return false;
  return isTemporary(error.status ?? 0);
}

function quotaIsUsedUp(body: JsonObject): boolean {
  const error = body['error'];
  return isJsonObject(error) && error['code'] === 'insufficient_quota';
}

function singleHeaders(headers: Dispatcher.ResponseData['headers']): Readonly<Record<string, string>> {
  const single: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) single[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return single;
}

function passedHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => PASSED_HEADERS.test(name)));
}
