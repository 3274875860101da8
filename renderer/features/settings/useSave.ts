import type { AccountSettings } from '../../../server/contract/accounts.ts';
import { useErrorText } from '../../i18n/useErrorText.ts';
import { useSession } from '../../stores/session.ts';
import { useToasts } from '../../ui/toasts.ts';

/** Runs something that may fail and shows why it did; true when it succeeded. */
export function useAttempt(): (work: () => Promise<unknown>) => Promise<boolean> {
  const errorText = useErrorText();
  const toasts = useToasts();
  return async (work) => {
    try {
      await work();
      return true;
    } catch (error) {
      toasts.show({ tone: 'danger', title: errorText(error) });
      return false;
    }
  };
}

/** Saves settings of the account at once; a failure takes the change back and says so. */
export function useSaveSettings(): (change: Partial<AccountSettings>) => Promise<boolean> {
  const session = useSession();
  const attempt = useAttempt();
  return (change) => attempt(() => session.updateSettings(change));
}
