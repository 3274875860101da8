import { ERROR_STATUS, type ErrorCode } from '../contract/errors.ts';

/** What an {@link AppError} may carry beside its code. */
export interface AppErrorOptions {
  /** Safe to show: paths, codes, numbers, identifiers. Never a value of a document or a request body. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** Fields beside `error` and `code` in the answer, where the interface names them there. As safe as `details`. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  /**
   * What the caller reads in place of the message where another party answered the request, for example a model provider: it may quote what
   * the caller sent, so it is never logged or stored.
   */
  readonly callerMessage?: string | undefined;
  /** HTTP status, where a route gives the code another one than the table. */
  readonly status?: number;
  /** The underlying error, for the debugger only; it is never logged or sent, because parser messages quote user text. */
  readonly cause?: unknown;
}

/** The only error that reaches a caller as it is; every other one becomes INTERNAL. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
  readonly callerMessage: string | undefined;

  /**
   * @param code - a code of the table in contract/errors.ts, which also gives the HTTP status
   * @param safeMessage - a sentence for people, without any value of a document
   */
  constructor(code: ErrorCode, safeMessage: string, options: AppErrorOptions = {}) {
    super(safeMessage, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = options.status ?? ERROR_STATUS[code];
    this.details = options.details;
    this.fields = options.fields;
    this.callerMessage = options.callerMessage;
  }
}
