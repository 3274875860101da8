import { nodeRole, type NodeRole } from '../../../contract/workspace/node.ts';
import type { Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Principal } from '../../../http/types.ts';
import { findChain, findWithAbove, type NodeRow } from '../storage/nodes.ts';
import { sharesOn, type ShareRow } from '../storage/shares.ts';
import type { Directory } from '../types.ts';
import { type AgentLock, allows, lockBelow, roleBelow, sees, strongest, UNLOCKED } from './roles.ts';

/** A node as one caller may see it. */
export interface NodeAccess {
  readonly node: NodeRow;
  readonly role: NodeRole;
  /** The folders above that the caller sees, the uppermost first. */
  readonly above: readonly NodeRow[];
  /** The caller's own space or project: the root above is theirs to see as well. */
  readonly seesRoot: boolean;
  /** Folders above, whether the caller sees them or not. */
  readonly depth: number;
  readonly lock: AgentLock;
}

/** The root of a space as one caller may see it. */
export interface SpaceAccess {
  readonly spaceId: string;
  readonly kind: 'personal' | 'project';
  readonly role: NodeRole;
}

/** What a call needs of a node. */
export interface Need {
  /** Least role; viewer when absent. */
  readonly role?: NodeRole;
  /** `active`: not in the trash; nodes in the trash exist for editors and owners alone. */
  readonly state?: 'active' | 'any';
}

/** Who may do what with which node (interface 2.3, decisions 5). */
export interface Access {
  /**
   * @throws AppError NOT_FOUND alike for a node that is not there and one the caller may not see; FORBIDDEN when seeing is all they may
   */
  find(db: Db, principal: Principal, nodeId: string, need?: Need): Promise<NodeAccess>;
  /** As find, but undefined for what the caller may not see; asks for no role. */
  look(db: Db, principal: Principal, nodeId: string): Promise<NodeAccess | undefined>;
  /** As look, for many nodes with few queries, by their ids. */
  lookAll(db: Db, principal: Principal, nodeIds: readonly string[]): Promise<ReadonlyMap<string, NodeAccess>>;
  /** The root of the personal space, or of a project. @throws AppError NOT_FOUND, FORBIDDEN */
  space(db: Db, principal: Principal, projectId: string | null | undefined, need?: NodeRole): Promise<SpaceAccess>;
  /** Access to children of a folder (or root) that the caller sees, with what their own shares and locks change. Invisible ones are left out. */
  children(
    db: Db,
    principal: Principal,
    parent: NodeAccess | SpaceAccess,
    nodes: readonly NodeRow[],
  ): Promise<readonly NodeAccess[]>;
}

/** What decides beside the tree itself. */
interface Given {
  readonly groups: ReadonlySet<string>;
  /** By the node they are made on. */
  readonly shares: ReadonlyMap<string, readonly ShareRow[]>;
}

export const notFound = (): AppError => new AppError('NOT_FOUND', 'There is nothing with this identifier.');

/**
 * What happens to a folder happens to everything in it, so an agent may not move or remove one with a locked node below.
 * @param subtree - of findSubtree
 * @throws AppError FORBIDDEN
 */
export function checkLocksBelow({ agent }: Principal, [, ...below]: readonly NodeRow[]): void {
  if (agent === null || below.every(({ agentRead, agentWrite }) => agentRead !== false && agentWrite !== false)) return;
  throw new AppError('FORBIDDEN', 'The folder holds something that is locked for agents.');
}

/** Own settings with which a node stays as locked as it is when the folders above it no longer decide. */
export function keptLock({ node, lock }: NodeAccess): Pick<NodeRow, 'agentRead' | 'agentWrite'> {
  return { agentRead: lock.read && node.agentRead, agentWrite: lock.write && node.agentWrite };
}

const forbidden = (): AppError => new AppError('FORBIDDEN', 'Your role on this node does not allow this.');

