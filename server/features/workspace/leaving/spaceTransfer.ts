import type { InterfaceLanguage } from '../../../contract/languages.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import type { Vault } from '../../../core/vault/types.ts';
import type { Feed } from '../feed/feed.ts';
import { sealProjectName } from '../sharing/projects.ts';
import { moveChanges } from './changes.ts';
import type { MoveNode } from './nodeMove.ts';

/** Names of the project that the files of a former member become. They name nobody: the account is to be forgotten. */
const PROJECT_NAMES = Object.freeze({
  de: 'Übernommene Dateien',
  en: 'Files taken over',
  fr: 'Fichiers repris',
  es: 'Archivos asumidos',
  it: 'File rilevati',
} as const) satisfies Readonly<Record<InterfaceLanguage, string>>;

export interface SpaceTransferParts {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly feed: Feed;
  readonly moveNode: MoveNode;
  readonly languageOf: (accountId: string) => Promise<InterfaceLanguage>;
}

/** Makes a personal space the project of somebody else; everything in it is encrypted anew under the key of that project. */
export type TransferSpace = (spaceId: string, toAccountId: string, signal: AbortSignal) => Promise<void>;

export function createSpaceTransfer(parts: SpaceTransferParts): TransferSpace {
  const { database, vault, clock, feed, moveNode, languageOf } = parts;

  /**
   * The project that an earlier run has made, or a new one. Until all is there it has no members. Its identifier (RFC 9562, version 8) is made with a key of the space:
   * later runs find it, and without the key nobody can tell where it came from.
   */
  async function projectFor(spaceId: string, toAccountId: string): Promise<string> {
    const digest = Buffer.from(await vault.mac(spaceId, 'lookup', 'taken-over')).toString('hex');
    const id = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
    const name = PROJECT_NAMES[await languageOf(toAccountId)];
    const createdAt = isoTime(clock.now());
    return database.transaction(async (db) => {
      const known = await db.selectFrom('spaces').select('id').where('id', '=', id).executeTakeFirst();
      if (known !== undefined) return id;
      await vault.createAccountKey(db, id);
      const row = { kind: 'project', bytes_used: 0, file_count: 0, created_at: createdAt };
      await db
        .insertInto('spaces')
        .values({ id, name: sealProjectName(vault, id, name), ...row })
        .execute();
      return id;
    });
  }

  const nodesIn = async (db: Db, spaceId: string): Promise<string[]> =>
    (await db.selectFrom('nodes').select('id').where('space_id', '=', spaceId).limit(200).execute()).map(
      ({ id }) => id,
    );

  /** Gives the project to its owner and ends the space; false when others have put something into the space meanwhile. */
  function finish(spaceId: string, projectId: string, toAccountId: string): Promise<boolean> {
    return database.transaction(async (db) => {
      if ((await nodesIn(db, spaceId)).length > 0) return false;
      const usage = await db
        .selectFrom('versions')
        .innerJoin('nodes', 'nodes.id', 'versions.node_id')
        .where('nodes.space_id', '=', projectId)
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('versions.size_bytes'), eb.lit(0)).as('bytes'))
        .executeTakeFirstOrThrow();
      const files = await db
        .selectFrom('nodes')
        .where('space_id', '=', projectId)
        .where('type', '=', 'file')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      await db
        .updateTable('spaces')
        .set({ bytes_used: usage.bytes, file_count: files.count })
        .where('id', '=', projectId)
        .execute();
      const roots = await db.selectFrom('nodes').select('id').where('parent_key', '=', projectId).execute();
      const rootIds = roots.map(({ id }) => id);
      await feed.recordMembers(db, 'system', rootIds, async () => {
        await db
          .insertInto('project_members')
          .values({ project_id: projectId, user_id: toAccountId, role: 'owner', created_at: isoTime(clock.now()) })
          .execute();
      });
      await db.deleteFrom('spaces').where('id', '=', spaceId).execute();
      return true;
    });
  }

  return async (spaceId, toAccountId, signal) => {
    const projectId = await projectFor(spaceId, toAccountId);
    do {
      for (let ids = await nodesIn(database.db, spaceId); ids.length > 0; ids = await nodesIn(database.db, spaceId)) {
        for (const id of ids) await moveNode(id, projectId, signal);
      }
      await moveChanges({ database, vault }, spaceId, projectId, signal);
    } while (!(await finish(spaceId, projectId, toAccountId)));
    // What was told of between the last look and the end.
    await moveChanges({ database, vault }, spaceId, projectId, signal);
  };
}
