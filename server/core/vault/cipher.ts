import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';

export const KEY_BYTES = 32;
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
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
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
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
  try {
    return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES, tagAt)), decipher.final()]);
  } catch (cause) {
    throw new DecryptionError({ cause });
  }
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
