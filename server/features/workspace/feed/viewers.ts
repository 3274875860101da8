import type { Db } from '../../../core/db/types.ts';
import { findChain, findSubtree, type NodeRow } from '../storage/nodes.ts';
import { sharesOn, type ShareRow } from '../storage/shares.ts';
import type { Directory } from '../types.ts';

/** Nodes with everybody who sees them: user to whether they see the folder the node lies in. */
export interface ViewersOf {
  readonly rootIds: readonly string[];
  /** Parents before their children. */
  readonly nodes: ReadonlyMap<string, { readonly node: NodeRow; readonly viewers: ReadonlyMap<string, boolean> }>;
}

/** Who sees what; the same rules as access/access.ts, for everybody at once. Seeing only grows downwards, so nobody loses sight of a child. */
export interface Viewers {
  /** Subtrees with everything below their roots, trash included. */
  ofSubtree(db: Db, rootIds: readonly string[]): Promise<ViewersOf>;
  /** These nodes alone. */
  ofNodes(db: Db, nodes: readonly NodeRow[]): Promise<ViewersOf>;
}

/** People in the trash's view are told of it, so that they drop the node; whether they may open it is for access.ts. */
export function createViewers({ directory }: { directory: Pick<Directory, 'groupMembers'> }): Viewers {
  /** People at the root of a space. */
  async function ofSpace(db: Db, spaceId: string): Promise<ReadonlySet<string>> {
    const space = await db.selectFrom('spaces').select('kind').where('id', '=', spaceId).executeTakeFirst();
    if (space?.kind !== 'project') return new Set([spaceId]);
    const members = await db
      .selectFrom('project_members')
      .select('user_id')
      .where('project_id', '=', spaceId)
      .execute();
    return new Set(members.map(({ user_id }) => user_id));
  }

  /** Reads each group once for one question. */
  function grantees(db: Db): (shares: readonly ShareRow[]) => Promise<string[]> {
    const groups = new Map<string, readonly string[]>();
    return async (shares) => {
      const users: string[] = [];
      for (const { kind, granteeId } of shares) {
        if (kind === 'user') users.push(granteeId);
        else {
          let members = groups.get(granteeId);
          if (members === undefined) groups.set(granteeId, (members = await directory.groupMembers(db, granteeId)));
          users.push(...members);
        }
      }
      return users;
    };
  }

  const withShares = (seen: ReadonlySet<string>, added: readonly string[]): ReadonlySet<string> =>
    added.every((user) => seen.has(user)) ? seen : new Set([...seen, ...added]);

  const viewersOf = (seen: ReadonlySet<string>, above: ReadonlySet<string>): ReadonlyMap<string, boolean> =>
    new Map([...seen].map((user) => [user, above.has(user)]));

  /** Everybody who sees the folder that a node lies in, at the root of its space. */
  async function aboveNode(db: Db, node: NodeRow, expand: (shares: readonly ShareRow[]) => Promise<string[]>) {
    let seen = await ofSpace(db, node.spaceId);
    if (node.parentId === null) return seen;
    const chain = await findChain(db, node.parentId);
    const shares = Map.groupBy(
      await sharesOn(
        db,
        chain.map(({ id }) => id),
      ),
      ({ nodeId }) => nodeId,
    );
    for (const { id } of chain) seen = withShares(seen, await expand(shares.get(id) ?? []));
    return seen;
  }

  return {
    async ofSubtree(db, rootIds) {
      const expand = grantees(db);
      const nodes = new Map<string, { node: NodeRow; viewers: ReadonlyMap<string, boolean> }>();
      for (const rootId of rootIds) {
        const subtree = await findSubtree(db, rootId);
        const root = subtree[0];
        if (root === undefined) continue;
        const shares = Map.groupBy(
          await sharesOn(
            db,
            subtree.map(({ id }) => id),
          ),
          ({ nodeId }) => nodeId,
        );
        const seen = new Map<string, ReadonlySet<string>>();
        const outside = await aboveNode(db, root, expand);
        for (const node of subtree) {
          const above = node === root ? outside : seen.get(node.parentId!)!;
          const own = withShares(above, await expand(shares.get(node.id) ?? []));
          seen.set(node.id, own);
          nodes.set(node.id, { node, viewers: viewersOf(own, above) });
        }
      }
      return { rootIds, nodes };
    },

    async ofNodes(db, list) {
      const expand = grantees(db);
      const byParent = new Map<string, ReadonlySet<string>>();
      const shares = Map.groupBy(
        await sharesOn(
          db,
          list.map(({ id }) => id),
        ),
        ({ nodeId }) => nodeId,
      );
      const nodes = new Map<string, { node: NodeRow; viewers: ReadonlyMap<string, boolean> }>();
      for (const node of list) {
        const key = node.parentId ?? node.spaceId;
        let above = byParent.get(key);
        if (above === undefined) byParent.set(key, (above = await aboveNode(db, node, expand)));
        const own = withShares(above, await expand(shares.get(node.id) ?? []));
        nodes.set(node.id, { node, viewers: viewersOf(own, above) });
      }
      return { rootIds: list.map(({ id }) => id), nodes };
    },
  };
}
