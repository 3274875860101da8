import { type Command, CommanderError } from 'commander';
import { AppError } from '../core/errors.ts';
import { describeError } from '../core/log/describeError.ts';
import { StartError } from '../core/startError.ts';

/** Exit codes of `anonymize` and `deanonymize`, as their help lists them. */
export const EXIT_CODES = Object.freeze({ internal: 1, usage: 2, input: 3, output: 4, some: 5 });

export const EXIT_CODE_HELP = `
Exit codes:
  0  done
  1  internal error or invalid configuration
  2  wrong arguments
  3  the input cannot be read or processed
  4  the output cannot be written
  5  some files of a folder or ZIP could not be processed, the others were`;

/** A reason to stop, written for the person at the terminal; never a value of a document. */
export class CommandError extends Error {
  readonly kind: keyof typeof EXIT_CODES;

  constructor(kind: keyof typeof EXIT_CODES, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'CommandError';
    this.kind = kind;
  }
}

/** Runs a command; a failure is one line on standard error and an exit code. */
export async function runCommand(command: Command, args: readonly string[]): Promise<void> {
  // Commander's own message is printed by us, so that every failure is one line.
  command.exitOverride().configureOutput({ outputError: () => undefined });
  try {
    await command.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return;
    const { kind, message } = failureOf(error);
    console.error(message);
    process.exitCode = EXIT_CODES[kind];
  }
}

function failureOf(error: unknown): { kind: keyof typeof EXIT_CODES; message: string } {
  if (error instanceof CommandError) return { kind: error.kind, message: error.message };
  if (error instanceof CommanderError) {
    const [line = ''] = error.message.split('\n');
    return { kind: 'usage', message: `${line.replace(/^error: /, '')} (see --help)` };
  }
  if (error instanceof AppError && error.code !== 'INTERNAL') {
    return { kind: 'input', message: `${error.message} (${error.code})` };
  }
  if (error instanceof StartError) return { kind: 'internal', message: error.message };
  const { name, code } = describeError(error);
  return { kind: 'internal', message: `The command failed because of an internal error (${code ?? name}).` };
}
