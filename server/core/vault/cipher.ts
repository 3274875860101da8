import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';

export const KEY_BYTES = 32;
/** Of the format; part of the associated data. */
const VERSION = 1;
/** Number of a key that is never replaced, and of the first key of an account. */
export const FIRST_KEY = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Number of the key and nonce. */
const HEAD_BYTES = 1 + NONCE_BYTES;
const PIECE_BYTES = 1024 * 1024;
/** What encryption adds to the length of the plaintext, in bytes. */
const OVERHEAD_BYTES = HEAD_BYTES + TAG_BYTES;

/** A ciphertext that was damaged, moved to another row, or made under another key. */
export class DecryptionError extends Error {
  constructor(options?: { cause?: unknown }) {
    super('stored data cannot be decrypted', options);
    this.name = 'DecryptionError';
  }
}

/**
 * AES-256-GCM (NIST SP 800-38D) with a random nonce: number of the key, nonce, ciphertext, tag.
 * @param number - tells the keys of one account apart, 1 to 255
 */
export function seal(key: KeyObject, boundTo: string, plaintext: Uint8Array, number = FIRST_KEY): Uint8Array {
  const sealed = Buffer.allocUnsafe(plaintext.length + OVERHEAD_BYTES);
  let at = 0;
  for (const piece of sealInPieces(key, boundTo, plaintext, number)) {
    sealed.set(piece, at);
    at += piece.length;
  }
  return sealed;
}

/** The output of {@link seal}, made piece by piece as it is asked for: whoever stores it needs no second copy of a large content. */
export function* sealInPieces(
  key: KeyObject,
  boundTo: string,
  plaintext: Uint8Array,
  number = FIRST_KEY,
): Generator<Uint8Array, void> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(boundTo));
  yield Buffer.concat([Buffer.of(number), nonce]);
  for (let start = 0; start < plaintext.length; start += PIECE_BYTES) {
    yield cipher.update(plaintext.subarray(start, start + PIECE_BYTES));
  }
  cipher.final();
  yield cipher.getAuthTag();
}

/** Number of the key that made a ciphertext; undefined for an empty one. */
export function keyNumberOf(sealed: Uint8Array): number | undefined {
  return sealed[0];
}

/** Undoes {@link seal}; the key has to be the one of {@link keyNumberOf}. */
export function unseal(key: KeyObject, boundTo: string, sealed: Uint8Array): Uint8Array {
  return unsealInto(Buffer.allocUnsafe(Math.max(0, sealed.length - OVERHEAD_BYTES)), key, boundTo, sealed);
}

/**
 * Undoes {@link seal} in the buffer itself, which costs no second one of its size.
 * @param sealed - overwritten, also when it cannot be decrypted
 * @returns the part of it that holds the plaintext
 */
export function unsealInPlace(key: KeyObject, boundTo: string, sealed: Uint8Array): Uint8Array {
  return unsealInto(sealed.subarray(HEAD_BYTES, sealed.length - TAG_BYTES), key, boundTo, sealed);
}

function unsealInto(plaintext: Uint8Array, key: KeyObject, boundTo: string, sealed: Uint8Array): Uint8Array {
  if (sealed.length < OVERHEAD_BYTES) throw new DecryptionError();
  const tagAt = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, HEAD_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(associatedData(boundTo));
  decipher.setAuthTag(sealed.subarray(tagAt));
  // GCM gives back as many bytes as it takes. Piece by piece: a further buffer of the whole size would cost more time than the decryption.
  for (let start = HEAD_BYTES; start < tagAt; start += PIECE_BYTES) {
    const piece = sealed.subarray(start, Math.min(tagAt, start + PIECE_BYTES));
    plaintext.set(decipher.update(piece), start - HEAD_BYTES);
  }
  try {
    decipher.final();
    return plaintext;
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
