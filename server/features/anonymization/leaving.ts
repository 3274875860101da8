import type { Database } from '../../core/db/types.ts';
import type { JobRunner } from '../../core/jobs/types.ts';
import type { EraseAccount } from '../../http/feature.ts';
import './migrations.ts';

const BATCH = 1_000;

/** Removes all jobs, batches, values and terms of an account. Its objects go with the account. */
export function createLeaving({ database, jobs }: { database: Database; jobs: JobRunner }): EraseAccount {
  return async ({ accountId }, signal) => {
    await jobs.cancelAll(accountId);
    const { db } = database;
    await db.deleteFrom('batches').where('account_id', '=', accountId).execute();
    await db.deleteFrom('anonymization_jobs').where('account_id', '=', accountId).execute();
    await db.deleteFrom('terms').where('account_id', '=', accountId).execute();
    // A large vault has hundreds of thousands of values: others get their turn in between.
    for (const table of ['mapping_uses', 'mappings'] as const) {
      for (let count = BATCH; count === BATCH;) {
        signal.throwIfAborted();
        const rows = await db
          .selectFrom(table)
          .select('hash')
          .distinct()
          .where('account_id', '=', accountId)
          .limit(BATCH)
          .execute();
        const hashes = rows.map(({ hash }) => hash);
        count = hashes.length;
        if (count > 0) {
          await db.deleteFrom(table).where('account_id', '=', accountId).where('hash', 'in', hashes).execute();
        }
      }
    }
  };
}
