import type { ChatAttachment } from '../../../server/contract/chatAttachments.ts';
import { useText } from '../../i18n/index.ts';

/** Says in one line how long an attachment is and how much of it is masked. */
export function useAttachmentFacts(): (attachment: ChatAttachment, anonymous: boolean) => string {
  const { t, n } = useText();
  return ({ words: count, maskedValues }, anonymous) => {
    const words = t('chat.attachments.facts.words', { count: n(count) }, count);
    if (!anonymous) return words;
    return t('chat.attachments.ready', { words, count: n(maskedValues) }, maskedValues);
  };
}
