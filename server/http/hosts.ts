import type { Request, RequestHandler } from 'express';
import { AppError } from '../core/errors.ts';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1']);
const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** Under which names a server may be spoken to. */
export interface HostRules {
  /** `local`: loopback names only, and no request of a foreign page, with or without a session. */
  readonly mode: 'local' | 'team';
  /** What the server listens on, a name or an address; `0.0.0.0` and `::` stand for every address of the machine. */
  readonly host: string;
  /** Address under which a proxy in front of the server is reached; null: none stands there. */
  readonly publicUrl: string | null;
  /** Further names, in lower case and without a port. */
  readonly allowedHosts: readonly string[];
}

/** Name part of a Host header (RFC 9110, 7.2) in lower case, IPv6 addresses without their brackets. */
function hostName(host: string): string {
  return host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
}

/**
 * Against DNS rebinding, in every mode: a page of another site can point its own name to the address of this server and then
 * talk to it as its own origin, but its requests still carry that name. Refused with 421 (RFC 9110, 15.5.20).
 */
export function knownHostsOnly(rules: HostRules): RequestHandler {
  const isKnown = hostCheck(rules);
  return (request, _response, next) => {
    const { localAddress } = request.socket;
    // The forwarded name as well: addresses in answers are made of it. A page can set that header itself, so it replaces nothing.
    const names = [request.headers.host ?? '', request.host].map(hostName);
    if (!names.every((name) => isKnown(name, localAddress))) {
      throw new AppError('MISDIRECTED', 'This server is not known under the name in the request.');
    }
    if (rules.mode === 'local') refuseForeignOrigin(request, null);
    next();
  };
}

function hostCheck({ mode, host, publicUrl, allowedHosts }: HostRules) {
  const listensOn = hostName(host);
  const listensEverywhere = EVERY_ADDRESS.has(listensOn);
  const names = new Set(mode === 'local' ? [] : [...allowedHosts, listensOn]);
  if (publicUrl !== null) names.add(hostName(new URL(publicUrl).host));
  if (mode === 'local' || listensEverywhere || LOOPBACK_NAMES.has(listensOn)) {
    for (const name of LOOPBACK_NAMES) names.add(name);
  }
  for (const name of EVERY_ADDRESS) names.delete(name);
  /** @param localAddress - where the connection arrived: an address that this server listens on */
  return (name: string, localAddress: string | undefined): boolean =>
    names.has(name) || (mode === 'team' && name !== '' && name === localAddress?.replace(/^::ffff:/, ''));
}

/**
 * Refuses what a page of another origin sends with the person's cookie. `null` (sandboxed frames, files, redirects across
 * origins) is foreign; programs that are no browsers send no Origin.
 * @param publicUrl - the own address as browsers behind a proxy see it
 * @throws AppError FORBIDDEN
 */
export function refuseForeignOrigin(request: Request, publicUrl: string | null): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  const own = [`${request.protocol}://${request.host}`, ...(publicUrl === null ? [] : [new URL(publicUrl).origin])];
  if (!own.some((address) => address.toLowerCase() === origin.toLowerCase())) {
    throw new AppError('FORBIDDEN', 'This server answers pages of its own address only.', {
      details: { reason: 'origin' },
    });
  }
}
