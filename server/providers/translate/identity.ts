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
      if (event.event === 'error' || CHAT_ERROR.test(event.data)) return 'error';
      if (event.data.trim() === '[DONE]') return 'end';
      finished ||= FINISHED.test(event.data);
      return null;
    },
    // Some servers leave the end mark out, which clients wait for.
    () => (finished ? [{ event: null, data: '[DONE]' }] : null),
    (failure) => ({ event: null, data: JSON.stringify(chatError(failure)) }),
  );
}

function passMessages(): TranslatedStream {
  return passing(
    ({ event, data }) => {
      if (event === 'error' || (event === null && MESSAGE_ERROR.test(data))) return 'error';
      return event === 'message_stop' || (event === null && MESSAGE_STOP.test(data)) ? 'end' : null;
    },
    () => null,
    (failure) => ({ event: 'error', data: JSON.stringify(messagesError(failure)) }),
  );
}

function passing(
  /** What the event is to the answer, where it is the last one. */
  lastOf: (event: ServerSentEvent) => 'end' | 'error' | null,
  missingEnd: () => readonly ServerSentEvent[] | null,
  errorEvent: (failure: StreamFailure) => ServerSentEvent,
): TranslatedStream {
  let over = false;
  let failed = false;
  const fail = (failure: StreamFailure): readonly ServerSentEvent[] => {
    if (over) return [];
    over = true;
    failed = true;
    return [errorEvent(failure)];
  };
  return {
    get failed() {
      return failed;
    },
    push(event) {
      if (over) return [];
      const last = lastOf(event);
      over = last !== null;
      failed = last === 'error';
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
