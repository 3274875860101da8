import type { BlobRef } from '../../../core/blobs/types.ts';
import type { Db } from '../../../core/db/types.ts';
import './tables.ts';

/** Every object that a row of the workspace refers to. */
export async function* blobReferences(db: Db): AsyncIterable<{ accountId: string; ref: BlobRef }> {
  const versions = db
    .selectFrom('versions')
    .innerJoin('nodes', 'nodes.id', 'versions.node_id')
    .select(['nodes.space_id as account', 'versions.content_ref as ref']);
  const thumbnails = db
    .selectFrom('nodes')
    .select(['space_id as account', 'thumbnail_ref as ref'])
    .where('thumbnail_ref', 'is not', null);
  const chunks = db
    .selectFrom('upload_chunks')
    .innerJoin('upload_sessions', 'upload_sessions.id', 'upload_chunks.session_id')
    .select(['upload_sessions.space_id as account', 'upload_chunks.content_ref as ref']);
  const images = db.selectFrom('images').select(['account_id as account', 'content_ref as ref']);
  for (const query of [versions, thumbnails, chunks, images]) {
    for await (const { account, ref } of query.stream()) if (ref !== null) yield { accountId: account, ref };
  }
}
