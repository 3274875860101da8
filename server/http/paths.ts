import type { EndpointSpec } from '../contract/endpoint.ts';

/** Segments of a request's path below `/api`; a slash at its end is dropped. */
export function segmentsOf(path: string): readonly string[] {
  return path.replace(/\/$/, '').split('/');
}

/** How many segments a path has in common with an endpoint's from the start; a parameter takes one that is not empty. */
export function sharedSegments({ path }: EndpointSpec, segments: readonly string[]): number {
  const pattern = path.split('/');
  const end = pattern.findIndex((part, i) => !fitsSegment(part, segments[i]));
  return end < 0 ? pattern.length : end;
}

/** Whether a request's path is an endpoint's. */
export function fitsPath(endpoint: EndpointSpec, segments: readonly string[]): boolean {
  const length = endpoint.path.split('/').length;
  if (sharedSegments(endpoint, segments) < length) return false;
  return endpoint.wholeRest === true || segments.length === length;
}

function fitsSegment(part: string, segment: string | undefined): boolean {
  if (segment === undefined) return false;
  return part.startsWith(':') ? segment !== '' : part.toLowerCase() === segment.toLowerCase();
}

/** An endpoint's path in the notation of Express: a parameter of the whole rest is a wildcard there. */
export function expressPath({ path, wholeRest }: EndpointSpec): string {
  return wholeRest === true ? path.replace(/:(\w+)$/, '*$1') : path;
}

/** Path parameters as the endpoint names them; Express gives a wildcard as the list of its segments. */
export function textParams(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, Array.isArray(value) ? value.join('/') : value]),
  );
}
