import { z } from 'zod';
import type { Db } from '../../../core/db/types.ts';
import './tables.ts';

const BATCH = 400;

export const VERSION_ACTORS = ['user', 'agent', 'system'] as const;
export const AUTHOR_SOURCES = ['session', 'api_key', 'mcp', 'sync', 'restore'] as const;
export type AuthorSource = (typeof AUTHOR_SOURCES)[number];

/** One kept state of a file's content; the newest is the present one. */
export interface VersionRow {
  readonly id: string;
  readonly nodeId: string;
  readonly revision: number;
  readonly sizeBytes: number;
  readonly contentRef: string;
  readonly actor: (typeof VERSION_ACTORS)[number];
  readonly authorId: string;
  readonly agent: { readonly id: string; readonly name: string } | null;
  readonly authorSource: AuthorSource;
  readonly pinned: boolean;
  /** Encrypted. */
  readonly label: Uint8Array | null;
  readonly createdAt: string;
}

const row = z
  .object({
    id: z.string(),
    node_id: z.string(),
    revision: z.number().int(),
    size_bytes: z.number().int(),
    content_ref: z.string(),
    actor: z.enum(VERSION_ACTORS),
    author_id: z.string(),
    agent_id: z.string().nullable(),
    agent_name: z.string().nullable(),
    author_source: z.enum(AUTHOR_SOURCES),
    pinned: z.number(),
    label: z.instanceof(Uint8Array).nullable(),
    created_at: z.string(),
  })
  .transform((value): VersionRow => ({
    id: value.id,
    nodeId: value.node_id,
    revision: value.revision,
    sizeBytes: value.size_bytes,
    contentRef: value.content_ref,
    actor: value.actor,
    authorId: value.author_id,
    agent: value.agent_id === null ? null : { id: value.agent_id, name: value.agent_name ?? '' },
    authorSource: value.author_source,
    pinned: value.pinned === 1,
    label: value.label,
    createdAt: value.created_at,
  }));

export async function insertVersion(db: Db, version: VersionRow): Promise<void> {
  await db
    .insertInto('versions')
    .values({
      id: version.id,
      node_id: version.nodeId,
      revision: version.revision,
      size_bytes: version.sizeBytes,
      content_ref: version.contentRef,
      actor: version.actor,
      author_id: version.authorId,
      agent_id: version.agent?.id ?? null,
      agent_name: version.agent?.name ?? null,
      author_source: version.authorSource,
      pinned: version.pinned ? 1 : 0,
      label: version.label,
      created_at: version.createdAt,
    })
    .execute();
}

/** All kept states of a file, newest first. */
export async function versionsOf(db: Db, nodeId: string): Promise<VersionRow[]> {
  const rows = await db
    .selectFrom('versions')
    .selectAll()
    .where('node_id', '=', nodeId)
    .orderBy('revision', 'desc')
    .execute();
  return rows.map((value) => row.parse(value));
}

/** Kept states older than a revision (or from the present one on), newest first. */
export async function versionsBefore(
  db: Db,
  nodeId: string,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<VersionRow[]> {
  let query = db.selectFrom('versions').selectAll().where('node_id', '=', nodeId);
  if (before !== undefined) query = query.where('revision', '<', before);
  const rows = await query.orderBy('revision', 'desc').limit(limit).execute();
  return rows.map((value) => row.parse(value));
}

/** Kept states newer than a revision, newest first. */
export async function versionsAfter(db: Db, nodeId: string, revision: number): Promise<VersionRow[]> {
  const rows = await db
    .selectFrom('versions')
    .selectAll()
    .where('node_id', '=', nodeId)
    .where('revision', '>', revision)
    .orderBy('revision', 'desc')
    .execute();
  return rows.map((value) => row.parse(value));
}

export async function changeVersion(
  db: Db,
  version: VersionRow,
  change: Pick<VersionRow, 'pinned' | 'label'>,
): Promise<VersionRow> {
  await db
    .updateTable('versions')
    .set({ pinned: change.pinned ? 1 : 0, label: change.label })
    .where('id', '=', version.id)
    .execute();
  return { ...version, ...change };
}

export async function findVersion(db: Db, nodeId: string, revision: number): Promise<VersionRow | undefined> {
  const found = await db
    .selectFrom('versions')
    .selectAll()
    .where('node_id', '=', nodeId)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return found && row.parse(found);
}

export async function findVersionById(db: Db, id: string): Promise<VersionRow | undefined> {
  const found = await db.selectFrom('versions').selectAll().where('id', '=', id).executeTakeFirst();
  return found && row.parse(found);
}

/**
 * Removes the oldest states beyond `keep` earlier ones; pinned states and the present one stay and do not count.
 * @returns what was removed
 */
export async function pruneVersions(db: Db, nodeId: string, keep: number): Promise<VersionRow[]> {
  const [, ...earlier] = await versionsOf(db, nodeId);
  const removed = earlier.filter(({ pinned }) => !pinned).slice(keep);
  for (const { id } of removed) await db.deleteFrom('versions').where('id', '=', id).execute();
  return removed;
}

/** Objects and bytes of all kept states of these files. */
export async function contentsOf(db: Db, nodeIds: readonly string[]): Promise<{ refs: string[]; bytes: number }> {
  const refs: string[] = [];
  let bytes = 0;
  for (let at = 0; at < nodeIds.length; at += BATCH) {
    const rows = await db
      .selectFrom('versions')
      .select(['content_ref', 'size_bytes'])
      .where('node_id', 'in', nodeIds.slice(at, at + BATCH))
      .execute();
    for (const { content_ref, size_bytes } of rows) {
      refs.push(content_ref);
      bytes += size_bytes;
    }
  }
  return { refs, bytes };
}
