import { randomUUID } from 'node:crypto';
import type { ChangeAction } from '../../../contract/workspace/finding.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Db } from '../../../core/db/types.ts';
import type { Vault } from '../../../core/vault/types.ts';
import type { Principal } from '../../../http/types.ts';
import type { NodeNames } from '../nodes/names.ts';
import type { NodeRow } from '../storage/nodes.ts';
import { appendChanges, changeBoundTo, type NewChange } from './storage.ts';
import type { Seen, Viewers } from './viewers.ts';

/** Who makes a change: a caller, or the server itself. */
export type Actor = Pick<Principal, 'accountId' | 'agent'> | 'system';

/** The change feed's writing side. Everything happens in the caller's transaction, so positions grow in the order of commits. */
export interface Feed {
  /** Tells everybody who sees these nodes of a change that leaves it to them who sees what. Nodes are given as they are now. */
  record(db: Db, actor: Actor, action: ChangeAction, nodes: readonly NodeRow[]): Promise<void>;
  /**
   * Runs work that may change who sees a subtree, and tells everybody what it means for them: `action` on the root of the subtree and on every
   * node that the work has put into the trash or taken out; `shared` for every other node that has come into their view, `unshared` for every
   * one that has left it; `moved` for one whose folder has come into view or left it, or that agents read now, or no longer.
   */
  recordViews<T>(db: Db, actor: Actor, action: ChangeAction | null, rootId: string, work: () => Promise<T>): Promise<T>;
  /** As recordViews for several subtrees whose viewers change. */
  recordMembers(db: Db, actor: Actor, rootIds: readonly string[], work: () => Promise<void>): Promise<void>;
}

interface Entry {
  readonly seen: Seen;
  readonly action: ChangeAction;
  /** User to whether they see the folder the node lies in. */
  readonly audience: ReadonlyMap<string, boolean>;
}

/** What one node's change means for everybody. */
function entriesFor(before: Seen | undefined, after: Seen, action: ChangeAction | null): Entry[] {
  const was: ReadonlyMap<string, boolean> = before?.viewers ?? new Map();
  const now = after.viewers;
  const agentsDiffer =
    before !== undefined &&
    (before.agentReads !== after.agentReads || before.agentReadsParent !== after.agentReadsParent);
  const stayed = [...now].filter(([user]) => was.has(user));
  const came = [...now].filter(([user]) => !was.has(user));
  const left = [...was].filter(([user]) => !now.has(user));
  const changed = agentsDiffer ? stayed : stayed.filter(([user, seesParent]) => was.get(user) !== seesParent);
  const entry = (of: ChangeAction, audience: Iterable<readonly [string, boolean]>): Entry => ({
    seen: after,
    action: of,
    audience: new Map(audience),
  });
  // Who may not look into the trash is told why a node leaves their view.
  if (action === 'trashed')
    return [entry('trashed', [...stayed, ...left]), entry('unshared', left), entry('shared', came)];
  if (action === 'restored') return [entry('restored', [...stayed, ...came]), entry('unshared', left)];
  return [entry(action ?? 'moved', action === null ? changed : stayed), entry('shared', came), entry('unshared', left)];
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
    const changes: NewChange[] = [];
    for (const { seen, action, audience } of entries) {
      if (audience.size === 0) continue;
      const { node, agentReads, agentReadsParent } = seen;
      const id = randomUUID();
      const name = await vault.encryptText(node.spaceId, changeBoundTo(id), await names.open(node));
      changes.push({ id, action, at, node, name, agentReads, agentReadsParent, person, audience });
    }
    await appendChanges(db, changes);
  }

  async function recordDifference<T>(
    db: Db,
    actor: Actor,
    rootIds: readonly string[],
    work: () => Promise<T>,
    actionOf: (before: Seen | undefined, after: Seen) => ChangeAction | null,
  ): Promise<T> {
    const before = await viewers.ofSubtrees(db, rootIds);
    const result = await work();
    const after = await viewers.ofSubtrees(db, rootIds);
    const entries = [...after].flatMap(([id, seen]) => {
      const was = before.get(id);
      return entriesFor(was, seen, actionOf(was, seen));
    });
    await write(db, actor, entries);
    return result;
  }

  return {
    async record(db, actor, action, nodes) {
      const seen = await viewers.ofNodes(db, nodes);
      await write(
        db,
        actor,
        seen.map((one) => ({ seen: one, action, audience: one.viewers })),
      );
    },

    recordViews: (db, actor, action, rootId, work) =>
      recordDifference(db, actor, [rootId], work, (before, after) => {
        const isTrash = before?.node.trashedAt !== after.node.trashedAt;
        return after.node.id === rootId || isTrash ? action : null;
      }),

    recordMembers: (db, actor, rootIds, work) => recordDifference(db, actor, rootIds, work, () => null),
  };
}
