import { hash, verify } from '@node-rs/argon2';
import { newToken } from './secrets.ts';

/** argon2id with the first choice of the OWASP Password Storage Cheat Sheet: 19 MiB, 2 passes, 1 lane. */
const PARAMETERS = Object.freeze({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });

/** Hashes and checks passwords and passphrases. */
export interface Passwords {
  /** PHC string with a fresh salt. */
  hash(password: string): Promise<string>;
  /** Takes the same time with and without a hash to compare with, so nobody can tell which accounts exist. */
  matches(hash: string | null, password: string): Promise<boolean>;
}

export function createPasswords(): Passwords {
  let decoy: Promise<string> | undefined;
  const normalized = (password: string): string => password.normalize('NFKC');
  const hashOf = (password: string): Promise<string> => hash(normalized(password), PARAMETERS);
  return Object.freeze({
    hash: hashOf,
    async matches(stored: string | null, password: string) {
      decoy ??= hashOf(newToken());
      const matches = await verify(stored ?? (await decoy), normalized(password));
      return stored !== null && matches;
    },
  });
}
