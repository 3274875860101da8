import type { ErrorRequestHandler, Response } from 'express';
import { AppError } from '../core/errors.ts';
import type { Logger } from '../core/log/logger.ts';
import { sendAndClose } from './answer.ts';
import { isDisconnect } from './disconnect.ts';
import type { EnvelopeChooser, ErrorEnvelope } from './envelopes.ts';
import { requestIdOf } from './requestId.ts';

/** Whole seconds until the caller may try again, from an error's `details.retryAfterSeconds`. */
function retryAfterSeconds(error: AppError): number | undefined {
  const seconds = error.details?.['retryAfterSeconds'];
  return typeof seconds === 'number' ? seconds : undefined;
}

/** An AppError as it is; everything else as INTERNAL, because its message may quote user text. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // Express could not decode a path parameter: no such resource can exist.
  if (error instanceof URIError) return new AppError('NOT_FOUND', 'There is nothing at this address.');
  return new AppError('INTERNAL', 'Something went wrong on the server.', { cause: error });
}

/** Sets status and headers of an error answer and returns its body as JSON text. */
function prepareError(response: Response, error: AppError, envelope: ErrorEnvelope): string {
  response.status(error.status);
  response.type('application/json');
  // They were those of the content that is not sent.
  for (const name of ['Content-Disposition', 'ETag', 'Accept-Ranges']) response.removeHeader(name);
  // RFC 9110, 11.6.1: a 401 names the scheme.
  if (error.status === 401) response.setHeader('WWW-Authenticate', 'Bearer realm="deckname"');
  const wait = retryAfterSeconds(error);
  if (wait !== undefined) response.setHeader('Retry-After', String(wait));
  return JSON.stringify(envelope(error, requestIdOf(response)));
}

/** The last handler of the server: every error ends here, once, with one log line where it was unexpected. */
export function errorHandler(logger: Logger, envelopeFor: EnvelopeChooser): ErrorRequestHandler {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- Express tells error handlers by their four parameters
  return (error: unknown, request, response, _next) => {
    const appError = toAppError(error);
    if (isDisconnect(error)) {
      logger.debug('http.disconnected', { requestId: requestIdOf(response) });
    } else if (appError.status >= 500 && appError.code !== 'SHUTTING_DOWN' && appError.code !== 'SERVER_BUSY') {
      logger.failure('http.failed', appError.cause ?? error, { requestId: requestIdOf(response), code: appError.code });
    }
    if (response.headersSent || response.destroyed) {
      // The answer has begun: cutting the connection is the only way to say that it is incomplete. Express's own way of
      // doing so would print the error, and its message may quote user text.
      response.destroy();
      return;
    }
    const envelope = envelopeFor({
      path: request.originalUrl.split('?')[0]!,
      header: (name) => request.get(name),
    });
    sendAndClose(request, response, prepareError(response, appError, envelope));
  };
}
