import { gatewayCode, gatewayErrorType } from '../../../contract/gatewayErrors.ts';
import { AppError } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject, ProviderError, type StreamFailure } from '../../../providers/types.ts';
import type { MaskedConversation } from '../anonymizing/types.ts';

/** Statuses that blame the request: another provider would answer the same. */
const REQUEST_FAULTS: ReadonlySet<number> = new Set([400, 413, 422]);
/** Statuses that blame the provider, its key or its load. */
const BUSY_STATUSES: ReadonlySet<number> = new Set([401, 403, 408, 429]);

/** Interface 7.2: a 429 always says how long to wait; so long where the provider did not. */
const USUAL_WAIT_SECONDS = 5;

/** Whether another provider may do better. */
export function isWorthAnother({ failure, status }: ProviderError): boolean {
  return failure !== 'refused' || status === null || !REQUEST_FAULTS.has(status);
}

/** Whether the provider is better left alone for a while. */
export function isTrouble({ failure, status }: ProviderError): boolean {
  return failure !== 'refused' || status === null || status >= 500 || BUSY_STATUSES.has(status);
}

/** A provider's failure in which what it said of an anonymous request has the originals again; any other error as it is. */
export function inClear(error: unknown, conversation: Pick<MaskedConversation, 'restoreFailure'> | null): unknown {
  if (!(error instanceof ProviderError) || conversation === null) return error;
  const { failure, status, retryAfterSeconds } = error;
  return new ProviderError(failure, {
    ...{ status, retryAfterSeconds, cause: error },
    body: conversation.restoreFailure(error.body),
  });
}

/**
 * What the caller is told of a provider's failure. What the provider itself said goes to the caller alone. A refused key is never passed on as
 * 401: the caller's own key is right.
 */
export function toAppError(error: ProviderError): AppError {
  const { failure, status, retryAfterSeconds } = error;
  const said = { callerMessage: messageIn(error.body), cause: error };
  const wait = retryAfterSeconds === null ? {} : { details: { retryAfterSeconds: Math.ceil(retryAfterSeconds) } };
  if (failure === 'malformed')
    return new AppError('provider_error', 'The model provider answered something else than its protocol says.', said);
  if (failure === 'untrusted') {
    const message = 'The certificate of the model provider’s server is not trusted, so nothing was sent.';
    return new AppError('service_unavailable', message, said);
  }
  if (failure !== 'refused' || status === null || status >= 500 || status === 408) {
    return new AppError(
      'service_unavailable',
      'The model provider cannot be reached or is overloaded; try again later.',
      { ...said, ...wait },
    );
  }
  if (status === 429) {
    return new AppError('rate_limit_exceeded', 'The model provider takes no more requests at the moment.', {
      ...said,
      details: { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds ?? USUAL_WAIT_SECONDS)) },
    });
  }
  if (status === 401 || status === 403) {
    return new AppError('provider_error', 'The model provider refused the key that is configured for it.', {
      cause: error,
    });
  }
  if (status === 404) {
    return new AppError('model_not_found', 'The model provider does not know this model.', {
      ...said,
      fields: { param: 'model' },
    });
  }
  const param = errorOf(error.body)['param'];
  return new AppError('invalid_request', 'The model provider refused the request.', {
    ...said,
    ...(status === 413 && { status }),
    ...(typeof param === 'string' && { fields: { param } }),
  });
}

/** A failure in the middle of a stream, as its error event tells it. */
export function toStreamFailure(error: AppError): StreamFailure {
  const code = gatewayCode(error.code);
  const type = gatewayErrorType(code, error.status, 'openai');
  const known = type === 'rate_limit_error' || type === 'auth_error' || type === 'invalid_request_error';
  return { type: known ? type : 'api_error', code, message: error.callerMessage ?? error.message };
}

/** Both protocols put the sentence into `error.message`; some servers into `message` or `detail`. */
function messageIn(body: unknown): string | undefined {
  const { message } = errorOf(body);
  if (typeof message === 'string') return message;
  if (!isJsonObject(body)) return undefined;
  return [body['message'], body['detail'], body['error']].find((said) => typeof said === 'string');
}

function errorOf(body: unknown): JsonObject {
  const error = isJsonObject(body) ? body['error'] : undefined;
  return isJsonObject(error) ? error : {};
}
