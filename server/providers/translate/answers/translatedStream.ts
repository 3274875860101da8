import type { ServerSentEvent, StreamFailure, TranslatedStream } from '../../types.ts';
import { AnswerFailed, type AnswerEvent, type AnswerReader, type AnswerWriter } from './answer.ts';

/** Joins a reader of the provider's protocol and a writer of the client's. */
export function translatedStream(reader: AnswerReader, writer: AnswerWriter): TranslatedStream {
  let over = false;
  let failed = false;

  function write(read: () => readonly AnswerEvent[]): readonly ServerSentEvent[] {
    if (over) return [];
    try {
      const events = read();
      if (events.at(-1)?.type === 'end') over = true;
      return events.flatMap((event) => writer.write(event));
    } catch (error) {
      if (error instanceof AnswerFailed) return fail(error.failure);
      throw error;
    }
  }

  function fail(failure: StreamFailure): readonly ServerSentEvent[] {
    if (over) return [];
    over = true;
    failed = true;
    return writer.fail(failure);
  }

  return {
    get failed() {
      return failed;
    },
    push: (event) => write(() => reader.read(event)),
    end: () => write(() => reader.end()),
    fail,
  };
}
