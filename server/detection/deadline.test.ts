import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDeadline, type Meter } from './deadline.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A process that gets this share of a processor. */
const meterAt =
  (share: number): Meter =>
  () => {
    const begun = Date.now();
    return () => ({ clockMs: Date.now() - begun, processorMs: (Date.now() - begun) * share });
  };

/** Milliseconds by the clock after which a deadline of one second ends work. */
async function endsAfter(share: number): Promise<number> {
  const deadline = createDeadline(1_000, meterAt(share));
  const begun = Date.now();
  deadline.start();
  deadline.start();
  while (!deadline.signal.aborted) await vi.advanceTimersByTimeAsync(10);
  return Date.now() - begun;
}

it('ends work at its limit on a machine of its own', async () => {
  expect(await endsAfter(1)).toBe(1_000);
});

it('does not count the time in which others have the processor', async () => {
  expect(await endsAfter(0.25)).toBeGreaterThanOrEqual(4_000);
  expect(await endsAfter(0.25)).toBeLessThan(4_200);
});

it('does not count what other threads of the process do meanwhile', async () => {
  expect(await endsAfter(4)).toBe(1_000);
});

it('ends work that only waits as well', async () => {
  expect(await endsAfter(0)).toBeGreaterThanOrEqual(20_000);
});

it('counts from the start, and nothing after the stop', async () => {
  const deadline = createDeadline(1_000, meterAt(1));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(deadline.signal.aborted).toBe(false);
  deadline.start();
  deadline.stop();
  await vi.advanceTimersByTimeAsync(50_000);
  expect(deadline.signal.aborted).toBe(false);
});
