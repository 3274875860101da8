import {
  type Cipheriv,
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type Decipheriv,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

export const KEY_BYTES = 32;
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PIECE_BYTES = 1024 * 1024;
/** What encryption adds to the length of the plaintext, in bytes. */
export const OVERHEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/** A ciphertext that was damaged, moved to another row, or made under another key. */
export class DecryptionError extends Error {
  constructor(options?: { cause?: unknown }) {
    super('stored data cannot be decrypted', options);
    this.name = 'DecryptionError';
  }
}

/** AES-256-GCM (NIST SP 800-38D) with a random nonce: version byte, nonce, ciphertext, tag. */
export function seal(key: KeyObject, boundTo: string, plaintext: Uint8Array): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(boundTo));
  const sealed = Buffer.allocUnsafe(plaintext.length + OVERHEAD_BYTES);
  sealed[0] = VERSION;
  sealed.set(nonce, 1);
  const tagAt = transform(cipher, plaintext, sealed, 1 + NONCE_BYTES);
  cipher.final();
  sealed.set(cipher.getAuthTag(), tagAt);
  return sealed;
}

/** Undoes {@link seal}. */
export function unseal(key: KeyObject, boundTo: string, sealed: Uint8Array): Uint8Array {
  if (sealed.length < OVERHEAD_BYTES || sealed[0] !== VERSION) throw new DecryptionError();
  const tagAt = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(associatedData(boundTo));
  decipher.setAuthTag(sealed.subarray(tagAt));
  const plaintext = Buffer.allocUnsafe(sealed.length - OVERHEAD_BYTES);
  transform(decipher, sealed.subarray(1 + NONCE_BYTES, tagAt), plaintext, 0);
  try {
    decipher.final();
    return plaintext;
  } catch (cause) {
    throw new DecryptionError({ cause });
  }
}

/**
 * Passes `from` through a cipher into `to` from `at` on; GCM gives back as many bytes as it takes. Piece by piece: a second buffer of the whole size
 * would cost more time than the encryption.
 * @returns where the next byte goes
 */
function transform(cipher: Cipheriv | Decipheriv, from: Uint8Array, to: Uint8Array, at: number): number {
  for (let start = 0; start < from.length; start += PIECE_BYTES) {
    to.set(cipher.update(from.subarray(start, start + PIECE_BYTES)), at + start);
  }
  return at + from.length;
}

/**
 * A key for one purpose, derived by HKDF-SHA-256 (RFC 5869) without salt, since the key material is uniformly random. Key objects live outside
 * the JavaScript heap and are wiped when freed.
 */
export function deriveKey(material: Uint8Array, purpose: string): KeyObject {
  const derived = Buffer.from(hkdfSync('sha256', material, new Uint8Array(0), `deckname/${purpose}`, KEY_BYTES));
  try {
    return createSecretKey(derived);
  } finally {
    derived.fill(0);
  }
}

function associatedData(boundTo: string): Buffer {
  return Buffer.from(`deckname/${VERSION}/${boundTo}`, 'utf8');
}
