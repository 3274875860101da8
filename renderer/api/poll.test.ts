import { expect, it } from 'vitest';
import { ApiError } from './errors.ts';
import { poll } from './poll.ts';

/** Answers in turn; an error is thrown. Records how long was waited in between. */
function asking(...answers: (number | Error)[]) {
  const waits: number[] = [];
  return {
    waits,
    ask: () => {
      const next = answers.shift() ?? 0;
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
    },
    sleep: (milliseconds: number) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
  };
}
const until = (value: number): boolean => value === 9;

it('asks until the value is right, less and less often', async () => {
  const { ask, sleep, waits } = asking(1, 2, 3, 9);
  const seen: number[] = [];
  const result = await poll(ask, { until, sleep, intervalMs: 100, maxIntervalMs: 200, onValue: (n) => seen.push(n) });
  expect(result).toBe(9);
  expect(seen).toEqual([1, 2, 3, 9]);
  expect(waits).toEqual([100, 150, 200]);
});

it('waits as long as the server asks for, and goes on after a lost connection', async () => {
  const busy = new ApiError({ status: 429, code: 'rate_limit_exceeded', retryAfterSeconds: 4 });
  const { ask, sleep, waits } = asking(busy, new ApiError({ status: 0, code: 'NETWORK' }), 9);
  await expect(poll(ask, { until, sleep })).resolves.toBe(9);
  expect(waits[0]).toBe(4000);
  expect(waits).toHaveLength(2);
});

it('ends with every other error and with the signal', async () => {
  const { ask, sleep } = asking(new ApiError({ status: 404, code: 'JOB_NOT_FOUND' }));
  await expect(poll(ask, { until, sleep })).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
  const stopped = AbortSignal.abort(new Error('stopped'));
  await expect(poll(asking(9).ask, { until, signal: stopped })).rejects.toThrow('stopped');
  const controller = new AbortController();
  const running = poll(() => Promise.resolve(1), {
    until,
    signal: controller.signal,
    onValue: () => {
      controller.abort(new Error('meanwhile'));
    },
  });
  await expect(running).rejects.toThrow('meanwhile');
});
