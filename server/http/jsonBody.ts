import type { Request } from 'express';
import type { RequestBody } from '../contract/endpoint.ts';
import { AppError } from '../core/errors.ts';
import { hasBody } from './requestBody.ts';
import { malformedBody } from './validation.ts';

type JsonBody = Extract<RequestBody, { kind: 'json' }>;

const DEFAULT_MAX_BYTES = 1024 * 1024;
const JSON_TYPES = ['json', '+json'];

/** Reads a JSON body; undefined when the request carries none. */
export type JsonReader = (request: Request) => Promise<unknown>;

/**
 * Reader for one endpoint. Express's own parser is not used: it reads a refused body to its end before it answers, replaces
 * bytes that are no UTF-8, and its errors carry the body.
 */
export function jsonReader(body: JsonBody): JsonReader {
  const maxBytes = body.maxBytes ?? DEFAULT_MAX_BYTES;
  const tooLarge = (): AppError =>
    new AppError(body.tooLargeCode ?? 'BODY_TOO_LARGE', 'The body is too large.', { details: { maxBytes } });

  return async (request) => {
    if (!hasBody(request)) return undefined;
    checkType(request);
    if (Number(request.get('content-length') ?? 0) > maxBytes) throw tooLarge();
    return parseJson(await readBytes(request, maxBytes, tooLarge));
  };
}

/** RFC 8259, 8.1: JSON is UTF-8. Compressed bodies are refused: their size cannot be told in advance. */
function checkType(request: Request): void {
  if (request.is(JSON_TYPES) === false) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON with Content-Type: application/json.');
  }
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(request.get('content-type') ?? '')?.[1] ?? 'utf-8';
  const encoding = request.get('content-encoding') ?? 'identity';
  if (!/^utf-?8$/i.test(charset) || !/^identity$/i.test(encoding)) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be uncompressed UTF-8.');
  }
}

/** Collects the body and stops reading where it passes `maxBytes`. */
function readBytes(request: Request, maxBytes: number, tooLarge: () => AppError): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (finish: () => void): void => {
      request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
      finish();
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else {
        request.pause();
        settle(() => reject(tooLarge()));
      }
    };
    const onEnd = (): void => settle(() => resolve(Buffer.concat(chunks, size)));
    const onBroken = (): void => settle(() => reject(malformedBody('The body is incomplete.')));
    request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    // The parser's message quotes the body.
    throw malformedBody('The body is not valid JSON in UTF-8.');
  }
}
