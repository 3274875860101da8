import { setImmediate } from 'node:timers/promises';

/** Milliseconds that a long loop may hold the thread. */
const SLICE_MS = 15;

/** Whoever waits for a turn: a thread has one loop, and if all came back in the same round of it, many tasks would hold it as long as one without turns. */
let line: Promise<void> = Promise.resolve();

/** Gives everybody else a turn: between two long steps of one task. */
export function nextTurn(): Promise<void> {
  return (line = line.then(() => setImmediate()));
}

/** Asked between the steps of a task: gives everybody else a turn when the task has held the thread for a while. */
export type Pause = () => Promise<void> | undefined;

export function createPause(): Pause {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE_MS) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}

/**
 * Does `work` on every item, in order, and gives everybody else a turn whenever it has held the thread for a while: a document
 * can hold hundreds of thousands of values, and the server has one thread for all requests.
 */
export async function forEachInTurns<T>(
  items: Iterable<T>,
  work: (item: T, index: number) => void | Promise<void>,
): Promise<void> {
  const pause = createPause();
  let index = 0;
  for (const item of items) {
    const done = work(item, index);
    if (done !== undefined) await done;
    index += 1;
    const turn = pause();
    if (turn !== undefined) await turn;
  }
}

/** What `work` makes of every item, in order; see {@link forEachInTurns}. */
export async function mapInTurns<T, R>(items: Iterable<T>, work: (item: T, index: number) => R): Promise<R[]> {
  const results: R[] = [];
  await forEachInTurns(items, (item, index) => {
    results.push(work(item, index));
  });
  return results;
}
