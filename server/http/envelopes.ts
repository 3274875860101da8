import type { ErrorBody } from '../contract/common.ts';
import type { EndpointSpec, EnvelopeKind } from '../contract/endpoint.ts';
import { type GatewayErrorBody, gatewayCode, gatewayErrorType } from '../contract/gatewayErrors.ts';
import type { AppError } from '../core/errors.ts';
import { fitsPath, segmentsOf, sharedSegments } from './paths.ts';

/** Writes the body of an error answer. Groups of routes may speak different protocols; each has one envelope. */
export type ErrorEnvelope = (error: AppError, requestId: string) => unknown;

/**
 * Interface 7.3 and decisions 1: `{error, code, details?}`; 500 also carries the id of the log entry. Every 401 carries `type` and the code
 * `invalid_api_key`; what exactly was wrong (a password, a passphrase, a set-up link) stands in `details.reason`.
 */
export const standardEnvelope = (error: AppError, requestId: string): ErrorBody => {
  const isUnauthorized = error.status === 401;
  const hasReason = isUnauthorized && error.code !== 'invalid_api_key';
  const details = { ...error.details, ...(hasReason && { reason: error.code }) };
  return {
    error: error.message,
    code: isUnauthorized ? 'invalid_api_key' : error.code,
    ...(isUnauthorized && { type: 'auth_error' as const }),
    ...error.fields,
    ...(Object.keys(details).length > 0 && { details }),
    ...(error.status === 500 && { requestId }),
  };
};

/** Interface 7.2: what the OpenAI clients read. */
export const openAiEnvelope = (error: AppError): GatewayErrorBody => ({ error: describe(error, 'openai') });

/** The same with `type: "error"` beside it, as the Anthropic clients read it. */
export const anthropicEnvelope = (error: AppError, requestId: string): GatewayErrorBody => ({
  type: 'error',
  error: describe(error, 'anthropic'),
  request_id: requestId,
});

function describe(error: AppError, protocol: 'openai' | 'anthropic'): GatewayErrorBody['error'] {
  const code = error.status === 401 ? 'invalid_api_key' : gatewayCode(error.code);
  const param = paramOf(error);
  return {
    message: error.callerMessage ?? error.message,
    type: gatewayErrorType(code, error.status, protocol),
    code,
    ...(param !== null && { param }),
  };
}

/** The field that is wrong, as `messages[0].role`: what the error names itself, else the place of the first issue. */
function paramOf({ fields, details }: AppError): string | null {
  const named = fields?.['param'];
  if (typeof named === 'string') return named;
  const issues = details?.['issues'];
  const first: unknown = Array.isArray(issues) ? issues[0] : undefined;
  if (typeof first !== 'object' || first === null || !('path' in first) || !Array.isArray(first.path)) return null;
  const path = first.path as readonly (string | number)[];
  if (path.length === 0) return null;
  return path.map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? part : `.${part}`)).join('');
}

/** The envelope of the errors of a request, by its path and headers. */
export type EnvelopeChooser = (request: {
  readonly path: string;
  readonly header: (name: string) => string | undefined;
}) => ErrorEnvelope;

/** An unknown path takes the envelope of the endpoints it resembles if at least `/v1/…` and one more segment are theirs. */
const LEAST_SHARED = 3;

/**
 * Chooses by the endpoint whose path it is, whatever the method; errors before and beside a route (no key, wrong method, server ending)
 * are in the route's form as well.
 */
export function envelopeChooser(endpoints: readonly EndpointSpec[]): EnvelopeChooser {
  return ({ path, header }) => {
    const segments = segmentsOf(path.replace(/^\/api(?=\/)/, ''));
    const endpoint = endpoints.find((candidate) => fitsPath(candidate, segments)) ?? closest(endpoints, segments);
    return envelopeOf(endpoint?.envelope ?? 'standard', header);
  };
}

function closest(endpoints: readonly EndpointSpec[], segments: readonly string[]): EndpointSpec | undefined {
  let best: EndpointSpec | undefined;
  let most = LEAST_SHARED - 1;
  for (const endpoint of endpoints) {
    const shared = sharedSegments(endpoint, segments);
    if (shared <= most) continue;
    most = shared;
    best = endpoint;
  }
  return best;
}

function envelopeOf(kind: EnvelopeKind, header: (name: string) => string | undefined): ErrorEnvelope {
  switch (kind) {
    case 'standard':
      return standardEnvelope;
    case 'openai':
      return openAiEnvelope;
    case 'anthropic':
      return anthropicEnvelope;
    case 'by_version_header':
      return header('anthropic-version') === undefined ? openAiEnvelope : anthropicEnvelope;
  }
}
