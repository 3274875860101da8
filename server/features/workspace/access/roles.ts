import { NODE_ROLES, type NodeRole } from '../../../contract/workspace/node.ts';
import type { NodeRow } from '../storage/nodes.ts';

/** What agents may do with a node, and whether a folder above decides. */
export interface AgentLock {
  readonly read: boolean;
  readonly write: boolean;
  readonly readInherited: boolean;
  readonly writeInherited: boolean;
}

/** The lock at the root of a space. */
export const UNLOCKED: AgentLock = Object.freeze({
  read: true,
  write: true,
  readInherited: true,
  writeInherited: true,
});

/** True when `role` is at least as strong as `needed`. */
export function allows(role: NodeRole, needed: NodeRole): boolean {
  return NODE_ROLES.indexOf(role) <= NODE_ROLES.indexOf(needed);
}

/** The strongest of several roles; null: none. */
export function strongest(roles: readonly NodeRole[]): NodeRole | null {
  return NODE_ROLES.find((role) => roles.includes(role)) ?? null;
}

/**
 * One step down the tree: the nearest share decides, raising or cutting; owners are never cut.
 * @param share - what the shares on the lower node give
 */
export function roleBelow(above: NodeRole | null, share: NodeRole | null): NodeRole | null {
  return above === 'owner' ? 'owner' : (share ?? above);
}

/** Whether a node exists for somebody of this role: what is in the trash is there for editors and owners alone. */
export function sees(role: NodeRole | null, { trashedAt }: Pick<NodeRow, 'trashedAt'>): role is NodeRole {
  return role !== null && (trashedAt === null || allows(role, 'editor'));
}

/** One step down: a node's own setting, else that of the folder above. */
export function lockBelow(above: AgentLock, node: Pick<NodeRow, 'agentRead' | 'agentWrite'>): AgentLock {
  const read = node.agentRead ?? above.read;
  return {
    read,
    // What an agent may not read it may not change either.
    write: read && (node.agentWrite ?? above.write),
    readInherited: node.agentRead === null,
    writeInherited: node.agentWrite === null,
  };
}
