import type { RequestHandler } from 'express';
import type { EndpointSpec } from '../contract/endpoint.ts';
import { AppError } from '../core/errors.ts';

/** Methods of the endpoints whose path fits, as an Allow header lists them; empty for an unknown path. */
export type AllowedMethods = (path: string) => readonly string[];

/** Matches a request's path against the declared ones; a parameter takes one segment that is not empty. */
export function allowedMethods(endpoints: readonly EndpointSpec[]): AllowedMethods {
  const patterns = endpoints.map(({ path, method }) => ({ segments: path.split('/'), method: method.toUpperCase() }));
  return (path) => {
    const segments = path.replace(/\/$/, '').split('/');
    const methods = new Set<string>();
    for (const pattern of patterns) {
      if (!fits(pattern.segments, segments)) continue;
      methods.add(pattern.method);
      // RFC 9110, 9.3.2: whatever answers GET answers HEAD.
      if (pattern.method === 'GET') methods.add('HEAD');
    }
    return methods.size === 0 ? [] : [...methods, 'OPTIONS'].sort();
  };
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, i) =>
      part.startsWith(':') ? segments[i] !== '' : part.toLowerCase() === segments[i]!.toLowerCase(),
    )
  );
}

/** Stands before the routes and answers OPTIONS: which methods a path takes. No CORS headers, so pages elsewhere get no access. */
export function answerOptions(allowed: AllowedMethods): RequestHandler {
  return (request, response, next) => {
    const methods = request.method === 'OPTIONS' ? allowed(request.path) : [];
    if (methods.length === 0) next();
    else response.setHeader('Allow', methods.join(', ')).status(204).end();
  };
}

/** Stands behind the routes: a known path was asked with a wrong method (405 with Allow), or the path is unknown (404). */
export function refuseUnmatched(allowed: AllowedMethods): RequestHandler {
  return (request, response) => {
    const methods = allowed(request.path);
    if (methods.length === 0) throw new AppError('NOT_FOUND', 'There is nothing at this address.');
    response.setHeader('Allow', methods.join(', '));
    throw new AppError('METHOD_NOT_ALLOWED', 'This address does not take this method.');
  };
}
