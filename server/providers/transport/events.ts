import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { ServerSentEvent } from '../types.ts';
import { malformed } from './failures.ts';

/**
 * Server-sent events of a body (WHATWG HTML, 9.2.6), each as soon as its blank line has come. The next part of the body is asked for when all
 * events of the last one are consumed, so nothing is read ahead. Comments are dropped, as is an event that the end of the body cuts off.
 * @param mostCharacters - longest event, in UTF-16 code units
 * @throws ProviderError malformed when an event is longer
 */
export async function* readEvents(
  body: AsyncIterable<Uint8Array>,
  mostCharacters: number,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const decoder = new TextDecoder();
  let arrived: ServerSentEvent[] = [];
  const parser = createParser({
    maxBufferSize: mostCharacters,
    onEvent: ({ event, data }: EventSourceMessage) => arrived.push({ event: event ?? null, data }),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') throw malformed();
    },
  });
  for await (const bytes of body) {
    parser.feed(decoder.decode(bytes, { stream: true }));
    if (arrived.length === 0) continue;
    const events = arrived;
    arrived = [];
    yield* events;
  }
}
