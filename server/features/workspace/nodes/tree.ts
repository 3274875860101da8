import type { NodePatch } from '../../../contract/workspace/nodes.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Principal } from '../../../http/types.ts';
import { type Access, checkLocksBelow, type NodeAccess, type SpaceAccess } from '../access/access.ts';
import type { Audience } from '../access/audience.ts';
import type { Feed } from '../feed/feed.ts';
import type { Spaces } from '../spaces/spaces.ts';
import { changeNode, findByName, findSubtree, type NodeRow, parentKey, takenNames } from '../storage/nodes.ts';
import { setStar } from '../storage/stars.ts';
import { cleanName, type NodeNames, numberedName } from './names.ts';
import { checkDepth, insertNewNode } from './newNode.ts';
import type { Place } from './place.ts';
import type { Renaming } from './renaming.ts';

/** Numbers tried at once for a free name. */
const NAMES_AT_ONCE = 64;

/** Folders, names, places and the small properties of nodes. */
export interface Tree {
  /** The folder, or the root of a space, in which the caller may write. @throws AppError NOT_FOUND, FORBIDDEN, NOT_A_FOLDER */
  place(
    db: Db,
    principal: Principal,
    at: { parentId?: string | null | undefined; projectId?: string | null | undefined },
  ): Promise<Place>;
  /** The name itself, or the next free `name (2)`. */
  freeName(db: Db, place: Place, name: string): Promise<string>;
  /** @throws AppError NAME_TAKEN when another node has the name there */
  checkFree(db: Db, place: Pick<Place, 'spaceId' | 'parentId'>, name: string, except?: string): Promise<void>;
  createFolder(principal: Principal, at: Parameters<Tree['place']>[2], name: string): Promise<NodeRow>;
  /** As createFolder, in the caller's transaction and with a name that is known to be free. */
  insertFolder(db: Db, principal: Principal, place: Place, name: string): Promise<NodeRow>;
  rename(principal: Principal, id: string, name: string): Promise<NodeRow>;
  move(principal: Principal, id: string, parentId: string | null): Promise<NodeRow>;
  /**
   * Moves and renames in one step.
   * @param renamed - of Renaming.prepare, where the name may be another one
   */
  relocate(
    db: Db,
    principal: Principal,
    access: NodeAccess,
    place: Place,
    name: string,
    renamed?: Awaited<ReturnType<Renaming['prepare']>>,
  ): Promise<NodeRow>;
  describe(principal: Principal, id: string, description: string | null): Promise<NodeRow>;
  style(principal: Principal, id: string, style: Pick<NodePatch, 'color' | 'icon'>): Promise<NodeRow>;
  lock(principal: Principal, id: string, lock: Pick<NodePatch, 'agentRead' | 'agentWrite'>): Promise<NodeRow>;
  star(principal: Principal, id: string, starred: boolean): Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly access: Access;
  readonly feed: Feed;
  readonly names: NodeNames;
  readonly spaces: Spaces;
  readonly renaming: Renaming;
  readonly audience: Audience;
}

