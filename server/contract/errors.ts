/**
 * Every error code of the product with its HTTP status. One table serves the server, the OpenAPI document and the
 * renderer's client, so a code cannot be sent without being documented.
 */
export const ERROR_STATUS = Object.freeze({
  // General
  INVALID_BODY: 400,
  INVALID_QUERY: 400,
  /** What came is no HTTP request. */
  MALFORMED_REQUEST: 400,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  /** The Host is none under which this server is known (RFC 9110, 15.5.20). */
  MISDIRECTED: 421,
  /** The content is not the one that If-Match names. */
  PRECONDITION_FAILED: 412,
  BODY_TOO_LARGE: 413,
  RANGE_NOT_SATISFIABLE: 416,
  UNSUPPORTED_MEDIA_TYPE: 415,
  FORBIDDEN: 403,
  KEY_SCOPE: 403,
  INTERNAL: 500,
  SHUTTING_DOWN: 503,
  /** Files of other requests fill the memory that is meant for them. */
  SERVER_BUSY: 503,
  // Authentication. Every 401 is sent as invalid_api_key; the other codes of that status become details.reason.
  invalid_api_key: 401,
  CSRF_REQUIRED: 403,
  INVALID_CREDENTIALS: 401,
  /** The password was right until an administrator reset it. */
  PASSWORD_RESET: 401,
  LOGIN_SLOWED_DOWN: 429,
  /** The password is right; a code is asked for beside it. */
  SECOND_FACTOR_REQUIRED: 401,
  /** A first code that does not belong to the secret. */
  WRONG_CODE: 401,
  /** The team requires a second factor, and the time to set one up is over. */
  SECOND_FACTOR_SETUP: 403,
  SECOND_FACTOR_ACTIVE: 409,
  SECOND_FACTOR_MISSING: 409,
  APP_LOCKED: 423,
  WRONG_PASSPHRASE: 401,
  INVALID_SETUP_TOKEN: 401,
  INVALID_RESET_TOKEN: 401,
  ALREADY_SET_UP: 409,
  rate_limit_exceeded: 429,
  // Accounts
  EMAIL_TAKEN: 409,
  USER_NOT_FOUND: 404,
  GROUP_NOT_FOUND: 404,
  KEY_NOT_FOUND: 404,
  KEY_REVOKED: 409,
  LAST_OWNER: 409,
  ACCOUNT_BEING_DELETED: 409,
  NAME_TAKEN: 409,
  /** A new password that is easy to guess: common words and names, dates, rows of keys, the own name or address. */
  WEAK_PASSWORD: 400,
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
  EXPORT_NOT_FOUND: 404,
  EXPORT_NOT_COMPLETED: 409,
  BATCH_NOT_FOUND: 404,
  BATCH_NOT_COMPLETED: 409,
  TOO_MANY_FILES: 413,
  REVISION_CONFLICT: 409,
  ENTITY_NOT_FOUND: 404,
  INVALID_SPAN: 400,
  TERM_NOT_FOUND: 404,
  // Workspace
  QUOTA_EXCEEDED: 413,
  NOT_A_FOLDER: 400,
  NOT_A_FILE: 400,
  SCOPE_CHANGE: 422,
  MOUNT_TARGET: 422,
  CYCLE: 422,
  NOT_IN_TRASH: 409,
  PURGE_CONFLICT: 409,
  INVALID_PATH: 400,
  NOT_READABLE: 415,
  IMPORT_FAILED: 422,
  /** The stored object of a file is missing or damaged. */
  BLOB_UNAVAILABLE: 502,
  NOT_A_XLSX: 415,
  WOULD_DESTROY_CONTENT: 409,
  BLOCKED_TYPE: 415,
  SESSION_NOT_FOUND: 404,
  SESSION_EXPIRED: 410,
  INVALID_RANGE: 400,
  RANGE_MISMATCH: 409,
  NOT_EXPORTABLE: 415,
  NO_THUMBNAIL: 404,
  PREVIEW_UNAVAILABLE: 503,
  ALREADY_PENDING: 409,
  STALE: 409,
  NOT_PENDING: 409,
  NO_BASELINE: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_FORMAT: 415,
  INVALID_ROLE: 400,
  INVALID_KIND: 400,
  MANAGED_BY_SYNC: 409,
  COMMENT_NOT_FOUND: 404,
  COMMENT_VERSION_CONFLICT: 409,
  INVALID_VERSION: 400,
  INVALID_VIEW: 400,
  // Detection
  /** A detector cannot do its work; `details.reason` says why. */
  DETECTOR_UNAVAILABLE: 503,
  DETECTOR_NOT_FOUND: 404,
  DETECTOR_READ_ONLY: 409,
  TOO_MANY_DETECTORS: 409,
  // Gateway (interface 7.2; sent in the envelopes of the protocols)
  invalid_request: 400,
  missing_model: 400,
  missing_messages: 400,
  previous_response_not_found: 400,
  model_not_found: 404,
  response_not_found: 404,
  image_not_supported: 400,
  file_not_supported: 400,
  service_unavailable: 503,
  /** Something could not be masked, so nothing was sent. */
  anonymization_failed: 503,
  /** The model provider failed or answered something else than its protocol says. */
  provider_error: 502,
  PROVIDER_NOT_FOUND: 404,
  PROVIDER_READ_ONLY: 409,
  TOO_MANY_PROVIDERS: 409,
  // Chat
  CONVERSATION_NOT_FOUND: 404,
  MESSAGE_NOT_FOUND: 404,
  FOLDER_NOT_FOUND: 404,
  PROMPT_NOT_FOUND: 404,
  ATTACHMENT_NOT_FOUND: 404,
  /** A message, or another conversation, has taken the attachment. */
  ATTACHMENT_IN_USE: 409,
  /** The answer that would be continued is still being written. */
  ANSWER_RUNNING: 409,
  /** Too many answers are being written for the account. */
  TOO_MANY_ANSWERS: 409,
  /** The server ended while the answer was being written. */
  ANSWER_INTERRUPTED: 503,
  // Documents
  /** Something of the original would have stayed in the bytes, so nothing was given out. */
  DOCUMENT_ANONYMIZATION_FAILED: 503,
} as const) satisfies Readonly<Record<string, number>>;

/** A code of {@link ERROR_STATUS}. */
export type ErrorCode = keyof typeof ERROR_STATUS;

/** True when `value` is a known error code. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERROR_STATUS, value);
}
