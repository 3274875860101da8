import type { EndpointSpec } from '../contract/endpoint.ts';
import type { Handler, RequestContext } from './types.ts';

/** A declared endpoint with its handler, its types erased so that routes of all shapes fit one list. */
export interface Route {
  readonly endpoint: EndpointSpec;
  readonly handle: (context: RequestContext<EndpointSpec>) => unknown;
}

/**
 * Binds a handler to its endpoint. The handler's argument and answer are typed from the endpoint's schemas; the server
 * hands it nothing that these schemas have not parsed.
 */
export function route<const S extends EndpointSpec>(endpoint: S, handler: Handler<S>): Route {
  // The erased context is safe: mountRoute builds it from this very endpoint's schemas.
  return { endpoint, handle: handler };
}
