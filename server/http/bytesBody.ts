import type { Request } from 'express';
import type { RequestBody } from '../contract/endpoint.ts';
import { AppError } from '../core/errors.ts';
import { announcedBytes, hasBody, readBytes } from './requestBody.ts';

type BytesBody = Extract<RequestBody, { kind: 'bytes' }>;

/** Reader for one endpoint whose body is a file; an absent body is an empty file. Compressed bodies are refused: their size cannot be told in advance. */
export function bytesReader({ maxBytes, tooLargeCode }: BytesBody): (request: Request) => Promise<Uint8Array> {
  const tooLarge = (): AppError => new AppError(tooLargeCode, 'The body is too large.', { details: { maxBytes } });
  return async (request) => {
    if (!/^identity$/i.test(request.get('content-encoding') ?? 'identity')) {
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed.');
    }
    if (!hasBody(request)) return new Uint8Array(0);
    if (announcedBytes(request) > maxBytes) throw tooLarge();
    return readBytes(request, maxBytes, tooLarge);
  };
}
