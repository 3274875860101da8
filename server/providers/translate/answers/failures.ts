import type { AnyJson, JsonObject } from '../../json.ts';
import type { StreamFailure } from '../../types.ts';
import { isJsonObject } from '../../json.ts';
import { textOf } from '../common/read.ts';

/** The stream ended before the answer did. */
export const CUT_SHORT: StreamFailure = Object.freeze({
  type: 'api_error',
  code: 'provider_error',
  message: 'The model provider ended its answer too early.',
});

/** An event that is not what the protocol says. */
export const MALFORMED: StreamFailure = Object.freeze({
  type: 'api_error',
  code: 'provider_error',
  message: 'The model provider sent something that is no part of an answer.',
});

const BUSY: ReadonlySet<string> = new Set([
  'overloaded_error',
  'service_unavailable',
  'overloaded',
  'server_overloaded',
]);
const LIMITED: ReadonlySet<string> = new Set(['rate_limit_error', 'rate_limit_exceeded', 'insufficient_quota', '429']);
const INVALID: ReadonlySet<string> = new Set(['invalid_request_error', 'request_too_large', 'invalid_prompt', '400']);

/**
 * The failure that a provider's error object tells, in either protocol. What the provider has against its own key or account is
 * no fault of the client's, so it becomes an `api_error`.
 */
export function readFailure(error: AnyJson | undefined): StreamFailure {
  if (!isJsonObject(error)) return { ...MALFORMED, message: textOf(error) || 'The model provider reported an error.' };
  const message = textOf(error['message']) || 'The model provider reported an error.';
  const words = [error['type'], error['code']].map((word) => (typeof word === 'number' ? String(word) : textOf(word)));
  if (words.some((word) => LIMITED.has(word)))
    return { type: 'rate_limit_error', code: 'rate_limit_exceeded', message };
  if (words.some((word) => BUSY.has(word))) return { type: 'api_error', code: 'service_unavailable', message };
  if (words.some((word) => INVALID.has(word))) {
    return { type: 'invalid_request_error', code: 'invalid_request', message };
  }
  return { type: 'api_error', code: 'provider_error', message };
}

/** The error object of chat completions (interface 7.2). */
export function chatError(failure: StreamFailure): JsonObject {
  return { error: { message: failure.message, type: failure.type, code: failure.code, param: null } };
}

/** The error object of messages, https://docs.anthropic.com/en/api/errors, with the code of interface 7.2 in it. */
export function messagesError(failure: StreamFailure): JsonObject {
  return {
    type: 'error',
    error: { type: messagesErrorType(failure), message: failure.message, code: failure.code },
  };
}

function messagesErrorType(failure: StreamFailure): string {
  if (failure.code === 'service_unavailable') return 'overloaded_error';
  return failure.type === 'auth_error' ? 'authentication_error' : failure.type;
}

/** `error` of a failed response. */
export function responseError(failure: StreamFailure): JsonObject {
  return { code: responseErrorCode(failure), message: failure.message };
}

function responseErrorCode(failure: StreamFailure): string {
  if (failure.type === 'rate_limit_error') return 'rate_limit_exceeded';
  return failure.type === 'invalid_request_error' ? 'invalid_prompt' : 'server_error';
}
