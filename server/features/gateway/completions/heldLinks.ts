import {
  type ClientProtocol,
  isJsonObject,
  type JsonObject,
  type ServerSentEvent,
  type TranslatedStream,
} from '../../../providers/types.ts';

/** An answer that says how many values were held back in its addresses; nothing is added where none were. */
export function withHeld(body: JsonObject, held: number): JsonObject {
  return held === 0 ? body : { ...body, deckname: { held } };
}

/** Types of the events that end an answer, with the field that holds the answer; null: the event itself. */
const LAST_EVENTS = Object.freeze({
  messages: { types: ['message_stop'], field: null },
  responses: { types: ['response.completed', 'response.incomplete'], field: 'response' },
} as const);

/** Tells it at the end of a streamed answer: in its last event, for chat completions in a chunk without choices. */
export function tellingHeld(stream: TranslatedStream, protocol: ClientProtocol, held: () => number): TranslatedStream {
  let chunk: JsonObject | null = null;
  const told = (event: ServerSentEvent): ServerSentEvent[] => {
    const count = held();
    const data = objectOf(event.data);
    if (protocol === 'chat') {
      if (data !== null) chunk = data;
      if (count === 0 || event.data !== '[DONE]' || chunk === null) return [event];
      const head = Object.fromEntries(Object.entries(chunk).filter(([name]) => name !== 'usage'));
      return [{ ...event, data: JSON.stringify(withHeld({ ...head, choices: [] }, count)) }, event];
    }
    const { types, field } = LAST_EVENTS[protocol];
    const { type } = data ?? {};
    if (count === 0 || data === null || !types.some((last) => last === type)) return [event];
    const answer = field === null ? data : data[field];
    if (!isJsonObject(answer)) return [event];
    const changed = withHeld(answer, count);
    return [{ ...event, data: JSON.stringify(field === null ? changed : { ...data, [field]: changed }) }];
  };
  return {
    get failed() {
      return stream.failed;
    },
    push: (event) => stream.push(event).flatMap(told),
    end: () => stream.end().flatMap(told),
    fail: (failure) => stream.fail(failure),
  };
}

function objectOf(data: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(data);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
