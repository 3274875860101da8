import { NODE_ROLES, nodeRole, type NodeRole } from '../../../contract/workspace/node.ts';
import type { Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Principal } from '../../../http/types.ts';
import { findChain, type NodeRow } from '../storage/nodes.ts';
import { sharesOn, type ShareRow } from '../storage/shares.ts';
import type { Directory } from '../types.ts';

/** What agents may do with a node, and whether a folder above decides. */
export interface AgentLock {
  readonly read: boolean;
  readonly write: boolean;
  readonly readInherited: boolean;
  readonly writeInherited: boolean;
}

/** A node as one caller may see it. */
export interface NodeAccess {
  readonly node: NodeRow;
  readonly role: NodeRole;
  /** The folders above that the caller sees, the uppermost first. */
  readonly above: readonly NodeRow[];
  /** The caller's own space or project: the root above is theirs to see as well. */
  readonly seesRoot: boolean;
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

const UNLOCKED: AgentLock = Object.freeze({ read: true, write: true, readInherited: true, writeInherited: true });

/** True when `role` is at least as strong as `needed`. */
export function allows(role: NodeRole, needed: NodeRole): boolean {
  return NODE_ROLES.indexOf(role) <= NODE_ROLES.indexOf(needed);
}

export const notFound = (): AppError => new AppError('NOT_FOUND', 'There is nothing with this identifier.');
const forbidden = (): AppError => new AppError('FORBIDDEN', 'Your role on this node does not allow this.');

/** The strongest of several roles. */
function strongest(roles: readonly NodeRole[]): NodeRole | null {
  return NODE_ROLES.find((role) => roles.includes(role)) ?? null;
}

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

  const lockBelow = (above: AgentLock, node: NodeRow): AgentLock => {
    const read = node.agentRead ?? above.read;
    return {
      read,
      // What an agent may not read it may not change either.
      write: read && (node.agentWrite ?? above.write),
      readInherited: node.agentRead === null,
      writeInherited: node.agentWrite === null,
    };
  };

  const sharesByNode = async (db: Db, nodes: readonly NodeRow[]): Promise<ReadonlyMap<string, ShareRow[]>> =>
    Map.groupBy(
      await sharesOn(
        db,
        nodes.map(({ id }) => id),
      ),
      ({ nodeId }) => nodeId,
    );

  /** One step down: the nearest share decides, raising or cutting; owners are never cut. */
  const roleBelow = (above: NodeRole | null, share: NodeRole | null): NodeRole | null =>
    above === 'owner' ? 'owner' : (share ?? above);

  const look: Access['look'] = async (db, principal, nodeId) => {
    const chain = await findChain(db, nodeId);
    const node = chain.at(-1);
    if (node === undefined) return undefined;
    const groups = new Set(await directory.groupsOf(db, principal.accountId));
    const shares = await sharesByNode(db, chain);
    const atRoot = await roleInSpace(db, principal, node.spaceId);
    let role = atRoot;
    let lock = UNLOCKED;
    let above: NodeRow[] = [];
    let seesRoot = atRoot !== null;
    for (const step of chain) {
      role = roleBelow(role, granted(shares.get(step.id) ?? [], principal.accountId, groups));
      lock = lockBelow(lock, step);
      if (role === null || step === node) continue;
      if (principal.agent === null || lock.read) above.push(step);
      else {
        // A folder that is locked for agents hides what is above it, also from a node below that is open to them.
        above = [];
        seesRoot = false;
      }
    }
    if (role === null || (principal.agent !== null && !lock.read)) return undefined;
    if (node.trashedAt !== null && !allows(role, 'editor')) return undefined;
    return { node, role, above, seesRoot, lock };
  };

  const check = (principal: Principal, role: NodeRole, lock: AgentLock, needed: NodeRole): void => {
    if (!allows(role, needed)) throw forbidden();
    if (principal.agent !== null && needed !== 'viewer' && !lock.write) {
      throw new AppError('FORBIDDEN', 'A folder lock keeps agents from changing this node.');
    }
  };

  return {
    look,

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
      const groups = new Set(await directory.groupsOf(db, principal.accountId));
      const shares = await sharesByNode(db, nodes);
      const inFolder = 'node' in parent;
      const above = inFolder ? [...parent.above, parent.node] : [];
      const lock = inFolder ? parent.lock : UNLOCKED;
      return nodes.flatMap((node): NodeAccess[] => {
        const role = roleBelow(parent.role, granted(shares.get(node.id) ?? [], principal.accountId, groups));
        const own = lockBelow(lock, node);
        if (role === null || (principal.agent !== null && !own.read)) return [];
        return [{ node, role, above, seesRoot: inFolder ? parent.seesRoot : true, lock: own }];
      });
    },
  };
}
