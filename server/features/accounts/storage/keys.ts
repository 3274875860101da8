import type { Selectable } from 'kysely';
import { apiKey, type ApiKey } from '../../../contract/accounts.ts';
import type { Page, PageQuery } from '../../../contract/common.ts';
import { decodeCursor, textAndId, toPage } from '../../../core/db/paging.ts';
import type { Db, Tables } from '../../../core/db/types.ts';

/** A key of a user; `userId` is not shown to callers. */
export interface StoredKey extends ApiKey {
  readonly userId: string;
}

export async function insertKey(db: Db, key: StoredKey, secretHash: string): Promise<void> {
  await db
    .insertInto('api_keys')
    .values({
      id: key.id,
      user_id: key.userId,
      name: key.name,
      prefix: key.prefix,
      secret_hash: secretHash,
      agent_id: key.agent?.id ?? null,
      agent_name: key.agent?.name ?? null,
      scope: key.scope,
      tool_access: key.toolAccess,
      clear_text: Number(key.clearText),
      created_at: key.createdAt,
      last_used_at: key.lastUsedAt,
      last_used_from: key.lastUsedFrom,
      expires_at: key.expiresAt,
      revoked_at: key.revokedAt,
    })
    .execute();
}

export async function findKeyBySecret(db: Db, secretHash: string): Promise<StoredKey | undefined> {
  const row = await db.selectFrom('api_keys').selectAll().where('secret_hash', '=', secretHash).executeTakeFirst();
  return row && toKey(row);
}

export async function findKey(db: Db, userId: string, id: string): Promise<StoredKey | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && toKey(row);
}

/** Newest first. */
export async function listKeys(db: Db, userId: string, { limit, cursor }: PageQuery): Promise<Page<StoredKey>> {
  const after = decodeCursor(cursor, textAndId);
  let query = db
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (after) query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(...after)));
  const page = toPage(await query.execute(), limit, (row) => [row.created_at, row.id]);
  return { items: page.items.map(toKey), cursor: page.cursor };
}

/** Whether a key is neither revoked nor expired, and its secret the one that it had at `since`. */
export async function isKeyValid(
  db: Db,
  id: string,
  { since, now }: { readonly since: string; readonly now: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('api_keys')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where((eb) => eb.or([eb('rotated_at', 'is', null), eb('rotated_at', '<', since)]))
    .executeTakeFirst();
  return found !== undefined;
}

export async function setKeySecret(
  db: Db,
  id: string,
  { prefix, secretHash, at }: { readonly prefix: string; readonly secretHash: string; readonly at: string },
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ prefix, secret_hash: secretHash, rotated_at: at, last_used_at: null, last_used_from: null })
    .where('id', '=', id)
    .execute();
}

export async function touchKey(db: Db, id: string, use: { readonly at: string; readonly from: string }): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: use.at, last_used_from: use.from })
    .where('id', '=', id)
    .execute();
}

export async function revokeKey(db: Db, id: string, at: string): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function revokeKeysOf(db: Db, userId: string, at: string): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Removes keys that were revoked before `time`. */
export async function keyIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('api_keys').select('id').where('user_id', '=', userId).execute();
  return rows.map(({ id }) => id);
}

export async function deleteRevokedKeys(db: Db, time: string): Promise<void> {
  await db.deleteFrom('api_keys').where('revoked_at', '<', time).execute();
}

/** What callers may see of a key. */
export function toApiKey(key: StoredKey): ApiKey {
  const { id, name, prefix, agent, scope, toolAccess, clearText } = key;
  const { createdAt, lastUsedAt, lastUsedFrom, expiresAt, revokedAt } = key;
  return {
    ...{ id, name, prefix, agent, scope, toolAccess, clearText },
    ...{ createdAt, lastUsedAt, lastUsedFrom, expiresAt, revokedAt },
  };
}

function toKey(row: Selectable<Tables['api_keys']>): StoredKey {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    prefix: row.prefix,
    agent: row.agent_id !== null && row.agent_name !== null ? { id: row.agent_id, name: row.agent_name } : null,
    scope: apiKey.shape.scope.parse(row.scope),
    toolAccess: apiKey.shape.toolAccess.parse(row.tool_access),
    clearText: row.clear_text !== 0,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    lastUsedFrom: row.last_used_from,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}
