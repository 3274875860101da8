import { computed, shallowReactive, shallowRef, type ComputedRef, type ShallowRef } from 'vue';
import type { ChatConversation, ChatEvent, ChatMessage } from '../../../../server/contract/chatMessages.ts';
import { isApiError } from '../../../api/errors.ts';
import { branchTo, newestLeaf, siblingsOf } from './tree.ts';

/** A message as the person sends it. */
export interface Outgoing {
  /** The answer it follows; null begins the conversation. */
  readonly parentId: string | null;
  readonly content: string;
  readonly attachmentIds: readonly string[];
  readonly shown: readonly string[];
  readonly hidden: readonly { readonly text: string; readonly category: string }[];
  readonly model: string;
  readonly anonymous: boolean;
}

/** The routes of one conversation. Streams throw ApiError NETWORK when the connection breaks. */
export interface ThreadRoutes {
  readonly load: (id: string) => Promise<{ conversation: ChatConversation; messages: readonly ChatMessage[] }>;
  readonly send: (id: string, message: Outgoing, signal: AbortSignal) => AsyncIterable<ChatEvent>;
  readonly regenerate: (
    id: string,
    messageId: string,
    how: { readonly model: string; readonly anonymous: boolean },
    signal: AbortSignal,
  ) => AsyncIterable<ChatEvent>;
  readonly follow: (id: string, messageId: string, signal: AbortSignal) => AsyncIterable<ChatEvent>;
  readonly stop: (id: string, messageId: string) => Promise<ChatMessage>;
  readonly choose: (id: string, activeMessageId: string) => Promise<ChatConversation>;
}

export interface ThreadOptions {
  readonly routes: ThreadRoutes;
  /** Waits before a broken stream is followed again; `attempt` counts from 0. */
  readonly pause: (attempt: number) => Promise<void>;
  /** The present, in milliseconds since the epoch. */
  readonly now: () => number;
  /** The conversation has changed: its title, its time, whether it is answering. */
  readonly onConversation: (conversation: ChatConversation) => void;
}

/** One open conversation: its messages, the branch that is shown, and the answer that is being written. */
export interface Thread {
  readonly conversation: ShallowRef<ChatConversation | null>;
  readonly branch: ComputedRef<readonly ChatMessage[]>;
  /** sending: nothing has come yet; writing: the answer grows; null: nothing is going on. */
  readonly activity: ShallowRef<'sending' | 'writing' | null>;
  /** True while a broken connection is being restored. */
  readonly reconnecting: ShallowRef<boolean>;
  /** From when on, in milliseconds since the epoch, an answer may be asked for again that was refused for now; null: at once. */
  retryAt(message: ChatMessage): number | null;
  siblings(message: ChatMessage): readonly ChatMessage[];
  open(id: string): Promise<void>;
  /** Starts with an empty conversation that was just made. */
  adopt(conversation: ChatConversation): void;
  /** Takes over what was changed about the open conversation. */
  update(conversation: ChatConversation): void;
  /** Resolves when the answer has ended, also when it failed. Rejects with ApiError when the message was not taken. */
  send(message: Outgoing): Promise<void>;
  regenerate(messageId: string, how: { readonly model: string; readonly anonymous: boolean }): Promise<void>;
  stop(): Promise<void>;
  /** Shows the branch that goes on from a message. */
  choose(messageId: string): Promise<void>;
  /** Stops listening; the answer is written all the same. */
  close(): void;
}

/** Broken streams are followed again this often before the thread gives up. */
const MOST_ATTEMPTS = 8;

