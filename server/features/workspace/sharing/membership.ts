import type { Db } from '../../../core/db/types.ts';
import type { Principal } from '../../../http/types.ts';
import type { Feed } from '../feed/feed.ts';
import { deleteShare, sharesToGroup } from '../storage/shares.ts';

/** Runs a change of a group's members, or the removal of the group, in the transaction it belongs to. */
export type AroundMembership = (
  db: Db,
  principal: Principal,
  change: { readonly groupId: string; readonly removed: boolean },
  work: () => Promise<void>,
) => Promise<void>;

/** What is shared with a group comes into and leaves the view of its members with their membership. */
export function createAroundMembership({ feed }: { feed: Feed }): AroundMembership {
  return async (db, principal, { groupId, removed }, work) => {
    const shares = await sharesToGroup(db, groupId);
    const rootIds = [...new Set(shares.map(({ nodeId }) => nodeId))];
    await feed.recordMembers(db, principal, rootIds, async () => {
      await work();
      if (removed) for (const { id } of shares) await deleteShare(db, id);
    });
  };
}
