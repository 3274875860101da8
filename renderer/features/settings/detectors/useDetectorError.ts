import { DETECTOR_FAILURES, type DetectorFailure } from '../../../../server/contract/detectors.ts';
import { isApiError } from '../../../api/index.ts';
import { useText } from '../../../i18n/index.ts';
import { useErrorText } from '../../../i18n/useErrorText.ts';

const isFailure = (value: unknown): value is DetectorFailure =>
  (DETECTOR_FAILURES as readonly unknown[]).includes(value);

/** `(error) => sentence`: why a model cannot do its work, or why the call failed. */
export function useDetectorError(): (error: unknown) => string {
  const { t } = useText();
  const errorText = useErrorText();
  return (error) => {
    const reason = isApiError(error, 'DETECTOR_UNAVAILABLE') ? error.details['reason'] : undefined;
    return isFailure(reason) ? t(`detectors.reasons.${reason}`) : errorText(error);
  };
}
