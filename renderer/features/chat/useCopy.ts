import { useText } from '../../i18n/index.ts';
import { useToasts } from '../../ui/toasts.ts';

/** `(text) => …`: puts a text on the clipboard and says so. */
export function useCopy(): (text: string) => Promise<void> {
  const { t } = useText();
  const toasts = useToasts();
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      toasts.show({ title: t('ui.copied') });
    } catch {
      toasts.show({ tone: 'danger', title: t('chat.messages.copyFailed') });
    }
  };
}
