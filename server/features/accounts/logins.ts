import type { Database, Db } from '../../core/db/types.ts';
import { AppError } from '../../core/errors.ts';
import { sameSecret } from '../../http/auth.ts';
import { NO_KEY, type Principal } from '../../http/types.ts';
import type { Audit } from './audit.ts';
import type { Passwords } from './passwords.ts';
import type { FactorCodes, Proof } from './secondFactor/codes.ts';
import { newToken } from './secrets.ts';
import type { PasswordResets } from './resets/resets.ts';
import type { Session, SessionOrigin, Sessions } from './sessions.ts';
import type { SlowDown, Subject } from './slowDown.ts';
import { emailKey, findUser, findUserByEmail, hasLogin, type User } from './storage/users.ts';
import type { Users } from './users.ts';

/** A session that has just begun, with the token for its cookie. */
export interface Login {
  readonly user: User;
  readonly session: Session;
  readonly token: string;
}

export interface FirstOwner {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Code of the second factor, where the account has one. */
  readonly code?: string | undefined;
}

/** Where somebody logs in. */
export interface LoginOrigin extends SessionOrigin {
  /** Id of a browser in which the same person has logged in before. */
  readonly browserId: string | null;
  /** The session of the same browser; it ends, so that no token outlives a login. */
  readonly previous: Principal | null;
}

/** The ways into a session, and out of it. */
export interface Logins {
  /** @throws AppError INVALID_CREDENTIALS, SECOND_FACTOR_REQUIRED, LOGIN_SLOWED_DOWN */
  logIn(credentials: Credentials, from: LoginOrigin): Promise<Login>;
  logOut(principal: Principal): Promise<void>;
  /** Creates the owner with the token of the set-up link. */
  setUp(token: string, owner: FirstOwner, from: SessionOrigin): Promise<Login>;
  /** Exchanges the launch token for a session of the local account, once. */
  launch(token: string, from: SessionOrigin): Promise<Login>;
  /** Makes the one-time token of the set-up link and returns it. */
  openSetUp(): string;
}

export interface LoginsOptions {
  readonly database: Database;
  readonly audit: Audit;
  readonly codes: FactorCodes;
  readonly passwords: Passwords;
  readonly resets: PasswordResets;
  readonly sessions: Sessions;
  readonly slowDown: SlowDown;
  readonly users: Users;
  /** Local mode: the token of this start; null: there is none. */
  readonly launchToken: string | null;
  readonly localAccountId: () => string | null;
}

