import { describeError } from '../../server/core/log/describeError.ts';
import type { LogFields, Logger } from '../../server/core/log/logger.ts';

export interface LogEntry {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly event: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A logger that keeps what it is told, for tests. */
export function memoryLogger(): Logger & { readonly entries: LogEntry[] } {
  const entries: LogEntry[] = [];
  const at =
    (level: LogEntry['level']) =>
    (event: string, fields: LogFields = {}) => {
      entries.push({ level, event, fields });
    };
  return {
    entries,
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    failure(event, error, fields = {}) {
      entries.push({ level: 'error', event, fields: { ...fields, ...describeError(error) } });
    },
  };
}
