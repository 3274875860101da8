import type { EndpointSpec } from '../contract/endpoint.ts';
import type { Admission, Handler, RequestContext, RequestHead } from './types.ts';

/** A declared endpoint with its handler, its types erased so that routes of all shapes fit one list. */
export interface Route {
  readonly endpoint: EndpointSpec;
  /** Runs before the body is read. */
  readonly admit?: (head: RequestHead<EndpointSpec>) => Promise<unknown>;
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
