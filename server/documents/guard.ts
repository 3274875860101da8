import type { Transferable } from 'node:worker_threads';
import { AppError } from '../core/errors.ts';
import type { Logger } from '../core/log/logger.ts';
import type { WorkerPool } from '../core/workers/pool.ts';
import { documentError, tooMuchMemory } from './failures.ts';

export interface GuardOptions<M> {
  readonly signal: AbortSignal;
  /** Longest silence between two messages; counted from the first, so waiting for a free thread costs nothing. */
  readonly silenceMilliseconds: number;
  readonly logger: Logger;
  readonly onMessage?: (message: M) => void;
  /** What of the input moves to the thread instead of being copied. */
  readonly transfer?: readonly Transferable[];
}

/**
 * Runs a task that reads or writes a document. Rejects with the signal's reason when the caller gives up, with the AppError the task threw, and with
 * UNREADABLE_FILE for everything else: a thread that ran out of memory, crashed or stayed silent too long takes only its document with it.
 */
export async function runGuarded<I, O, M>(pool: WorkerPool<I, O, M>, input: I, options: GuardOptions<M>): Promise<O> {
  const { signal, silenceMilliseconds, logger, onMessage, transfer } = options;
  const deadline = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  try {
    return await pool.run(input, {
      signal: AbortSignal.any([signal, deadline.signal]),
      onMessage: (message) => {
        clearTimeout(timer);
        timer = setTimeout(() => deadline.abort(), silenceMilliseconds);
        onMessage?.(message);
      },
      ...(transfer && { transfer }),
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError) throw error;
    logger.failure('documents.task_failed', error, { timed_out: deadline.signal.aborted });
    throw isOutOfMemory(error) ? tooMuchMemory(error) : documentError('UNREADABLE_FILE', error);
  } finally {
    clearTimeout(timer);
  }
}

/** A thread that was ended by `resourceLimits`. */
const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
