import { z } from 'zod';
import { type ChangeAction, changeAction } from '../../../contract/workspace/finding.ts';
import type { Db } from '../../../core/db/types.ts';
import type { Principal } from '../../../http/types.ts';
import type { NodeRow } from '../storage/nodes.ts';
import '../storage/tables.ts';

/** Rows of one INSERT; keeps the number of bound parameters small. */
const CHANGES_AT_ONCE = 50;
const AUDIENCE_AT_ONCE = 200;

/** Actions after which a node is no longer in somebody's view. */
export const LEAVING: ReadonlySet<string> = new Set(['deleted', 'unshared']);

/** What the encrypted name of a change is bound to. */
export const changeBoundTo = (id: string): string => `changes/${id}/name`;

/** A change to be written, with those who are told of it. */
export interface NewChange {
  readonly id: string;
  readonly action: ChangeAction;
  readonly at: string;
  readonly node: NodeRow;
  /** Encrypted. */
  readonly name: Uint8Array;
  readonly agentReads: boolean;
  readonly agentReadsParent: boolean;
  /** null: the server itself. */
  readonly person: Pick<Principal, 'accountId' | 'agent'> | null;
  /** User to whether they see the folder the node lies in. */
  readonly audience: ReadonlyMap<string, boolean>;
}

const row = z.object({
  position: z.number().int(),
  sees_parent: z.number(),
  id: z.string(),
  action: changeAction,
  at: z.string(),
  space_id: z.string(),
  node_id: z.string(),
  name: z.instanceof(Uint8Array),
  type: z.enum(['folder', 'file']),
  parent_id: z.string().nullable(),
  revision: z.number().int().nullable(),
  trashed_at: z.string().nullable(),
  agent_reads: z.number(),
  agent_reads_parent: z.number(),
  user_id: z.string().nullable(),
  agent_id: z.string().nullable(),
  personal: z.string().nullable(),
});

/** A change as one person is told of it. */
export type ChangeRow = z.output<typeof row>;

/** Appends changes in their order. */
export async function appendChanges(db: Db, changes: readonly NewChange[]): Promise<void> {
  const audience: { user_id: string; position: number; sees_parent: number }[] = [];
  for (let at = 0; at < changes.length; at += CHANGES_AT_ONCE) {
    const part = changes.slice(at, at + CHANGES_AT_ONCE);
    const written = await db.insertInto('changes').values(part.map(toRow)).returning(['id', 'position']).execute();
    const positions = new Map(written.map(({ id, position }) => [id, position]));
    for (const change of part) {
      const position = positions.get(change.id)!;
      for (const [user_id, seesParent] of change.audience) {
        audience.push({ user_id, position, sees_parent: seesParent ? 1 : 0 });
      }
    }
  }
  for (let at = 0; at < audience.length; at += AUDIENCE_AT_ONCE) {
    await db
      .insertInto('change_audience')
      .values(audience.slice(at, at + AUDIENCE_AT_ONCE))
      .execute();
  }
}

function toRow({ id, action, at, node, name, agentReads, agentReadsParent, person }: NewChange) {
  return {
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
    agent_reads: agentReads ? 1 : 0,
    agent_reads_parent: agentReadsParent ? 1 : 0,
    user_id: person?.accountId ?? null,
    agent_id: person?.agent?.id ?? null,
    agent_name: person?.agent?.name ?? null,
  };
}

/** Changes that a person was told of after a position, in the order of their commits. */
export async function changesAfter(db: Db, userId: string, after: number, count: number): Promise<ChangeRow[]> {
  const rows = await db
    .selectFrom('change_audience')
    .innerJoin('changes', 'changes.position', 'change_audience.position')
    .leftJoin('spaces', (join) => join.onRef('spaces.id', '=', 'changes.space_id').on('spaces.kind', '=', 'personal'))
    .where('change_audience.user_id', '=', userId)
    .where('change_audience.position', '>', after)
    .orderBy('change_audience.position')
    .limit(count)
    .select([
      'changes.position',
      'change_audience.sees_parent',
      'changes.id',
      'changes.action',
      'changes.at',
      'changes.space_id',
      'changes.node_id',
      'changes.name',
      'changes.type',
      'changes.parent_id',
      'changes.revision',
      'changes.trashed_at',
      'changes.agent_reads',
      'changes.agent_reads_parent',
      'changes.user_id',
      'changes.agent_id',
      'spaces.id as personal',
    ])
    .execute();
  return rows.map((value) => row.parse(value));
}

/** Position of the newest change that a person was told of; 0 when there is none. */
export async function newestPosition(db: Db, userId: string): Promise<number> {
  const newest = await db
    .selectFrom('change_audience')
    .where('user_id', '=', userId)
    .select((select) => select.fn.max('position').as('position'))
    .executeTakeFirst();
  return (
    z
      .number()
      .int()
      .nullable()
      .parse(newest?.position ?? null) ?? 0
  );
}
