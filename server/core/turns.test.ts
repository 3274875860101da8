import { describe, expect, it } from 'vitest';
import { forEachInTurns, mapInTurns } from './turns.ts';

/** Holds the thread. */
function hold(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

describe('work in turns', () => {
  it('is done in order, also where a step waits', async () => {
    const done: number[] = [];
    await forEachInTurns([3, 1, 2], async (item, index) => {
      await new Promise((resolve) => setTimeout(resolve, item));
      done.push(index);
    });
    expect(done).toEqual([0, 1, 2]);
    expect(await mapInTurns(new Set(['a', 'b']), (item, index) => item + String(index))).toEqual(['a0', 'b1']);
  });

  it('lets others run before it has ended', async () => {
    let finished = false;
    const other = new Promise<boolean>((resolve) => setImmediate(() => resolve(finished)));
    await forEachInTurns(Array.from({ length: 20 }), () => hold(5));
    finished = true;
    expect(await other).toBe(false);
  });

  it('ends with the first error', async () => {
    let calls = 0;
    const failing = forEachInTurns([1, 2, 3], () => {
      calls += 1;
      throw new RangeError('two');
    });
    await expect(failing).rejects.toThrow(RangeError);
    expect(calls).toBe(1);
  });
});

it('tasks side by side come back one by one, so that all together hold the thread no longer than one', async () => {
  let rounds = 0;
  const round = (): void => {
    rounds += 1;
    timer = setImmediate(round);
  };
  let timer = setImmediate(round);
  await Promise.all(Array.from({ length: 10 }, () => forEachInTurns([1, 2], () => hold(20))));
  clearImmediate(timer);
  expect(rounds).toBeGreaterThanOrEqual(20);
});
