import { randomUUID } from 'node:crypto';
import { getImage } from '../../../contract/workspace/files.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Database } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { SafeFetch } from '../../../core/fetch/safeFetch.ts';
import type { Download, Principal } from '../../../http/types.ts';
import { notFound } from '../access/access.ts';
import type { Objects } from '../content/objects.ts';
import type { Spaces } from '../spaces/spaces.ts';
import { findImage, insertImage } from '../storage/images.ts';
import type { FileInspector, ImageExtension } from '../types.ts';

/** Pictures that documents refer to by address. They belong to the account that stored them and count for its personal space. */
export interface Images {
  /** @returns path of the stored picture @throws AppError UNSUPPORTED_TYPE, QUOTA_EXCEEDED */
  store(principal: Principal, bytes: Uint8Array): Promise<string>;
  /** @throws AppError as store and SafeFetch */
  fetch(principal: Principal, url: string, signal: AbortSignal): Promise<string>;
  /** @throws AppError NOT_FOUND, BLOB_UNAVAILABLE */
  read(principal: Principal, name: string): Promise<Download>;
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
  readonly spaces: Spaces;
  readonly objects: Objects;
  readonly inspector: Pick<FileInspector, 'imageOf'>;
  readonly fetchImage: SafeFetch;
}

export function createImages({ database, clock, spaces, objects, inspector, fetchImage }: Parts): Images {
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

    async read({ accountId }, name) {
      const [id = '', extension] = name.split('.');
      const image = await findImage(database.db, accountId, id);
      if (image === undefined || image.extension !== extension) throw notFound();
      return {
        contentType: CONTENT_TYPES[image.extension],
        body: await objects.read(accountId, image.contentRef),
      };
    },
  };
  return images;
}
