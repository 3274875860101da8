import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { changeAction } from '../../../contract/workspace/finding.ts';
import { NOTED_ACTIONS } from '../../../contract/workspace/sharing.ts';
import type { Db } from '../../../core/db/types.ts';
import type { Principal } from '../../../http/types.ts';
import type { NodeRow } from './nodes.ts';
import './tables.ts';

/** Whose history is asked for. */
export type ActivityScope =
  | { readonly of: 'file'; readonly nodeId: string }
  /** Whole spaces, and nodes with everything below them. */
  | { readonly of: 'trees'; readonly spaceIds: readonly string[]; readonly roots: readonly RootOfScope[] };

export interface RootOfScope {
  readonly id: string;
  readonly spaceId: string;
}

/** Place of an entry in the history: notes follow the change after which they were made. */
export type ActivityKey = readonly [position: number, note: number];

/** A change, or what is noted beside the changes. */
export interface ActivityRow {
  readonly key: ActivityKey;
  readonly id: string;
  readonly action: string;
  readonly at: string;
  readonly spaceId: string;
  readonly nodeId: string;
  /** The name as it was then, encrypted; null for notes. */
  readonly name: Uint8Array | null;
  readonly type: 'folder' | 'file';
  readonly parentId: string | null;
  readonly revision: number | null;
  readonly userId: string | null;
  readonly agent: { readonly id: string; readonly name: string } | null;
}

const row = z
  .object({
    position: z.number().int(),
    number: z.number().int(),
    id: z.string(),
    action: z.union([changeAction, z.enum(NOTED_ACTIONS)]),
    at: z.string(),
    space_id: z.string(),
    node_id: z.string(),
    name: z.instanceof(Uint8Array).nullable(),
    type: z.enum(['folder', 'file']),
    parent_id: z.string().nullable(),
    revision: z.number().int().nullable(),
    user_id: z.string().nullable(),
    agent_id: z.string().nullable(),
    agent_name: z.string().nullable(),
  })
  .transform((value): ActivityRow => ({
    key: [value.position, value.number],
    id: value.id,
    action: value.action,
    at: value.at,
    spaceId: value.space_id,
    nodeId: value.node_id,
    name: value.name,
    type: value.type,
    parentId: value.parent_id,
    revision: value.revision,
    userId: value.user_id,
    agent: value.agent_id === null ? null : { id: value.agent_id, name: value.agent_name ?? '' },
  }));

/** Notes what happened to a file beside its changes, in the transaction of what it tells of. */
export async function addNote(
  db: Db,
  { accountId, agent }: Pick<Principal, 'accountId' | 'agent'>,
  action: (typeof NOTED_ACTIONS)[number],
  node: NodeRow,
  at: string,
): Promise<void> {
  const latest = await db
    .selectFrom('changes')
    .select((eb) => eb.fn.max('position').as('position'))
    .executeTakeFirst();
  await db
    .insertInto('notes')
    .values({
      ...{ action, at },
      id: randomUUID(),
      position: latest?.position ?? 0,
      space_id: node.spaceId,
      node_id: node.id,
      revision: node.file?.revision ?? null,
      user_id: accountId,
      agent_id: agent?.id ?? null,
      agent_name: agent?.name ?? null,
    })
    .execute();
}

/** Steps that change who sees a node. */
const VIEW_ACTIONS: readonly string[] = Object.freeze(['shared', 'unshared']);

/** SQL has no empty lists; nothing has this id. */
const listOf = (ids: readonly string[]): readonly string[] => (ids.length === 0 ? [''] : [...new Set(ids)]);

/** The lists that queries of a scope compare with. A file is a tree without anything below it, but is found by its own index. */
function listsOf(scope: ActivityScope) {
  if (scope.of === 'file') return { files: [scope.nodeId], whole: listOf([]), roots: listOf([]), spaces: listOf([]) };
  const { spaceIds, roots } = scope;
  return {
    files: listOf([]),
    whole: listOf(spaceIds),
    roots: listOf(roots.map(({ id }) => id)),
    spaces: listOf([...spaceIds, ...roots.map(({ spaceId }) => spaceId)]),
  };
}

/** With the ids of the nodes at and below the roots of a scope, as they are now. */
function withBelow(db: Db, roots: readonly string[]) {
  return db.withRecursive('below', (cte) =>
    cte
      .selectFrom('nodes')
      .select('id as node_id')
      .where('id', 'in', roots)
      .union(
        cte.selectFrom('nodes').innerJoin('below', 'below.node_id', 'nodes.parent_id').select('nodes.id as node_id'),
      ),
  );
}

/**
 * Entries older than a key, newest first. Left out is what only follows from another entry of the same moment: the write that a restore makes, and
 * what a step on a folder, or on the node itself, means for who sees what.
 */
