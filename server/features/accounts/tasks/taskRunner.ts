import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../../../core/db/types.ts';
import type { Logger } from '../../../core/log/logger.ts';
import { findTask, listTasks, writeTaskProgress } from './storage.ts';
import type { AccountTask, TaskContext } from './types.ts';

const RETRY_MS = 30_000;
/** Steps after which the progress is written down. */
const STEPS_PER_WRITE = 100;

/** Does the work on an account; it removes its row when it is done. Runs again from the beginning after a crash. */
export type RunTask = (task: AccountTask, context: TaskContext) => Promise<void>;

/** Runs work on whole accounts until it is done: over restarts, and again after a failure. */
export interface TaskRunner {
  /** Begins with what an earlier run has left. */
  start(): void;
  /** Looks for new work, after the transaction that saved it. */
  wake(): void;
  /** Ends the work on an account, so that other work can take its place; it stays saved. */
  interrupt(accountId: string): Promise<void>;
  stop(): Promise<void>;
}

export function createTaskRunner(options: {
  readonly database: Database;
  readonly logger: Logger;
  readonly run: Readonly<Record<AccountTask['kind'], RunTask>>;
}): TaskRunner {
  const { database, logger, run } = options;
  const running = new Map<string, { readonly aborter: AbortController; readonly ended: Promise<void> }>();
  // Work must not inherit the context of whoever called wake().
  const outside = AsyncLocalStorage.snapshot();
  let state: 'idle' | 'started' | 'stopped' = 'idle';
  let retry: NodeJS.Timeout | undefined;

  function contextOf(task: AccountTask, signal: AbortSignal): TaskContext {
    let done = 0;
    let written = 0;
    return {
      signal,
      async advance(steps) {
        signal.throwIfAborted();
        done += steps;
        if (done - written < STEPS_PER_WRITE && done < task.total) return;
        written = done;
        await writeTaskProgress(database.db, task.accountId, Math.min(done, task.total), task.total);
      },
    };
  }

  function begin(task: AccountTask): void {
    const aborter = new AbortController();
    const work = async () => {
      try {
        await run[task.kind](task, contextOf(task, aborter.signal));
        logger.info('accounts.task_ended', { kind: task.kind });
      } catch (error) {
        if (aborter.signal.aborted) return;
        logger.failure('accounts.task_failed', error, { kind: task.kind });
        if (state === 'started') retry = setTimeout(wake, RETRY_MS).unref();
      } finally {
        running.delete(task.accountId);
      }
    };
    running.set(task.accountId, { aborter, ended: work() });
  }

  async function look(): Promise<void> {
    try {
      for (const { accountId } of await listTasks(database.db)) {
        const task = running.has(accountId) ? undefined : await findTask(database.db, accountId);
        if (task !== undefined && state === 'started' && !running.has(accountId)) begin(task);
      }
    } catch (error) {
      logger.failure('accounts.tasks_not_read', error);
    }
  }

  function wake(): void {
    if (state === 'started') void outside(look);
  }

  return {
    start() {
      state = 'started';
      wake();
    },
    wake,
    async interrupt(accountId) {
      const entry = running.get(accountId);
      entry?.aborter.abort();
      await entry?.ended;
    },
    async stop() {
      state = 'stopped';
      clearTimeout(retry);
      for (const { aborter } of running.values()) aborter.abort();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}
