import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Principal } from '../../../http/types.ts';
import { type Access, checkLocksBelow, keptLock } from '../access/access.ts';
import type { Busy } from '../content/busy.ts';
import type { Objects } from '../content/objects.ts';
import type { Feed } from '../feed/feed.ts';
import type { Spaces } from '../spaces/spaces.ts';
import {
  changeNode,
  deleteNodes,
  findChain,
  findNode,
  findSubtree,
  type NodeRow,
  setTrashed,
} from '../storage/nodes.ts';
import { contentsOf } from '../storage/versions.ts';
import type { NodeAnonymizer, WorkspaceAudit } from '../types.ts';
import type { NodeNames } from './names.ts';
import type { Place } from './place.ts';
import type { Tree } from './tree.ts';

/** Trash, restore and removal for good (interface 3.2). */
export interface Trash {
  /** A folder goes with everything below it that is not in the trash already. */
  put(principal: Principal, id: string): Promise<NodeRow>;
  /** As put, in the caller's transaction. */
  putIn(db: Db, principal: Principal, node: NodeRow): Promise<NodeRow>;
  /** @throws AppError NOT_IN_TRASH */
  restore(principal: Principal, id: string): Promise<NodeRow>;
  /** @throws AppError NOT_IN_TRASH, PURGE_CONFLICT */
  purge(principal: Principal, id: string): Promise<void>;
  /** Purges everything in the trash of a space; returns the number of nodes. @throws AppError PURGE_CONFLICT */
  empty(principal: Principal, projectId: string | undefined): Promise<number>;
}

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly access: Access;
  readonly audit: WorkspaceAudit;
  readonly feed: Feed;
  readonly names: NodeNames;
  readonly spaces: Spaces;
  readonly tree: Tree;
  readonly objects: Objects;
  readonly busy: Busy;
  readonly anonymizer: Pick<NodeAnonymizer, 'deleteOfNodes'>;
}

interface Purged {
  readonly nodes: number;
  readonly refs: readonly (string | null)[];
  /** Removes what is left of the jobs that were made from them. */
  readonly dropJobs: () => Promise<void>;
}

