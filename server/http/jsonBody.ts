import express, { type Request, type RequestHandler, type Response } from 'express';
import type { RequestBody } from '../contract/endpoint.ts';
import { AppError } from '../core/errors.ts';
import { malformedBody } from './validation.ts';

type JsonBody = Extract<RequestBody, { kind: 'json' }>;

const DEFAULT_MAX_BYTES = 1024 * 1024;
const JSON_TYPES = ['json', '+json'];

/** Reads a JSON body; undefined when the request carries none. */
export type JsonReader = (request: Request, response: Response) => Promise<unknown>;

/**
 * Reader for one endpoint. A body over the limit is refused by its Content-Length, or as soon as the limit is passed; it is
 * never held whole. A compressed body counts by its size after decompression.
 */
export function jsonReader(body: JsonBody): JsonReader {
  const parse: RequestHandler = express.json({
    limit: body.maxBytes ?? DEFAULT_MAX_BYTES,
    strict: false,
    type: () => true,
  });
  return async (request, response) => {
    if (!hasBody(request)) return undefined;
    if (!request.is(JSON_TYPES)) {
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON with Content-Type: application/json.');
    }
    await new Promise<void>((resolve, reject) => {
      parse(request, response, (error?: unknown) => {
        if (error === undefined) resolve();
        else reject(readError(error, body));
      });
    });
    return request.body as unknown;
  };
}

/** RFC 9112, 6.3: a request has a body when one of the two headers says so. */
function hasBody(request: Request): boolean {
  return request.get('transfer-encoding') !== undefined || Number(request.get('content-length') ?? 0) > 0;
}

/** The parser's errors carry the raw body and quote it, so only their type is used. */
function readError(error: unknown, body: JsonBody): AppError {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined;
  switch (type) {
    case 'entity.too.large':
      return new AppError(body.tooLargeCode ?? 'BODY_TOO_LARGE', 'The body is too large.', {
        details: { maxBytes: body.maxBytes ?? DEFAULT_MAX_BYTES },
      });
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new AppError('UNSUPPORTED_MEDIA_TYPE', 'The encoding of the body is not supported.');
    case 'entity.parse.failed':
      return malformedBody('The body is not valid JSON.');
    case 'request.aborted':
    case 'request.size.invalid':
      return malformedBody('The body is incomplete.');
    default:
      return malformedBody('The body cannot be read.');
  }
}
