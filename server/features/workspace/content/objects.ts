import { type BlobRef, type BlobStore, MissingBlobError } from '../../../core/blobs/types.ts';
import type { Committed } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Logger } from '../../../core/log/logger.ts';

/** Stored objects of the workspace. Every object has one owner in the database, so it goes when its owner goes. */
export interface Objects {
  /** @throws AppError BLOB_UNAVAILABLE when the object is missing or damaged */
  read(spaceId: string, ref: BlobRef): Promise<Uint8Array>;
  /**
   * Stores objects for `work`, a transaction that refers to them; when it fails they are removed again. When the disk fails after its commit they
   * stay: what refers to them stays as well.
   */
  storing<T>(
    spaceId: string,
    contents: readonly (Uint8Array | null)[],
    work: (refs: readonly (BlobRef | null)[]) => Promise<Committed<T>>,
  ): Promise<T>;
  /** Removes objects after the transaction that dropped their last reference; what fails is left to the sweep at the next start. */
  remove(spaceId: string, refs: readonly (BlobRef | null)[]): Promise<void>;
}

export function createObjects({ blobs, logger }: { blobs: BlobStore; logger: Logger }): Objects {
  const objects: Objects = {
    async read(spaceId, ref) {
      try {
        return await blobs.get(spaceId, ref);
      } catch (cause) {
        if (!(cause instanceof MissingBlobError)) throw cause;
        throw new AppError('BLOB_UNAVAILABLE', 'The stored content is missing or damaged.', { cause });
      }
    },

    async storing(spaceId, contents, work) {
      const refs: (BlobRef | null)[] = [];
      const commit = async () => {
        try {
          for (const bytes of contents) refs.push(bytes === null ? null : await blobs.create(spaceId, bytes));
          return await work(refs);
        } catch (error) {
          await objects.remove(spaceId, refs);
          throw error;
        }
      };
      const { result, onDisk } = await commit();
      await onDisk;
      return result;
    },

    async remove(spaceId, refs) {
      for (const ref of refs) {
        if (ref === null) continue;
        try {
          await blobs.delete(spaceId, ref);
        } catch (error) {
          logger.failure('workspace.object_left', error);
        }
      }
    },
  };
  return objects;
}
