import { passphrase, password, PASSWORD_MIN_CHARACTERS } from '../../../server/contract/accounts.ts';
import { email } from '../../../server/contract/common.ts';

/** Shortest password the server takes, in characters. */
export const PASSWORD_MIN = PASSWORD_MIN_CHARACTERS;
/** True for what the server takes as a new password, unless it is easy to guess. */
export function isPasswordLongEnough(value: string): boolean {
  return password.safeParse(value).success;
}
/** Shortest passphrase of the app lock. */
export const PASSPHRASE_MIN = passphrase.minLength ?? 1;

/** True for what the server takes as an e-mail address. */
export function isEmailLike(value: string): boolean {
  return email.safeParse(value.trim()).success;
}
