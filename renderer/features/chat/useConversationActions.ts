import { shallowRef, type ShallowRef } from 'vue';
import type { ChatConversation } from '../../../server/contract/chatMessages.ts';
import { useText } from '../../i18n/index.ts';
import { useConfirm } from '../../ui/confirm.ts';
import { useAttempt } from '../settings/useSave.ts';
import { useChat } from './store.ts';

type Change = Parameters<ReturnType<typeof useChat>['change']>[1];

/** What can be done with a conversation, from the list and from its own menu. */
export interface ConversationActions {
  /** Conversation whose folder is being chosen. */
  readonly moving: ShallowRef<ChatConversation | null>;
  /** Conversation that is being exported. */
  readonly exporting: ShallowRef<ChatConversation | null>;
  change(conversation: ChatConversation, change: Change): Promise<void>;
  move(conversation: ChatConversation): void;
  exportFile(conversation: ChatConversation): void;
  /** Asks first. */
  remove(conversation: ChatConversation): Promise<void>;
}

/** @param observe told of a conversation that changed, and of one (null) that is gone */
export function useConversationActions(
  observe: (id: string, changed: ChatConversation | null) => void,
): ConversationActions {
  const { t } = useText();
  const chat = useChat();
  const confirm = useConfirm();
  const attempt = useAttempt();
  const moving = shallowRef<ChatConversation | null>(null);
  const exporting = shallowRef<ChatConversation | null>(null);
  return {
    moving,
    exporting,
    async change({ id }, change) {
      await attempt(async () => {
        observe(id, await chat.change(id, change));
      });
    },
    move(conversation) {
      moving.value = conversation;
    },
    exportFile(conversation) {
      exporting.value = conversation;
    },
    async remove(conversation) {
      const sure = await confirm.ask({
        title: t('chat.actions.deleteTitle'),
        text: t('chat.actions.deleteText', { title: conversation.title || t('chat.untitled') }),
        confirmLabel: t('ui.delete'),
        danger: true,
      });
      if (!sure) return;
      await attempt(async () => {
        await chat.remove(conversation.id);
        observe(conversation.id, null);
      });
    },
  };
}
