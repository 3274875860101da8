import { z } from 'zod';
import { SHARE_ROLES } from '../../../contract/workspace/sharing.ts';
import type { Db } from '../../../core/db/types.ts';
import './tables.ts';

const BATCH = 400;

/** A grant on one node. */
export interface ShareRow {
  readonly id: string;
  readonly nodeId: string;
  readonly kind: 'user' | 'group';
  /** Id of the user or the group. */
  readonly granteeId: string;
  readonly role: (typeof SHARE_ROLES)[number];
  /** `manual`, or the drive that the share was taken over from. */
  readonly source: string;
  readonly syncedAt: string | null;
  readonly createdBy: string;
  readonly createdAt: string;
}

const row = z
  .object({
    id: z.string(),
    node_id: z.string(),
    kind: z.enum(['user', 'group']),
    grantee_id: z.string(),
    role: z.enum(SHARE_ROLES),
    source: z.string(),
    synced_at: z.string().nullable(),
    created_by: z.string(),
    created_at: z.string(),
  })
  .transform((value): ShareRow => ({
    id: value.id,
    nodeId: value.node_id,
    kind: value.kind,
    granteeId: value.grantee_id,
    role: value.role,
    source: value.source,
    syncedAt: value.synced_at,
    createdBy: value.created_by,
    createdAt: value.created_at,
  }));

/** All grants on these nodes. */
export async function sharesOn(db: Db, nodeIds: readonly string[]): Promise<ShareRow[]> {
  const shares: ShareRow[] = [];
  for (let at = 0; at < nodeIds.length; at += BATCH) {
    const rows = await db
      .selectFrom('shares')
      .selectAll()
      .where('node_id', 'in', nodeIds.slice(at, at + BATCH))
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    shares.push(...rows.map((value) => row.parse(value)));
  }
  return shares;
}

/** Grants on a node and the folders above it, the oldest first; `after` is time and id of the last one seen. */
export async function sharesPage(
  db: Db,
  nodeIds: readonly string[],
  { after, limit }: { readonly after: readonly [createdAt: string, id: string] | null; readonly limit: number },
): Promise<ShareRow[]> {
  let query = db.selectFrom('shares').selectAll().where('node_id', 'in', nodeIds);
  if (after !== null) query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(...after)));
  const rows = await query.orderBy('created_at').orderBy('id').limit(limit).execute();
  return rows.map((value) => row.parse(value));
}

/** All grants to a person, directly and through groups. */
export async function sharesTo(db: Db, userId: string, groupIds: readonly string[]): Promise<ShareRow[]> {
  const rows = await db
    .selectFrom('shares')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'user'), eb('grantee_id', '=', userId)]),
        ...(groupIds.length === 0 ? [] : [eb.and([eb('kind', '=', 'group'), eb('grantee_id', 'in', groupIds)])]),
      ]),
    )
    .execute();
  return rows.map((value) => row.parse(value));
}

export async function sharesToGroup(db: Db, groupId: string): Promise<ShareRow[]> {
  const rows = await db
    .selectFrom('shares')
    .selectAll()
    .where('kind', '=', 'group')
    .where('grantee_id', '=', groupId)
    .execute();
  return rows.map((value) => row.parse(value));
}

/** Makes the grant, or gives the one that is there its role. */
export async function saveShare(db: Db, share: ShareRow): Promise<void> {
  await db
    .insertInto('shares')
    .values({
      id: share.id,
      node_id: share.nodeId,
      kind: share.kind,
      grantee_id: share.granteeId,
      role: share.role,
      source: share.source,
      synced_at: share.syncedAt,
      created_by: share.createdBy,
      created_at: share.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['node_id', 'kind', 'grantee_id']).doUpdateSet({ role: share.role }))
    .execute();
}

export async function deleteShare(db: Db, id: string): Promise<void> {
  await db.deleteFrom('shares').where('id', '=', id).execute();
}
