import { createServer, type RequestListener, type Server } from 'node:http';
import { ERROR_STATUS, type ErrorCode } from '../../contract/errors.ts';
import { StartError } from '../startError.ts';

/** A whole request, a large upload over a slow line included, has to arrive within this time. */
const REQUEST_TIMEOUT_MS = 15 * 60_000;
const HEADERS_TIMEOUT_MS = 30_000;
/**
 * Longer than clients and proxies keep an idle connection (60 seconds is usual): whoever closes first must not be the server, or
 * a request that is on its way at that moment is lost.
 */
const KEEP_ALIVE_MS = 75_000;
const CLOSE_IDLE_EVERY_MS = 25;

/** An HTTP server that listens on one address. */
export interface Listener {
  /** Begins to listen; resolves with the port, which the system has chosen when 0 was asked for. */
  listen(): Promise<number>;
  /** Takes no new connections, lets running requests end, and cuts off what is left after `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

/** Makes a listener for a handler (an Express app is one). It listens nowhere yet. */
export function createListener(handler: RequestListener, { host, port }: { host: string; port: number }): Listener {
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS },
    handler,
  );
  answerMalformed(server);
  return {
    listen() {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      server.once('error', (error) => reject(explain(error, host, port)));
      server.listen({ host, port, exclusive: true }, () => {
        const address = server.address();
        if (address === null || typeof address === 'string') reject(new Error('not listening on a port'));
        else resolve(address.port);
      });
      return promise;
    },
    async stop(timeoutMs) {
      if (!server.listening) return;
      const { promise, resolve } = Promise.withResolvers<undefined>();
      server.close(() => resolve(undefined));
      // A connection that becomes idle after its last answer would be kept for the next request.
      const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
      const limit = setTimeout(() => server.closeAllConnections(), timeoutMs);
      await promise;
      clearInterval(idle);
      clearTimeout(limit);
    },
  };
}

const MALFORMED: ErrorCode = 'MALFORMED_REQUEST';
const MALFORMED_BODY = JSON.stringify({ error: 'The request is not valid HTTP.', code: MALFORMED });
const MALFORMED_ANSWER = [
  `HTTP/1.1 ${ERROR_STATUS[MALFORMED]} Bad Request`,
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(MALFORMED_BODY)}`,
  'Cache-Control: no-store',
  'Connection: close',
  '',
  MALFORMED_BODY,
].join('\r\n');

/** Answers what Node cannot read as HTTP, which no handler ever sees, in the form of the other errors; nothing of it is repeated. */
function answerMalformed(server: Server): void {
  const answering = new WeakSet<object>();
  server.on('request', (_request, response) => {
    const { socket } = response;
    if (socket === null) return;
    answering.add(socket);
    response.once('close', () => answering.delete(socket));
  });
  server.on('clientError', (_error, socket) => {
    // In the middle of an answer to an earlier request it would be read as that.
    if (!socket.writable || answering.has(socket)) socket.destroy();
    else socket.end(MALFORMED_ANSWER);
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code ?? '') {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} on ${host} is already in use.`, { cause: error });
    case 'EACCES':
      return new StartError(`Listening on port ${port} of ${host} is not allowed.`, { cause: error });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`${host} is not an address of this machine.`, { cause: error });
    default:
      return error;
  }
}
