/** How much longer than its limit work may take by the clock, where the machine gives the process little processor time. */
const MOST_BY_THE_CLOCK = 20;
/** Shortest time between two looks at the processor time, in milliseconds. */
const LEAST_WAIT_MS = 50;

/** What has been spent since an earlier look, in milliseconds. */
export interface Spent {
  readonly clockMs: number;
  /** Of all threads of the process. */
  readonly processorMs: number;
}

/** Starts to measure; the result tells what has been spent since. */
export type Meter = () => () => Spent;

/** A limit for work in another thread. */
export interface Deadline {
  /** Aborted when the time is up. */
  readonly signal: AbortSignal;
  /** The time begins; later calls change nothing. */
  readonly start: () => void;
  stop(): void;
}

/**
 * Ends work that takes longer than `limitMs` on a machine of its own. Time in which the process waits for a processor does not count: on a
 * machine that is busy otherwise the same text takes many times as long, and is no more hostile for it. The processor time is that of the whole
 * process, which is never less than that of the thread, so that no loop outlasts its limit; while other threads work too, it runs faster than the clock,
 * which counts then. Work that only waits ends by the clock.
 */
export function createDeadline(limitMs: number, meter: Meter = processMeter): Deadline {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let spent: (() => Spent) | undefined;

  const look = (): void => {
    const { clockMs, processorMs } = spent!();
    const counted = Math.min(clockMs, processorMs);
    if (counted >= limitMs || clockMs >= limitMs * MOST_BY_THE_CLOCK) controller.abort();
    else wait(limitMs - counted);
  };
  const wait = (milliseconds: number): void => {
    timer = setTimeout(look, Math.max(milliseconds, LEAST_WAIT_MS));
  };

  return {
    signal: controller.signal,
    start() {
      if (spent !== undefined) return;
      spent = meter();
      wait(limitMs);
    },
    stop: () => clearTimeout(timer),
  };
}

const processMeter: Meter = () => {
  const begun = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { clockMs: performance.now() - begun, processorMs: (user + system) / 1000 };
  };
};
