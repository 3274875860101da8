import { join } from 'node:path';
import { multistream, pino, stdTimeFunctions, type StreamEntry } from 'pino';
import { describeError } from './describeError.ts';
import type { Logger } from './logger.ts';
import { openRotatingFile } from './rotatingFile.ts';

const MAX_FILE_BYTES = 5 * 1024 * 1024;
const FILES = 5;

export interface CreateLoggerOptions {
  /** Folder of the log files. */
  readonly dir: string;
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Receives every line beside the file, for example standard error; null: none. */
  readonly console: { write(line: string): unknown } | null;
}

/** A logger that owns its file. */
export interface FileLogger extends Logger {
  close(): void;
}

/** Writes JSON lines to `server.log` in a folder, at most five files of 5 MiB, and to a console. */
export function createLogger({ dir, level, console }: CreateLoggerOptions): FileLogger {
  const file =
    level === 'silent'
      ? null
      : openRotatingFile({ file: join(dir, 'server.log'), maxBytes: MAX_FILE_BYTES, files: FILES });
  const streams: StreamEntry[] = [file, console]
    .filter((stream) => stream !== null)
    .map((stream) => ({ level: 'debug', stream: { write: (line: string) => void stream.write(line) } }));
  const log = pino(
    {
      level,
      // Neither process nor machine: a log is sent to others for help.
      base: null,
      messageKey: 'event',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    multistream(streams),
  );
  return {
    debug: (event, fields) => log.debug(fields ?? {}, event),
    info: (event, fields) => log.info(fields ?? {}, event),
    warn: (event, fields) => log.warn(fields ?? {}, event),
    error: (event, fields) => log.error(fields ?? {}, event),
    failure(event, error, fields) {
      const { name, code, frames } = describeError(error);
      log.error({ ...fields, errorName: name, errorCode: code, frames }, event);
    },
    close: () => file?.close(),
  };
}
