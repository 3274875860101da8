import type { Clock } from '../core/clock.ts';
import type { SafeFetch } from '../core/fetch/safeFetch.ts';

/** What a test or an embedding program may put in place of the server's own parts. */
export interface ServerDependencies {
  readonly clock?: Clock;
  /** Receives the log beside its file, for example standard error. */
  readonly logConsole?: { write(line: string): unknown };
  /** Parse every answer by its schema before it is sent: in tests and development. */
  readonly checkResponses?: boolean;
  /** Fetches what callers name by address. */
  readonly fetch?: SafeFetch;
  /** Milliseconds that what is under way has when an account gets another key or goes. */
  readonly settleMs?: number;
}
