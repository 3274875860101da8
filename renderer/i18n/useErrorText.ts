import { isErrorCode } from '../../server/contract/errors.ts';
import { isApiError } from '../api/index.ts';
import { useText } from './index.ts';

const CLIENT_CODES = ['NETWORK', 'ABORTED', 'UNEXPECTED_ANSWER'] as const;
const isClientCode = (code: string): code is (typeof CLIENT_CODES)[number] =>
  (CLIENT_CODES as readonly string[]).includes(code);

/** `(error) => sentence` for people, in the language of the interface, by the error's code. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useText();
  return (error) => {
    if (!isApiError(error)) return t('errors.fallback');
    if (!isErrorCode(error.code) && !isClientCode(error.code)) return t('errors.fallback');
    return t(`errors.${error.code}`, {
      seconds: Math.ceil(error.retryAfterSeconds ?? 1),
      requestId: error.requestId ?? '–',
    });
  };
}
