import type { PasswordReset, PasswordResetLink } from '../../../contract/passwordResets.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Principal } from '../../../http/types.ts';
import type { Audit } from '../audit.ts';
import type { Passwords } from '../passwords.ts';
import { newToken, secretHash } from '../secrets.ts';
import type { Session, Sessions } from '../sessions.ts';
import { revokeKeysOf } from '../storage/keys.ts';
import { findUser, peopleByIds, updateUser } from '../storage/users.ts';
import { findTask } from '../tasks/storage.ts';
import { checkOwnerRights } from '../users.ts';
import { changeReset, deleteReset, findReset, saveReset } from './storage.ts';

const LINK_HOURS = 24;
const HOUR_MS = 3_600_000;

/** New passwords for people who have lost theirs, or whose password others may know. No administrator ever knows the new one. */
export interface PasswordResets {
  /**
   * Makes the one-time link; the old password, every session and every key of the user end at once.
   * @returns the link's token, which is not stored, and when it ends
   * @throws AppError USER_NOT_FOUND, FORBIDDEN (oneself, or an owner by somebody else than an owner), ACCOUNT_BEING_DELETED
   */
  begin(principal: Principal, userId: string): Promise<Omit<PasswordResetLink, 'link'> & { readonly token: string }>;
  /** Sets the password that the user chooses; the link ends. @throws AppError INVALID_RESET_TOKEN, WEAK_PASSWORD */
  finish(token: string, password: string): Promise<void>;
  /** Whether the old password has ended and no new one has been set. */
  isOpen(db: Db, userId: string): Promise<boolean>;
  /** Called in the transaction of a login: the first session after a reset tells of it, later ones do not. */
  loggedIn(db: Db, session: Session): Promise<void>;
  /** The reset that this session tells of; null when there is none. */
  toldIn(db: Db, session: Session): Promise<PasswordReset | null>;
}

export interface PasswordResetsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
}

export function createPasswordResets(options: PasswordResetsOptions): PasswordResets {
  const { database, clock, audit, passwords, sessions } = options;

  /** The user of a link that can still be used. */
  async function userOf(db: Db, tokenHash: string) {
    const reset = await findReset(db, 'token_hash', tokenHash);
    const user = reset && reset.expires_at > isoTime(clock.now()) ? await findUser(db, reset.user_id) : undefined;
    if (user === undefined || user.disabled) {
      throw new AppError('INVALID_RESET_TOKEN', 'The link is not valid any more, or it has been used.');
    }
    return user;
  }

  return Object.freeze({
    async begin(principal: Principal, userId: string) {
      const token = newToken();
      const now = clock.now();
      const expiresAt = isoTime(now + LINK_HOURS * HOUR_MS);
      await database.transaction(async (db) => {
        const user = await findUser(db, userId);
        if (user === undefined) throw new AppError('USER_NOT_FOUND', 'There is no such user.');
        if (userId === principal.accountId) {
          throw new AppError('FORBIDDEN', 'The own password is changed in the account settings, with the current one.');
        }
        checkOwnerRights(principal, [user.role]);
        if ((await findTask(db, userId))?.kind === 'deletion') {
          throw new AppError('ACCOUNT_BEING_DELETED', 'The account is being deleted.');
        }
        await saveReset(db, {
          ...{ user_id: userId, token_hash: secretHash(token), requested_by: principal.accountId },
          ...{ requested_at: isoTime(now), expires_at: expiresAt, told_session_id: null },
        });
        await sessions.endAll(db, userId);
        await revokeKeysOf(db, userId, isoTime(now));
        await audit.record(db, { principal, action: 'user.password_reset', target: { kind: 'user', id: userId } });
      });
      return { token, expiresAt };
    },

    async finish(token: string, password: string) {
      const tokenHash = secretHash(token);
      const passwordHash = await passwords.hashNew(password, await userOf(database.db, tokenHash));
      await database.transaction(async (db) => {
        const user = await userOf(db, tokenHash);
        await updateUser(db, user, { passwordHash });
        await changeReset(db, user.id, { token_hash: null });
        await audit.record(db, {
          principal: 'unknown',
          action: 'password.changed',
          target: { kind: 'user', id: user.id },
        });
      });
    },

    async isOpen(db: Db, userId: string) {
      const reset = await findReset(db, 'user_id', userId);
      return reset !== undefined && reset.token_hash !== null;
    },

    async loggedIn(db: Db, { id, userId }: Session) {
      const reset = await findReset(db, 'user_id', userId);
      if (reset === undefined) return;
      if (reset.told_session_id === null) await changeReset(db, userId, { told_session_id: id });
      else await deleteReset(db, userId);
    },

    async toldIn(db: Db, { id, userId }: Session) {
      const reset = await findReset(db, 'user_id', userId);
      if (reset?.told_session_id !== id) return null;
      const by =
        reset.requested_by === null ? undefined : (await peopleByIds(db, [reset.requested_by])).get(reset.requested_by);
      return { at: reset.requested_at, by: by?.name ?? null };
    },
  });
}
