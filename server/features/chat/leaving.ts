import type { Database } from '../../core/db/types.ts';
import type { EraseAccount } from '../../http/feature.ts';
import type { LiveAnswers } from './answers/liveAnswers.ts';
import './tables.ts';

/** Removes all conversations, attachments, folders and prompts of an account; prompts for the team go to its successor. Its objects go with the account. */
export function createLeaving({
  database,
  live,
}: {
  database: Database;
  live: Pick<LiveAnswers, 'stopOf'>;
}): EraseAccount {
  return async ({ accountId, transferTo }) => {
    await live.stopOf(accountId);
    await database.transaction(async (db) => {
      await db.deleteFrom('chat_attachments').where('account_id', '=', accountId).execute();
      await db.deleteFrom('chat_conversations').where('account_id', '=', accountId).execute();
      await db.deleteFrom('chat_folders').where('account_id', '=', accountId).execute();
      if (transferTo !== null) {
        await db
          .updateTable('chat_prompts')
          .set({ account_id: transferTo })
          .where('account_id', '=', accountId)
          .where('shared', '=', 1)
          .execute();
      }
      await db.deleteFrom('chat_prompts').where('account_id', '=', accountId).execute();
    });
  };
}
