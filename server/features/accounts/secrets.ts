import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** 62^43 is the first power of 62 above 2^256. */
const KEY_CHARACTERS = 43;
const KEY_SHAPE = /^dk_[0-9A-Za-z]{43}$/;
const SHOWN_CHARACTERS = 11;

/** A new API key: `dk_` and 256 random bits as one base-62 number, padded to 43 digits. */
export function newKeySecret(random: (size: number) => Buffer = randomBytes): string {
  let rest = BigInt(`0x${random(SECRET_BYTES).toString('hex')}`);
  let digits = '';
  while (digits.length < KEY_CHARACTERS) {
    digits = ALPHABET.charAt(Number(rest % 62n)) + digits;
    rest /= 62n;
  }
  return `dk_${digits}`;
}

/** Whether a text has the shape of an API key. */
export function isKeySecret(text: string): boolean {
  return KEY_SHAPE.test(text);
}

/** The part of a key that is kept in the clear: `dk_` and 8 of its 43 digits. */
export function keyPrefix(secret: string): string {
  return secret.slice(0, SHOWN_CHARACTERS);
}

/** 256 random bits for a session, a set-up link or the like, as base64url. */
export function newToken(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** What is stored of a key or token, hexadecimal. They are random, so a plain hash cannot be guessed back. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
