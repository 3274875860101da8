import { z } from 'zod';
import type { Db } from '../../../core/db/types.ts';
import { IMAGE_EXTENSIONS, type ImageExtension } from '../types.ts';
import './tables.ts';

/** A picture that documents refer to. */
export interface ImageRow {
  readonly id: string;
  /** Whose it is; also the space it counts for. */
  readonly accountId: string;
  readonly extension: ImageExtension;
  readonly sizeBytes: number;
  readonly contentRef: string;
  readonly createdAt: string;
}

const row = z
  .object({
    id: z.string(),
    account_id: z.string(),
    extension: z.enum(IMAGE_EXTENSIONS),
    size_bytes: z.number().int(),
    content_ref: z.string(),
    created_at: z.string(),
  })
  .transform((value): ImageRow => ({
    id: value.id,
    accountId: value.account_id,
    extension: value.extension,
    sizeBytes: value.size_bytes,
    contentRef: value.content_ref,
    createdAt: value.created_at,
  }));

export async function insertImage(db: Db, image: ImageRow): Promise<void> {
  await db
    .insertInto('images')
    .values({
      id: image.id,
      account_id: image.accountId,
      extension: image.extension,
      size_bytes: image.sizeBytes,
      content_ref: image.contentRef,
      created_at: image.createdAt,
    })
    .execute();
}

export async function findImage(db: Db, id: string): Promise<ImageRow | undefined> {
  const found = await db.selectFrom('images').selectAll().where('id', '=', id).executeTakeFirst();
  return found && row.parse(found);
}

/** Unknown ids, of which there may be a few hundred, are left out. */
export async function imagesByIds(db: Db, ids: readonly string[]): Promise<ImageRow[]> {
  const rows = await db.selectFrom('images').selectAll().where('id', 'in', ids).execute();
  return rows.map((value) => row.parse(value));
}

/** Removes the image of an account and what is known of its uses; its object is left. */
export async function deleteImage(db: Db, { id, accountId }: Pick<ImageRow, 'id' | 'accountId'>): Promise<boolean> {
  const done = await db
    .deleteFrom('images')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return done.numDeletedRows > 0n;
}

/** A document and an image that it shows, or has shown. */
export interface ImageUse {
  readonly nodeId: string;
  readonly imageId: string;
}

export async function usesIn(db: Db, nodeId: string): Promise<{ imageId: string; isShown: boolean }[]> {
  const rows = await db.selectFrom('image_uses').select(['image_id', 'shown']).where('node_id', '=', nodeId).execute();
  return rows.map(({ image_id, shown }) => ({ imageId: image_id, isShown: shown === 1 }));
}

/** Documents whose present content shows an image, up to `limit`. */
export async function nodesShowing(db: Db, imageId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('image_uses')
    .select('node_id')
    .where('image_id', '=', imageId)
    .where('shown', '=', 1)
    .limit(limit)
    .execute();
  return rows.map(({ node_id }) => node_id);
}

export async function isShownIn(db: Db, { nodeId, imageId }: ImageUse): Promise<boolean> {
  const found = await db
    .selectFrom('image_uses')
    .select('image_id')
    .where('node_id', '=', nodeId)
    .where('image_id', '=', imageId)
    .where('shown', '=', 1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function addUse(db: Db, { nodeId, imageId }: ImageUse): Promise<void> {
  await db.insertInto('image_uses').values({ node_id: nodeId, image_id: imageId, shown: 1 }).execute();
}

export async function setShown(db: Db, { nodeId, imageId }: ImageUse, shown: boolean): Promise<void> {
  await db
    .updateTable('image_uses')
    .set({ shown: shown ? 1 : 0 })
    .where('node_id', '=', nodeId)
    .where('image_id', '=', imageId)
    .execute();
}
