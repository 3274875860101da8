import type { Clock } from '../../../core/clock.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import type { Vault } from '../../../core/vault/types.ts';
import { newRecoveryCodes, normalizedRecoveryCode } from './recoveryCodes.ts';
import * as storage from './storage.ts';
import { isTotpCode, totpStep } from './totp.ts';

/** A code that is right and not spent yet. */
export type Proof =
  | { readonly kind: 'step'; readonly activeSince: string; readonly step: number }
  | { readonly kind: 'recovery_code'; readonly digest: string };

/** Codes of active second factors: each is accepted once. */
export interface FactorCodes {
  /** Looks whether a code is right, and spends nothing; null when it is not, or when it is spent. */
  check(userId: string, code: string): Promise<Proof | null>;
  /** Spends what was checked, in the caller's transaction. @returns false when another request was faster */
  spend(db: Db, userId: string, proof: Proof): Promise<boolean>;
  /** New recovery codes with what is stored of them. */
  newRecoveryCodes(userId: string): Promise<{ readonly codes: string[]; readonly digests: readonly string[] }>;
}

export function createFactorCodes({
  database,
  vault,
  clock,
}: {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
}): FactorCodes {
  /** Keyed, because 50 bits could be tried out by whoever has the database alone. */
  async function digestOf(userId: string, recoveryCode: string): Promise<string> {
    const value = `second-factor/${normalizedRecoveryCode(recoveryCode)}`;
    return Buffer.from(await vault.mac(userId, 'lookup', value)).toString('hex');
  }

  async function checkStep(userId: string, code: string): Promise<Proof | null> {
    const factor = await storage.findFactor(database.db, userId);
    if (factor === undefined || factor.activeSince === null) return null;
    const secret = await vault.decryptText(userId, storage.secretBoundTo(userId), factor.secret);
    const step = totpStep(secret, code, clock.now());
    if (step === null || step <= (factor.lastStep ?? 0)) return null;
    return { kind: 'step', activeSince: factor.activeSince, step };
  }

  return Object.freeze({
    async check(userId: string, code: string): Promise<Proof | null> {
      const typed = code.replace(/\s/g, '');
      if (isTotpCode(typed)) return checkStep(userId, typed);
      const digest = await digestOf(userId, code);
      return (await storage.hasRecoveryCode(database.db, userId, digest)) ? { kind: 'recovery_code', digest } : null;
    },

    spend: (db: Db, userId: string, proof: Proof) =>
      proof.kind === 'step'
        ? storage.spendStep(db, userId, proof.activeSince, proof.step)
        : storage.spendRecoveryCode(db, userId, proof.digest),

    async newRecoveryCodes(userId: string) {
      const codes = newRecoveryCodes();
      return { codes, digests: await Promise.all(codes.map((code) => digestOf(userId, code))) };
    },
  });
}
