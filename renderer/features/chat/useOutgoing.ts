import { computed, onBeforeUnmount, ref, watch } from 'vue';
import { isApiError } from '../../api/index.ts';
import { useText } from '../../i18n/index.ts';
import { useErrorText } from '../../i18n/useErrorText.ts';
import { discardAttachment } from './api.ts';
import { createAttachmentTray } from './draft/attachments.ts';
import type { ChatSession } from './session.ts';
import { useChat } from './store.ts';
import { useDraft } from './useDraft.ts';

/** The message that is being written: its text and attachments, whether it can go, and why it did not. */
export function useOutgoing(session: ChatSession) {
  const { t } = useText();
  const errorText = useErrorText();
  const chat = useChat();
  const draft = useDraft({ conversationId: () => session.id.value, anonymous: () => session.anonymous.value });
  const tray = createAttachmentTray(discardAttachment);
  const failure = ref('');
  /** When the message that was not taken may be sent again, in milliseconds since the epoch; null: at once. */
  const retryAt = ref<number | null>(null);

  /** From the moment a message is handed over until its answer has ended. */
  let sending = false;
  const draftKey = () => session.id.value ?? '';
  /** What was typed stays with its conversation while another one is looked at. */
  let key = draftKey();
  watch(
    () => session.id.value,
    (id, before) => {
      // A new conversation gets its id with its first message; what is typed meanwhile belongs to it.
      if (before === null && id !== null && sending) {
        key = draftKey();
        return;
      }
      chat.drafts.set(key, draft.text.value);
      key = draftKey();
      tray.clear();
      draft.clear();
      failure.value = '';
      draft.setText(chat.drafts.get(key) ?? '');
    },
  );
  draft.setText(chat.drafts.get(key) ?? '');
  onBeforeUnmount(() => {
    chat.drafts.set(key, draft.text.value);
    tray.clear();
  });

  const canSend = computed(() => {
    const empty = draft.text.value.trim() === '' && tray.items.value.length === 0;
    return !empty && !session.busy.value && !tray.blocked.value && session.model.value !== null;
  });

  function setText(next: string): void {
    failure.value = '';
    draft.setText(next);
  }
  async function send(): Promise<void> {
    if (!canSend.value) return;
    const message = { content: draft.text.value, attachmentIds: tray.ids.value, ...draft.decisions.value };
    draft.clear();
    const taken = tray.release();
    failure.value = '';
    sending = true;
    try {
      await session.send(message);
    } catch (error) {
      const seconds = isApiError(error) ? error.retryAfterSeconds : null;
      retryAt.value = seconds === null ? null : Date.now() + seconds * 1000;
      failure.value = isApiError(error, 'rate_limit_exceeded') ? t('chat.messages.tooMany') : errorText(error);
      tray.restore(taken);
      if (draft.text.value === '') draft.setText(message.content);
    } finally {
      sending = false;
    }
  }

  return { draft, tray, failure, retryAt, canSend, setText, send };
}
