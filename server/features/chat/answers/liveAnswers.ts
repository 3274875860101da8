import type { ChatEvent, ChatMessage } from '../../../contract/chatMessages.ts';

/** An answer that is being written; whoever wants to may watch. */
export interface LiveAnswer {
  readonly accountId: string;
  readonly conversationId: string;
  readonly messageId: string;
  /** Aborted to stop the writing. */
  readonly signal: AbortSignal;
  /** Who stopped it; null while nobody has. */
  readonly stoppedBy: StopReason | null;
  /** The answer as it stands. */
  snapshot(): ChatMessage;
  publish(event: ChatEvent): void;
  stop(by: StopReason): void;
  /** Settles when the answer has ended and is stored. */
  readonly ended: Promise<unknown>;
  /** All events from the beginning. */
  follow(signal: AbortSignal): AsyncIterable<ChatEvent>;
  /** The answer as it stands, then the events that follow. */
  join(signal: AbortSignal): AsyncIterable<ChatEvent>;
}

/** `person`: somebody asked for it. `server`: the server ends. */
export type StopReason = 'person' | 'server';

/** The answers that this server is writing. */
export interface LiveAnswers {
  /**
   * Begins an answer. `write` publishes its events and stores its result; it never throws.
   * @param snapshot - the answer as it stands at any time
   */
  begin(
    of: Pick<LiveAnswer, 'accountId' | 'conversationId' | 'messageId'> & { readonly snapshot: () => ChatMessage },
    write: (live: LiveAnswer) => Promise<void>,
  ): LiveAnswer;
  get(messageId: string): LiveAnswer | undefined;
  inConversation(conversationId: string): readonly LiveAnswer[];
  countOf(accountId: string): number;
  /** Stops those of an account and waits until they are stored. */
  stopOf(accountId: string): Promise<void>;
  /** Stops all, also those that begin later, and waits until they are stored. */
  stopAll(): Promise<void>;
}

export function createLiveAnswers(): LiveAnswers {
  const running = new Map<string, LiveAnswer>();
  const all = () => [...running.values()];
  let isEnding = false;
  return {
    begin({ snapshot, ...of }, write) {
      const controller = new AbortController();
      const log = createEventLog();
      const ended = Promise.withResolvers();
      let stoppedBy: StopReason | null = null;
      const live: LiveAnswer = {
        ...of,
        signal: controller.signal,
        get stoppedBy() {
          return stoppedBy;
        },
        snapshot,
        publish: (event) => log.add(event),
        stop(by) {
          stoppedBy ??= by;
          controller.abort(new Error('The answer was stopped.'));
        },
        ended: ended.promise,
        follow: (signal) => log.from(0, signal),
        join(signal) {
          // The snapshot and the place in the log are taken at the same moment, so that nothing is missed or told twice.
          const first: ChatEvent = { type: 'answer', message: snapshot() };
          return prepended(first, log.from(log.length, signal));
        },
      };
      running.set(of.messageId, live);
      if (isEnding) live.stop('server');
      void write(live).finally(() => {
        running.delete(of.messageId);
        log.close();
        ended.resolve(null);
      });
      return live;
    },
    get: (messageId) => running.get(messageId),
    inConversation: (id) => all().filter(({ conversationId }) => conversationId === id),
    countOf: (id) => all().filter(({ accountId }) => accountId === id).length,
    async stopOf(id) {
      const own = all().filter(({ accountId }) => accountId === id);
      for (const live of own) live.stop('server');
      await Promise.all(own.map(({ ended }) => ended));
    },
    async stopAll() {
      isEnding = true;
      for (const live of running.values()) live.stop('server');
      await Promise.all(all().map(({ ended }) => ended));
    },
  };
}

/** Events that are kept for readers who begin at different times and read at their own pace. */
function createEventLog() {
  const events: ChatEvent[] = [];
  let closed = false;
  let changed = Promise.withResolvers();
  const wake = () => {
    changed.resolve(null);
    changed = Promise.withResolvers();
  };
  return {
    get length() {
      return events.length;
    },
    add(event: ChatEvent) {
      events.push(event);
      wake();
    },
    close() {
      closed = true;
      wake();
    },
    async *from(start: number, signal: AbortSignal): AsyncIterable<ChatEvent> {
      const gone = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      let at = start;
      while (!signal.aborted) {
        const event = events[at];
        if (event !== undefined) {
          at += 1;
          yield event;
        } else if (closed) return;
        else await Promise.race([changed.promise, gone]);
      }
    },
  };
}

async function* prepended<T>(first: T, rest: AsyncIterable<T>): AsyncIterable<T> {
  yield first;
  yield* rest;
}
