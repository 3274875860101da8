import { useText } from '../../i18n/index.ts';
import { useToasts } from '../../ui/toasts.ts';
import type { Review } from './context.ts';

/** `() => …` that copies the anonymized text as the server has it, once every step is saved. */
export function useCopy(review: Review): () => Promise<void> {
  const { t } = useText();
  const toasts = useToasts();
  return async () => {
    await review.settled();
    try {
      await navigator.clipboard.writeText(review.session.confirmed().anonymized);
      toasts.show({ tone: 'success', title: t('review.copied') });
    } catch {
      toasts.show({ tone: 'danger', title: t('review.copyFailed') });
    }
  };
}
