import type { TeamRole } from '../../contract/accounts.ts';
import type { Db } from '../../core/db/types.ts';
import { findGroup, groupsOfUser, membersOfGroup } from './storage/groups.ts';
import { isKeyValid } from './storage/keys.ts';
import { isEnabled, peopleByIds, personByEmail, roleOf } from './storage/users.ts';

/** A person of the team as others see them. */
export interface DirectoryPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** People and groups, for features that share with them. */
export interface Directory {
  /** People by id, disabled ones too; unknown ids are left out. */
  people(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, DirectoryPerson>>;
  /** The enabled account of this address. */
  personByEmail(db: Db, email: string): Promise<DirectoryPerson | undefined>;
  isEnabled(db: Db, userId: string): Promise<boolean>;
  /** Whether a key is neither revoked nor expired, and its secret the one that it had at `since` (ISO 8601). */
  isKeyValid(db: Db, keyId: string, times: { readonly since: string; readonly now: string }): Promise<boolean>;
  /** Role in the team; `undefined` for an unknown account. */
  roleOf(db: Db, userId: string): Promise<TeamRole | undefined>;
  groupsOf(db: Db, userId: string): Promise<readonly string[]>;
  groupMembers(db: Db, groupId: string): Promise<readonly string[]>;
  /** All groups by name. */
  groups(db: Db): Promise<readonly { readonly id: string; readonly name: string }[]>;
  groupById(db: Db, id: string): Promise<{ readonly id: string; readonly name: string } | undefined>;
}

export const directory: Directory = Object.freeze({
  people: peopleByIds,
  personByEmail,
  isEnabled,
  isKeyValid,
  roleOf,
  groupsOf: groupsOfUser,
  groupMembers: membersOfGroup,
  groups: (db: Db) => db.selectFrom('groups').select(['id', 'name']).orderBy('name_key').orderBy('id').execute(),
  async groupById(db: Db, id: string) {
    const group = await findGroup(db, id);
    return group && { id: group.id, name: group.name };
  },
});
