import type { Request } from 'express';
import type { RequestBody } from '../contract/endpoint.ts';
import { AppError } from '../core/errors.ts';
import { parseJsonInTurns, TooDeepError } from '../core/json/parseInTurns.ts';
import { MOST_JSON_LEVELS } from '../core/jsonDepth.ts';
import { decodeUtf8InTurns } from '../core/text/decodeInTurns.ts';
import { announcedBytes, hasBody, readBytes } from './requestBody.ts';
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
    if (announcedBytes(request) > maxBytes) throw tooLarge();
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

async function parseJson(bytes: Buffer): Promise<unknown> {
  try {
    return await parseJsonInTurns(await decodeUtf8InTurns(bytes));
  } catch (error) {
    if (error instanceof TooDeepError)
      throw malformedBody(`Objects and lists of the body may nest at most ${MOST_JSON_LEVELS} deep.`);
    // The parser's message quotes the body.
    throw malformedBody('The body is not valid JSON in UTF-8.');
  }
}
