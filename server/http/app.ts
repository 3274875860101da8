import express, { type Express, type RequestHandler, Router } from 'express';
import { AppError } from '../core/errors.ts';
import type { Logger } from '../core/log/logger.ts';
import { envelopeChooser } from './envelopes.ts';
import { errorHandler } from './errors.ts';
import { allowedMethods, answerOptions, refuseUnmatched } from './methods.ts';
import { mountRoute, type RouteServices, showLimit } from './mountRoute.ts';
import { expressPath } from './paths.ts';
import { requestId } from './requestId.ts';
import type { Route } from './route.ts';
import { type HostRules, knownHostsOnly } from './hosts.ts';
import { apiHeaders, interfaceHeaders } from './security.ts';
import { staticInterface, type StaticOptions } from './static.ts';

export interface HttpAppOptions extends RouteServices, StaticOptions, HostRules {
  readonly routes: readonly Route[];
  /** Files of the API reference, served below `/api/docs/`. */
  readonly docsAssets: Router;
  readonly logger: Logger;
  /** True once the server ends: new requests are answered with SHUTTING_DOWN. */
  readonly isShuttingDown: () => boolean;
  /** Addresses, networks and names of networks (`loopback`, …) that may set X-Forwarded-* headers. */
  readonly trustedProxies: readonly string[];
}

/** The whole HTTP side of the server: `/api` and the web interface. It listens nowhere yet. */
export function createHttpApp(options: HttpAppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  // Of anybody else the headers count for nothing.
  app.set('trust proxy', [...options.trustedProxies]);
  const https = options.publicUrl?.startsWith('https:') ?? false;
  app.use(requestId);
  app.use(knownHostsOnly(options));
  app.use('/api', apiHeaders(https), apiRouter(options));
  app.use(interfaceHeaders(https), staticInterface(options));
  app.use(() => {
    throw new AppError('NOT_FOUND', 'There is nothing at this address.');
  });
  app.use(errorHandler(options.logger, envelopeChooser(options.routes.map(({ endpoint }) => endpoint))));
  return app;
}

function apiRouter(options: HttpAppOptions): Router {
  const router = Router();
  const allowed = allowedMethods(options.routes.map(({ endpoint }) => endpoint));
  router.use((_request, response, next) => {
    // For answers that no route gives; a route shows the limit of its own group.
    showLimit('other', response, options.rateLimiter);
    next();
  });
  router.use(refuseWhileEnding(options.isShuttingDown));
  router.use('/docs', options.docsAssets);
  router.use(noStore, answerOptions(allowed));
  for (const route of bySpecificity(options.routes)) {
    router[route.endpoint.method](expressPath(route.endpoint), mountRoute(route, options));
  }
  router.use(refuseUnmatched(allowed));
  return router;
}

/** Fixed paths before those with parameters, so `/v1/jobs/upload` is never taken for a job named "upload". */
function bySpecificity(routes: readonly Route[]): Route[] {
  const parameters = (route: Route): number => route.endpoint.path.split('/:').length;
  return [...routes].sort((a, b) => parameters(a) - parameters(b));
}

function refuseWhileEnding(isShuttingDown: () => boolean): RequestHandler {
  return (_request, response, next) => {
    if (isShuttingDown()) {
      response.setHeader('Connection', 'close');
      throw new AppError('SHUTTING_DOWN', 'The server is ending; try again shortly.', {
        details: { retryAfterSeconds: 5 },
      });
    }
    next();
  };
}

/** Answers carry personal data: no cache of a browser or a proxy may keep them. */
const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