export function createThread({ routes, pause, now, onConversation }: ThreadOptions): Thread {
  const conversation = shallowRef<ChatConversation | null>(null);
  const messages = shallowReactive(new Map<string, ChatMessage>());
  const leaf = shallowRef<string | null>(null);
  const activity = shallowRef<'sending' | 'writing' | null>(null);
  const reconnecting = shallowRef(false);
  const waits = shallowReactive(new Map<string, number>());
  let listening: AbortController | null = null;
  let answerId: string | null = null;
  /** Stop was asked for before the answer had an id. */
  let stopWanted = false;

  /** The answer that is being written: hundreds of changes a minute, of which the other messages need not know. */
  const growing = shallowRef<ChatMessage | null>(null);

  const stored = computed(() => branchTo(messages, leaf.value));
  const siblings = computed(() => siblingsOf(messages));
  const branch = computed(() => {
    const { value: answer } = growing;
    return answer === null
      ? stored.value
      : stored.value.map((message) => (message.id === answer.id ? answer : message));
  });

  function setConversation(next: ChatConversation): void {
    conversation.value = next;
    onConversation(next);
  }
  function close(): void {
    listening?.abort();
    listening = null;
    answerId = null;
    stopWanted = false;
    activity.value = null;
    reconnecting.value = false;
    messages.clear();
    waits.clear();
    growing.value = null;
    leaf.value = null;
    conversation.value = null;
  }
  function adopt(next: ChatConversation): void {
    close();
    setConversation(next);
  }
  async function open(id: string): Promise<void> {
    close();
    const controller = new AbortController();
    listening = controller;
    const loaded = await routes.load(id);
    if (controller.signal.aborted) return;
    listening = null;
    for (const message of loaded.messages) messages.set(message.id, message);
    leaf.value = loaded.conversation.activeMessageId ?? loaded.messages.at(-1)?.id ?? null;
    setConversation(loaded.conversation);
    const running = branch.value.find(({ state }) => state === 'streaming');
    if (running) void listen((signal) => routes.follow(id, running.id, signal), running.id);
  }

  function take(event: ChatEvent): void {
    switch (event.type) {
      case 'message':
      case 'masked':
        messages.set(event.message.id, event.message);
        if (event.type === 'message') leaf.value = event.message.id;
        break;
      case 'answer':
        messages.set(event.message.id, event.message);
        growing.value = null;
        leaf.value = event.message.id;
        answerId = event.message.id;
        activity.value = 'writing';
        if (stopWanted) void stop();
        break;
      case 'delta': {
        const message = growing.value?.id === event.messageId ? growing.value : messages.get(event.messageId);
        if (message) growing.value = grown(message, event);
        break;
      }
      case 'done':
      case 'error':
        if (event.type === 'error') wait(event.message.id, event.retryAfterSeconds);
        messages.set(event.message.id, event.message);
        growing.value = null;
        setConversation(event.conversation);
        break;
    }
  }

  function wait(messageId: string, seconds: number | null): void {
    if (seconds !== null && seconds > 0) waits.set(messageId, now() + seconds * 1000);
  }

  /** Takes events until the answer has ended; follows it again when the connection breaks. */
  async function listen(start: (signal: AbortSignal) => AsyncIterable<ChatEvent>, known: string | null): Promise<void> {
    listening?.abort();
    const controller = new AbortController();
    listening = controller;
    answerId = known;
    stopWanted = false;
    activity.value = known === null ? 'sending' : 'writing';
    const id = conversation.value!.id;
    const left = (): boolean => controller.signal.aborted;
    let stream = start(controller.signal);
    try {
      for (let attempt = 0; ; attempt += 1) {
        try {
          for await (const event of stream) {
            if (left()) return;
            reconnecting.value = false;
            take(event);
            if (event.type === 'done' || event.type === 'error') return;
          }
          if (left()) return;
          // An answer always ends with done or error: the connection was cut.
          if (answerId === null) return;
        } catch (error) {
          if (left()) return;
          if (!isApiError(error, 'NETWORK') || answerId === null || attempt >= MOST_ATTEMPTS) throw error;
        }
        if (attempt >= MOST_ATTEMPTS) return;
        reconnecting.value = true;
        await pause(attempt);
        if (left()) return;
        const following = answerId;
        stream = routes.follow(id, following, controller.signal);
      }
    } finally {
      if (listening === controller) {
        listening = null;
        answerId = null;
        activity.value = null;
        reconnecting.value = false;
      }
    }
  }

  async function stop(): Promise<void> {
    const { value } = conversation;
    if (value === null || activity.value === null) return;
    if (answerId === null) {
      stopWanted = true;
      return;
    }
    await routes.stop(value.id, answerId);
  }

  return {
    conversation,
    branch,
    activity,
    reconnecting,
    retryAt: ({ id }) => waits.get(id) ?? null,
    siblings: ({ parentId }) => siblings.value.get(parentId) ?? [],
    open,
    adopt,
    close,
    stop,
    update(next) {
      if (next.id === conversation.value?.id) setConversation(next);
    },
    send(message) {
      const id = conversation.value!.id;
      return listen((signal) => routes.send(id, message, signal), null);
    },
    async regenerate(messageId, how) {
      const id = conversation.value!.id;
      const before = leaf.value;
      leaf.value = messageId;
      try {
        await listen((signal) => routes.regenerate(id, messageId, how, signal), null);
      } catch (error) {
        // Refused before an answer began: the one before it is the newest still.
        if (leaf.value === messageId && before !== null) {
          leaf.value = before;
          if (isApiError(error)) wait(before, error.retryAfterSeconds);
        }
        throw error;
      }
    },
    async choose(messageId) {
      const id = conversation.value!.id;
      leaf.value = newestLeaf(messages, messageId);
      setConversation(await routes.choose(id, leaf.value));
    },
  };
}

function grown(message: ChatMessage, delta: Extract<ChatEvent, { type: 'delta' }>): ChatMessage {
  const before = delta.channel === 'content' ? message : (message.reasoning ?? { content: '', sent: '', marks: [] });
  const after = {
    content: before.content + delta.text,
    sent: (before.sent ?? '') + delta.sent,
    marks: delta.marks.length === 0 ? before.marks : [...before.marks, ...delta.marks],
  };
  return delta.channel === 'content' ? { ...message, ...after } : { ...message, reasoning: after };
}
