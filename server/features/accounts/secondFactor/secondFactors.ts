import type { SecondFactor } from '../../../contract/secondFactor.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Vault } from '../../../core/vault/types.ts';
import type { Principal } from '../../../http/types.ts';
import type { Audit } from '../audit.ts';
import type { Passwords } from '../passwords.ts';
import type { Sessions } from '../sessions.ts';
import type { SlowDown } from '../slowDown.ts';
import { findUser, type User } from '../storage/users.ts';
import type { FactorCodes, Proof } from './codes.ts';
import type { SecondFactorRequirement } from './requirement.ts';
import * as storage from './storage.ts';
import { newTotpSecret, totpStep, totpUri } from './totp.ts';

/** A secret that nobody confirms is removed after so long. */
const KEEP_BEGUN_MS = 86_400_000;

export interface PasswordAndCode {
  readonly password: string;
  readonly code: string;
}

/** Second factors of accounts, as their people and administrators manage them. */
export interface SecondFactors {
  state(principal: Principal): Promise<SecondFactor>;
  /** Makes a secret, which is not asked for before it is confirmed. */
  begin(principal: Principal): Promise<{ readonly secret: string; readonly uri: string }>;
  /** Switches on what was begun; the code is spent. */
  confirm(principal: Principal, code: string): Promise<RecoveryCodes>;
  renewRecoveryCodes(principal: Principal, proof: PasswordAndCode): Promise<RecoveryCodes>;
  remove(principal: Principal, proof: PasswordAndCode): Promise<void>;
  /** Takes the second factor of somebody else off and ends their sessions. */
  removeOf(principal: Principal, userId: string): Promise<void>;
  cleanUp(db: Db): Promise<void>;
}

export interface RecoveryCodes {
  readonly secondFactor: SecondFactor;
  /** As people read them; nobody can read them again. */
  readonly recoveryCodes: string[];
}

export interface SecondFactorsOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly slowDown: SlowDown;
  readonly codes: FactorCodes;
  readonly requirement: SecondFactorRequirement;
}

export function createSecondFactors(options: SecondFactorsOptions): SecondFactors {
  const { database, vault, clock, audit, passwords, sessions, slowDown, codes, requirement } = options;

  const userOf = async (principal: Principal): Promise<User> => {
    const user = (await findUser(database.db, principal.accountId))!;
    if (user.passwordHash === null) throw new AppError('FORBIDDEN', 'The local account has no login to add a code to.');
    return user;
  };

  async function state(principal: Principal): Promise<SecondFactor> {
    const user = (await findUser(database.db, principal.accountId))!;
    return {
      ...(await requirement.of(database.db, user)),
      activeSince: user.secondFactorSince,
      recoveryCodesLeft: await storage.countRecoveryCodes(database.db, user.id),
    };
  }

  /** A wrong password and a wrong code are answered and counted alike. */
  async function prove(user: User, { password, code }: PasswordAndCode): Promise<Proof> {
    if (user.secondFactorSince === null) throw missing();
    const subjects = [{ kind: 'account', value: user.id }] as const;
    await slowDown.begin(subjects);
    const matches = await passwords.matches(user.passwordHash, password);
    const proof = await codes.check(user.id, code);
    if (!matches || proof === null) throw refused();
    await slowDown.succeeded(subjects);
    return proof;
  }

  /** Spends the proof and does what it was given for, or neither. */
  const withProof = (principal: Principal, proof: Proof, work: (db: Db) => Promise<void>): Promise<void> =>
    database.transaction(async (db) => {
      if (!(await codes.spend(db, principal.accountId, proof))) throw refused();
      await work(db);
    });

  return Object.freeze({
    state,

    async begin(principal: Principal) {
      const user = await userOf(principal);
      const secret = newTotpSecret();
      const sealed = await vault.encryptText(user.id, storage.secretBoundTo(user.id), secret);
      await database.transaction(async (db) => {
        if ((await storage.findFactor(db, user.id))?.activeSince) throw alreadyActive();
        await storage.saveBegun(db, user.id, sealed, isoTime(clock.now()));
      });
      return { secret, uri: totpUri(secret, user.email) };
    },

    async confirm(principal: Principal, code: string) {
      const { id } = await userOf(principal);
      const begun = await storage.findFactor(database.db, id);
      if (begun === undefined) throw missing();
      if (begun.activeSince !== null) throw alreadyActive();
      const subjects = [{ kind: 'account', value: id }] as const;
      await slowDown.begin(subjects);
      const secret = await vault.decryptText(id, storage.secretBoundTo(id), begun.secret);
      const step = totpStep(secret, code.replace(/\s/g, ''), clock.now());
      if (step === null) throw new AppError('WRONG_CODE', 'The code is wrong.');
      await slowDown.succeeded(subjects);
      const { codes: recoveryCodes, digests } = await codes.newRecoveryCodes(id);
      await database.transaction(async (db) => {
        const activation = { secret: begun.secret, now: isoTime(clock.now()), step };
        if (!(await storage.activate(db, id, activation))) throw missing();
        await storage.replaceRecoveryCodes(db, id, digests);
        await audit.record(db, { principal, action: 'second_factor.set_up', target: { kind: 'user', id } });
      });
      return { secondFactor: await state(principal), recoveryCodes };
    },

    async renewRecoveryCodes(principal: Principal, given: PasswordAndCode) {
      const user = await userOf(principal);
      const { id } = user;
      const proof = await prove(user, given);
      const { codes: recoveryCodes, digests } = await codes.newRecoveryCodes(id);
      await withProof(principal, proof, async (db) => {
        await storage.replaceRecoveryCodes(db, id, digests);
        await audit.record(db, { principal, action: 'second_factor.codes_renewed', target: { kind: 'user', id } });
      });
      return { secondFactor: await state(principal), recoveryCodes };
    },

    async remove(principal: Principal, given: PasswordAndCode) {
      const user = await userOf(principal);
      const proof = await prove(user, given);
      await withProof(principal, proof, async (db) => {
        await storage.deleteFactor(db, user.id);
        await audit.record(db, { principal, action: 'second_factor.removed', target: { kind: 'user', id: user.id } });
      });
    },

    removeOf: (principal: Principal, userId: string) =>
      database.transaction(async (db) => {
        const user = await findUser(db, userId);
        if (user === undefined) throw new AppError('USER_NOT_FOUND', 'There is no such user.');
        if (userId === principal.accountId) {
          throw new AppError('FORBIDDEN', 'The own second factor is removed in the account settings, with a code.');
        }
        if (user.role === 'owner' && principal.role !== 'owner') {
          throw new AppError('FORBIDDEN', 'Only an owner may take the second factor of an owner off.');
        }
        if (user.secondFactorSince === null) throw missing();
        await storage.deleteFactor(db, userId);
        await sessions.endAll(db, userId);
        const target = { kind: 'user', id: userId } as const;
        await audit.record(db, { principal, action: 'user.second_factor_removed', target });
      }),

    cleanUp: (db: Db) => storage.deleteBegun(db, isoTime(clock.now() - KEEP_BEGUN_MS)),
  });
}

function missing(): AppError {
  return new AppError('SECOND_FACTOR_MISSING', 'There is no second factor for this; set one up first.');
}

function alreadyActive(): AppError {
  return new AppError('SECOND_FACTOR_ACTIVE', 'The second factor is active; remove it before another one is set up.');
}

function refused(): AppError {
  return new AppError('INVALID_CREDENTIALS', 'The password or the code is wrong.');
}
