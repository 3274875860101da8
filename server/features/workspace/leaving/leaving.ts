import { NODE_ROLES, nodeRole } from '../../../contract/workspace/node.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import type { Feed } from '../feed/feed.ts';
import type { Objects } from '../content/objects.ts';
import type { Spaces } from '../spaces/spaces.ts';
import type { Projects, RemovedSpace } from '../sharing/projects.ts';
import type { EraseAccount, LeavingAccount } from '../../../http/feature.ts';
import { chunksOf } from '../storage/uploads.ts';
import { deleteOwnRows, forgetAuthor } from './authorship.ts';
import { forgetChanges } from './changes.ts';
import type { CopyObject } from './copyObject.ts';
import type { TransferSpace } from './spaceTransfer.ts';

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly feed: Feed;
  readonly objects: Objects;
  readonly projects: Pick<Projects, 'rootsOf' | 'removeSpace'>;
  readonly transferSpace: TransferSpace;
  readonly copyObject: CopyObject;
  readonly spaces: Pick<Spaces, 'ensurePersonal'>;
}

/** Takes an account out of the workspace. Does nothing where nothing is left of it. */
export function createLeaving(parts: Parts): EraseAccount {
  const { database, clock, feed, objects, projects, transferSpace, copyObject, spaces } = parts;

  async function endUploads(accountId: string): Promise<void> {
    const sessions = await database.db
      .selectFrom('upload_sessions')
      .select(['id', 'space_id'])
      .where((eb) => eb.or([eb('account_id', '=', accountId), eb('space_id', '=', accountId)]))
      .execute();
    for (const { id, space_id } of sessions) {
      const refs = await database.transaction(async (db) => {
        const chunks = await chunksOf(db, id);
        await db.deleteFrom('upload_sessions').where('id', '=', id).execute();
        return chunks;
      });
      await objects.remove(space_id, refs);
    }
  }

  /** Whom a project gets as its owner when this member leaves; undefined: it has one, null: nobody is left. */
  async function successorIn(db: Db, projectId: string, { accountId, transferTo }: LeavingAccount) {
    const members = await db
      .selectFrom('project_members')
      .select(['user_id', 'role'])
      .where('project_id', '=', projectId)
      .orderBy('created_at')
      .orderBy('user_id')
      .execute();
    const isOwner = ({ role }: { role: string }) => role === 'owner';
    const others = members.filter(({ user_id }) => user_id !== accountId);
    if (others.some(isOwner) || !members.some((member) => member.user_id === accountId && isOwner(member))) {
      return undefined;
    }
    if (transferTo !== null) return transferTo;
    const rank = ({ role }: { role: string }) => NODE_ROLES.indexOf(nodeRole.parse(role));
    return others.toSorted((a, b) => rank(a) - rank(b))[0]?.user_id ?? null;
  }

  async function removeLeftOf(spaceId: string, { refs, dropJobs }: RemovedSpace): Promise<void> {
    await objects.remove(spaceId, refs);
    await dropJobs();
  }

  /** Ends the membership; nobody else sees a project that nobody is left in, so it goes with its files. */
  async function leaveProject(projectId: string, member: LeavingAccount): Promise<void> {
    const removed = await database.transaction(async (db) => {
      const successor = await successorIn(db, projectId, member);
      if (successor === null) return projects.removeSpace(db, projectId);
      await feed.recordMembers(db, 'system', await projects.rootsOf(db, projectId), async () => {
        await db
          .deleteFrom('project_members')
          .where('project_id', '=', projectId)
          .where('user_id', '=', member.accountId)
          .execute();
        if (successor === undefined) return;
        const row = { project_id: projectId, user_id: successor, created_at: isoTime(clock.now()) };
        await db
          .insertInto('project_members')
          .values({ ...row, role: 'owner' })
          .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doUpdateSet({ role: 'owner' }))
          .execute();
      });
      return null;
    });
    if (removed !== null) await removeLeftOf(projectId, removed);
  }

  async function leaveSpace({ accountId, transferTo }: LeavingAccount, signal: AbortSignal): Promise<void> {
    const space = await database.db.selectFrom('spaces').select('id').where('id', '=', accountId).executeTakeFirst();
    if (space !== undefined) {
      if (transferTo !== null) await transferSpace(accountId, transferTo, signal);
      else {
        const removed = await database.transaction((db) => projects.removeSpace(db, accountId));
        await removeLeftOf(accountId, removed);
      }
    }
    await forgetChanges(database, accountId, signal);
  }

  /** Pictures that documents show go with the documents. */
  async function leaveImages({ accountId, transferTo }: LeavingAccount, signal: AbortSignal): Promise<void> {
    const images = await database.db
      .selectFrom('images')
      .select(['id', 'content_ref', 'size_bytes'])
      .where('account_id', '=', accountId)
      .execute();
    for (const { id, content_ref, size_bytes } of images) {
      signal.throwIfAborted();
      const copy = transferTo === null ? null : await copyObject(accountId, transferTo, content_ref);
      await database.transaction(async (db) => {
        if (transferTo === null || copy === null) await db.deleteFrom('images').where('id', '=', id).execute();
        else {
          await db
            .updateTable('images')
            .set({ account_id: transferTo, content_ref: copy })
            .where('id', '=', id)
            .execute();
          await spaces.ensurePersonal(db, transferTo);
          // What is taken over may go beyond the quota; it counts for what comes later.
          await db
            .updateTable('spaces')
            .set((eb) => ({ bytes_used: eb('bytes_used', '+', size_bytes) }))
            .where('id', '=', transferTo)
            .execute();
        }
      });
      await objects.remove(accountId, [content_ref]);
    }
  }

  return async (member, signal) => {
    const { accountId } = member;
    await endUploads(accountId);
    const memberships = await database.db
      .selectFrom('project_members')
      .select('project_id')
      .where('user_id', '=', accountId)
      .execute();
    for (const { project_id } of memberships) {
      signal.throwIfAborted();
      await leaveProject(project_id, member);
    }
    await leaveSpace(member, signal);
    await leaveImages(member, signal);
    await database.transaction(async (db) => {
      await deleteOwnRows(db, accountId);
      await forgetAuthor(db, accountId, isoTime(clock.now()));
    });
  };
}
