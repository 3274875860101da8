import { useText } from '../i18n/index.ts';
import { useToasts } from './toasts.ts';

/** `(text) => …`: puts a text on the clipboard and says so; false when the browser did not let it. */
export function useCopy(): (text: string) => Promise<boolean> {
  const { t } = useText();
  const toasts = useToasts();
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      toasts.show({ tone: 'danger', title: t('ui.copyFailed') });
      return false;
    }
    toasts.show({ tone: 'success', title: t('ui.copied') });
    return true;
  };
}
