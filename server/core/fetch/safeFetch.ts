import { lookup as dnsLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Agent, request, type Dispatcher } from 'undici';
import { AppError } from '../errors.ts';
import { isPublicAddress } from './addresses.ts';

const MOST_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** An address of a host, as DNS gave it. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

export interface FetchedFile {
  readonly bytes: Uint8Array;
  /** Last part of the final address's path, decoded; empty when there is none. */
  readonly name: string;
}

/**
 * Fetches a file from the public web.
 * @throws AppError INVALID_URL when the address, or one it redirects to, may not be fetched; FETCH_FAILED when nothing came back;
 * FILE_TOO_LARGE beyond the limit
 */
export type SafeFetch = (url: string, signal?: AbortSignal) => Promise<FetchedFile>;

export interface SafeFetchOptions {
  readonly maxBytes: number;
  /** For everything together, redirects included. */
  readonly timeoutMs: number;
  /** Sent as User-Agent. */
  readonly userAgent: string;
  /** Addresses of a host; the system's resolver when absent. */
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>;
  /** Which addresses may be reached; {@link isPublicAddress} when absent. */
  readonly isAllowed?: (address: string) => boolean;
  /** Certificate authorities to trust beside the system's (PEM). */
  readonly ca?: string;
}

/**
 * https only, and never to a private network (SSRF): a host is resolved once, every address it has must be public, and the connection goes to
 * the address that was checked, so a second DNS answer cannot redirect it. Every redirect passes the same checks.
 */
export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const resolve = options.resolve ?? resolveWithSystem;
  const isAllowed = options.isAllowed ?? isPublicAddress;

  const addressOf = async (url: URL): Promise<ResolvedAddress> => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const family = isIP(host);
    const addresses = family === 0 ? await resolve(host) : [{ address: host, family: family === 6 ? 6 : 4 } as const];
    if (addresses.length === 0) throw failed();
    if (!addresses.every(({ address }) => isAllowed(address))) throw refusedAddress();
    return addresses[0]!;
  };

  const fetchOnce = async (url: URL, signal: AbortSignal): Promise<URL | Uint8Array> => {
    const pinned = await addressOf(url);
    const agent = new Agent({ connect: { lookup: pinnedLookup(pinned), ...(options.ca && { ca: options.ca }) } });
    try {
      const answer = await request(url, { dispatcher: agent, signal, headers: { 'user-agent': options.userAgent } });
      if (REDIRECTS.has(answer.statusCode)) return redirectTarget(answer, url);
      if (answer.statusCode !== 200) throw failed();
      return await readBody(answer.body, options.maxBytes);
    } finally {
      // Nothing of an answer that is not wanted is read to its end.
      await agent.destroy();
    }
  };

  return async (text, outerSignal) => {
    const timeout = AbortSignal.timeout(options.timeoutMs);
    const signal = outerSignal === undefined ? timeout : AbortSignal.any([timeout, outerSignal]);
    let url = parseUrl(text);
    try {
      for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
        const outcome = await fetchOnce(url, signal);
        if (!(outcome instanceof URL)) return { bytes: outcome, name: nameOf(url) };
        url = outcome;
      }
    } catch (error) {
      throw error instanceof AppError ? error : failed(error);
    }
    throw failed();
  };
}

async function resolveWithSystem(host: string): Promise<ResolvedAddress[]> {
  const found = await dnsLookup(host, { all: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}

/** A `lookup` that answers with the checked address, whatever it is asked. */
function pinnedLookup({ address, family }: ResolvedAddress) {
  return (
    _host: string,
    query: { all?: boolean | undefined },
    done: (error: null, address: string | { address: string; family: number }[], family?: number) => void,
  ) => {
    if (query.all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  };
}

function parseUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.hostname === '') {
    throw new AppError(
      'INVALID_URL',
      'The address is not valid; only https addresses without credentials can be fetched.',
    );
  }
  return url;
}

function redirectTarget(answer: Dispatcher.ResponseData, from: URL): URL {
  const { location } = answer.headers;
  if (typeof location !== 'string') throw failed();
  return parseUrl(location, from);
}

async function readBody(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) {
      throw new AppError('FILE_TOO_LARGE', 'The file is too large.', { details: { maxFileBytes: maxBytes } });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function nameOf(url: URL): string {
  const last = url.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function refusedAddress(): AppError {
  return new AppError('INVALID_URL', 'The address is not on the public internet and is not fetched.');
}

function failed(cause?: unknown): AppError {
  return new AppError('FETCH_FAILED', 'The address could not be fetched.', { cause });
}
