import type { Group } from '../../../contract/administration.ts';
import type { Page } from '../../../contract/common.ts';
import { decodeCursor, textAndId, toPage } from '../../../core/db/paging.ts';
import type { Db } from '../../../core/db/types.ts';

/** Keeps the number of bound parameters of one statement small. */
const BATCH = 400;

/** The form of a name by which it is unique. */
export function groupKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The group with this name, in any letter case. */
export async function findGroupIdByName(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('groups').select('id').where('name_key', '=', groupKey(name)).executeTakeFirst();
  return row?.id;
}

export async function findGroup(db: Db, id: string): Promise<Group | undefined> {
  const row = await db.selectFrom('groups').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return undefined;
  const members = await membersOf(db, [id]);
  return { id, name: row.name, memberIds: members.get(id) ?? [], createdAt: row.created_at };
}

/** By name. */
export async function listGroups(
  db: Db,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<Group>> {
  const after = decodeCursor(cursor, textAndId);
  let query = db
    .selectFrom('groups')
    .selectAll()
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit + 1);
  if (after) query = query.where((eb) => eb(eb.refTuple('name_key', 'id'), '>', eb.tuple(...after)));
  const page = toPage(await query.execute(), limit, (row) => [row.name_key, row.id]);
  const ids = page.items.map(({ id }) => id);
  const members = await membersOf(db, ids);
  return {
    items: page.items.map((row) => ({
      id: row.id,
      name: row.name,
      memberIds: members.get(row.id) ?? [],
      createdAt: row.created_at,
    })),
    cursor: page.cursor,
  };
}

/** Inserts the group or gives it a new name and new members. */
export async function saveGroup(db: Db, group: Group): Promise<void> {
  const name = { name: group.name, name_key: groupKey(group.name) };
  await db
    .insertInto('groups')
    .values({ id: group.id, ...name, created_at: group.createdAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(name))
    .execute();
  await db.deleteFrom('group_members').where('group_id', '=', group.id).execute();
  for (let at = 0; at < group.memberIds.length; at += BATCH) {
    const rows = group.memberIds.slice(at, at + BATCH).map((id) => ({ group_id: group.id, user_id: id }));
    await db.insertInto('group_members').values(rows).execute();
  }
}

/** False when there was no such group. */
export async function deleteGroup(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('groups').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

async function membersOf(db: Db, groupIds: readonly string[]): Promise<Map<string, string[]>> {
  const members = new Map<string, string[]>();
  if (groupIds.length === 0) return members;
  const rows = await db
    .selectFrom('group_members')
    .selectAll()
    .where('group_id', 'in', groupIds)
    .orderBy('user_id')
    .execute();
  for (const { group_id, user_id } of rows) {
    const list = members.get(group_id);
    if (list === undefined) members.set(group_id, [user_id]);
    else list.push(user_id);
  }
  return members;
}

/** Ids of the groups a user belongs to. */
export async function groupsOfUser(db: Db, userId: string): Promise<readonly string[]> {
  const rows = await db.selectFrom('group_members').select('group_id').where('user_id', '=', userId).execute();
  return rows.map(({ group_id }) => group_id);
}

/** Ids of a group's members. */
export async function membersOfGroup(db: Db, groupId: string): Promise<readonly string[]> {
  return (await membersOf(db, [groupId])).get(groupId) ?? [];
}
