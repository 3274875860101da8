import { useText } from '../../../i18n/index.ts';
import { useConfirm } from '../../../ui/confirm.ts';

/** Asks before recovery codes are left that nobody has said to have kept: they are never shown again. */
export function useLeaveCodes(): () => Promise<boolean> {
  const { t } = useText();
  const confirm = useConfirm();
  return () =>
    confirm.ask({
      title: t('secondFactor.codes.leaveTitle'),
      text: t('secondFactor.codes.leaveText'),
      confirmLabel: t('secondFactor.codes.leave'),
      danger: true,
    });
}
