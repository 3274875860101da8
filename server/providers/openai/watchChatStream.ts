import { isJsonObject, ProviderError, type JsonObject } from '../types.ts';
import { parseJson } from '../transport/body.ts';
import { malformed } from '../transport/failures.ts';
import type { StreamWatch } from '../transport/streamWatch.ts';

/** Ends a stream, https://platform.openai.com/docs/api-reference/chat-streaming */
const DONE = '[DONE]';

/**
 * A streamed chat completion is complete with `[DONE]`, or where the body ends after a choice has told its finish_reason, because some servers
 * send no `[DONE]`.
 */
export function watchChatStream(): StreamWatch {
  let finished = false;
  return {
    see({ event, data }) {
      if (data === DONE) return true;
      const chunk = parseJson(data);
      if (!isJsonObject(chunk)) throw malformed();
      const { error, choices } = chunk;
      if (event === 'error' || (error !== undefined && error !== null)) throw eventFailure(chunk);
      if (!finished && Array.isArray(choices)) {
        finished = choices.some((choice) => isJsonObject(choice) && typeof choice['finish_reason'] === 'string');
      }
      return false;
    },
    ended: () => (finished ? null : new ProviderError('unreachable')),
  };
}

/** Many servers put an HTTP status into `code`. */
function eventFailure(body: JsonObject): ProviderError {
  const error = body['error'];
  const code = isJsonObject(error) ? Number(error['code']) : Number.NaN;
  return new ProviderError('refused', { status: code >= 400 && code <= 599 ? code : null, body });
}
