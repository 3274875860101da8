import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountDeletion } from '../../../contract/accountTasks.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Vault } from '../../../core/vault/types.ts';
import type { Principal } from '../../../http/types.ts';
import type { Audit } from '../audit.ts';
import type { Sessions } from '../sessions.ts';
import type { SlowDown } from '../slowDown.ts';
import { revokeKeysOf } from '../storage/keys.ts';
import { countActiveOwners, findUser, isEnabled, updateUser, type User } from '../storage/users.ts';
import { deleteTask, findTask, isTakingOver, progressOf, saveTask } from './storage.ts';
import type { RunTask, TaskRunner } from './taskRunner.ts';
import type { AccountTask, AccountTaskParts } from './types.ts';

/** Deletes accounts with everything that is theirs. */
export interface AccountDeletions {
  /** Disables the account at once; the rest goes on in the background. @throws AppError FORBIDDEN, USER_NOT_FOUND, LAST_OWNER, ACCOUNT_BEING_DELETED */
  begin(principal: Principal, id: string, transferTo: string | null): Promise<AccountDeletion>;
  /** @throws AppError USER_NOT_FOUND, NOT_FOUND */
  state(id: string): Promise<AccountDeletion>;
  readonly run: RunTask;
}

export interface AccountDeletionsOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly sessions: Sessions;
  readonly slowDown: Pick<SlowDown, 'forget'>;
  readonly parts: () => AccountTaskParts;
  readonly runner: () => Pick<TaskRunner, 'wake' | 'interrupt'>;
}

export function createAccountDeletions(options: AccountDeletionsOptions): AccountDeletions {
  const { database, vault, clock, audit, sessions, slowDown, parts, runner } = options;
  const unknown = () => new AppError('USER_NOT_FOUND', 'There is no such user.');

  async function check(db: Db, principal: Principal, id: string, transferTo: string | null): Promise<User> {
    const user = await findUser(db, id);
    if (user === undefined) throw unknown();
    if (id === principal.accountId) throw new AppError('FORBIDDEN', 'Nobody deletes their own account.');
    if (user.role === 'owner' && principal.role !== 'owner') {
      throw new AppError('FORBIDDEN', 'Only an owner may delete an owner.');
    }
    if ((await findTask(db, id))?.kind === 'deletion') {
      throw new AppError('ACCOUNT_BEING_DELETED', 'The account is being deleted already.');
    }
    if (await isTakingOver(db, id)) {
      throw new AppError('ACCOUNT_BEING_DELETED', 'The user is taking over from an account that is being deleted.');
    }
    if (transferTo === id) throw new AppError('INVALID_BODY', 'Nobody takes over from themself.');
    if (transferTo !== null && !(await isEnabled(db, transferTo))) {
      throw new AppError('USER_NOT_FOUND', 'There is no user who could take over.', {
        details: { path: 'transferTo' },
      });
    }
    return user;
  }

  const present = (task: AccountTask): AccountDeletion => ({
    userId: task.accountId,
    transferTo: task.transferTo,
    progress: progressOf(task),
    startedAt: task.startedAt,
  });

  return {
    async begin(principal, id, transferTo) {
      await check(database.db, principal, id, transferTo);
      const now = isoTime(clock.now());
      const total = parts().erase.length + 1;
      const task: AccountTask = { accountId: id, kind: 'deletion', transferTo, done: 0, total, startedAt: now };
      await database.transaction(async (db) => {
        const user = await check(db, principal, id, transferTo);
        await updateUser(db, user, { disabled: true });
        if ((await countActiveOwners(db)) === 0) throw new AppError('LAST_OWNER', 'The last owner cannot be deleted.');
        await sessions.endAll(db, id);
        await revokeKeysOf(db, id, now);
        await saveTask(db, task);
        await audit.record(db, { principal, action: 'user.deleted', target: { kind: 'user', id } });
      });
      await runner().interrupt(id);
      runner().wake();
      return present(task);
    },

    async state(id) {
      if ((await findUser(database.db, id)) === undefined) throw unknown();
      const task = await findTask(database.db, id);
      if (task?.kind !== 'deletion') throw new AppError('NOT_FOUND', 'The account is not being deleted.');
      return present(task);
    },

    async run(task, { signal, advance }) {
      const { accountId, transferTo } = task;
      const { erase, blobs, settleMs } = parts();
      for (const step of erase) {
        await step({ accountId, transferTo }, signal);
        await advance(1);
      }
      // What its last requests had begun may have been written meanwhile.
      await sleep(settleMs, undefined, { signal });
      for (const step of erase) await step({ accountId, transferTo }, signal);
      // Nothing refers to them any more.
      await blobs.deleteAll(accountId);
      await database.transaction(async (db) => {
        const user = await findUser(db, accountId);
        if (user !== undefined) await slowDown.forget(db, user.id);
        // Sessions, keys and memberships of groups go with the row.
        await db.deleteFrom('users').where('id', '=', accountId).execute();
        await vault.destroyAccountKey(db, accountId);
        await deleteTask(db, task);
        await audit.record(db, { principal: 'system', action: 'user.erased', target: { kind: 'user', id: accountId } });
      });
      database.forgetDeleted();
    },
  };
}
