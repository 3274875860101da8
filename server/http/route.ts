import type { EndpointSpec, RateGroup } from '../contract/endpoint.ts';
import type { Admission, Handler, RateGroupOf, RequestContext, RequestHead } from './types.ts';

/** A declared endpoint with its handler, its types erased so that routes of all shapes fit one list. */
export interface Route {
  readonly endpoint: EndpointSpec;
  /** Runs before the body is read. */
  readonly admit?: (head: RequestHead<EndpointSpec>) => Promise<unknown>;
  /** The rate group of a request, where that depends on what it asks for; else that of the endpoint. */
  readonly rateGroupOf?: (context: RequestContext<EndpointSpec>) => Promise<RateGroup>;
  readonly handle: (context: RequestContext<EndpointSpec>) => unknown;
}

/**
 * Binds a handler to its endpoint. The handler's argument and answer are typed from the endpoint's schemas; the server
 * hands it nothing that these schemas have not parsed.
 * @param admit - for routes that nobody needs a credential for: what is refused here costs no memory for its body
 */
export function route<const S extends EndpointSpec>(endpoint: S, handler: Handler<S>, admit?: Admission<S>): Route {
  // The erased context is safe: mountRoute builds it from this very endpoint's schemas.
  return { endpoint, handle: handler, ...(admit && { admit }) };
}

/**
 * {@link route} for an endpoint whose requests count in different rate groups. What cannot be read counts in that of the endpoint.
 * @param rateGroupOf - runs when the body has been read, before the handler
 */
export function countedRoute<const S extends EndpointSpec>(
  endpoint: S,
  rateGroupOf: RateGroupOf<S>,
  handler: Handler<S>,
): Route {
  return { ...route(endpoint, handler), rateGroupOf };
}
