import { spawn } from 'node:child_process';
import { ProgramError } from './programError.ts';

/** An installed program and the environment it gets; nothing else of the server's environment reaches it. */
export interface InstalledProgram {
  /** Absolute. */
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface RunLimits {
  readonly signal: AbortSignal;
  readonly milliseconds: number;
  /** Most bytes of its answer. */
  readonly outputBytes: number;
}

/**
 * Runs a program without a shell: `input` goes to its standard input, its standard output is the answer; what it says on standard error is not looked at.
 * Aborting and limits kill it. Rejects with the signal's reason and with ProgramError.
 */
export async function runProgram(
  { path, env }: InstalledProgram,
  args: readonly string[],
  input: Uint8Array | null,
  { signal, milliseconds, outputBytes }: RunLimits,
): Promise<Buffer> {
  signal.throwIfAborted();
  const child = spawn(path, args, { env, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
  const failures: ProgramError[] = [];
  const kill = () => child.kill('SIGKILL');
  const giveUp = (reason: ProgramError) => {
    failures.push(reason);
    kill();
  };
  signal.addEventListener('abort', kill);
  const timer = setTimeout(() => giveUp(new ProgramError('OCR_PROGRAM_TOO_SLOW')), milliseconds);
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > outputBytes) giveUp(new ProgramError('OCR_PROGRAM_OUTPUT'));
      else chunks.push(chunk);
    });
    // A program that ends before it has read everything; its exit status tells.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? new Uint8Array());
    const status = await new Promise<number | null>((resolve, reject) => {
      child.once('error', () => reject(new ProgramError('OCR_PROGRAM_NOT_STARTED')));
      child.once('close', resolve);
    });
    signal.throwIfAborted();
    const [failure] = failures;
    if (failure !== undefined) throw failure;
    if (status !== 0) throw new ProgramError('OCR_PROGRAM_FAILED');
    return Buffer.concat(chunks);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
  }
}
