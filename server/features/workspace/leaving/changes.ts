import { FORMER_MEMBER_ID } from '../../../contract/accountTasks.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import type { Vault } from '../../../core/vault/types.ts';
import { changeBoundTo, LEAVING } from '../feed/storage.ts';

const BATCH = 200;

const someOf = (db: Db, spaceId: string) =>
  db.selectFrom('changes').select(['position', 'id', 'name']).where('space_id', '=', spaceId).limit(BATCH).execute();

/** The history of a space goes with its files into another one. */
export async function moveChanges(
  { database, vault }: { readonly database: Database; readonly vault: Vault },
  spaceId: string,
  toSpaceId: string,
  signal: AbortSignal,
): Promise<void> {
  for (let count = BATCH; count === BATCH;) {
    signal.throwIfAborted();
    count = await database.transaction(async (db) => {
      const rows = await someOf(db, spaceId);
      for (const { position, id, name } of rows) {
        const sealed = await vault.encrypt(
          toSpaceId,
          changeBoundTo(id),
          await vault.decrypt(spaceId, changeBoundTo(id), name),
        );
        await db
          .updateTable('changes')
          .set({ space_id: toSpaceId, name: sealed })
          .where('position', '=', position)
          .execute();
      }
      return rows.length;
    });
  }
}

/**
 * What is left of a space that is gone: whoever followed the feed is told that its nodes have left, by their ids. All names and everything that came before is removed.
 */
export async function forgetChanges(database: Database, spaceId: string, signal: AbortSignal): Promise<void> {
  for (let count = BATCH; count === BATCH;) {
    signal.throwIfAborted();
    count = await database.transaction(async (db) => {
      const rows = await db
        .selectFrom('changes')
        .select(['position', 'action'])
        .where('space_id', '=', spaceId)
        .limit(BATCH)
        .execute();
      const gone = rows.filter(({ action }) => !LEAVING.has(action)).map(({ position }) => position);
      const kept = rows.filter(({ action }) => LEAVING.has(action)).map(({ position }) => position);
      if (gone.length > 0) {
        await db.deleteFrom('change_audience').where('position', 'in', gone).execute();
        await db.deleteFrom('changes').where('position', 'in', gone).execute();
      }
      if (kept.length > 0) {
        await db
          .updateTable('changes')
          .set({ space_id: FORMER_MEMBER_ID, name: new Uint8Array(0) })
          .where('position', 'in', kept)
          .execute();
      }
      return rows.length;
    });
  }
}