export function createTree({ database, clock, access, feed, names, spaces, renaming, audience }: Parts): Tree {
  const now = (): string => isoTime(clock.now());
  const nameTaken = (): AppError => new AppError('NAME_TAKEN', 'There is already something with this name here.');

  /** Levels of the tree below a node, the node itself included. */
  function height(subtree: readonly NodeRow[]): number {
    const depths = new Map<string, number>();
    for (const node of subtree) depths.set(node.id, (depths.get(node.parentId ?? '') ?? 0) + 1);
    return Math.max(...depths.values());
  }

  const placeIn = (folder: NodeAccess): Place => ({
    spaceId: folder.node.spaceId,
    parentId: folder.node.id,
    depth: folder.depth + 1,
  });
  const placeAt = (space: SpaceAccess): Place => ({ spaceId: space.spaceId, parentId: null, depth: 0 });

  /** A change that leaves a node where it is: checks, writes and tells in one transaction. */
  function change(
    principal: Principal,
    id: string,
    need: 'owner' | 'editor',
    work: (db: Db, found: NodeAccess) => Promise<NodeRow>,
  ): Promise<NodeRow> {
    return database.transaction(async (db) => {
      const found = await access.find(db, principal, id, { role: need, state: 'active' });
      return work(db, found);
    });
  }

  const tree: Tree = {
    async place(db, principal, { parentId, projectId }) {
      if (parentId === null || parentId === undefined) {
        const space = await access.space(db, principal, projectId, 'editor');
        if (space.kind === 'personal') await spaces.ensurePersonal(db, space.spaceId);
        return placeAt(space);
      }
      const folder = await access.find(db, principal, parentId, { role: 'editor', state: 'active' });
      if (folder.node.type !== 'folder') throw new AppError('NOT_A_FOLDER', 'The target is not a folder.');
      if (projectId !== null && projectId !== undefined && projectId !== folder.node.spaceId) {
        throw new AppError('NOT_FOUND', 'There is nothing with this identifier.');
      }
      return placeIn(folder);
    },

    async freeName(db, place, name) {
      const { keyOf } = await names.of(place.spaceId);
      for (let from = 1; ; from += NAMES_AT_ONCE) {
        const candidates = Array.from({ length: NAMES_AT_ONCE }, (_, index) =>
          from + index === 1 ? name : numberedName(name, from + index),
        );
        const taken = await takenNames(db, parentKey(place), candidates.map(keyOf));
        const free = candidates.find((candidate) => !taken.has(keyOf(candidate)));
        if (free !== undefined) return free;
      }
    },

    async checkFree(db, place, name, except) {
      const { keyOf } = await names.of(place.spaceId);
      const other = await findByName(db, parentKey(place), keyOf(name));
      if (other !== undefined && other.id !== except) throw nameTaken();
    },

    createFolder: (principal, at, name) =>
      database.transaction(async (db) => {
        const place = await tree.place(db, principal, at);
        return tree.insertFolder(db, principal, place, await tree.freeName(db, place, cleanName(name)));
      }),

    async insertFolder(db, principal, place, name) {
      const made = { place, name, createdBy: principal.accountId, at: now() };
      const folder = await insertNewNode(db, names, made, null);
      await feed.record(db, principal, 'created', [folder]);
      return folder;
    },

    async rename(principal, id, name) {
      const clean = cleanName(name);
      const seen = await access.find(database.db, principal, id, { role: 'editor', state: 'active' });
      const changed = await renaming.prepare(seen.node, clean);
      return change(principal, id, 'editor', async (db, { node }) => {
        if ((await names.open(node)) === clean) return node;
        await tree.checkFree(db, node, clean, id);
        const sealed = await names.seal(node.spaceId, id, clean);
        const renamed = await changeNode(db, node, { ...sealed, ...changed(node), updatedAt: now() });
        await feed.record(db, principal, 'renamed', [renamed]);
        return renamed;
      });
    },

    move: (principal, id, parentId) =>
      change(principal, id, 'owner', async (db, found) => {
        const { node } = found;
        if (parentId === node.parentId) return node;
        const place =
          parentId === null
            ? { spaceId: node.spaceId, parentId: null, depth: 0 }
            : await tree.place(db, principal, { parentId });
        return tree.relocate(db, principal, found, place, await names.open(node));
      }),

    async relocate(db, principal, { node }, place, name, changed = () => ({})) {
      if (place.spaceId !== node.spaceId) {
        throw new AppError('SCOPE_CHANGE', 'Nodes cannot move between spaces; copy them instead.');
      }
      const renamed = (await names.open(node)) !== name;
      const moved = place.parentId !== node.parentId;
      if (!moved && !renamed) return node;
      if (moved) await audience.check(db, principal, node, place);
      const subtree = await findSubtree(db, node.id);
      checkLocksBelow(principal, subtree);
      if (subtree.some(({ id }) => id === place.parentId)) {
        throw new AppError('CYCLE', 'A folder cannot be moved into itself or a folder below it.');
      }
      checkDepth(place, height(subtree));
      await tree.checkFree(db, place, name, node.id);
      const sealed = renamed ? { ...(await names.seal(node.spaceId, node.id, name)), ...changed(node) } : {};
      const action = moved ? 'moved' : 'renamed';
      return feed.recordViews(db, principal, action, node.id, () =>
        changeNode(db, node, { ...sealed, parentId: place.parentId, updatedAt: now() }),
      );
    },

    describe: (principal, id, description) =>
      change(principal, id, 'editor', async (db, { node }) => {
        const sealed =
          description === null || description === ''
            ? null
            : await names.sealText(node.spaceId, id, 'description', description);
        const described = await changeNode(db, node, { description: sealed, updatedAt: now() });
        await feed.record(db, principal, 'described', [described]);
        return described;
      }),

    style: (principal, id, style) =>
      change(principal, id, 'editor', async (db, { node }) => {
        if (node.type !== 'folder') throw new AppError('NOT_A_FOLDER', 'Only folders have a color and an icon.');
        const { color = node.color, icon = node.icon } = style;
        const styled = await changeNode(db, node, { color, icon, updatedAt: now() });
        await feed.record(db, principal, 'described', [styled]);
        return styled;
      }),

    lock: (principal, id, lock) =>
      change(principal, id, 'owner', async (db, { node }) => {
        // An agent that could lift its own lock would have none.
        if (principal.agent !== null) throw new AppError('FORBIDDEN', 'Agents cannot change the agent lock.');
        const { agentRead = node.agentRead, agentWrite = node.agentWrite } = lock;
        return feed.recordViews(db, principal, 'described', id, () =>
          changeNode(db, node, { agentRead, agentWrite, updatedAt: now() }),
        );
      }),

    star: (principal, id, starred) =>
      database.transaction(async (db) => {
        const { node } = await access.find(db, principal, id);
        await setStar(db, { userId: principal.accountId, nodeId: node.id, at: now() }, starred);
      }),
  };
  return tree;
}
