import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { EndpointSpec } from '../contract/endpoint.ts';
import { AppError } from '../core/errors.ts';
import type { SessionCookie } from './cookies.ts';
import type { Principal } from './types.ts';

/** Finds out who a credential belongs to; the accounts feature implements it. Unknown, expired or disabled: null. */
export interface Authenticator {
  apiKey(secret: string, remoteAddress: string): Promise<Principal | null>;
  session(token: string, remoteAddress: string): Promise<Principal | null>;
  /** The local account, for the desktop app's own window. */
  desktop(): Promise<Principal | null>;
  /** True while the app lock keeps sessions and the desktop window out. */
  isLocked(): boolean;
}

/** Header in which the desktop shell sends the token of its launch. */
export const LAUNCH_HEADER = 'x-deckname-launch';
/** Header in which the clients of the messages protocol send the API key (interface 5). */
const KEY_HEADER = 'x-api-key';
/** Query parameter of the secret in the address of a route with the access `session_key_or_link`. */
const LINK_SECRET = 'access';
/** Header that a page of another site cannot set without asking first (CORS preflight, which this server never grants). */
const CSRF_HEADER = 'x-requested-with';
const CSRF_VALUE = 'deckname';
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Routes of logins and locks: open while the app is locked, and never for pages of another origin. */
export const AUTH_ROUTES = '/v1/auth/';

/** Compares two secrets in a time that depends on neither; hashing first hides their lengths as well. */
export function sameSecret(a: string, b: string): boolean {
  const digest = (value: string): Buffer => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** RFC 6750, 2.1: the token of `Authorization: Bearer …`; the scheme is case-insensitive. */
function bearerToken(header: string): string {
  return /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(header)?.[1] ?? '';
}

function singleHeader(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

export interface AuthenticationOptions {
  readonly authenticator: Authenticator;
  readonly cookie: SessionCookie;
  /** Token of this launch of the desktop app; null outside of it. */
  readonly desktopToken: string | null;
}

/**
 * Who makes the request; null when it carries no credential, or one that is not valid. The first kind of credential that is
 * present decides alone: an invalid key never falls back to a cookie.
 */
export async function identify(
  request: IncomingMessage & { readonly ip?: string | undefined },
  endpoint: EndpointSpec,
  options: AuthenticationOptions,
): Promise<Principal | null> {
  const { authenticator, cookie, desktopToken } = options;
  const authorization = singleHeader(request, 'authorization');
  if (authorization !== undefined) {
    const secret = bearerToken(authorization);
    return secret === '' ? null : authenticator.apiKey(secret, request.ip ?? '');
  }
  const key = endpoint.xApiKey === true ? singleHeader(request, KEY_HEADER) : undefined;
  if (key !== undefined) return authenticator.apiKey(key, request.ip ?? '');
  const launch = singleHeader(request, LAUNCH_HEADER);
  if (launch !== undefined) {
    return desktopToken !== null && sameSecret(launch, desktopToken) ? authenticator.desktop() : null;
  }
  const token = cookie.read(request.headers.cookie);
  return token === undefined ? null : authenticator.session(token, request.ip ?? '');
}

/**
 * Whether `principal` may call `endpoint` with this request.
 * @throws AppError invalid_api_key, CSRF_REQUIRED, FORBIDDEN, APP_LOCKED or SECOND_FACTOR_SETUP
 */
export function authorize(
  endpoint: EndpointSpec,
  principal: Principal | null,
  request: IncomingMessage,
  isLocked: () => boolean,
): void {
  if (principal === null) {
    if (endpoint.access === 'none') return;
    if (endpoint.access === 'session_key_or_link' && hasLinkSecret(request)) return;
    throw new AppError('invalid_api_key', 'The API key is missing, invalid or expired, or nobody is logged in.');
  }
  const byKey = principal.via === 'api_key';
  if (endpoint.access !== 'none') refuseKey(endpoint, principal);
  if (endpoint.access === 'key_only' && !byKey) {
    throw new AppError('invalid_api_key', 'This route needs an API key.');
  }
  if (!byKey && endpoint.access !== 'none') checkSession(endpoint, principal, request, isLocked);
  if (endpoint.access === 'session_only' && byKey) {
    throw new AppError('FORBIDDEN', 'This route needs a session; an API key is not enough.');
  }
  if (endpoint.roles !== undefined && !endpoint.roles.includes(principal.role)) {
    throw new AppError('FORBIDDEN', 'Your role does not allow this.');
  }
}

/** Rights 1: keys reach no further than their scope, and keys of agents not what is for people. */
function refuseKey(endpoint: EndpointSpec, { scope, agent }: Principal): void {
  if (scope !== 'all' && scope !== endpoint.scope) {
    throw new AppError('KEY_SCOPE', 'The scope of this API key does not cover this route.');
  }
  if (agent !== null && endpoint.agents === 'no') {
    throw new AppError('FORBIDDEN', 'The key of an agent may not do this.', { details: { reason: 'agent' } });
  }
}

/** Whether the address carries a secret at all; whether it is the right one, the handler decides. */
function hasLinkSecret(request: IncomingMessage): boolean {
  return new URLSearchParams(request.url?.split('?')[1]).has(LINK_SECRET);
}

function checkSession(
  endpoint: EndpointSpec,
  principal: Principal,
  request: IncomingMessage,
  isLocked: () => boolean,
): void {
  if (!SAFE_METHODS.has(request.method ?? '') && singleHeader(request, CSRF_HEADER) !== CSRF_VALUE) {
    throw new AppError('CSRF_REQUIRED', 'Requests with a session need the header X-Requested-With: deckname.');
  }
  if (isLocked() && !endpoint.path.startsWith(AUTH_ROUTES)) {
    throw new AppError('APP_LOCKED', 'The app is locked; the passphrase opens it.');
  }
  if (principal.secondFactorOverdue && endpoint.beforeSecondFactor !== true) {
    throw new AppError('SECOND_FACTOR_SETUP', 'The team requires a second factor; set it up to go on.');
  }
}
