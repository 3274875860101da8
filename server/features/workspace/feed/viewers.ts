import { nodeRole, type NodeRole } from '../../../contract/workspace/node.ts';
import type { Db } from '../../../core/db/types.ts';
import { type AgentLock, lockBelow, roleBelow, sees, strongest, UNLOCKED } from '../access/roles.ts';
import { findChain, findSubtree, type NodeRow } from '../storage/nodes.ts';
import { sharesOn, type ShareRow } from '../storage/shares.ts';
import type { Directory } from '../types.ts';

/** A node with everybody who sees it. */
export interface Seen {
  readonly node: NodeRow;
  /** User to whether they see the folder the node lies in. */
  readonly viewers: ReadonlyMap<string, boolean>;
  /** Whether agents of those people may read the node, and the folder it lies in. */
  readonly agentReads: boolean;
  readonly agentReadsParent: boolean;
}

/** Who sees what; the same rules as access/access.ts, for everybody at once. */
export interface Viewers {
  /** Subtrees with everything below their roots, trash included, parents before their children. */
  ofSubtrees(db: Db, rootIds: readonly string[]): Promise<ReadonlyMap<string, Seen>>;
  /** Everybody who would see a node without shares of its own in a folder, or at the root of a space (`parentId` is null). */
  ofPlace(db: Db, place: { readonly spaceId: string; readonly parentId: string | null }): Promise<readonly string[]>;
  /** These nodes alone, in their order. */
  ofNodes(db: Db, nodes: readonly NodeRow[]): Promise<readonly Seen[]>;
}

/** What everybody has of one folder, or of the root of a space (`node` is null). */
interface Level {
  readonly node: NodeRow | null;
  readonly roles: ReadonlyMap<string, NodeRole>;
  readonly lock: AgentLock;
}

/** What shares give, by person. */
type Grants = (shares: readonly ShareRow[]) => Promise<ReadonlyMap<string, NodeRole>>;

export function createViewers({ directory }: { directory: Pick<Directory, 'groupMembers'> }): Viewers {
  async function atRoot(db: Db, spaceId: string): Promise<Level> {
    const space = await db.selectFrom('spaces').select('kind').where('id', '=', spaceId).executeTakeFirst();
    if (space?.kind !== 'project') return { node: null, roles: new Map([[spaceId, 'owner']]), lock: UNLOCKED };
    const members = await db
      .selectFrom('project_members')
      .select(['user_id', 'role'])
      .where('project_id', '=', spaceId)
      .execute();
    const roles = new Map(members.map(({ user_id, role }) => [user_id, nodeRole.parse(role)]));
    return { node: null, roles, lock: UNLOCKED };
  }

  /** Reads each group once for one question. */
  function grantsIn(db: Db): Grants {
    const groups = new Map<string, readonly string[]>();
    const membersOf = async (groupId: string): Promise<readonly string[]> => {
      let members = groups.get(groupId);
      if (members === undefined) groups.set(groupId, (members = await directory.groupMembers(db, groupId)));
      return members;
    };
    return async (shares) => {
      const grants = new Map<string, NodeRole>();
      for (const { granteeId, role } of shares.filter(({ kind }) => kind === 'group')) {
        for (const user of await membersOf(granteeId)) {
          grants.set(user, strongest([role, grants.get(user) ?? role])!);
        }
      }
      // A person's own share comes before those of their groups.
      for (const { granteeId, role } of shares.filter(({ kind }) => kind === 'user')) grants.set(granteeId, role);
      return grants;
    };
  }

  async function below(above: Level, node: NodeRow, shares: readonly ShareRow[], grantsOf: Grants): Promise<Level> {
    const lock = lockBelow(above.lock, node);
    if (shares.length === 0) return { node, roles: above.roles, lock };
    const roles = new Map(above.roles);
    for (const [user, share] of await grantsOf(shares)) roles.set(user, roleBelow(roles.get(user) ?? null, share)!);
    return { node, roles, lock };
  }

  const isSeen = ({ node, roles }: Level, user: string): boolean => {
    const role = roles.get(user) ?? null;
    return node === null ? role !== null : sees(role, node);
  };

  function seenAt(above: Level, level: Level & { readonly node: NodeRow }): Seen {
    const users = [...level.roles.keys()].filter((user) => isSeen(level, user));
    return {
      node: level.node,
      viewers: new Map(users.map((user) => [user, isSeen(above, user)])),
      agentReads: level.lock.read,
      agentReadsParent: above.lock.read,
    };
  }

  async function sharesByNode(db: Db, nodes: readonly NodeRow[]): Promise<ReadonlyMap<string, ShareRow[]>> {
    const ids = nodes.map(({ id }) => id);
    return Map.groupBy(await sharesOn(db, ids), ({ nodeId }) => nodeId);
  }

  /** What everybody has of the last node of a chain from the root of its space. */
  async function levelOf(db: Db, spaceId: string, chain: readonly NodeRow[], grantsOf: Grants): Promise<Level> {
    const shares = await sharesByNode(db, chain);
    let level = await atRoot(db, spaceId);
    for (const node of chain) level = await below(level, node, shares.get(node.id) ?? [], grantsOf);
    return level;
  }

  return {
    async ofSubtrees(db, rootIds) {
      const grantsOf = grantsIn(db);
      const found = new Map<string, Seen>();
      for (const rootId of rootIds) {
        const chain = await findChain(db, rootId);
        // A root below another one comes with that.
        if (chain.slice(0, -1).some(({ id }) => rootIds.includes(id))) continue;
        const subtree = await findSubtree(db, rootId);
        const root = subtree[0];
        if (root === undefined) continue;
        const shares = await sharesByNode(db, subtree);
        const outside = await levelOf(db, root.spaceId, chain.slice(0, -1), grantsOf);
        const levels = new Map<string, Level>();
        for (const node of subtree) {
          const above = node === root ? outside : levels.get(node.parentId!)!;
          const level = await below(above, node, shares.get(node.id) ?? [], grantsOf);
          levels.set(node.id, level);
          found.set(node.id, seenAt(above, { ...level, node }));
        }
      }
      return found;
    },

    async ofPlace(db, { spaceId, parentId }) {
      const chain = parentId === null ? [] : await findChain(db, parentId);
      return [...(await levelOf(db, spaceId, chain, grantsIn(db))).roles.keys()];
    },

    async ofNodes(db, nodes) {
      const grantsOf = grantsIn(db);
      const shares = await sharesByNode(db, nodes);
      const levels = new Map<string, Level>();
      const found: Seen[] = [];
      for (const node of nodes) {
        const key = node.parentId ?? node.spaceId;
        let above = levels.get(key);
        if (above === undefined) {
          const chain = node.parentId === null ? [] : await findChain(db, node.parentId);
          levels.set(key, (above = await levelOf(db, node.spaceId, chain, grantsOf)));
        }
        found.push(seenAt(above, { ...(await below(above, node, shares.get(node.id) ?? [], grantsOf)), node }));
      }
      return found;
    },
  };
}