export function createAccess({ directory }: { directory: Pick<Directory, 'groupsOf'> }): Access {
  /** Role at the root of a space; null: none. */
  const roleInSpace = async (db: Db, { accountId }: Principal, spaceId: string): Promise<NodeRole | null> => {
    if (spaceId === accountId) return 'owner';
    const member = await db
      .selectFrom('project_members')
      .select('role')
      .where('project_id', '=', spaceId)
      .where('user_id', '=', accountId)
      .executeTakeFirst();
    return member === undefined ? null : nodeRole.parse(member.role);
  };

  /** What the shares on a node give the caller: their own before those of their groups. Null: nothing. */
  const granted = (shares: readonly ShareRow[], accountId: string, groups: ReadonlySet<string>): NodeRole | null => {
    const own = shares.find(({ kind, granteeId }) => kind === 'user' && granteeId === accountId);
    if (own !== undefined) return own.role;
    return strongest(
      shares.filter(({ kind, granteeId }) => kind === 'group' && groups.has(granteeId)).map(({ role }) => role),
    );
  };

  const sharesByNode = async (db: Db, nodes: readonly NodeRow[]): Promise<ReadonlyMap<string, ShareRow[]>> =>
    Map.groupBy(
      await sharesOn(
        db,
        nodes.map(({ id }) => id),
      ),
      ({ nodeId }) => nodeId,
    );

  /** What the caller has of a node, by the nodes from the root of its space down to itself. */
  function resolve(
    { accountId, agent }: Principal,
    chain: readonly NodeRow[],
    atRoot: NodeRole | null,
    given: Given,
  ): NodeAccess | undefined {
    const node = chain.at(-1);
    let role = atRoot;
    let lock = UNLOCKED;
    let above: NodeRow[] = [];
    let seesRoot = atRoot !== null;
    for (const step of chain) {
      role = roleBelow(role, granted(given.shares.get(step.id) ?? [], accountId, given.groups));
      lock = lockBelow(lock, step);
      const isVisible = sees(role, step) && (agent === null || lock.read);
      if (step === node)
        return isVisible ? { node, role: role!, above, seesRoot, depth: chain.length - 1, lock } : undefined;
      if (isVisible) above.push(step);
      else {
        // What the caller cannot see hides what is above it, also from a node below that is open to them.
        above = [];
        seesRoot = false;
      }
    }
    return undefined;
  }

  async function givenTo(db: Db, { accountId }: Principal, nodes: readonly NodeRow[]): Promise<Given> {
    return { groups: new Set(await directory.groupsOf(db, accountId)), shares: await sharesByNode(db, nodes) };
  }

  const look: Access['look'] = async (db, principal, nodeId) => {
    const chain = await findChain(db, nodeId);
    const node = chain.at(-1);
    if (node === undefined) return undefined;
    const atRoot = await roleInSpace(db, principal, node.spaceId);
    return resolve(principal, chain, atRoot, await givenTo(db, principal, chain));
  };

  const lookAll: Access['lookAll'] = async (db, principal, nodeIds) => {
    const known = await findWithAbove(db, nodeIds);
    const given = await givenTo(db, principal, [...known.values()]);
    const roles = new Map<string, NodeRole | null>();
    for (const spaceId of new Set([...known.values()].map((node) => node.spaceId))) {
      roles.set(spaceId, await roleInSpace(db, principal, spaceId));
    }
    const found = new Map<string, NodeAccess>();
    for (const id of nodeIds) {
      const chain: NodeRow[] = [];
      for (let step = known.get(id); step !== undefined; step = known.get(step.parentId ?? '')) chain.unshift(step);
      const access = resolve(principal, chain, roles.get(chain[0]?.spaceId ?? '') ?? null, given);
      if (access !== undefined) found.set(id, access);
    }
    return found;
  };

  const check = (principal: Principal, role: NodeRole, lock: AgentLock, needed: NodeRole): void => {
    if (!allows(role, needed)) throw forbidden();
    if (principal.agent !== null && needed !== 'viewer' && !lock.write) {
      throw new AppError('FORBIDDEN', 'A folder lock keeps agents from changing this node.');
    }
  };

  return {
    look,
    lookAll,

    async find(db, principal, nodeId, { role = 'viewer', state = 'any' } = {}) {
      const found = await look(db, principal, nodeId);
      if (found === undefined || (state === 'active' && found.node.trashedAt !== null)) throw notFound();
      check(principal, found.role, found.lock, role);
      return found;
    },

    async space(db, principal, projectId, need = 'viewer') {
      const spaceId = projectId ?? principal.accountId;
      const role = await roleInSpace(db, principal, spaceId);
      if (role === null) throw notFound();
      check(principal, role, UNLOCKED, need);
      return { spaceId, kind: spaceId === principal.accountId ? 'personal' : 'project', role };
    },

    async children(db, principal, parent, nodes) {
      const given = await givenTo(db, principal, nodes);
      const inFolder = 'node' in parent;
      const above = inFolder ? [...parent.above, parent.node] : [];
      const seesRoot = inFolder ? parent.seesRoot : true;
      const depth = inFolder ? parent.depth + 1 : 0;
      return nodes.flatMap((node): NodeAccess[] => {
        const shares = given.shares.get(node.id) ?? [];
        const role = roleBelow(parent.role, granted(shares, principal.accountId, given.groups));
        const lock = lockBelow(inFolder ? parent.lock : UNLOCKED, node);
        const isVisible = sees(role, node) && (principal.agent === null || lock.read);
        return isVisible ? [{ node, role, above, seesRoot, depth, lock }] : [];
      });
    },
  };
}
