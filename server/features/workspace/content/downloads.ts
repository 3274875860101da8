import type { DOWNLOAD_FORMATS } from '../../../contract/workspace/files.ts';
import type { Database } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { ConditionalDownload, Principal } from '../../../http/types.ts';
import type { Access } from '../access/access.ts';
import type { NodeNames } from '../nodes/names.ts';
import { findVersion } from '../storage/versions.ts';
import type { Objects } from './objects.ts';
import { etagOf } from './revisions.ts';

/** Content of files on its way out. */
export interface Downloads {
  /** @throws AppError NOT_FOUND, NOT_A_FILE, NOT_EXPORTABLE, BLOB_UNAVAILABLE */
  file(
    principal: Principal,
    id: string,
    query: { format?: (typeof DOWNLOAD_FORMATS)[number] | undefined; revision?: number | undefined },
  ): Promise<ConditionalDownload>;
  /** Present content of a file, for another feature. @throws AppError NOT_FOUND, also in the trash; NOT_A_FILE, BLOB_UNAVAILABLE */
  present(
    principal: Principal,
    id: string,
  ): Promise<{ readonly name: string; readonly revision: number; readonly bytes: Uint8Array }>;
  /** @throws AppError NOT_FOUND, NO_THUMBNAIL with the state beside the code */
  thumbnail(principal: Principal, id: string): Promise<ConditionalDownload>;
  /** @throws AppError NOT_FOUND, UNSUPPORTED_TYPE unless it is a presentation, PREVIEW_UNAVAILABLE: nothing here renders one */
  preview(principal: Principal, id: string): Promise<never>;
}

export function createDownloads({
  database: { db },
  access,
  names,
  objects,
}: {
  database: Database;
  access: Access;
  names: NodeNames;
  objects: Objects;
}): Downloads {
  return {
    async file(principal, id, { format, revision }) {
      const { node } = await access.find(db, principal, id);
      if (node.file === null) throw new AppError('NOT_A_FILE', 'Only files can be downloaded.');
      if (format !== undefined) throw new AppError('NOT_EXPORTABLE', 'This file cannot be converted to that format.');
      const version = revision === undefined ? undefined : await findVersion(db, id, revision);
      if (revision !== undefined && version === undefined) {
        throw new AppError('NOT_FOUND', 'There is no such version.');
      }
      const { contentRef } = version ?? node.file;
      return {
        contentType: 'application/octet-stream',
        read: () => objects.read(node.spaceId, contentRef),
        filename: await names.open(node),
        etag: etagOf(version ?? node.file),
      };
    },

    async present(principal, id) {
      const { node } = await access.find(db, principal, id, { state: 'active' });
      if (node.file === null) throw new AppError('NOT_A_FILE', 'Only files have a content.');
      const { revision, contentRef } = node.file;
      return { name: await names.open(node), revision, bytes: await objects.read(node.spaceId, contentRef) };
    },

    async thumbnail(principal, id) {
      const { node } = await access.find(db, principal, id);
      if (node.thumbnailRef === null) {
        throw new AppError('NO_THUMBNAIL', 'There is no thumbnail.', { fields: { state: node.thumbnailState } });
      }
      const { spaceId, thumbnailRef } = node;
      return {
        contentType: 'image/webp',
        read: () => objects.read(spaceId, thumbnailRef),
        etag: etagOf(node.file ?? { revision: 0 }),
      };
    },

    async preview(principal, id) {
      const { node } = await access.find(db, principal, id);
      if (node.file?.kind !== 'presentation') {
        throw new AppError('UNSUPPORTED_TYPE', 'Only presentations have a preview.');
      }
      throw new AppError('PREVIEW_UNAVAILABLE', 'This server has no program that renders presentations.');
    },
  };
}
