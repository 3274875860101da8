import type { Database } from '../../core/db/types.ts';
import { AppError } from '../../core/errors.ts';
import type { Principal } from '../../http/types.ts';
import type { Audit } from './audit.ts';
import type { Passwords } from './passwords.ts';
import type { SlowDown } from './slowDown.ts';
import * as users from './storage/users.ts';

/** The passphrase in front of the local account. Whether it is locked is a matter of this process, not of the database. */
export interface AppLock {
  isLocked(): boolean;
  /** Locks when a passphrase is set; called at the start and whenever the person asks for it. */
  lock(accountId: string): Promise<void>;
  unlock(principal: Principal, passphrase: string): Promise<void>;
  /** Sets (a passphrase) or removes (null) the lock; `current` is needed while one is set. */
  change(principal: Principal, passphrase: string | null, current: string | undefined): Promise<users.User>;
}

export interface AppLockOptions {
  readonly database: Database;
  readonly audit: Audit;
  readonly passwords: Passwords;
  readonly slowDown: SlowDown;
}

export function createAppLock({ database, audit, passwords, slowDown }: AppLockOptions): AppLock {
  let locked = false;

  async function check(user: users.User, passphrase: string): Promise<void> {
    const subjects = [{ kind: 'account', value: user.id }] as const;
    await slowDown.begin(subjects);
    if (!(await passwords.matches(user.appLockHash, passphrase))) {
      throw new AppError('WRONG_PASSPHRASE', 'The passphrase is wrong.');
    }
    await slowDown.succeeded(subjects);
  }

  async function userOf(id: string): Promise<users.User> {
    return (await users.findUser(database.db, id))!;
  }

  return Object.freeze({
    isLocked: () => locked,

    async lock(accountId: string) {
      locked = (await userOf(accountId)).appLockHash !== null;
    },

    async unlock(principal: Principal, passphrase: string) {
      const user = await userOf(principal.accountId);
      if (user.appLockHash !== null) await check(user, passphrase);
      locked = false;
    },

    async change(principal: Principal, passphrase: string | null, current: string | undefined) {
      const user = await userOf(principal.accountId);
      if (user.appLockHash !== null) await check(user, current ?? '');
      const appLockHash = passphrase === null ? null : await passwords.hash(passphrase);
      const changed = await database.transaction(async (db) => {
        await audit.record(db, { principal, action: passphrase === null ? 'app_lock.removed' : 'app_lock.set' });
        return users.updateUser(db, (await users.findUser(db, user.id))!, { appLockHash });
      });
      if (passphrase === null) locked = false;
      return changed;
    },
  });
}
