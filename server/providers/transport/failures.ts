import { ProviderError, type ProviderFailure } from '../types.ts';

const TIMEOUTS: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
const IDENTIFIER = /^[A-Z][A-Z0-9_]{1,60}$/;

/** What broke a connection; keeps of the original error its code alone, because errors of a parser hold what came. */
export function connectionFailure(error: unknown): ProviderError {
  const code = codeOf(error);
  return new ProviderError(failureOf(code), {
    cause: code === null ? undefined : Object.assign(new Error(code), { code }),
  });
}

/** An answer that was not what the protocol says. */
export function malformed(): ProviderError {
  return new ProviderError('malformed');
}

function failureOf(code: string | null): ProviderFailure {
  if (code === null) return 'unreachable';
  if (TIMEOUTS.has(code)) return 'timeout';
  return code.startsWith('HPE_') ? 'malformed' : 'unreachable';
}

/** Codes of Node and undici (`ECONNREFUSED`, `UND_ERR_SOCKET`, `HPE_INVALID_CHUNK_SIZE`, …). */
function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' && IDENTIFIER.test(error.code) ? error.code : null;
}
