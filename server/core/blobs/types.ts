/** Reference to a stored object: 256 random bits in lower-case hex. It says nothing about the content. */
export type BlobRef = string;

/**
 * Encrypted objects, each with one owner in the database. An object is written to a temporary name, fsynced and renamed before its
 * reference is returned; the caller writes the reference into the database after that. What no row refers to is
 * removed by the start-up sweep.
 */
export interface BlobStore {
  /** Encrypts and stores bytes as an object of its own, whatever else has the same content: its one owner may delete it without asking who else refers to it. */
  create(accountId: string, bytes: Uint8Array): Promise<BlobRef>;
  /** Decrypts an object. Throws {@link MissingBlobError} when the file is absent or damaged. */
  get(accountId: string, ref: BlobRef): Promise<Uint8Array>;
  /** Removes an object; absent ones are ignored. The caller makes sure that no row refers to it any more. */
  delete(accountId: string, ref: BlobRef): Promise<void>;
  /** How many objects an account has. */
  count(accountId: string): Promise<number>;
  /**
   * Encrypts anew what is under an older key of an account. Reading, writing and deleting go on meanwhile.
   * @returns how many objects were encrypted anew
   */
  reseal(
    accountId: string,
    work: { readonly signal: AbortSignal; readonly onObject: () => Promise<void> },
  ): Promise<number>;
  /** Removes all objects of an account. */
  deleteAll(accountId: string): Promise<void>;
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
