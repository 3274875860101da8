import type { Logger } from '../log/logger.ts';

/** Regular work of the server itself, for example deleting what is older than it may be kept. */
export interface UpkeepTask {
  /** Constant for the log. */
  readonly name: string;
  run(): Promise<unknown>;
}

/** Runs tasks in turn, again and again. */
export interface Upkeep {
  /** Begins with a first pass; later ones follow in the interval. */
  start(): void;
  /** Runs no further task and waits for the one under way. */
  stop(): Promise<void>;
}

/**
 * Makes the upkeep of a server. A task that fails is logged and tried again in the next pass.
 * @param intervalMs - time from the end of a pass to the next one
 */
export function createUpkeep(
  tasks: readonly UpkeepTask[],
  { intervalMs, logger }: { intervalMs: number; logger: Logger },
): Upkeep {
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;
  let pass: Promise<void> = Promise.resolve();

  async function runAll(): Promise<void> {
    for (const task of tasks) {
      if (stopped) return;
      try {
        await task.run();
      } catch (error) {
        logger.failure('upkeep.failed', error, { task: task.name });
      }
    }
    if (!stopped) timer = setTimeout(begin, intervalMs).unref();
  }

  function begin(): void {
    pass = runAll();
  }

  return {
    start: begin,
    async stop() {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      await pass;
    },
  };
}
