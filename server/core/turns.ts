import { setImmediate } from 'node:timers/promises';

/** Milliseconds that a long loop may hold the thread. */
const SLICE_MS = 20;

/** Gives everybody else a turn: between two long steps of one task. */
export function nextTurn(): Promise<void> {
  return setImmediate();
}

/**
 * Does `work` on every item, in order, and gives everybody else a turn whenever it has held the thread for a while: a document
 * can hold hundreds of thousands of values, and the server has one thread for all requests.
 */
export async function forEachInTurns<T>(
  items: Iterable<T>,
  work: (item: T, index: number) => void | Promise<void>,
): Promise<void> {
  let since = performance.now();
  let index = 0;
  for (const item of items) {
    const done = work(item, index);
    if (done !== undefined) await done;
    index += 1;
    if (performance.now() - since < SLICE_MS) continue;
    await nextTurn();
    since = performance.now();
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
