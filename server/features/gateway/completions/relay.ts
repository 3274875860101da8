import type { ServerSentEvent, StreamFailure, StreamTransform, TranslatedStream } from '../../../providers/types.ts';

export type StreamOutcome = 'completed' | 'failed' | 'aborted';

export interface RelayOptions {
  /** The provider's events. */
  readonly source: AsyncIterable<ServerSentEvent>;
  /** Sees every event of the provider before anything is done to it. */
  readonly saw: (event: ServerSentEvent) => void;
  /** Puts the originals back; null for a plain request. */
  readonly restored: StreamTransform | null;
  readonly translated: TranslatedStream;
  /** When what was sent survives a power cut; the first event does not wait for it, every other one and the end do. */
  readonly onDisk: Promise<void>;
  /** The first event waits as well: the client gets placeholders, which somebody has to be able to read. */
  readonly keepsPlaceholders: boolean;
  readonly signal: AbortSignal;
  /** The error event's content for what went wrong. */
  readonly failureOf: (error: unknown) => StreamFailure;
  /** Called once, at the end; an answer that ended in an error event has failed, whoever gave it. */
  readonly onEnd: (outcome: StreamOutcome) => Promise<void>;
}

/** The events for the client, one by one as the provider sends them. */
export async function* relay(options: RelayOptions): AsyncGenerator<ServerSentEvent> {
  const { source, saw, restored, translated, onDisk, keepsPlaceholders, signal, failureOf, onEnd } = options;
  // Whoever leaves the loop early has gone away.
  let outcome: StreamOutcome = 'aborted';
  let isFirst = true;
  try {
    for await (const event of source) {
      saw(event);
      if (!isFirst || keepsPlaceholders) await onDisk;
      isFirst = false;
      if (restored === null) yield* translated.push(event);
      else for (const clear of restored.push(event)) yield* translated.push(clear);
    }
    await onDisk;
    for (const clear of restored?.end() ?? []) yield* translated.push(clear);
    yield* translated.end();
    outcome = 'completed';
  } catch (error) {
    if (signal.aborted) return;
    outcome = 'failed';
    yield* translated.fail(failureOf(error));
  } finally {
    await onEnd(translated.failed ? 'failed' : outcome);
  }
}
