import { ApiError, isApiError } from '../../api/index.ts';
import { useErrorText } from '../../i18n/useErrorText.ts';
import { useText } from '../../i18n/index.ts';

/** Reasons for which a document cannot be worked on and that have a sentence saying what to do about it. */
export const PROBLEMS = Object.freeze([
  // Found on this side, before anything is sent.
  'EMPTY_FILE',
  'OLD_WORD_FORMAT',
  'SOURCE_GONE',
  // Codes of the contract and of the client.
  'NETWORK',
  'TEXT_REQUIRED',
  'TEXT_TOO_LARGE',
  'UNSUPPORTED_LANGUAGE',
  'INVALID_CATEGORY',
  'FILE_MISSING',
  'FILE_TOO_LARGE',
  'UNSUPPORTED_TYPE',
  'CONTENT_MISMATCH',
  'ZIP_RATIO_SUSPICIOUS',
  'UNREADABLE_FILE',
  'PASSWORD_PROTECTED',
  'JOB_NOT_FOUND',
  'JOB_CANCELLED',
  'JOB_CRASHED',
  'INTERNAL',
  'SHUTTING_DOWN',
  'BODY_TOO_LARGE',
  'rate_limit_exceeded',
] as const);
export type Problem = (typeof PROBLEMS)[number];

const isProblem = (code: string): code is Problem => (PROBLEMS as readonly string[]).includes(code);

/** The code of whatever was thrown. */
export const codeOf = (error: unknown): string => (isApiError(error) ? error.code : 'INTERNAL');

/** `(code) => sentence` that says what is wrong with a document and what helps. */
export function useProblemText(): (code: string | null) => string {
  const { t } = useText();
  const errorText = useErrorText();
  return (code) => {
    if (code !== null && isProblem(code)) return t(`jobs.problems.${code}`);
    return errorText(new ApiError({ status: 0, code: code ?? 'INTERNAL' }));
  };
}
