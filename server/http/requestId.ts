import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

const HEADER = 'X-Request-Id';
/** Ids of callers are taken over when they are short and cannot carry a text or break a log line. */
const WELL_FORMED = /^[A-Za-z0-9._-]{8,64}$/;

/** Gives every request an id, the caller's own where it is well formed, and answers with it. */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.get(HEADER);
  response.setHeader(HEADER, given !== undefined && WELL_FORMED.test(given) ? given : randomUUID());
  next();
};

/** The id that {@link requestId} gave the request of this answer. */
export function requestIdOf(response: Response): string {
  return String(response.getHeader(HEADER) ?? '');
}
