/** What came of a work done on many things. */
export interface Outcome<T, R> {
  readonly done: readonly { readonly item: T; readonly result: R }[];
  readonly failed: readonly { readonly item: T; readonly error: unknown }[];
}

/** Calls at once: the server writes one after the other anyway. */
const PARALLEL = 4;

/** Does the same with every item, a few at a time; a failure does not end the rest. */
export async function forEach<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<Outcome<T, R>> {
  const done: { item: T; result: R }[] = [];
  const failed: { item: T; error: unknown }[] = [];
  const queue = items.values();
  async function worker(): Promise<void> {
    for (const item of queue) {
      try {
        done.push({ item, result: await work(item) });
      } catch (error) {
        failed.push({ item, error });
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(PARALLEL, items.length) }, worker));
  return { done, failed };
}