export async function activityBefore(
  db: Db,
  scope: ActivityScope,
  { before, limit }: { before: ActivityKey | null; limit: number },
): Promise<ActivityRow[]> {
  const rows = [...(await changesBefore(db, scope, before, limit)), ...(await notesBefore(db, scope, before, limit))];
  const newestFirst = (a: ActivityRow, b: ActivityRow) => b.key[0] - a.key[0] || b.key[1] - a.key[1];
  return rows.toSorted(newestFirst).slice(0, limit);
}

async function changesBefore(db: Db, scope: ActivityScope, before: ActivityKey | null, limit: number) {
  const { files, whole, roots, spaces } = listsOf(scope);
  let query = withBelow(db, roots)
    .selectFrom('changes')
    .where((eb) =>
      scope.of === 'file'
        ? eb('changes.node_id', 'in', files)
        : eb.and([
            eb('changes.space_id', 'in', spaces),
            eb.or([
              eb('changes.space_id', 'in', whole),
              eb('changes.node_id', 'in', (sub) => sub.selectFrom('below').select('below.node_id')),
              // What was removed for good is no longer below a folder that is.
              eb.and([
                eb('changes.action', '=', 'deleted'),
                eb('changes.parent_id', 'in', (sub) => sub.selectFrom('below').select('below.node_id')),
              ]),
            ]),
          ]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('notes')
            .select('notes.id')
            .where('changes.action', '=', 'updated')
            .where('notes.action', '=', 'version_restored')
            .whereRef('notes.node_id', '=', 'changes.node_id')
            .whereRef('notes.revision', '=', 'changes.revision'),
        ),
      ),
    )
    // What lies in a folder follows it.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('changes as above')
            .select('above.id')
            .whereRef('above.node_id', '=', 'changes.parent_id')
            .whereRef('above.at', '=', 'changes.at')
            .where('changes.action', '!=', 'created')
            .where((inner) =>
              inner.or([
                inner('above.action', '=', inner.ref('changes.action')),
                inner('changes.action', 'in', [...VIEW_ACTIONS, 'moved']),
              ]),
            )
            .where((inner) =>
              inner.or([
                inner('above.space_id', 'in', whole),
                inner('above.node_id', 'in', (sub) => sub.selectFrom('below').select('below.node_id')),
              ]),
            ),
        ),
      ),
    )
    // What comes into view, or leaves it, by another step than sharing is told by that step.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('changes as step')
            .select('step.id')
            .where('changes.action', 'in', VIEW_ACTIONS)
            .whereRef('step.node_id', '=', 'changes.node_id')
            .whereRef('step.at', '=', 'changes.at')
            .where('step.action', 'not in', VIEW_ACTIONS),
        ),
      ),
    );
  // A note at the position of a change is newer than it.
  if (before !== null) query = query.where('changes.position', before[1] > 0 ? '<=' : '<', before[0]);
  const rows = await query
    .orderBy('changes.position', 'desc')
    .limit(limit)
    .select((eb) => [
      'changes.position',
      eb.val<number>(0).as('number'),
      'changes.id',
      'changes.action',
      'changes.at',
      'changes.space_id',
      'changes.node_id',
      'changes.name',
      'changes.type',
      'changes.parent_id',
      'changes.revision',
      'changes.user_id',
      'changes.agent_id',
      'changes.agent_name',
    ])
    .execute();
  return rows.map((value) => row.parse(value));
}

async function notesBefore(db: Db, scope: ActivityScope, before: ActivityKey | null, limit: number) {
  const { files, whole, roots, spaces } = listsOf(scope);
  let query = withBelow(db, roots)
    .selectFrom('notes')
    .innerJoin('nodes', 'nodes.id', 'notes.node_id')
    .where((eb) =>
      scope.of === 'file'
        ? eb('notes.node_id', 'in', files)
        : eb.and([
            eb('notes.space_id', 'in', spaces),
            eb.or([
              eb('notes.space_id', 'in', whole),
              eb('notes.node_id', 'in', (sub) => sub.selectFrom('below').select('below.node_id')),
            ]),
          ]),
    );
  if (before !== null) {
    query = query.where((eb) => eb(eb.refTuple('notes.position', 'notes.number'), '<', eb.tuple(before[0], before[1])));
  }
  const rows = await query
    .orderBy('notes.position', 'desc')
    .orderBy('notes.number', 'desc')
    .limit(limit)
    .select((eb) => [
      'notes.position',
      'notes.number',
      'notes.id',
      'notes.action',
      'notes.at',
      'notes.space_id',
      'notes.node_id',
      eb.val<null>(null).as('name'),
      'nodes.type',
      'nodes.parent_id',
      'notes.revision',
      'notes.user_id',
      'notes.agent_id',
      'notes.agent_name',
    ])
    .execute();
  return rows.map((value) => row.parse(value));
}
