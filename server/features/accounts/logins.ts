import type { Database, Db } from '../../core/db/types.ts';
import { AppError } from '../../core/errors.ts';
import { sameSecret } from '../../http/auth.ts';
import { NO_KEY, type Principal } from '../../http/types.ts';
import type { Audit } from './audit.ts';
import type { Passwords } from './passwords.ts';
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

/** Where somebody logs in. */
export interface LoginOrigin extends SessionOrigin {
  /** Id of a browser in which the same person has logged in before. */
  readonly browserId: string | null;
  /** The session of the same browser; it ends, so that no token outlives a login. */
  readonly previous: Principal | null;
}

/** The ways into a session, and out of it. */
export interface Logins {
  logIn(credentials: { email: string; password: string }, from: LoginOrigin): Promise<Login>;
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
  const { database, audit, passwords, resets, sessions, slowDown, users, localAccountId } = options;
  let { launchToken } = options;
  let setUpToken: string | null = null;

  async function begin(db: Db, user: User, from: SessionOrigin): Promise<Login> {
    const { session, token } = await sessions.create(db, user.id, from);
    await resets.loggedIn(db, session);
    const principal = principalOf(user, session);
    await audit.record(db, { principal, action: 'login.succeeded', target: { kind: 'user', id: user.id } });
    return { user, session, token };
  }

  async function refuse(user: User | undefined): Promise<never> {
    const target = user === undefined ? {} : { target: { kind: 'user' as const, id: user.id } };
    await audit.record(database.db, { principal: 'unknown', action: 'login.failed', ...target });
    throw new AppError('INVALID_CREDENTIALS', 'The e-mail address or the password is wrong.');
  }

  return Object.freeze({
    async logIn({ email, password }: { email: string; password: string }, from: LoginOrigin) {
      const { previous } = from;
      const subjects = guessingSubjects(email, from);
      await slowDown.begin(subjects);
      const user = await findUserByEmail(database.db, email);
      const matches = await passwords.matches(user?.passwordHash ?? null, password);
      if (!matches || user === undefined || user.disabled) return refuse(user);
      await slowDown.succeeded(subjects);
      if (await resets.isOpen(database.db, user.id)) {
        await audit.record(database.db, {
          principal: 'unknown',
          action: 'login.failed',
          target: { kind: 'user', id: user.id },
        });
        throw new AppError('PASSWORD_RESET', 'The password was reset; the link from the administrator sets a new one.');
      }
      return database.transaction(async (db) => {
        if (previous?.sessionId !== null && previous?.sessionId !== undefined)
          await sessions.end(db, previous.sessionId);
        return begin(db, user, from);
      });
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

function principalOf(user: User, session: Session): Principal {
  return { accountId: user.id, role: user.role, via: 'session', ...NO_KEY, sessionId: session.id };
}

function invalidToken(): AppError {
  return new AppError('INVALID_SETUP_TOKEN', 'The link is not valid, or it has been used.');
}

function alreadySetUp(): AppError {
  return new AppError('ALREADY_SET_UP', 'This installation already has an owner.');
}
