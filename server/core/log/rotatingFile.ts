import { closeSync, existsSync, mkdirSync, openSync, fstatSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export interface RotatingFileOptions {
  /** Path of the newest file; older ones are `<file>.1`, `<file>.2`, … */
  readonly file: string;
  readonly maxBytes: number;
  /** How many files are kept, the newest included. */
  readonly files: number;
}

/** A log file that begins anew when it is full. */
export interface RotatingFile {
  write(line: string): void;
  close(): void;
}

/**
 * Opens the newest file for appending. Lines are written at once, so that the last one before a crash is there too; a full or failing
 * disk loses lines instead of ending the server.
 */
export function openRotatingFile({ file, maxBytes, files }: RotatingFileOptions): RotatingFile {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  let closed = false;
  let descriptor: number | null = openSync(file, 'a', 0o600);
  let size = fstatSync(descriptor).size;

  function rotate(): void {
    if (descriptor !== null) closeSync(descriptor);
    descriptor = null;
    rmSync(`${file}.${files - 1}`, { force: true });
    for (let number = files - 2; number >= 0; number--) {
      const from = number === 0 ? file : `${file}.${number}`;
      if (existsSync(from)) renameSync(from, `${file}.${number + 1}`);
    }
    size = 0;
  }

  return {
    write(line) {
      if (closed) return;
      try {
        const bytes = Buffer.from(line, 'utf8');
        if (size > 0 && size + bytes.length > maxBytes) rotate();
        descriptor ??= openSync(file, 'a', 0o600);
        writeSync(descriptor, bytes);
        size += bytes.length;
      } catch {
        // There is nowhere left to report it.
      }
    },
    close() {
      closed = true;
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    },
  };
}
