import { FORMER_MEMBER_ID } from '../../contract/accountTasks.ts';
import type { Database } from '../../core/db/types.ts';
import type { EraseAccount } from '../../http/feature.ts';
import type { ModelSettings } from './models/modelSettings.ts';
import './tables.ts';

/** Removes the records, stored responses and grants of an account. Its figures of usage stay in the team's totals and name nobody. */
export function createLeaving({
  database,
  settings,
}: {
  database: Database;
  settings: Pick<ModelSettings, 'forgetAccount'>;
}): EraseAccount {
  return async ({ accountId }) => {
    await settings.forgetAccount(accountId);
    await database.transaction(async (db) => {
      await db.deleteFrom('exchanges').where('account_id', '=', accountId).execute();
      await db.deleteFrom('model_responses').where('account_id', '=', accountId).execute();
      await db
        .updateTable('model_requests')
        .set({ account_id: FORMER_MEMBER_ID, key_id: null })
        .where('account_id', '=', accountId)
        .execute();
    });
  };
}
