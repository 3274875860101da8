/** The newest progress of a running job, written out at most every `intervalMs`. */
export interface ProgressWriter {
  readonly fraction: number;
  readonly stage: string;
  report(fraction: number, stage: string): void;
  /** Drops what is not yet written and waits for a write under way. */
  close(): Promise<void>;
}

/**
 * Collects frequent reports into few writes: the first at once, later ones after the interval, always the newest.
 * @param write - must not reject
 */
export function createProgressWriter(
  write: (fraction: number, stage: string) => Promise<void>,
  intervalMs: number,
): ProgressWriter {
  let latest = { fraction: 0, stage: 'queued' };
  let dirty = false;
  let closed = false;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  function flush(): void {
    timer = null;
    if (!dirty || closed) return;
    dirty = false;
    const { fraction, stage } = latest;
    writing = writing.then(() => write(fraction, stage));
    timer = setTimeout(flush, intervalMs);
  }

  return {
    get fraction() {
      return latest.fraction;
    },
    get stage() {
      return latest.stage;
    },
    report(fraction, stage) {
      // A bar that runs backwards says nothing; stages that estimate badly must not show it.
      const clamped = Number.isFinite(fraction) ? Math.min(Math.max(fraction, latest.fraction), 1) : latest.fraction;
      latest = { fraction: clamped, stage };
      dirty = true;
      if (timer === null) flush();
    },
    async close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      await writing;
    },
  };
}
