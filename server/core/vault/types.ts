import type { Db } from '../db/types.ts';

/**
 * Keys and encryption. Every account has a random 256-bit data key, wrapped by the master key (AES-256-GCM); from it
 * separate keys for encryption, lookups and placeholders are derived (HKDF-SHA-256, RFC 5869). Keys are never in the
 * database in the clear and never in a log.
 */
export interface Vault {
  /** Makes and stores the data key of a new account, in the caller's transaction. */
  createAccountKey(db: Db, accountId: string): Promise<void>;
  /**
   * AES-256-GCM under the account's key. `boundTo` names the row and column (for example `jobs/ID/text`); a ciphertext moved elsewhere
   * does not decrypt. Output: version byte, 12-byte nonce, ciphertext, 16-byte tag.
   */
  encrypt(accountId: string, boundTo: string, plaintext: Uint8Array): Promise<Uint8Array>;
  decrypt(accountId: string, boundTo: string, ciphertext: Uint8Array): Promise<Uint8Array>;
  /** {@link encrypt} piece by piece, each made when it is asked for: for large contents on their way to the disk. */
  encryptInPieces(accountId: string, boundTo: string, plaintext: Uint8Array): Promise<Iterable<Uint8Array>>;
  /** {@link decrypt} within the buffer of the ciphertext, which is overwritten; the plaintext is a part of it. */
  decryptInPlace(accountId: string, boundTo: string, ciphertext: Uint8Array): Promise<Uint8Array>;
  encryptText(accountId: string, boundTo: string, plaintext: string): Promise<Uint8Array>;
  decryptText(accountId: string, boundTo: string, ciphertext: Uint8Array): Promise<string>;
  /** HMAC-SHA-256 under a key of the account that belongs to `purpose` alone; makes values findable without storing them. */
  mac(accountId: string, purpose: 'placeholder' | 'lookup', value: string | Uint8Array): Promise<Uint8Array>;
  /** The same as a synchronous function, for many values of one account. */
  macFor(accountId: string, purpose: 'placeholder' | 'lookup'): Promise<(value: string | Uint8Array) => Uint8Array>;
  /** {@link decryptText} as a synchronous function, for many values of one account. */
  textOpenerFor(accountId: string): Promise<(boundTo: string, ciphertext: Uint8Array) => string>;
  /** Encrypts what belongs to the installation, not to an account (for example settings of the server). */
  encryptSystem(boundTo: string, plaintext: Uint8Array): Uint8Array;
  decryptSystem(boundTo: string, ciphertext: Uint8Array): Uint8Array;
}
