import { randomUUID } from 'node:crypto';
import type { AuditAction, Group } from '../../contract/administration.ts';
import type { Page } from '../../contract/common.ts';
import { type Clock, isoTime } from '../../core/clock.ts';
import type { Database, Db } from '../../core/db/types.ts';
import { AppError } from '../../core/errors.ts';
import type { Principal } from '../../http/types.ts';
import type { Audit } from './audit.ts';
import * as storage from './storage/groups.ts';
import { existingUsers } from './storage/users.ts';

export interface GroupPatch {
  readonly name?: string | undefined;
  readonly memberIds?: readonly string[] | undefined;
}

/** Groups of users, for sharing. */
export interface Groups {
  list(page: { limit: number; cursor?: string | undefined }): Promise<Page<Group>>;
  create(principal: Principal, group: { name: string; memberIds: readonly string[] }): Promise<Group>;
  update(principal: Principal, id: string, patch: GroupPatch): Promise<Group>;
  remove(principal: Principal, id: string): Promise<void>;
}

/** Runs a change of a group's members (or the group's removal) inside whatever follows from it, in the same transaction. */
export type AroundMembership = (
  db: Db,
  principal: Principal,
  change: { readonly groupId: string; readonly removed: boolean },
  work: () => Promise<void>,
) => Promise<void>;

export interface GroupsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly aroundMembership: AroundMembership;
}

export function createGroups({ database, clock, audit, aroundMembership }: GroupsOptions): Groups {
  const notFound = (): AppError => new AppError('GROUP_NOT_FOUND', 'There is no such group.');
  const record = (db: Db, principal: Principal, action: AuditAction, id: string): Promise<void> =>
    audit.record(db, { principal, action, target: { kind: 'group', id } });

  async function save(db: Db, group: Group): Promise<Group> {
    const sameName = await storage.findGroupIdByName(db, group.name);
    if (sameName !== undefined && sameName !== group.id) {
      throw new AppError('NAME_TAKEN', 'There is already a group with this name.');
    }
    const memberIds = [...new Set(group.memberIds)].sort();
    if ((await existingUsers(db, memberIds)).size < memberIds.length) {
      throw new AppError('USER_NOT_FOUND', 'A member is not a user of this installation.');
    }
    await storage.saveGroup(db, { ...group, memberIds });
    return { ...group, memberIds };
  }

  return Object.freeze({
    list: (page: { limit: number; cursor?: string | undefined }) => storage.listGroups(database.db, page),

    create: (principal: Principal, { name, memberIds }: { name: string; memberIds: readonly string[] }) =>
      database.transaction(async (db) => {
        const createdAt = isoTime(clock.now());
        const group = await save(db, { id: randomUUID(), name, memberIds: [...memberIds], createdAt });
        await record(db, principal, 'group.created', group.id);
        return group;
      }),

    update: (principal: Principal, id: string, patch: GroupPatch) =>
      database.transaction(async (db) => {
        const group = await storage.findGroup(db, id);
        if (group === undefined) throw notFound();
        const memberIds = patch.memberIds === undefined ? group.memberIds : [...patch.memberIds];
        let changed = group;
        await aroundMembership(db, principal, { groupId: id, removed: false }, async () => {
          changed = await save(db, { ...group, name: patch.name ?? group.name, memberIds });
        });
        await record(db, principal, 'group.changed', id);
        return changed;
      }),

    remove: (principal: Principal, id: string) =>
      database.transaction(async (db) => {
        await aroundMembership(db, principal, { groupId: id, removed: true }, async () => {
          if (!(await storage.deleteGroup(db, id))) throw notFound();
        });
        await record(db, principal, 'group.deleted', id);
      }),
  });
}
