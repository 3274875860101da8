import type { Database } from '../../core/db/types.ts';
import type { Audit } from './audit.ts';
import type { Keys } from './keys.ts';
import type { Logins } from './logins.ts';
import type { Passwords } from './passwords.ts';
import { findUserByEmail, hasLogin } from './storage/users.ts';
import type { Users } from './users.ts';

/** Address of the local account. It is no real one, and nobody can log in with it. */
const LOCAL_EMAIL = 'local@deckname';

/** First account of a fresh data folder, as the configuration gives it. */
export interface ConfiguredOwner {
  readonly email: string;
  readonly password: string;
  /** A well-formed `dk_` key; the configuration has checked its shape. */
  readonly apiKey?: string;
}

export interface FirstAccountsOptions {
  readonly database: Database;
  readonly audit: Audit;
  readonly keys: Keys;
  readonly logins: Logins;
  readonly passwords: Passwords;
  readonly users: Users;
}

/** Local mode: makes the one account at the first start. @returns its id */
export function ensureLocalAccount({ database, audit, users }: FirstAccountsOptions): Promise<string> {
  return database.transaction(async (db) => {
    const existing = await findUserByEmail(db, LOCAL_EMAIL);
    if (existing !== undefined) return existing.id;
    const { id } = await users.insert(db, { email: LOCAL_EMAIL, name: 'Local', role: 'owner', passwordHash: null });
    await audit.record(db, { principal: 'system', action: 'user.created', target: { kind: 'user', id } });
    return id;
  });
}

/**
 * Team mode: makes the configured owner while nobody can log in.
 * @returns the token of the set-up link when there is neither an owner nor a configured one; else null
 */
export async function ensureOwner(
  options: FirstAccountsOptions,
  owner: ConfiguredOwner | null,
): Promise<string | null> {
  const { database, audit, keys, logins, passwords, users } = options;
  if (await hasLogin(database.db)) return null;
  if (owner === null) return logins.openSetUp();
  const passwordHash = await passwords.hash(owner.password);
  await database.transaction(async (db) => {
    const { email } = owner;
    const user = await users.insert(db, { email, name: email, role: 'owner', passwordHash });
    await audit.record(db, { principal: 'system', action: 'user.created', target: { kind: 'user', id: user.id } });
    if (owner.apiKey === undefined) return;
    const key = await keys.insert(db, user.id, { name: 'Bootstrap' }, owner.apiKey);
    await audit.record(db, { principal: 'system', action: 'key.created', target: { kind: 'key', id: key.id } });
  });
  return null;
}
