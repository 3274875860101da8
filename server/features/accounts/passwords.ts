import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../core/errors.ts';
import { newToken } from './secrets.ts';
import type { PasswordOwner, PasswordStrength } from './strength/strength.ts';

/** argon2id with the first choice of the OWASP Password Storage Cheat Sheet: 19 MiB, 2 passes, 1 lane. */
const PARAMETERS = Object.freeze({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });

/** Hashes and checks passwords and passphrases. */
export interface Passwords {
  /** PHC string with a fresh salt. */
  hash(password: string): Promise<string>;
  /** The hash of a password that somebody chooses for `owner`. @throws AppError WEAK_PASSWORD when it is easy to guess */
  hashNew(password: string, owner: PasswordOwner): Promise<string>;
  /** Takes the same time with and without a hash to compare with, so nobody can tell which accounts exist. */
  matches(hash: string | null, password: string): Promise<boolean>;
}

export function createPasswords(strength: Pick<PasswordStrength, 'isStrong'>): Passwords {
  let decoy: Promise<string> | undefined;
  const normalized = (password: string): string => password.normalize('NFKC');
  const hashOf = (password: string): Promise<string> => hash(normalized(password), PARAMETERS);
  return Object.freeze({
    hash: hashOf,
    async hashNew(password: string, owner: PasswordOwner) {
      if (!(await strength.isStrong(normalized(password), owner))) {
        throw new AppError(
          'WEAK_PASSWORD',
          'The password is easy to guess. Several words that have nothing to do with each other are not.',
        );
      }
      return hashOf(password);
    },
    async matches(stored: string | null, password: string) {
      decoy ??= hashOf(newToken());
      const matches = await verify(stored ?? (await decoy), normalized(password));
      return stored !== null && matches;
    },
  });
}
