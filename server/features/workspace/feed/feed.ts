import { randomUUID } from 'node:crypto';
import type { ChangeAction } from '../../../contract/workspace/finding.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Db } from '../../../core/db/types.ts';
import type { Vault } from '../../../core/vault/types.ts';
import type { Principal } from '../../../http/types.ts';
import type { NodeNames } from '../nodes/names.ts';
import type { NodeRow } from '../storage/nodes.ts';
import type { Viewers, ViewersOf } from './viewers.ts';

/** Rows of one INSERT; keeps the number of bound parameters small. */
const BATCH = 200;

/** Who makes a change: a caller, or the server itself. */
export type Actor = Pick<Principal, 'accountId' | 'agent'> | 'system';

/** The change feed's writing side. Everything happens in the caller's transaction, so positions grow in the order of commits. */
export interface Feed {
  /** Tells everybody who sees these nodes of a change that leaves it to them who sees what. Nodes are given as they are now. */
  record(db: Db, actor: Actor, action: ChangeAction, nodes: readonly NodeRow[]): Promise<void>;
  /**
   * Runs work that may change who sees a subtree, and tells everybody what it means for them: `shared` for every node that has come into their
   * view, `unshared` for every one that has left it, `moved` for one whose folder has come into view or left it, and `action` on the root of
   * the subtree for those who saw it before and still do.
   * @param work - returns the node at the root of the subtree as it is afterwards
   */
  recordViews(
    db: Db,
    actor: Actor,
    action: ChangeAction | null,
    rootId: string,
    work: () => Promise<NodeRow>,
  ): Promise<NodeRow>;
  /** As recordViews for whole spaces whose members change. */
  recordMembers(db: Db, actor: Actor, rootIds: readonly string[], work: () => Promise<void>): Promise<void>;
}

interface Entry {
  readonly node: NodeRow;
  readonly action: ChangeAction;
  /** User to whether they see the folder the node lies in. */
  readonly audience: ReadonlyMap<string, boolean>;
}

export function createFeed({
  vault,
  names,
  viewers,
  clock,
}: {
  vault: Vault;
  names: NodeNames;
  viewers: Viewers;
  clock: Clock;
}): Feed {
  async function write(db: Db, actor: Actor, entries: readonly Entry[]): Promise<void> {
    const at = isoTime(clock.now());
    const person = actor === 'system' ? null : actor;
    for (const { node, action, audience } of entries) {
      if (audience.size === 0) continue;
      const id = randomUUID();
      const name = await vault.encryptText(node.spaceId, `changes/${id}/name`, await names.open(node));
      const { insertId } = await db
        .insertInto('changes')
        .values({
          id,
          action,
          at,
          space_id: node.spaceId,
          node_id: node.id,
          name,
          type: node.type,
          parent_id: node.parentId,
          revision: node.file?.revision ?? null,
          trashed_at: node.trashedAt,
          user_id: person?.accountId ?? null,
          agent_id: person?.agent?.id ?? null,
          agent_name: person?.agent?.name ?? null,
        })
        .executeTakeFirstOrThrow();
      const position = Number(insertId);
      const rows = [...audience].map(([user_id, seesParent]) => ({
        user_id,
        position,
        sees_parent: seesParent ? 1 : 0,
      }));
      for (let from = 0; from < rows.length; from += BATCH) {
        await db
          .insertInto('change_audience')
          .values(rows.slice(from, from + BATCH))
          .execute();
      }
    }
  }

  async function writeDifference(
    db: Db,
    actor: Actor,
    action: ChangeAction | null,
    before: ViewersOf,
    after: ViewersOf,
  ): Promise<void> {
    const entries: Entry[] = [];
    for (const [id, now] of after.nodes) {
      const was = before.nodes.get(id)?.viewers ?? new Map<string, boolean>();
      const isRoot = after.rootIds.includes(id);
      const audience = (wanted: (user: string, seesParent: boolean) => boolean) =>
        new Map([...now.viewers].filter(([user, seesParent]) => wanted(user, seesParent)));
      const { node } = now;
      if (action !== null && isRoot) entries.push({ node, action, audience: audience((user) => was.has(user)) });
      entries.push({ node, action: 'shared', audience: audience((user) => !was.has(user)) });
      if (action === null || !isRoot) {
        const moved = audience((user, seesParent) => was.has(user) && was.get(user) !== seesParent);
        entries.push({ node, action: 'moved', audience: moved });
      }
      const gone = new Map([...was].filter(([user]) => !now.viewers.has(user)));
      entries.push({ node, action: 'unshared', audience: gone });
    }
    await write(db, actor, entries);
  }

  return {
    async record(db, actor, action, nodes) {
      const entries: Entry[] = [];
      const { nodes: known } = await viewers.ofNodes(db, nodes);
      for (const node of nodes) entries.push({ node, action, audience: known.get(node.id)?.viewers ?? new Map() });
      await write(db, actor, entries);
    },

    async recordViews(db, actor, action, rootId, work) {
      const before = await viewers.ofSubtree(db, [rootId]);
      const node = await work();
      await writeDifference(db, actor, action, before, await viewers.ofSubtree(db, [rootId]));
      return node;
    },

    async recordMembers(db, actor, rootIds, work) {
      const before = await viewers.ofSubtree(db, rootIds);
      await work();
      await writeDifference(db, actor, null, before, await viewers.ofSubtree(db, rootIds));
    },
  };
}
