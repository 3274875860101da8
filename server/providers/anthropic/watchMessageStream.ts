import { isJsonObject, ProviderError, type JsonObject } from '../types.ts';
import { parseJson } from '../transport/body.ts';
import { malformed } from '../transport/failures.ts';
import type { StreamWatch } from '../transport/streamWatch.ts';

/** Statuses that the error types stand for, https://docs.anthropic.com/en/api/errors */
const STATUSES: ReadonlyMap<unknown, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
  ['api_error', 500],
  ['timeout_error', 504],
  ['overloaded_error', 529],
]);

/** A streamed message is complete with message_stop, https://docs.anthropic.com/en/docs/build-with-claude/streaming */
export function watchMessageStream(): StreamWatch {
  return {
    see({ data }) {
      const event = parseJson(data);
      if (!isJsonObject(event) || typeof event['type'] !== 'string') throw malformed();
      if (event['type'] === 'error') throw eventFailure(event);
      return event['type'] === 'message_stop';
    },
    ended: () => new ProviderError('unreachable'),
  };
}

function eventFailure(body: JsonObject): ProviderError {
  const error = body['error'];
  const status = isJsonObject(error) ? STATUSES.get(error['type']) : undefined;
  return new ProviderError('refused', { status: status ?? null, body });
}
