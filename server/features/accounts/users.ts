import { randomUUID } from 'node:crypto';
import type { Account, TeamRole } from '../../contract/accounts.ts';
import type { AuditAction } from '../../contract/administration.ts';
import type { Page } from '../../contract/common.ts';
import { type Clock, isoTime } from '../../core/clock.ts';
import type { Database, Db } from '../../core/db/types.ts';
import { AppError } from '../../core/errors.ts';
import type { Vault } from '../../core/vault/types.ts';
import type { Principal } from '../../http/types.ts';
import type { Audit } from './audit.ts';
import type { Passwords } from './passwords.ts';
import type { SecondFactorRequirement } from './secondFactor/requirement.ts';
import type { Sessions } from './sessions.ts';
import { revokeKeysOf } from './storage/keys.ts';
import * as storage from './storage/users.ts';
import { findTask } from './tasks/storage.ts';

export interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly role: TeamRole;
  readonly password: string;
}

/** What an administrator may change of a user. */
export interface UserPatch {
  readonly name?: string | undefined;
  readonly role?: TeamRole | undefined;
  readonly disabled?: boolean | undefined;
  readonly workspaceCollaboration?: boolean | undefined;
}

/** The people of the team, as owners and admins manage them. */
export interface Users {
  list(page: { limit: number; cursor?: string | undefined; q?: string | undefined }): Promise<Page<Account>>;
  create(principal: Principal, user: NewUser): Promise<Account>;
  update(principal: Principal, id: string, patch: UserPatch): Promise<Account>;
  /** Inserts a user with a data key, in the caller's transaction. */
  insert(db: Db, user: Omit<NewUser, 'password'> & { passwordHash: string | null }): Promise<storage.User>;
}

export interface UsersOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly requirement: SecondFactorRequirement;
}

export function createUsers(options: UsersOptions): Users {
  const { database, vault, clock, audit, passwords, sessions, requirement } = options;

  async function insert(
    db: Db,
    { email, name, role, passwordHash }: Omit<NewUser, 'password'> & { passwordHash: string | null },
  ): Promise<storage.User> {
    if ((await storage.findUserByEmail(db, email)) !== undefined) {
      throw new AppError('EMAIL_TAKEN', 'There is already a user with this e-mail address.');
    }
    const id = randomUUID();
    await storage.insertUser(db, { id, email, name, role, passwordHash, createdAt: isoTime(clock.now()) });
    await vault.createAccountKey(db, id);
    return (await storage.findUser(db, id))!;
  }

  const present = async (db: Db, user: storage.User): Promise<Account> =>
    storage.toAccount(user, await requirement.of(db, user));
  const record = (db: Db, principal: Principal, action: AuditAction, id: string): Promise<void> =>
    audit.record(db, { principal, action, target: { kind: 'user', id } });

  return Object.freeze({
    async list(page: { limit: number; cursor?: string | undefined; q?: string | undefined }) {
      const { items, cursor } = await storage.listUsers(database.db, page);
      const stateOf = await requirement.forAll(database.db);
      return { items: items.map((user) => storage.toAccount(user, stateOf(user))), cursor };
    },

    async create(principal: Principal, { password, ...user }: NewUser) {
      checkOwnerRights(principal, [user.role]);
      const passwordHash = await passwords.hashNew(password, user);
      return database.transaction(async (db) => {
        const created = await insert(db, { ...user, passwordHash });
        await record(db, principal, 'user.created', created.id);
        return present(db, created);
      });
    },

    async update(principal: Principal, id: string, patch: UserPatch) {
      return database.transaction(async (db) => {
        const user = await storage.findUser(db, id);
        if (user === undefined) throw new AppError('USER_NOT_FOUND', 'There is no such user.');
        checkOwnerRights(principal, [user.role, patch.role]);
        if ((await findTask(db, id))?.kind === 'deletion') {
          throw new AppError('ACCOUNT_BEING_DELETED', 'The account is being deleted.');
        }
        const updated = await storage.updateUser(db, user, patch);
        if ((await storage.countActiveOwners(db)) === 0) {
          throw new AppError('LAST_OWNER', 'The last owner stays an owner and stays enabled.');
        }
        if (updated.disabled) {
          await sessions.endAll(db, id);
          await revokeKeysOf(db, id, isoTime(clock.now()));
        }
        await record(db, principal, updated.disabled && !user.disabled ? 'user.disabled' : 'user.changed', id);
        return present(db, updated);
      });
    },

    insert,
  });
}

/** @throws AppError FORBIDDEN when somebody else than an owner makes or changes an owner */
export function checkOwnerRights(principal: Principal, roles: readonly (TeamRole | undefined)[]): void {
  if (principal.role !== 'owner' && roles.includes('owner')) {
    throw new AppError('FORBIDDEN', 'Only an owner may make or change owners.');
  }
}
