import { FORMER_MEMBER_ID } from '../../../contract/accountTasks.ts';
import type { Db } from '../../../core/db/types.ts';
import '../storage/tables.ts';

const NO_AGENT = Object.freeze({ agent_id: null, agent_name: null });

/** What an account has for itself alone: stars, inbox, the feed's memory of what it has seen, shares with it, uploads under way. */
export async function deleteOwnRows(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('stars').where('user_id', '=', accountId).execute();
  await db.deleteFrom('inbox').where('user_id', '=', accountId).execute();
  await db.deleteFrom('change_audience').where('user_id', '=', accountId).execute();
  await db.deleteFrom('shares').where('kind', '=', 'user').where('grantee_id', '=', accountId).execute();
  await db.deleteFrom('upload_sessions').where('account_id', '=', accountId).execute();
}

/** Puts a former member in the place of an account wherever it stands in what belongs to others; names of its agents go with it. */
export async function forgetAuthor(db: Db, accountId: string, at: string): Promise<void> {
  const former = FORMER_MEMBER_ID;
  await db.updateTable('nodes').set({ created_by: former }).where('created_by', '=', accountId).execute();
  await db
    .updateTable('nodes')
    .set({ anonymization_job_id: null, anonymization_account_id: null, anonymized_revision: null })
    .where('anonymization_account_id', '=', accountId)
    .execute();
  await db
    .updateTable('notes')
    .set({ user_id: former, ...NO_AGENT })
    .where('user_id', '=', accountId)
    .execute();
  await db
    .updateTable('changes')
    .set({ user_id: former, ...NO_AGENT })
    .where('user_id', '=', accountId)
    .execute();
  await db
    .updateTable('versions')
    .set({ author_id: former, ...NO_AGENT })
    .where('author_id', '=', accountId)
    .execute();
  await db.updateTable('shares').set({ created_by: former }).where('created_by', '=', accountId).execute();
  await db.updateTable('inbox').set({ actor_id: former }).where('actor_id', '=', accountId).execute();
  await db.updateTable('comment_threads').set({ author_id: former }).where('author_id', '=', accountId).execute();
  await db.updateTable('comment_threads').set({ resolved_by: former }).where('resolved_by', '=', accountId).execute();
  await db.updateTable('comment_messages').set({ author_id: former }).where('author_id', '=', accountId).execute();
  await forgetRequests(db, accountId, at);
}

/** Requests that nobody can answer, or that nobody waits for, have expired. */
async function forgetRequests(db: Db, accountId: string, at: string): Promise<void> {
  const former = FORMER_MEMBER_ID;
  await db
    .updateTable('restore_requests')
    .set({ status: 'expired', answered_at: at })
    .where('status', '=', 'pending')
    .where((eb) => eb.or([eb('requested_by', '=', accountId), eb('asked_of', '=', accountId)]))
    .execute();
  await db
    .updateTable('restore_requests')
    .set({ requested_by: former, ...NO_AGENT })
    .where('requested_by', '=', accountId)
    .execute();
  await db.updateTable('restore_requests').set({ asked_of: former }).where('asked_of', '=', accountId).execute();
  await db.updateTable('restore_requests').set({ answered_by: former }).where('answered_by', '=', accountId).execute();
}
