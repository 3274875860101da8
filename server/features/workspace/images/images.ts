import { randomUUID } from 'node:crypto';
import { getImage } from '../../../contract/workspace/files.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Database } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { SafeFetch } from '../../../core/fetch/safeFetch.ts';
import type { ConditionalDownload, Principal } from '../../../http/types.ts';
import { type Access, notFound } from '../access/access.ts';
import type { Objects } from '../content/objects.ts';
import type { Spaces } from '../spaces/spaces.ts';
import { deleteImage, findImage, type ImageRow, insertImage, isShownIn } from '../storage/images.ts';
import type { FileInspector, ImageExtension } from '../types.ts';

/**
 * Pictures that documents refer to by address. They belong to the account that stored them and count for its personal space; readers of a document that
 * shows one see it there.
 */
export interface Images {
  /** @returns path of the stored picture @throws AppError UNSUPPORTED_TYPE, QUOTA_EXCEEDED */
  store(principal: Principal, bytes: Uint8Array): Promise<string>;
  /** @throws AppError as store and SafeFetch */
  fetch(principal: Principal, url: string, signal: AbortSignal): Promise<string>;
  /**
   * @param nodeId - a document that shows it, which the caller may read; its owner needs none
   * @throws AppError NOT_FOUND, BLOB_UNAVAILABLE
   */
  read(principal: Principal, name: string, nodeId?: string): Promise<ConditionalDownload>;
  /** Documents that show it do so no longer. @throws AppError NOT_FOUND unless it is one of the account */
  remove(principal: Principal, name: string): Promise<void>;
}

const CONTENT_TYPES = Object.freeze({
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
} as const) satisfies Readonly<Record<ImageExtension, string>>;

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly access: Pick<Access, 'find'>;
  readonly spaces: Spaces;
  readonly objects: Objects;
  readonly inspector: Pick<FileInspector, 'imageOf'>;
  readonly fetchImage: SafeFetch;
}

export function createImages({ database, clock, access, spaces, objects, inspector, fetchImage }: Parts): Images {
  async function find(name: string): Promise<ImageRow> {
    const [id = '', extension] = name.split('.');
    const image = await findImage(database.db, id);
    if (image === undefined || image.extension !== extension) throw notFound();
    return image;
  }

  const images: Images = {
    async store({ accountId }, bytes) {
      const extension = await inspector.imageOf(bytes);
      if (extension === null) throw new AppError('UNSUPPORTED_TYPE', 'Only PNG, JPEG, GIF and WebP are stored.');
      const id = randomUUID();
      const sizeBytes = bytes.byteLength;
      await objects.storing(accountId, [bytes], ([contentRef]) =>
        database.commitBesideOthers(async (db) => {
          await spaces.ensurePersonal(db, accountId);
          // Pictures are no files of the tree, but their bytes take the same room.
          await spaces.account(db, accountId, { bytes: sizeBytes, files: 0 });
          const createdAt = isoTime(clock.now());
          await insertImage(db, { id, accountId, extension, sizeBytes, contentRef: contentRef!, createdAt });
        }),
      );
      return `/api${getImage.path.replace(':name', `${id}.${extension}`)}`;
    },

    async fetch(principal, url, signal) {
      const { bytes } = await fetchImage(url, signal);
      return images.store(principal, bytes);
    },

    async read(principal, name, nodeId) {
      const image = await find(name);
      if (image.accountId !== principal.accountId) {
        if (nodeId === undefined) throw notFound();
        await access.find(database.db, principal, nodeId);
        if (!(await isShownIn(database.db, { nodeId, imageId: image.id }))) throw notFound();
      }
      return {
        contentType: CONTENT_TYPES[image.extension],
        read: () => objects.read(image.accountId, image.contentRef),
        // The bytes under an address never change.
        etag: image.id,
      };
    },

    async remove({ accountId }, name) {
      const image = await find(name);
      await database.transaction(async (db) => {
        if (!(await deleteImage(db, { id: image.id, accountId }))) throw notFound();
        await spaces.account(db, accountId, { bytes: -image.sizeBytes, files: 0 });
      });
      await objects.remove(accountId, [image.contentRef]);
    },
  };
  return images;
}
