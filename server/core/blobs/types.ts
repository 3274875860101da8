/** Reference to a stored object: an HMAC of its content under the account's key, or random; 256 bits in lower-case hex. */
export type BlobRef = string;

/**
 * Content-addressed, encrypted objects. An object is written to a temporary name, fsynced and renamed before its
 * reference is returned; the caller writes the reference into the database after that. What no row refers to is
 * removed by the start-up sweep.
 */
export interface BlobStore {
  /** Encrypts and stores bytes for an account; storing the same bytes again returns the same reference. */
  put(accountId: string, bytes: Uint8Array): Promise<BlobRef>;
  /**
   * Encrypts and stores bytes as an object of its own, whatever else has the same content: its one owner may delete it without asking
   * who else refers to it. The reference is random.
   */
  create(accountId: string, bytes: Uint8Array): Promise<BlobRef>;
  /** Decrypts an object. Throws {@link MissingBlobError} when the file is absent or damaged. */
  get(accountId: string, ref: BlobRef): Promise<Uint8Array>;
  /** Removes an object; absent ones are ignored. The caller makes sure that no row refers to it any more. */
  delete(accountId: string, ref: BlobRef): Promise<void>;
  /**
   * Removes every object that `isReferenced` does not know and every left temporary file, and reports the references that
   * have no object. Run at start-up before requests are accepted.
   */
  sweep(references: AsyncIterable<{ accountId: string; ref: BlobRef }>): Promise<{ removed: number; missing: number }>;
}

/** The stored object is absent, or its authentication tag does not fit. */
export class MissingBlobError extends Error {
  constructor(options?: { cause?: unknown }) {
    super('stored object is missing or damaged', options);
    this.name = 'MissingBlobError';
  }
}
