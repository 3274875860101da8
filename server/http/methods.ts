import type { RequestHandler } from 'express';
import type { EndpointSpec } from '../contract/endpoint.ts';
import { AppError } from '../core/errors.ts';
import { fitsPath, segmentsOf } from './paths.ts';

/** Methods of the endpoints whose path fits, as an Allow header lists them; empty for an unknown path. */
export type AllowedMethods = (path: string) => readonly string[];

/** Matches a request's path against the declared ones. */
export function allowedMethods(endpoints: readonly EndpointSpec[]): AllowedMethods {
  return (path) => {
    const segments = segmentsOf(path);
    const methods = new Set<string>();
    for (const endpoint of endpoints) {
      if (!fitsPath(endpoint, segments)) continue;
      methods.add(endpoint.method.toUpperCase());
      // RFC 9110, 9.3.2: whatever answers GET answers HEAD.
      if (endpoint.method === 'get') methods.add('HEAD');
    }
    return methods.size === 0 ? [] : [...methods, 'OPTIONS'].sort();
  };
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
