import { ref, type Ref } from 'vue';
import { useText, type MessageKey } from '../../../i18n/index.ts';
import { useErrorText } from '../../../i18n/useErrorText.ts';
import { useToasts } from '../../../ui/toasts.ts';

/** Changes made from a panel: one at a time, with a message when one fails. */
export function useWork(): {
  readonly busy: Ref<boolean>;
  /** Runs `work`; false when it failed or another change is under way. */
  readonly run: (work: () => Promise<unknown>, failed: MessageKey) => Promise<boolean>;
} {
  const { t } = useText();
  const errorText = useErrorText();
  const toasts = useToasts();
  const busy = ref(false);
  return {
    busy,
    async run(work, failed) {
      if (busy.value) return false;
      busy.value = true;
      try {
        await work();
        return true;
      } catch (error) {
        toasts.show({ tone: 'danger', title: t(failed), text: errorText(error) });
        return false;
      } finally {
        busy.value = false;
      }
    },
  };
}
