import type { ProviderProtocol, ServerSentEvent, StreamFailure, TranslatedStream, Translation } from '../types.ts';
import { chatError, CUT_SHORT, messagesError } from './answers/failures.ts';

/**
 * Bodies and events of one protocol on both sides: everything passes as it is. Events are not parsed; only the end of an answer
 * is watched for, because an answer that was cut must not look whole.
 */
export function identity(protocol: ProviderProtocol): Translation {
  return {
    request: (body) => body,
    answer: (body) => body,
    stream: () => (protocol === 'chat' ? passChat() : passMessages()),
  };
}

/** A key of the event's JSON; inside of strings its quotation marks would be escaped. */
const FINISHED = /"finish_reason"\s*:\s*"/;
const CHAT_ERROR = /^\s*\{\s*"error"\s*:\s*[^n\s]/;
const MESSAGE_STOP = /"type"\s*:\s*"message_stop"/;
const MESSAGE_ERROR = /"type"\s*:\s*"error"/;

function passChat(): TranslatedStream {
  let finished = false;
  return passing(
    (event) => {
      if (event.data.trim() === '[DONE]' || event.event === 'error' || CHAT_ERROR.test(event.data)) return true;
      finished ||= FINISHED.test(event.data);
      return false;
    },
    // Some servers leave the end mark out, which clients wait for.
    () => (finished ? [{ event: null, data: '[DONE]' }] : null),
    (failure) => ({ event: null, data: JSON.stringify(chatError(failure)) }),
  );
}

function passMessages(): TranslatedStream {
  return passing(
    (event) =>
      event.event === 'message_stop' ||
      event.event === 'error' ||
      (event.event === null && (MESSAGE_STOP.test(event.data) || MESSAGE_ERROR.test(event.data))),
    () => null,
    (failure) => ({ event: 'error', data: JSON.stringify(messagesError(failure)) }),
  );
}

function passing(
  isLast: (event: ServerSentEvent) => boolean,
  missingEnd: () => readonly ServerSentEvent[] | null,
  errorEvent: (failure: StreamFailure) => ServerSentEvent,
): TranslatedStream {
  let over = false;
  const fail = (failure: StreamFailure): readonly ServerSentEvent[] => {
    if (over) return [];
    over = true;
    return [errorEvent(failure)];
  };
  return {
    push(event) {
      if (over) return [];
      over = isLast(event);
      return [event];
    },
    end() {
      if (over) return [];
      const end = missingEnd();
      if (end === null) return fail(CUT_SHORT);
      over = true;
      return end;
    },
    fail,
  };
}
