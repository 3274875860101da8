import type { Request } from 'express';

/** RFC 9112, 6.3: a request has a body when one of the two headers says so. */
export function hasBody(request: Request): boolean {
  return request.get('transfer-encoding') !== undefined || Number(request.get('content-length') ?? 0) > 0;
}
