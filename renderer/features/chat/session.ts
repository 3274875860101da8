import { computed, ref, type ComputedRef } from 'vue';
import { useRouter } from 'vue-router';
import { getConversation } from '../../../server/contract/chat.ts';
import type { ChatMessage } from '../../../server/contract/chatMessages.ts';
import { call } from '../../api/index.ts';
import { useText } from '../../i18n/index.ts';
import { useConfirm } from '../../ui/confirm.ts';
import { useAttempt } from '../settings/useSave.ts';
import { threadRoutes } from './api.ts';
import type { Decisions } from './draft/drafts.ts';
import { createThread, type Thread } from './model/thread.ts';
import { useChat } from './store.ts';

/** What a person sends, as the screens know it. */
export interface Sending extends Decisions {
  readonly content: string;
  readonly attachmentIds: readonly string[];
}

/** The open conversation, or the new one that begins with its first message, and how it is sent. */
export interface ChatSession {
  readonly thread: Thread;
  /** null: a new conversation. */
  readonly id: ComputedRef<string | null>;
  /** null: none is chosen, or there is none. */
  readonly model: ComputedRef<string | null>;
  readonly anonymous: ComputedRef<boolean>;
  readonly busy: ComputedRef<boolean>;
  open(id: string | null): Promise<void>;
  setModel(id: string): Promise<void>;
  /** Asks before anonymization is switched off. */
  setAnonymous(on: boolean): Promise<void>;
  /** Rejects with ApiError when the message was not taken. */
  send(message: Sending): Promise<void>;
  /** The same in place of an earlier message: a new branch. */
  sendInPlaceOf(message: ChatMessage, edited: Sending): Promise<void>;
  regenerate(answer: ChatMessage): Promise<void>;
  stop(): Promise<void>;
  choose(messageId: string): Promise<void>;
}

const RECONNECT_MS = [500, 1_000, 2_000, 4_000, 8_000] as const;

/** Keeps the conversation that the address names. */
export function useChatSession(): ChatSession {
  const chat = useChat();
  const router = useRouter();
  const confirm = useConfirm();
  const attempt = useAttempt();
  const { t } = useText();
  const newAnonymous = ref(true);

  const thread = createThread({
    routes: threadRoutes,
    pause: (number) => new Promise((resolve) => setTimeout(resolve, RECONNECT_MS[number] ?? RECONNECT_MS.at(-1))),
    now: () => Date.now(),
    onConversation: chat.upsert,
  });
  const { conversation } = thread;
  const id = computed(() => conversation.value?.id ?? null);
  const anonymous = computed(() => conversation.value?.anonymous ?? newAnonymous.value);
  const model = computed(() => {
    const chosen = conversation.value?.model ?? null;
    if (chosen !== null) return chosen;
    const known = chat.models ?? [];
    return known.find((other) => other.id === chat.lastModel)?.id ?? known[0]?.id ?? null;
  });
  const busy = computed(() => thread.activity.value !== null);

  async function change(body: { model?: string; anonymous?: boolean }): Promise<void> {
    if (id.value === null) return;
    const changing = id.value;
    await attempt(async () => {
      thread.update(await chat.change(changing, body));
    });
  }
  async function setAnonymous(on: boolean): Promise<void> {
    if (!on) {
      const sure = await confirm.ask({
        title: t('chat.anonymous.confirmTitle'),
        text: t(id.value === null ? 'chat.anonymous.confirmTextNew' : 'chat.anonymous.confirmText'),
        confirmLabel: t('chat.anonymous.confirm'),
        danger: true,
      });
      if (!sure) return;
    }
    if (id.value === null) newAnonymous.value = on;
    else await change({ anonymous: on });
  }
  async function ensure(): Promise<string> {
    if (id.value !== null) return id.value;
    const folder = router.currentRoute.value.query['folder'];
    const made = await chat.create({
      anonymous: newAnonymous.value,
      model: model.value,
      folderId: typeof folder === 'string' ? folder : null,
    });
    thread.adopt(made);
    await router.replace({ name: 'chat', params: { id: made.id } });
    return made.id;
  }
  /** The server names a conversation after its first message; the list shows that before the answer has ended. */
  async function learnTitle(conversationId: string): Promise<void> {
    try {
      const { conversation: named } = await call(getConversation, { params: { id: conversationId } });
      if (chat.conversations.get(conversationId)?.title === '' || thread.branch.value.length <= 2) thread.update(named);
    } catch {
      // The end of the answer brings the title, too.
    }
  }
  async function post(parentId: string | null, { content, attachmentIds, shown, hidden }: Sending): Promise<void> {
    const isNew = id.value === null;
    const conversationId = await ensure();
    const sending = thread.send({
      parentId,
      content,
      attachmentIds,
      shown,
      hidden,
      model: model.value ?? '',
      anonymous: anonymous.value,
    });
    if (isNew) setTimeout(() => void learnTitle(conversationId), 800);
    await sending;
  }

  return {
    thread,
    id,
    model,
    anonymous,
    busy,
    async open(next) {
      if (next !== null && next === id.value) return;
      newAnonymous.value = true;
      if (next === null) thread.close();
      else await thread.open(next);
    },
    async setModel(chosen) {
      chat.lastModel = chosen;
      await change({ model: chosen });
    },
    setAnonymous,
    send: (message) => post(thread.branch.value.at(-1)?.id ?? null, message),
    sendInPlaceOf: (message, edited) => post(message.parentId, edited),
    async regenerate(answer) {
      if (answer.parentId === null || model.value === null) return;
      await thread.regenerate(answer.parentId, { model: model.value, anonymous: anonymous.value });
    },
    stop: () => thread.stop(),
    choose: async (messageId) => {
      await attempt(() => thread.choose(messageId));
    },
  };
}
