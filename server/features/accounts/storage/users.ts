import { type Selectable, sql } from 'kysely';
import {
  type Account,
  accountSettings,
  type AccountSettings,
  DEFAULT_ACCOUNT_SETTINGS,
  type TeamRole,
  teamRole,
} from '../../../contract/accounts.ts';
import type { SecondFactorState } from '../../../contract/secondFactor.ts';
import { FORMER_MEMBER_ID } from '../../../contract/accountTasks.ts';
import type { Page } from '../../../contract/common.ts';
import { decodeCursor, textAndId, toPage } from '../../../core/db/paging.ts';
import type { Db, Tables } from '../../../core/db/types.ts';
import '../secondFactor/storage.ts';
import { merged } from './merged.ts';

/** Keeps the number of bound parameters of one statement small. */
const BATCH = 400;

/** An account with what only the server may know of it. */
export interface User extends Omit<Account, 'secondFactor'> {
  /** Since when a login asks for a code; null: it does not. */
  readonly secondFactorSince: string | null;
  readonly passwordHash: string | null;
  readonly appLockHash: string | null;
}

export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: TeamRole;
  readonly passwordHash: string | null;
  readonly createdAt: string;
}

/** What of a user can change. */
export interface UserChange {
  readonly name?: string | undefined;
  readonly role?: TeamRole | undefined;
  readonly disabled?: boolean | undefined;
  readonly workspaceCollaboration?: boolean | undefined;
  readonly settings?: AccountSettings | undefined;
  readonly passwordHash?: string | undefined;
  readonly appLockHash?: string | null | undefined;
}

const storedSettings = accountSettings.partial();

/** The form of an address by which it is unique. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

export async function insertUser(db: Db, user: NewUser): Promise<void> {
  await db
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      email_key: emailKey(user.email),
      name: user.name,
      search_text: searchText(user.name, user.email),
      role: user.role,
      disabled: 0,
      workspace_collaboration: 1,
      password_hash: user.passwordHash,
      settings: '{}',
      app_lock_hash: null,
      created_at: user.createdAt,
    })
    .execute();
}

const withFactor = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('second_factors as factor', 'factor.user_id', 'users.id')
    .selectAll('users')
    .select('factor.active_since as second_factor_since');

export async function findUser(db: Db, id: string): Promise<User | undefined> {
  const row = await withFactor(db).where('users.id', '=', id).executeTakeFirst();
  return row && toUser(row);
}

export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const row = await withFactor(db).where('users.email_key', '=', emailKey(email)).executeTakeFirst();
  return row && toUser(row);
}

/** Which of these ids are users. */
export async function existingUsers(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let at = 0; at < ids.length; at += BATCH) {
    const part = ids.slice(at, at + BATCH);
    const rows = await db.selectFrom('users').select('id').where('id', 'in', part).execute();
    for (const { id } of rows) found.add(id);
  }
  return found;
}

/** Oldest first; `q` is looked for in names and addresses. */
export async function listUsers(
  db: Db,
  { limit, cursor, q }: { limit: number; cursor?: string | undefined; q?: string | undefined },
): Promise<Page<User>> {
  const after = decodeCursor(cursor, textAndId);
  let query = withFactor(db)
    .orderBy('users.created_at')
    .orderBy('users.id')
    .limit(limit + 1);
  if (after) query = query.where((eb) => eb(eb.refTuple('users.created_at', 'users.id'), '>', eb.tuple(...after)));
  if (q !== undefined) {
    const pattern = `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where(sql<boolean>`users.search_text like ${pattern} escape '\\'`);
  }
  const page = toPage(await query.execute(), limit, (row) => [row.created_at, row.id]);
  return { items: page.items.map(toUser), cursor: page.cursor };
}

/** True when somebody can log in, so that no first owner has to be made. */
export async function hasLogin(db: Db): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('password_hash', 'is not', null).executeTakeFirst();
  return row !== undefined;
}

/** How many owners there are who can act. */
export async function countActiveOwners(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('role', '=', 'owner')
    .where('disabled', '=', 0)
    .executeTakeFirstOrThrow();
  return count;
}

export async function updateUser(db: Db, user: User, change: UserChange): Promise<User> {
  const next: User = {
    ...user,
    name: change.name ?? user.name,
    role: change.role ?? user.role,
    disabled: change.disabled ?? user.disabled,
    workspaceCollaboration: change.workspaceCollaboration ?? user.workspaceCollaboration,
    settings: change.settings ?? user.settings,
    passwordHash: change.passwordHash ?? user.passwordHash,
    appLockHash: change.appLockHash === undefined ? user.appLockHash : change.appLockHash,
  };
  await db
    .updateTable('users')
    .set({
      name: next.name,
      search_text: searchText(next.name, next.email),
      role: next.role,
      disabled: next.disabled ? 1 : 0,
      workspace_collaboration: next.workspaceCollaboration ? 1 : 0,
      settings: JSON.stringify(next.settings),
      password_hash: next.passwordHash,
      app_lock_hash: next.appLockHash,
    })
    .where('id', '=', user.id)
    .execute();
  return { ...next, appLock: next.appLockHash !== null };
}

/** What callers may see of a user. */
export function toAccount(user: User, secondFactor: SecondFactorState): Account {
  const { id, email, name, role, disabled, workspaceCollaboration, settings, appLock, createdAt } = user;
  return { id, email, name, role, disabled, workspaceCollaboration, settings, appLock, createdAt, secondFactor };
}

function searchText(name: string, email: string): string {
  return `${name}\n${email}`.toLowerCase();
}

function toUser(row: Selectable<Tables['users']> & { second_factor_since: string | null }): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: teamRole.parse(row.role),
    disabled: row.disabled === 1,
    workspaceCollaboration: row.workspace_collaboration === 1,
    settings: merged(DEFAULT_ACCOUNT_SETTINGS, storedSettings.parse(JSON.parse(row.settings))),
    appLock: row.app_lock_hash !== null,
    secondFactorSince: row.second_factor_since,
    createdAt: row.created_at,
    passwordHash: row.password_hash,
    appLockHash: row.app_lock_hash,
  };
}

/** Who stands for everybody whose account was deleted; the interface says it in its own language. */
const FORMER_MEMBER = Object.freeze({ id: FORMER_MEMBER_ID, name: 'Former member', email: '' });

/** Who these users are to others; unknown ids are left out. */
export async function peopleByIds(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<Account, 'id' | 'name' | 'email'>>> {
  const people = new Map<string, Pick<Account, 'id' | 'name' | 'email'>>();
  for (let at = 0; at < ids.length; at += BATCH) {
    const rows = await db
      .selectFrom('users')
      .select(['id', 'name', 'email'])
      .where('id', 'in', ids.slice(at, at + BATCH))
      .execute();
    for (const person of rows) people.set(person.id, person);
  }
  if (ids.includes(FORMER_MEMBER_ID)) people.set(FORMER_MEMBER_ID, FORMER_MEMBER);
  return people;
}

export async function isEnabled(db: Db, id: string): Promise<boolean> {
  const found = await db.selectFrom('users').select('disabled').where('id', '=', id).executeTakeFirst();
  return found?.disabled === 0;
}

export async function roleOf(db: Db, id: string): Promise<TeamRole | undefined> {
  const found = await db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst();
  return found && teamRole.parse(found.role);
}

/** The enabled account of an address. */
export async function personByEmail(
  db: Db,
  email: string,
): Promise<Pick<Account, 'id' | 'name' | 'email'> | undefined> {
  const user = await findUserByEmail(db, email);
  return user === undefined || user.disabled ? undefined : { id: user.id, name: user.name, email: user.email };
}