export function createTrash(parts: Parts): Trash {
  const { database, clock, access, audit, feed, names, spaces, tree, objects, busy, anonymizer } = parts;
  const notInTrash = (): AppError => new AppError('NOT_IN_TRASH', 'The node is not in the trash.');

  /** The old place, or the root of the space when that is gone. */
  async function placeOf(db: Db, node: NodeRow): Promise<Place> {
    const parent = node.parentId === null ? undefined : await findNode(db, node.parentId);
    if (parent?.trashedAt !== null) return { spaceId: node.spaceId, parentId: null, depth: 0 };
    return { spaceId: node.spaceId, parentId: parent.id, depth: (await findChain(db, parent.id)).length };
  }

  /** The lock of a node whose folder goes away: nothing becomes open to agents by that. */
  async function lockWithoutParent(db: Db, principal: Principal, node: NodeRow) {
    const found = await access.find(db, { ...principal, agent: null }, node.id);
    return keptLock(found);
  }

  /** Removes a node with what went into the trash with it or before it; what was put there by itself before stays there, below the root. */
  async function purgeIn(db: Db, principal: Principal, node: NodeRow): Promise<Purged> {
    const subtree = await findSubtree(db, node.id);
    checkLocksBelow(principal, subtree);
    const goes = new Set([node.id]);
    for (const below of subtree) {
      if (below.parentId !== null && goes.has(below.parentId) && below.trashRoot === node.trashRoot) goes.add(below.id);
    }
    const removed = subtree.filter(({ id }) => goes.has(id));
    if (removed.some(({ id }) => busy.has(id))) {
      throw new AppError('PURGE_CONFLICT', 'A file is being written right now; try again.');
    }
    for (const below of subtree) {
      if (goes.has(below.id) || below.parentId === null || !goes.has(below.parentId)) continue;
      const change = { ...(await lockWithoutParent(db, principal, below)), parentId: null };
      await feed.recordViews(db, principal, 'moved', below.id, () => changeNode(db, below, change));
    }
    const ids = removed.map(({ id }) => id);
    const contents = await contentsOf(db, ids);
    await feed.record(db, principal, 'deleted', removed);
    const dropJobs = await anonymizer.deleteOfNodes(db, ids);
    await deleteNodes(db, ids);
    const files = removed.filter(({ type }) => type === 'file').length;
    await spaces.account(db, node.spaceId, { bytes: -contents.bytes, files: -files });
    await audit.record(db, { principal, action: 'node.purged', target: { kind: 'node', id: node.id } });
    return {
      nodes: removed.length,
      refs: [...contents.refs, ...removed.map(({ thumbnailRef }) => thumbnailRef)],
      dropJobs,
    };
  }

  const trash: Trash = {
    put: (principal, id) =>
      database.transaction(async (db) => {
        const { node } = await access.find(db, principal, id, { role: 'editor' });
        return node.trashedAt === null ? trash.putIn(db, principal, node) : node;
      }),

    async putIn(db, principal, node) {
      const subtree = await findSubtree(db, node.id);
      checkLocksBelow(principal, subtree);
      const active = subtree.filter(({ trashedAt }) => trashedAt === null);
      const ids = active.map(({ id }) => id);
      return feed.recordViews(db, principal, 'trashed', node.id, async () => {
        await setTrashed(db, ids, { trashedAt: isoTime(clock.now()), trashRoot: node.id });
        return (await findNode(db, node.id))!;
      });
    },

    restore: (principal, id) =>
      database.transaction(async (db) => {
        const { node } = await access.find(db, principal, id, { role: 'editor' });
        if (node.trashedAt === null) throw notInTrash();
        const subtree = await findSubtree(db, id);
        checkLocksBelow(principal, subtree);
        const back = subtree.filter(({ trashRoot }) => trashRoot === node.trashRoot).map((below) => below.id);
        const place = await placeOf(db, node);
        const old = await names.open(node);
        const name = await tree.freeName(db, place, old);
        const sealed = name === old ? {} : await names.seal(node.spaceId, id, name);
        const lock = place.parentId === node.parentId ? {} : await lockWithoutParent(db, principal, node);
        const restored = await feed.recordViews(db, principal, 'restored', id, async () => {
          // Place and name before the trash is left: outside of it names are unique.
          const placed = await changeNode(db, node, { ...sealed, ...lock, parentId: place.parentId });
          await setTrashed(db, back, null);
          return { ...placed, trashedAt: null, trashRoot: null };
        });
        // Someone who saw it through a share on its folder would not see it at the root of its owner.
        if ((await access.look(db, principal, id)) === undefined) {
          throw new AppError('FORBIDDEN', 'Its folder is gone; only the owner can restore it.');
        }
        return restored;
      }),

    async purge(principal, id) {
      const { spaceId, refs, dropJobs } = await database.transaction(async (db) => {
        const { node } = await access.find(db, principal, id, { role: 'owner' });
        if (node.trashedAt === null) throw notInTrash();
        return { spaceId: node.spaceId, ...(await purgeIn(db, principal, node)) };
      });
      await objects.remove(spaceId, refs);
      await dropJobs();
    },

    async empty(principal, projectId) {
      // The trash holds what folder locks keep from agents.
      if (principal.agent !== null) throw new AppError('FORBIDDEN', 'Agents cannot empty the trash.');
      const { spaceId, purged } = await database.transaction(async (db) => {
        const space = await access.space(db, principal, projectId, 'owner');
        const roots = await db
          .selectFrom('nodes')
          .select('id')
          .where('space_id', '=', space.spaceId)
          .whereRef('trash_root', '=', 'id')
          .execute();
        const done: Purged[] = [];
        for (const { id } of roots) {
          const node = await findNode(db, id);
          if (node !== undefined) done.push(await purgeIn(db, principal, node));
        }
        return { spaceId: space.spaceId, purged: done };
      });
      await objects.remove(
        spaceId,
        purged.flatMap(({ refs }) => refs),
      );
      for (const { dropJobs } of purged) await dropJobs();
      return purged.reduce((sum, { nodes }) => sum + nodes, 0);
    },
  };
  return trash;
}