export function createLogins(options: LoginsOptions): Logins {
  const { database, audit, codes, passwords, resets, sessions, slowDown, users, localAccountId } = options;
  let { launchToken } = options;
  let setUpToken: string | null = null;

  async function begin(db: Db, user: User, from: SessionOrigin): Promise<Login> {
    const { session, token } = await sessions.create(db, user.id, from);
    await resets.loggedIn(db, session);
    const principal = principalOf(user, session);
    await audit.record(db, { principal, action: 'login.succeeded', target: { kind: 'user', id: user.id } });
    return { user, session, token };
  }

  /** Begins the session of somebody who has shown everything; null when that, or the account, has changed meanwhile. */
  async function enter(db: Db, user: User, proof: Proof | null, from: LoginOrigin): Promise<Login | null> {
    const present = await findUser(db, user.id);
    const isSame =
      present?.disabled === false &&
      present.passwordHash === user.passwordHash &&
      present.secondFactorSince === user.secondFactorSince;
    if (!isSame || (await resets.isOpen(db, user.id)) || (proof !== null && !(await codes.spend(db, user.id, proof))))
      return null;
    const previousId = from.previous?.sessionId ?? null;
    if (previousId !== null) await sessions.end(db, previousId);
    const login = await begin(db, user, from);
    if (proof?.kind === 'recovery_code') {
      const principal = principalOf(user, login.session);
      const target = { kind: 'user', id: user.id } as const;
      await audit.record(db, { principal, action: 'second_factor.recovery_code_used', target });
    }
    return login;
  }

  async function failed(user: User | undefined): Promise<void> {
    const target = user === undefined ? {} : { target: { kind: 'user' as const, id: user.id } };
    await audit.record(database.db, { principal: 'unknown', action: 'login.failed', ...target });
  }

  /** What was asked for is the same for everybody, so the answer tells nothing of the account. */
  async function refuse(user: User | undefined, code: string | undefined): Promise<never> {
    await failed(user);
    throw new AppError(
      'INVALID_CREDENTIALS',
      code === undefined
        ? 'The e-mail address or the password is wrong.'
        : 'The e-mail address, the password or the code is wrong.',
    );
  }

  return Object.freeze({
    async logIn({ email, password, code }: Credentials, from: LoginOrigin) {
      const subjects = [...guessingSubjects(email, from)];
      const attempt = await slowDown.begin(subjects);
      const user = await findUserByEmail(database.db, email);
      const matches = await passwords.matches(user?.passwordHash ?? null, password);
      if (!matches || user === undefined || user.disabled) return refuse(user, code);
      if (await resets.isOpen(database.db, user.id)) {
        await attempt.takeBack();
        await failed(user);
        throw new AppError('PASSWORD_RESET', 'The password was reset; the link from the administrator sets a new one.');
      }
      let proof: Proof | null = null;
      if (user.secondFactorSince !== null) {
        if (code === undefined) {
          await attempt.takeBack();
          throw new AppError('SECOND_FACTOR_REQUIRED', 'The account has a second factor; its code is needed as well.');
        }
        const guessed = codeSubjects(user, from);
        await slowDown.begin(guessed);
        subjects.push(...guessed);
        proof = await codes.check(user.id, code);
        if (proof === null) return refuse(user, code);
      }
      const login = await database.transaction((db) => enter(db, user, proof, from));
      if (login === null) return refuse(user, code);
      await slowDown.succeeded(subjects);
      return login;
    },

    logOut: (principal: Principal) =>
      database.transaction(async (db) => {
        if (principal.sessionId !== null) await sessions.end(db, principal.sessionId);
        await audit.record(db, { principal, action: 'logout' });
      }),

    openSetUp() {
      setUpToken = newToken();
      return setUpToken;
    },

    async setUp(token: string, owner: FirstOwner, from: SessionOrigin) {
      if (await hasLogin(database.db)) throw alreadySetUp();
      if (setUpToken === null || !sameSecret(token, setUpToken)) throw invalidToken();
      const passwordHash = await passwords.hashNew(owner.password, owner);
      const login = await database.transaction(async (db) => {
        if (await hasLogin(db)) throw alreadySetUp();
        const user = await users.insert(db, { email: owner.email, name: owner.name, role: 'owner', passwordHash });
        await audit.record(db, { principal: 'system', action: 'user.created', target: { kind: 'user', id: user.id } });
        return begin(db, user, from);
      });
      setUpToken = null;
      return login;
    },

    async launch(token: string, from: SessionOrigin) {
      const id = localAccountId();
      if (id === null || launchToken === null || !sameSecret(token, launchToken)) throw invalidToken();
      // Spent before anything is awaited: two requests at once cannot both use it.
      launchToken = null;
      return database.transaction(async (db) => begin(db, (await findUser(db, id))!, from));
    },
  });
}

/** A known browser is counted by itself, so that failures of others, even behind the same address, do not keep its person out. */
function guessingSubjects(email: string, { address, browserId }: LoginOrigin): readonly Subject[] {
  if (browserId !== null) return [{ kind: 'browser', value: browserId }];
  return [
    { kind: 'address_and_email', value: `${address} ${emailKey(email)}` },
    { kind: 'address', value: address },
  ];
}

/**
 * Codes are few, so wrong ones are counted for the account as well, from whatever addresses they come. Only whoever has the password gets so far, and a browser that
 * is known is counted by itself, so nobody locks a person out by this.
 */
function codeSubjects(user: User, { browserId }: LoginOrigin): readonly Subject[] {
  return browserId === null ? [{ kind: 'code', value: user.id }] : [];
}

function principalOf(user: User, session: Session): Principal {
  return { accountId: user.id, role: user.role, via: 'session', ...NO_KEY, sessionId: session.id };
}

function invalidToken(): AppError {
  return new AppError('INVALID_SETUP_TOKEN', 'The link is not valid, or it has been used.');
}

function alreadySetUp(): AppError {
  return new AppError('ALREADY_SET_UP', 'This installation already has an owner.');
}
