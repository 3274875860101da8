import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isKeySecret, keyPrefix, newKeySecret, newToken, secretHash } from './secrets.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The number that the digits of a key write. */
function valueOf(secret: string): bigint {
  return Array.from(secret.slice(3)).reduce((value, digit) => value * 62n + BigInt(ALPHABET.indexOf(digit)), 0n);
}

describe('API keys', () => {
  it('write 256 bits in 43 digits, the smallest and the largest included', () => {
    expect(newKeySecret((size) => Buffer.alloc(size, 0))).toBe(`dk_${'0'.repeat(43)}`);
    const largest = newKeySecret((size) => Buffer.alloc(size, 0xff));
    expect(valueOf(largest)).toBe(2n ** 256n - 1n);
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const secret = newKeySecret(() => Buffer.from(bytes));
        expect(isKeySecret(secret)).toBe(true);
        expect(valueOf(secret)).toBe(BigInt(`0x${Buffer.from(bytes).toString('hex')}`));
      }),
    );
  });

  it('are told from other texts', () => {
    for (const text of [
      '',
      'dk_',
      `dk_${'a'.repeat(42)}`,
      `dk_${'a'.repeat(44)}`,
      `dk_${'-'.repeat(43)}`,
      `DK_${'a'.repeat(43)}`,
    ]) {
      expect(isKeySecret(text)).toBe(false);
    }
  });

  it('differ each time and show little of themselves', () => {
    const [a, b] = [newKeySecret(), newKeySecret()];
    expect(a).not.toBe(b);
    expect(keyPrefix(a)).toBe(a.slice(0, 11));
  });
});

describe('tokens', () => {
  it('are 256 bits, and stored as SHA-256', () => {
    expect(newToken()).toMatch(/^[\w-]{43}$/);
    // FIPS 180-2, B.1: the digest of "abc".
    expect(secretHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
