import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AnyJson } from '../../../server/providers/types.ts';
import type { Delivery, Reply, ScriptedOperation } from './script.ts';
import { deliver, type Progress } from './wire.ts';

/** A request as it came. */
export interface RecordedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
  /** Parsed body; undefined when it is no JSON. */
  readonly json: AnyJson | undefined;
  /** Resolves when the answer has gone out whole, or when the client has closed the connection before. */
  readonly outcome: Promise<'finished' | 'disconnected'>;
  /** Bytes of the answer's body that were handed to the connection so far. */
  readonly bytesSent: number;
}

/** A scripted reply, or one made of the request. */
export type Script = Reply | ((request: RecordedRequest) => Reply);

/** What a protocol answers to one request. */
export type ProtocolAnswer =
  | {
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly parts: Iterable<string | Uint8Array>;
      readonly delivery: Delivery;
    }
  | 'silence'
  | 'hang-up';

/** A provider inside the test's process, on 127.0.0.1 and a free port. */
export interface ProtocolServer {
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly origin: string;
  readonly port: number;
  /** Every request whose body has come, oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** Connections that are open now. */
  readonly connections: number;
  /** Connections that were ever opened. */
  readonly connectionsOpened: number;
  /** Resolves with the request of this index (0: the first) as soon as it has come. */
  whenRequested(index: number): Promise<RecordedRequest>;
  /** Every byte that any connection has sent: request lines, headers and bodies. */
  received(): Buffer;
  /** Forgets what was recorded. */
  forget(): void;
  /** Forgets the replies that tests have set. */
  forgetScripts(): void;
  /** Replies of the next requests of an operation, one each; scripts add up. */
  answerNext(scripts: Script | readonly Script[], operation?: ScriptedOperation): void;
  /** The reply of every request of an operation that {@link answerNext} says nothing about. Without it the last text of the user comes back. */
  answerAll(script: Script, operation?: ScriptedOperation): void;
  stop(): Promise<void>;
}

/** The reply that a test wants for a request; null: what the protocol does by itself. */
export type TakeReply = (operation: ScriptedOperation, request: RecordedRequest) => Reply | null;

/** Opens a server that answers by a protocol and records every byte it is sent. */
export async function openProtocolServer(
  respond: (request: RecordedRequest, takeReply: TakeReply) => ProtocolAnswer,
  port = 0,
): Promise<ProtocolServer> {
  const requests: RecordedRequest[] = [];
  const bytes: Uint8Array[] = [];
  const waiting = new Set<() => void>();
  const next = new Map<ScriptedOperation, Script[]>();
  const always = new Map<ScriptedOperation, Script>();
  let connectionsOpened = 0;
  let connections = 0;

  const takeReply: TakeReply = (operation, request) => {
    const script = next.get(operation)?.shift() ?? always.get(operation) ?? null;
    return typeof script === 'function' ? script(request) : script;
  };

  const server = createServer((incoming, response) => {
    void answer(incoming, response).catch((error: unknown) => response.destroy(error as Error));
  });
  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat((await incoming.toArray()) as Uint8Array[]);
    const progress: Progress = { bytesSent: 0 };
    const request = record(incoming, body, response, progress);
    requests.push(request);
    for (const check of waiting) check();
    const wanted = respond(request, takeReply);
    if (wanted === 'silence') return;
    if (wanted === 'hang-up') return void incoming.socket.destroy();
    response.writeHead(wanted.status, wanted.headers);
    response.flushHeaders();
    await deliver(response, wanted.parts, wanted.delivery, progress);
  }
  server.on('connection', (socket) => {
    connectionsOpened += 1;
    connections += 1;
    socket.on('data', (chunk: Uint8Array) => bytes.push(Uint8Array.from(chunk)));
    socket.on('close', () => (connections -= 1));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;

  return {
    origin: `http://127.0.0.1:${address.port}`,
    port: address.port,
    requests,
    get connections() {
      return connections;
    },
    get connectionsOpened() {
      return connectionsOpened;
    },
    whenRequested(index) {
      const { promise, resolve } = Promise.withResolvers<RecordedRequest>();
      const check = (): void => {
        const request = requests[index];
        if (request === undefined) return;
        waiting.delete(check);
        resolve(request);
      };
      waiting.add(check);
      check();
      return promise;
    },
    received: () => Buffer.concat(bytes),
    forget() {
      requests.length = 0;
      bytes.length = 0;
    },
    forgetScripts() {
      next.clear();
      always.clear();
    },
    answerNext(scripts, operation = 'generate') {
      next.set(operation, [...(next.get(operation) ?? []), ...[scripts].flat()]);
    },
    answerAll(script, operation = 'generate') {
      always.set(operation, script);
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function record(
  incoming: IncomingMessage,
  body: Uint8Array,
  response: ServerResponse,
  progress: Progress,
): RecordedRequest {
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body,
    json: parse(body),
    outcome: new Promise((resolve) => {
      response.once('close', () => resolve(response.writableFinished ? 'finished' : 'disconnected'));
    }),
    get bytesSent() {
      return progress.bytesSent;
    },
  };
}

function parse(body: Uint8Array): AnyJson | undefined {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8')) as AnyJson;
  } catch {
    return undefined;
  }
}

/** A JSON answer of one part. */
export function jsonAnswer(
  status: number,
  body: AnyJson | string,
  headers: Readonly<Record<string, string>> = {},
  delivery: Delivery = {},
): ProtocolAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { 'content-type': 'application/json', ...headers }, parts: [text], delivery };
}

/**
 * The answer to a scripted reply that is no model's answer; null when it is one, or when there is none.
 * @param errorBody - the protocol's envelope
 */
export function scriptedAnswer(
  reply: Reply | null,
  headers: Readonly<Record<string, string>>,
  errorBody: (status: number, message: string) => AnyJson,
): ProtocolAnswer | null {
  if (reply === null || 'answer' in reply) return null;
  if ('trouble' in reply) return reply.trouble;
  if ('raw' in reply) {
    const { status = 200, contentType, parts } = reply.raw;
    return { status, headers: { ...headers, 'content-type': contentType }, parts, delivery: reply.delivery ?? {} };
  }
  const { status, message = 'The server had an error while processing your request.', body } = reply.error;
  return jsonAnswer(status, body ?? errorBody(status, message), { ...headers, ...reply.error.headers });
}

/** An answer of server-sent events. */
export function streamAnswer(
  parts: Iterable<string>,
  headers: Readonly<Record<string, string>>,
  delivery: Delivery,
): ProtocolAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache', ...headers },
    parts:
      delivery.lineEnd === undefined
        ? parts
        : Iterator.from(parts).map((part) => part.replaceAll('\n', delivery.lineEnd!)),
    delivery,
  };
}

/** The events of a stream with the troubles that the delivery asks for. */
export function* withTrouble(events: Iterable<string>, delivery: Delivery, errorEvent: string): Generator<string> {
  let index = 0;
  for (const event of events) {
    if (index === delivery.malformedBefore) yield 'data: {"id":"chatcmpl-\n\n';
    if (index === delivery.errorBefore) {
      yield errorEvent;
      return;
    }
    index += 1;
    yield event;
  }
}
