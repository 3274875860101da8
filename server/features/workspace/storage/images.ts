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

/** The image of an account. */
export async function findImage(db: Db, accountId: string, id: string): Promise<ImageRow | undefined> {
  const found = await db
    .selectFrom('images')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return found && row.parse(found);
}
