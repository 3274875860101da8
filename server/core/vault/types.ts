import type { KeyObject } from 'node:crypto';
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
   * does not decrypt. Output: number of the key, 12-byte nonce, ciphertext, 16-byte tag.
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
  /** The key behind {@link macFor}, for a worker thread that makes the digests itself. Never for a message to another process. */
  macKeyFor(accountId: string, purpose: 'placeholder' | 'lookup'): Promise<KeyObject>;
  /** {@link decryptText} as a synchronous function, for many values of one account. */
  textOpenerFor(accountId: string): Promise<(boundTo: string, ciphertext: Uint8Array) => string>;
  /**
   * Gives an account a new data key. From now on everything is encrypted under it, and the former key opens what is older, until
   * {@link finishRotation}. The keys of {@link mac} stay. Does nothing while a rotation goes on.
   */
  beginRotation(accountId: string): Promise<void>;
  /** Whether a ciphertext, of which the first byte is enough, is not under the present key of the account. */
  isUnderOlderKey(accountId: string, ciphertext: Uint8Array): Promise<boolean>;
  /** A ciphertext under the present key of the account; null when it is under that key already. */
  reseal(accountId: string, boundTo: string, ciphertext: Uint8Array): Promise<Uint8Array | null>;
  /**
   * Destroys the former key: what is still under it is lost.
   * @param within - runs in the transaction that removes it
   */
  finishRotation(accountId: string, within: (db: Db) => Promise<void>): Promise<void>;
  /** When the present data key of an account was made; ISO 8601. */
  keyMadeAt(db: Db, accountId: string): Promise<string>;
  /** Destroys all keys of an account, in the caller's transaction: nothing of it can be read again. */
  destroyAccountKey(db: Db, accountId: string): Promise<void>;
  /** Encrypts what belongs to the installation, not to an account (for example settings of the server). */
  encryptSystem(boundTo: string, plaintext: Uint8Array): Uint8Array;
  decryptSystem(boundTo: string, ciphertext: Uint8Array): Uint8Array;
}
