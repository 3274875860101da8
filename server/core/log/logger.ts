/**
 * Fields a log line may carry. Only identifiers, codes, counts and durations: no free text of users, no document
 * text, no file name (a name of a file often is the name of a client).
 */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Structured log (JSON lines). `event` is a constant in the form `area.event`, never a built string. */
export interface Logger {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** Logs an unexpected error by its name, code and stack frames; its message stays out because it may quote user text. */
  failure(event: string, error: unknown, fields?: LogFields): void;
}
