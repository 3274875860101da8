import { MissingBlobError, type BlobRef, type BlobStore } from '../../../core/blobs/types.ts';

/** Encrypts an object for another account and returns the copy's reference; null when the object is missing or damaged. */
export type CopyObject = (fromAccountId: string, toAccountId: string, ref: BlobRef) => Promise<BlobRef | null>;

export function createCopyObject(blobs: Pick<BlobStore, 'get' | 'create'>): CopyObject {
  return async (fromAccountId, toAccountId, ref) => {
    try {
      return await blobs.create(toAccountId, await blobs.get(fromAccountId, ref));
    } catch (error) {
      if (error instanceof MissingBlobError) return null;
      throw error;
    }
  };
}
