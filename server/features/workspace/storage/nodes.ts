import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import {
  nodeColor,
  nodeIcon,
  nodeKind,
  thumbnailState,
  type NodeColor,
  type NodeIcon,
  type NodeKind,
  type ThumbnailState,
} from '../../../contract/workspace/node.ts';
import type { Db } from '../../../core/db/types.ts';
import type { NodeTable } from './tables.ts';

/** Keeps the number of bound parameters of one statement small. */
const BATCH = 400;

/** A node's row, parsed. */
export interface NodeRow {
  readonly id: string;
  readonly spaceId: string;
  readonly parentId: string | null;
  readonly type: 'folder' | 'file';
  /** Encrypted. */
  readonly name: Uint8Array;
  readonly nameKey: string;
  /** null for folders. */
  readonly file: FileFacts | null;
  readonly thumbnailState: ThumbnailState;
  readonly thumbnailRef: string | null;
  /** Encrypted. */
  readonly description: Uint8Array | null;
  readonly color: NodeColor | null;
  readonly icon: NodeIcon | null;
  /** Own settings of the agent lock; null inherits. */
  readonly agentRead: boolean | null;
  readonly agentWrite: boolean | null;
  readonly trashedAt: string | null;
  readonly trashRoot: string | null;
  readonly anonymization: Anonymization | null;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface FileFacts {
  readonly mimeType: string;
  readonly kind: NodeKind | null;
  readonly sizeBytes: number;
  readonly revision: number;
  readonly contentRef: string;
}

export interface Anonymization {
  /** null: no job could be made of the file. */
  readonly jobId: string | null;
  readonly accountId: string;
  /** Revision that the job anonymizes. */
  readonly revision: number;
}

const flag = z
  .number()
  .nullable()
  .transform((value) => (value === null ? null : value === 1));

const fileFields = z.object({
  mime_type: z.string(),
  kind: nodeKind.nullable(),
  size_bytes: z.number().int(),
  revision: z.number().int(),
  content_ref: z.string(),
});
const anonymizationFields = z.object({
  anonymization_job_id: z.string().nullable(),
  anonymization_account_id: z.string(),
  anonymized_revision: z.number().int(),
});

const row = z
  .object({
    id: z.string(),
    space_id: z.string(),
    parent_id: z.string().nullable(),
    type: z.enum(['folder', 'file']),
    name: z.instanceof(Uint8Array),
    name_key: z.string(),
    thumbnail_state: thumbnailState,
    thumbnail_ref: z.string().nullable(),
    description: z.instanceof(Uint8Array).nullable(),
    color: nodeColor.nullable(),
    icon: nodeIcon.nullable(),
    agent_read: flag,
    agent_write: flag,
    trashed_at: z.string().nullable(),
    trash_root: z.string().nullable(),
    created_by: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .loose();

/** A row of the table as the feature uses it. */
export function toNode(value: Selectable<NodeTable>): NodeRow {
  const parsed = row.parse(value);
  return {
    id: parsed.id,
    spaceId: parsed.space_id,
    parentId: parsed.parent_id,
    type: parsed.type,
    name: parsed.name,
    nameKey: parsed.name_key,
    file: parsed.type === 'folder' ? null : fileOf(value),
    thumbnailState: parsed.thumbnail_state,
    thumbnailRef: parsed.thumbnail_ref,
    description: parsed.description,
    color: parsed.color,
    icon: parsed.icon,
    agentRead: parsed.agent_read,
    agentWrite: parsed.agent_write,
    trashedAt: parsed.trashed_at,
    trashRoot: parsed.trash_root,
    anonymization: value.anonymized_revision === null ? null : anonymizationOf(value),
    createdBy: parsed.created_by,
    createdAt: parsed.created_at,
    updatedAt: parsed.updated_at,
  };
}

function fileOf(value: Selectable<NodeTable>): FileFacts {
  const { mime_type, kind, size_bytes, revision, content_ref } = fileFields.parse(value);
  return { mimeType: mime_type, kind, sizeBytes: size_bytes, revision, contentRef: content_ref };
}

function anonymizationOf(value: Selectable<NodeTable>): Anonymization {
  const fields = anonymizationFields.parse(value);
  return {
    jobId: fields.anonymization_job_id,
    accountId: fields.anonymization_account_id,
    revision: fields.anonymized_revision,
  };
}

/** What a name is unique below: the parent, at the root the space. */
export function parentKey({ spaceId, parentId }: Pick<NodeRow, 'spaceId' | 'parentId'>): string {
  return parentId ?? spaceId;
}

const flagValue = (value: boolean | null): number | null => (value === null ? null : value ? 1 : 0);

export async function insertNode(db: Db, node: NodeRow): Promise<void> {
  await db
    .insertInto('nodes')
    .values({
      id: node.id,
      space_id: node.spaceId,
      parent_id: node.parentId,
      parent_key: parentKey(node),
      type: node.type,
      name: node.name,
      name_key: node.nameKey,
      ...fileValues(node.file),
      thumbnail_state: node.thumbnailState,
      thumbnail_ref: node.thumbnailRef,
      description: node.description,
      color: node.color,
      icon: node.icon,
      agent_read: flagValue(node.agentRead),
      agent_write: flagValue(node.agentWrite),
      trashed_at: node.trashedAt,
      trash_root: node.trashRoot,
      anonymization_job_id: node.anonymization?.jobId ?? null,
      anonymization_account_id: node.anonymization?.accountId ?? null,
      anonymized_revision: node.anonymization?.revision ?? null,
      created_by: node.createdBy,
      created_at: node.createdAt,
      updated_at: node.updatedAt,
    })
    .execute();
}

function fileValues(file: FileFacts | null) {
  return {
    mime_type: file?.mimeType ?? null,
    kind: file?.kind ?? null,
    size_bytes: file?.sizeBytes ?? null,
    revision: file?.revision ?? null,
    content_ref: file?.contentRef ?? null,
  };
}

/** What may change of a node; fields that are absent stay. */
export type NodeChange = Partial<
  Pick<
    NodeRow,
    | 'name'
    | 'nameKey'
    | 'parentId'
    | 'description'
    | 'color'
    | 'icon'
    | 'agentRead'
    | 'agentWrite'
    | 'thumbnailState'
    | 'thumbnailRef'
    | 'anonymization'
    | 'trashedAt'
    | 'trashRoot'
    | 'updatedAt'
  > & { readonly file: FileFacts }
>;

/** Writes a change and returns the node as it is then. */
export async function changeNode(db: Db, node: NodeRow, change: NodeChange): Promise<NodeRow> {
  const changed: NodeRow = { ...node, ...change };
  await db
    .updateTable('nodes')
    .set({
      ...((change.name !== undefined || change.nameKey !== undefined) && {
        name: changed.name,
        name_key: changed.nameKey,
      }),
      ...(change.parentId !== undefined && { parent_id: changed.parentId, parent_key: parentKey(changed) }),
      ...(change.file !== undefined && fileValues(change.file)),
      ...(change.description !== undefined && { description: change.description }),
      ...(change.color !== undefined && { color: change.color }),
      ...(change.icon !== undefined && { icon: change.icon }),
      ...(change.agentRead !== undefined && { agent_read: flagValue(change.agentRead) }),
      ...(change.agentWrite !== undefined && { agent_write: flagValue(change.agentWrite) }),
      ...(change.thumbnailState !== undefined && { thumbnail_state: change.thumbnailState }),
      ...(change.thumbnailRef !== undefined && { thumbnail_ref: change.thumbnailRef }),
      ...(change.anonymization !== undefined && {
        anonymization_job_id: change.anonymization?.jobId ?? null,
        anonymization_account_id: change.anonymization?.accountId ?? null,
        anonymized_revision: change.anonymization?.revision ?? null,
      }),
      ...(change.trashedAt !== undefined && { trashed_at: change.trashedAt }),
      ...(change.trashRoot !== undefined && { trash_root: change.trashRoot }),
      updated_at: changed.updatedAt,
    })
    .where('id', '=', node.id)
    .execute();
  return changed;
}

export async function findNode(db: Db, id: string): Promise<NodeRow | undefined> {
  const found = await db.selectFrom('nodes').selectAll().where('id', '=', id).executeTakeFirst();
  return found && toNode(found);
}

/** Nodes by their ids, in the order of the ids; unknown ids are left out. */
export async function findNodes(db: Db, ids: readonly string[]): Promise<NodeRow[]> {
  const byId = new Map<string, NodeRow>();
  for (let at = 0; at < ids.length; at += BATCH) {
    const rows = await db
      .selectFrom('nodes')
      .selectAll()
      .where('id', 'in', ids.slice(at, at + BATCH))
      .execute();
    for (const found of rows) byId.set(found.id, toNode(found));
  }
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A node and the folders above it, the uppermost first; empty when there is no such node. */
export async function findChain(db: Db, id: string): Promise<NodeRow[]> {
  const rows = await db
    .withRecursive('chain', (cte) =>
      cte
        .selectFrom('nodes')
        .select((eb) => ['id as node_id', 'parent_id as above', eb.val<number>(0).as('distance')])
        .where('id', '=', id)
        .unionAll(
          cte
            .selectFrom('nodes')
            .innerJoin('chain', 'chain.above', 'nodes.id')
            .select([
              'nodes.id as node_id',
              'nodes.parent_id as above',
              sql<number>`chain.distance + 1`.as('distance'),
            ]),
        ),
    )
    .selectFrom('chain')
    .innerJoin('nodes', 'nodes.id', 'chain.node_id')
    .selectAll('nodes')
    .orderBy('chain.distance', 'desc')
    .execute();
  return rows.map(toNode);
}

/** Nodes and all folders above them, by their ids; for many nodes at once. */
export async function findWithAbove(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, NodeRow>> {
  const known = new Map<string, NodeRow>();
  let wanted: readonly string[] = [...new Set(ids)];
  // One query a level; folders are at most LIMITS.pathDepth deep.
  while (wanted.length > 0) {
    const found = await findNodes(db, wanted);
    for (const node of found) known.set(node.id, node);
    const parents = new Set(found.flatMap(({ parentId }) => parentId ?? []));
    wanted = [...parents].filter((id) => !known.has(id));
  }
  return known;
}

/** A node and everything below it, parents before their children. */
export async function findSubtree(db: Db, id: string): Promise<NodeRow[]> {
  const rows = await db
    .withRecursive('below', (cte) =>
      cte
        .selectFrom('nodes')
        .select((eb) => ['id as node_id', eb.val<number>(0).as('depth')])
        .where('id', '=', id)
        .unionAll(
          cte
            .selectFrom('nodes')
            .innerJoin('below', 'below.node_id', 'nodes.parent_id')
            .select(['nodes.id as node_id', sql<number>`below.depth + 1`.as('depth')]),
        ),
    )
    .selectFrom('below')
    .innerJoin('nodes', 'nodes.id', 'below.node_id')
    .selectAll('nodes')
    .orderBy('below.depth')
    .orderBy('nodes.id')
    .execute();
  return rows.map(toNode);
}

/** The child of this name outside of the trash. */
export async function findByName(db: Db, parent: string, nameKey: string): Promise<NodeRow | undefined> {
  const found = await db
    .selectFrom('nodes')
    .selectAll()
    .where('parent_key', '=', parent)
    .where('name_key', '=', nameKey)
    .where('trashed_at', 'is', null)
    .executeTakeFirst();
  return found && toNode(found);
}

/** Children outside of the trash, in no order. */
export async function findChildren(db: Db, parent: string): Promise<NodeRow[]> {
  const rows = await db
    .selectFrom('nodes')
    .selectAll()
    .where('parent_key', '=', parent)
    .where('trashed_at', 'is', null)
    .execute();
  return rows.map(toNode);
}

/** Which of these names are taken below a parent. */
export async function takenNames(db: Db, parent: string, nameKeys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('nodes')
    .select('name_key')
    .where('parent_key', '=', parent)
    .where('trashed_at', 'is', null)
    .where('name_key', 'in', nameKeys)
    .execute();
  return new Set(rows.map(({ name_key }) => name_key));
}

/** Number of children outside of the trash, by folder; folders without any are left out. */
export async function countChildren(db: Db, folders: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (let at = 0; at < folders.length; at += BATCH) {
    const rows = await db
      .selectFrom('nodes')
      .select((eb) => ['parent_key', eb.fn.countAll<number>().as('count')])
      .where('parent_key', 'in', folders.slice(at, at + BATCH))
      .where('trashed_at', 'is', null)
      .groupBy('parent_key')
      .execute();
    for (const { parent_key, count } of rows) counts.set(parent_key, count);
  }
  return counts;
}

/** Puts nodes into the trash, or takes them out. */
export async function setTrashed(
  db: Db,
  ids: readonly string[],
  state: { trashedAt: string; trashRoot: string } | null,
): Promise<void> {
  for (let at = 0; at < ids.length; at += BATCH) {
    await db
      .updateTable('nodes')
      .set({ trashed_at: state?.trashedAt ?? null, trash_root: state?.trashRoot ?? null })
      .where('id', 'in', ids.slice(at, at + BATCH))
      .execute();
  }
}

/** Removes nodes for good, the deepest first; `ids` are in the order of {@link findSubtree}. */
export async function deleteNodes(db: Db, ids: readonly string[]): Promise<void> {
  const deepestFirst = [...ids].reverse();
  // One by one: within one statement a parent might go before its child.
  for (const id of deepestFirst) await db.deleteFrom('nodes').where('id', '=', id).execute();
}
