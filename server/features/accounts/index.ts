import type { AccountSettings } from '../../contract/accounts.ts';
import type { TeamSettings } from '../../contract/administration.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../core/db/types.ts';
import type { Logger } from '../../core/log/logger.ts';
import type { Vault } from '../../core/vault/types.ts';
import type { Authenticator } from '../../http/auth.ts';
import { createSessionCookie, type SessionCookie } from '../../http/cookies.ts';
import type { DayCounterStore } from '../../http/rateLimits.ts';
import type { Provides } from '../../http/feature.ts';
import { createOwnAccount } from './account.ts';
import { createAppLock } from './appLock.ts';
import { type Audit, createAudit } from './audit.ts';
import { type ConfiguredOwner, ensureLocalAccount, ensureOwner } from './firstAccounts.ts';
import { type Directory, directory } from './directory.ts';
import { type AroundMembership, createGroups } from './groups.ts';
import { createKeys } from './keys.ts';
import { createKnownBrowsers } from './knownBrowsers.ts';
import { createLogins } from './logins.ts';
import { createOwnSessions } from './ownSessions.ts';
import { createPasswords } from './passwords.ts';
import { createAuthenticator } from './principals.ts';
import { createPasswordResets } from './resets/resets.ts';
import { accountRoutes } from './routes.ts';
import { createFactorCodes } from './secondFactor/codes.ts';
import { createRequirement } from './secondFactor/requirement.ts';
import { createSecondFactors } from './secondFactor/secondFactors.ts';
import { createSessions } from './sessions.ts';
import { createSlowDown } from './slowDown.ts';
import type { PasswordStrength } from './strength/strength.ts';
import { keyIdsOf } from './storage/keys.ts';
import { dayCounterStore } from './storage/dayCounters.ts';
import { findUser, hasLogin, toAccount } from './storage/users.ts';
import { type AccountTasks, createAccountTasks } from './tasks/createTasks.ts';
import { createTeamSettings, readTeamSettings } from './teamSettings.ts';
import { createUsers } from './users.ts';

export type { Audit, AuditEvent } from './audit.ts';
export type { Directory } from './directory.ts';
export type { AroundMembership } from './groups.ts';
export { migrations } from './migrations.ts';
export { createPasswordStrength } from './strength/strength.ts';

export interface AccountsOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly cookie: SessionCookie;
  readonly strength: Pick<PasswordStrength, 'isStrong'>;
  readonly mode: 'local' | 'team';
  readonly version: string;
  /** Address under which people reach the server, for links; null: the one of the request. */
  readonly publicUrl: string | null;
  /** Team mode: first account of a fresh data folder; null: a set-up link is made. */
  readonly owner: ConfiguredOwner | null;
  /** Local mode: token of the one-time link of this start; null: none. */
  readonly launchToken: string | null;
}

/** Accounts, keys, sessions and the audit log, as the rest of the server uses them. */
export interface Accounts extends Provides<'cleanUp'> {
  readonly authenticator: Authenticator;
  readonly audit: Audit;
  /** People and groups, for features that share with them. */
  readonly directory: Directory;
  /** Lets another feature run changes of a group's members, so that what follows from them happens in their transaction. */
  followMembership(around: AroundMembership): void;
  /** Deletion of accounts and replacement of their keys; it begins when the rest of the server is built. */
  readonly tasks: Pick<AccountTasks, 'start' | 'stop'>;
  /** Ids of the keys of an account, revoked ones too. */
  keysOf(accountId: string): Promise<readonly string[]>;
  /** Keeps the rate limiter's counters of the day over a restart. */
  readonly dayCounters: DayCounterStore;
  /**
   * Makes the local account, or the first owner. Called once, before the server listens.
   * @returns the token of the set-up link (`/setup#token=…`) while a team server has no owner; else null
   */
  ensureFirstAccounts(): Promise<{ readonly setupToken: string | null }>;
  /** Settings of an account, with the defaults filled in. */
  accountSettings(accountId: string): Promise<AccountSettings>;
  teamSettings(): Promise<TeamSettings>;
}

export function createAccounts(options: AccountsOptions): Accounts {
  const { database, vault, clock, mode } = options;
  let localAccountId: string | null = null;
  let aroundMembership: AroundMembership = (_db, _principal, _change, work) => work();

  const audit = createAudit(clock);
  const passwords = createPasswords(options.strength);
  const slowDown = createSlowDown({ database, clock });
  const sessions = createSessions(clock, async (db) => (await readTeamSettings(db)).sessionHours);
  const keys = createKeys({ database, clock, audit });
  const requirement = createRequirement(clock);
  const codes = createFactorCodes({ database, vault, clock });
  const users = createUsers({ database, vault, clock, audit, passwords, sessions, requirement });
  const appLock = createAppLock({ database, audit, passwords, slowDown });
  const resets = createPasswordResets({ database, clock, audit, passwords, sessions });
  const logins = createLogins({
    ...{ database, audit, codes, passwords, resets, sessions, slowDown, users },
    launchToken: options.launchToken,
    localAccountId: () => localAccountId,
  });
  const settings = createTeamSettings({ database, clock, audit });
  const secondFactors = createSecondFactors({
    ...{ database, vault, clock, audit, passwords, sessions, slowDown, codes, requirement },
  });
  const tasks = createAccountTasks({ database, vault, clock, audit, sessions, slowDown, logger: options.logger });

  return Object.freeze({
    routes: accountRoutes({
      ...{ mode, version: options.version, cookie: options.cookie, db: database.db },
      ...{ appLock, audit, keys, logins, resets, secondFactors, settings, tasks, users },
      publicUrl: options.publicUrl,
      present: async (user) => toAccount(user, await requirement.of(database.db, user)),
      knownBrowsers: createKnownBrowsers(vault, createSessionCookie(options.cookie.secure, 'deckname_browser')),
      ownSessions: createOwnSessions({ database, audit, sessions }),
      account: createOwnAccount({ database, clock, audit, passwords, sessions, slowDown }),
      groups: createGroups({
        ...{ database, clock, audit },
        aroundMembership: (...membership) => aroundMembership(...membership),
      }),
      findSession: (id) => sessions.find(database.db, id),
      setupRequired: async () => mode === 'team' && !(await hasLogin(database.db)),
    }),
    authenticator: createAuthenticator({
      ...{ database, keys, sessions, requirement },
      localAccountId: () => localAccountId,
      isLocked: () => appLock.isLocked(),
    }),
    audit,
    tasks,
    directory,
    followMembership(around: AroundMembership) {
      aroundMembership = around;
    },
    keysOf: (accountId: string) => keyIdsOf(database.db, accountId),
    dayCounters: dayCounterStore(database),

    async ensureFirstAccounts() {
      const parts = { database, audit, keys, logins, passwords, users };
      if (mode === 'team') return { setupToken: await ensureOwner(parts, options.owner) };
      localAccountId = await ensureLocalAccount(parts);
      await appLock.lock(localAccountId);
      return { setupToken: null };
    },

    accountSettings: async (accountId: string) => (await findUser(database.db, accountId))!.settings,
    teamSettings: () => settings.get(),

    cleanUp: () =>
      database.transaction(async (db) => {
        await sessions.cleanUp(db);
        await keys.cleanUp(db);
        await slowDown.cleanUp(db);
        await secondFactors.cleanUp(db);
        await audit.cleanUp(db, (await readTeamSettings(db)).auditRetentionDays);
      }),
  });
}
