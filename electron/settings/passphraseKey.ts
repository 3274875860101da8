import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';

/**
 * A master key wrapped by a passphrase: scrypt (RFC 7914) makes a key-encryption key, AES-256-GCM (NIST SP 800-38D) wraps. Used where the system has no real keyring.
 * N = 2^17, r = 8, p = 1 are the parameters OWASP recommends; they are stored so that later versions may raise them.
 */
export const wrappedByPassphrase = z.object({
  kind: z.literal('passphrase'),
  cost: z
    .number()
    .int()
    .min(2 ** 14)
    .max(2 ** 20),
  salt: z.base64(),
  nonce: z.base64(),
  wrapped: z.base64(),
});
export type WrappedByPassphrase = z.output<typeof wrappedByPassphrase>;

const COST = 2 ** 17;
const BLOCK_SIZE = 8;
const TAG_BYTES = 16;

function deriveKey(passphrase: string, salt: Uint8Array, cost: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // scrypt needs 128 * N * r bytes; Node refuses more than 32 MiB unless it is told.
    const options = { N: cost, r: BLOCK_SIZE, p: 1, maxmem: 256 * cost * BLOCK_SIZE };
    scrypt(passphrase.normalize('NFC'), salt, 32, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

/** Wraps a 32-byte key. */
export async function wrapKey(key: Uint8Array, passphrase: string): Promise<WrappedByPassphrase> {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await deriveKey(passphrase, salt, COST), nonce);
  const wrapped = Buffer.concat([cipher.update(key), cipher.final(), cipher.getAuthTag()]);
  return {
    kind: 'passphrase',
    cost: COST,
    salt: salt.toString('base64'),
    nonce: nonce.toString('base64'),
    wrapped: wrapped.toString('base64'),
  };
}

/** Unwraps; null when the passphrase is wrong or the stored value damaged. */
export async function unwrapKey(stored: WrappedByPassphrase, passphrase: string): Promise<Buffer | null> {
  const key = await deriveKey(passphrase, Buffer.from(stored.salt, 'base64'), stored.cost);
  const wrapped = Buffer.from(stored.wrapped, 'base64');
  if (wrapped.length <= TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(stored.nonce, 'base64'));
  decipher.setAuthTag(wrapped.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(wrapped.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
