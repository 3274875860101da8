import type { AccountSettings } from '../../contract/accounts.ts';
import { type Clock, isoTime } from '../../core/clock.ts';
import type { Database } from '../../core/db/types.ts';
import { AppError } from '../../core/errors.ts';
import type { Principal } from '../../http/types.ts';
import type { Audit } from './audit.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import type { SlowDown } from './slowDown.ts';
import { revokeKeysOf } from './storage/keys.ts';
import { type Change, merged } from './storage/merged.ts';
import { findUser, updateUser, type User } from './storage/users.ts';

/** What people change of their own account. */
export interface OwnAccountChange {
  readonly name?: string | undefined;
  readonly settings?: Change<AccountSettings> | undefined;
  readonly password?:
    { readonly current: string; readonly next: string; readonly endKeys?: boolean | undefined } | undefined;
}

export interface OwnAccount {
  get(principal: Principal): Promise<User>;
  /** A new password ends every other session of the account, and its keys where that is asked for. */
  change(principal: Principal, change: OwnAccountChange): Promise<User>;
}

export interface OwnAccountOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly slowDown: SlowDown;
}

export function createOwnAccount(options: OwnAccountOptions): OwnAccount {
  const { database, clock, audit, passwords, sessions, slowDown } = options;

  /** Hash of the next password, once the current one has been shown. */
  async function nextHash(principal: Principal, user: User, current: string, next: string): Promise<string> {
    if (principal.via !== 'session' || user.passwordHash === null) {
      throw new AppError('FORBIDDEN', 'Only somebody who has logged in with a password can change it.');
    }
    const subjects = [{ kind: 'account', value: user.id }] as const;
    await slowDown.begin(subjects);
    if (!(await passwords.matches(user.passwordHash, current))) {
      throw new AppError('INVALID_CREDENTIALS', 'The current password is wrong.');
    }
    await slowDown.succeeded(subjects);
    return passwords.hashNew(next, user);
  }

  return Object.freeze({
    get: async (principal: Principal) => (await findUser(database.db, principal.accountId))!,

    async change(principal: Principal, { name, settings, password }: OwnAccountChange) {
      const before = (await findUser(database.db, principal.accountId))!;
      const passwordHash =
        password === undefined ? undefined : await nextHash(principal, before, password.current, password.next);
      return database.transaction(async (db) => {
        const user = (await findUser(db, principal.accountId))!;
        if (passwordHash !== undefined) {
          if (user.passwordHash !== before.passwordHash) {
            throw new AppError('INVALID_CREDENTIALS', 'The password was changed in the meantime.');
          }
          await sessions.endAll(db, user.id, principal.sessionId);
          if (password?.endKeys === true) await revokeKeysOf(db, user.id, isoTime(clock.now()));
          await audit.record(db, { principal, action: 'password.changed', target: { kind: 'user', id: user.id } });
        }
        if (name !== undefined || settings !== undefined) {
          await audit.record(db, { principal, action: 'account.changed', target: { kind: 'user', id: user.id } });
        }
        return updateUser(db, user, { name, settings: merged(user.settings, settings ?? {}), passwordHash });
      });
    },
  });
}
