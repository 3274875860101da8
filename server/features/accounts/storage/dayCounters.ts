import type { Database } from '../../../core/db/types.ts';
import type { DayCounterStore } from '../../../http/rateLimits.ts';

const ONLY_ROW = 1;

/** Keeps the rate limiter's counters of the day in one row. */
export function dayCounterStore({ db }: Database): DayCounterStore {
  return Object.freeze({
    async load() {
      const row = await db
        .selectFrom('rate_limit_counters')
        .select('counters')
        .where('id', '=', ONLY_ROW)
        .executeTakeFirst();
      return row?.counters ?? null;
    },
    async save(counters: string) {
      await db
        .insertInto('rate_limit_counters')
        .values({ id: ONLY_ROW, counters })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ counters }))
        .execute();
    },
  });
}
