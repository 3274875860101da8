/**
 * Every error code of the product with its HTTP status. One table serves the server, the OpenAPI document and the
 * renderer's client, so a code cannot be sent without being documented.
 */
export const ERROR_STATUS = Object.freeze({
  // General
  INVALID_BODY: 400,
  INVALID_QUERY: 400,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  FORBIDDEN: 403,
  INTERNAL: 500,
  SHUTTING_DOWN: 503,
  // Authentication. Every 401 is sent as invalid_api_key; the other codes of that status become details.reason.
  invalid_api_key: 401,
  CSRF_REQUIRED: 403,
  INVALID_CREDENTIALS: 401,
  LOGIN_SLOWED_DOWN: 429,
  APP_LOCKED: 423,
  WRONG_PASSPHRASE: 401,
  INVALID_SETUP_TOKEN: 401,
  ALREADY_SET_UP: 409,
  rate_limit_exceeded: 429,
  // Accounts
  EMAIL_TAKEN: 409,
  USER_NOT_FOUND: 404,
  GROUP_NOT_FOUND: 404,
  KEY_NOT_FOUND: 404,
  KEY_REVOKED: 409,
  LAST_OWNER: 409,
  NAME_TAKEN: 409,
  // Anonymization
  TEXT_REQUIRED: 400,
  TEXT_TOO_LARGE: 413,
  UNSUPPORTED_LANGUAGE: 400,
  INVALID_CATEGORY: 400,
  INVALID_PATTERN: 400,
  INVALID_FORMAT: 400,
  INVALID_URL: 400,
  FETCH_FAILED: 502,
  FILE_MISSING: 400,
  FILE_TOO_LARGE: 413,
  UNSUPPORTED_TYPE: 415,
  CONTENT_MISMATCH: 415,
  ZIP_RATIO_SUSPICIOUS: 415,
  UNREADABLE_FILE: 422,
  PASSWORD_PROTECTED: 422,
  JOB_NOT_FOUND: 404,
  JOB_NOT_COMPLETED: 409,
  JOB_CANCELLED: 409,
  JOB_CRASHED: 500,
  REVISION_CONFLICT: 409,
  ENTITY_NOT_FOUND: 404,
  INVALID_SPAN: 400,
  TERM_NOT_FOUND: 404,
  // Detection
  DETECTOR_UNAVAILABLE: 503,
} as const) satisfies Readonly<Record<string, number>>;

/** A code of {@link ERROR_STATUS}. */
export type ErrorCode = keyof typeof ERROR_STATUS;

/** True when `value` is a known error code. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERROR_STATUS, value);
}
