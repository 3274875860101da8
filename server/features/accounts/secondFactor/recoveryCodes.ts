import { randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '../../../contract/secondFactor.ts';

/** Crockford's base 32: no letters that look like digits. Ten of them are 50 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const HALF = 5;

/** New recovery codes as people read them, for example `7K2QX-9MWPD`. */
export function newRecoveryCodes(random: (below: number) => number = randomInt): string[] {
  const half = (): string => Array.from({ length: HALF }, () => ALPHABET.charAt(random(ALPHABET.length))).join('');
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(`${half()}-${half()}`);
  return [...codes];
}

/** What of a typed code counts: letters in either case, and letters for the digits that they look like. */
export function normalizedRecoveryCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1');
}
