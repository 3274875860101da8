import { ProviderError, type ProviderFailure } from '../types.ts';

const TIMEOUTS: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
/** What Node says of certificates that it does not trust: https://nodejs.org/api/tls.html#x509-certificate-error-codes and of names that do not fit. */
const CERTIFICATE_FAULTS: ReadonlySet<string> = new Set([
  ...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'CERT_REVOKED', 'CERT_REJECTED', 'CERT_UNTRUSTED'],
  ...['CERT_SIGNATURE_FAILURE', 'CERT_CHAIN_TOO_LONG', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
  ...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ...['UNABLE_TO_DECRYPT_CERT_SIGNATURE', 'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY', 'INVALID_CA', 'INVALID_PURPOSE'],
  ...['PATH_LENGTH_EXCEEDED', 'ERROR_IN_CERT_NOT_BEFORE_FIELD', 'ERROR_IN_CERT_NOT_AFTER_FIELD'],
  ...['HOSTNAME_MISMATCH', 'ERR_TLS_CERT_ALTNAME_INVALID'],
]);
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
  if (CERTIFICATE_FAULTS.has(code)) return 'untrusted';
  return code.startsWith('HPE_') ? 'malformed' : 'unreachable';
}

/** Codes of Node and undici (`ECONNREFUSED`, `UND_ERR_SOCKET`, `HPE_INVALID_CHUNK_SIZE`, …). */
function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' && IDENTIFIER.test(error.code) ? error.code : null;
}
