import type { Db } from '../../../core/db/types.ts';
import './tables.ts';

const BATCH = 400;

/** Which of these nodes carry the user's star. */
export async function starredOf(db: Db, userId: string, nodeIds: readonly string[]): Promise<ReadonlySet<string>> {
  const starred = new Set<string>();
  for (let at = 0; at < nodeIds.length; at += BATCH) {
    const rows = await db
      .selectFrom('stars')
      .select('node_id')
      .where('user_id', '=', userId)
      .where('node_id', 'in', nodeIds.slice(at, at + BATCH))
      .execute();
    for (const { node_id } of rows) starred.add(node_id);
  }
  return starred;
}

/** Sets or removes a user's star; either twice is the same as once. */
export async function setStar(
  db: Db,
  star: { userId: string; nodeId: string; at: string },
  starred: boolean,
): Promise<void> {
  if (starred) {
    await db
      .insertInto('stars')
      .values({ user_id: star.userId, node_id: star.nodeId, created_at: star.at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } else {
    await db.deleteFrom('stars').where('user_id', '=', star.userId).where('node_id', '=', star.nodeId).execute();
  }
}
