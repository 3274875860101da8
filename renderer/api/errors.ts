import type { ErrorCode } from '../../server/contract/errors.ts';

/** Codes that arise on this side of the connection. */
export type ClientErrorCode =
  | 'NETWORK' // no answer: the server ended or cannot be reached
  | 'ABORTED' // the caller's signal
  | 'UNEXPECTED_ANSWER'; // not the shape of the contract, or no JSON
export type ApiErrorCode = ErrorCode | ClientErrorCode | (string & Record<never, never>);

/** Why a call failed. `message` is the server's sentence for people; screens show a text by `code` instead. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  /** Seconds to wait before the next try, from Retry-After. */
  readonly retryAfterSeconds: number | null;

  constructor(fields: {
    status: number;
    code: ApiErrorCode;
    message?: string | undefined;
    details?: Readonly<Record<string, unknown>> | undefined;
    requestId?: string | null | undefined;
    retryAfterSeconds?: number | null | undefined;
  }) {
    super(fields.message ?? fields.code);
    this.status = fields.status;
    this.code = fields.code;
    this.details = fields.details ?? {};
    this.requestId = fields.requestId ?? null;
    this.retryAfterSeconds = fields.retryAfterSeconds ?? null;
  }
}

/** True for an {@link ApiError}, with one of `codes` if any are given. */
export function isApiError(error: unknown, ...codes: ApiErrorCode[]): error is ApiError {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code));
}
