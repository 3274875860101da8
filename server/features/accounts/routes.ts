import * as accounts from '../../contract/accounts.ts';
import * as ownSessions from '../../contract/accountSessions.ts';
import * as tasks from '../../contract/accountTasks.ts';
import * as administration from '../../contract/administration.ts';
import * as resets from '../../contract/passwordResets.ts';
import * as factor from '../../contract/secondFactor.ts';
import * as sessions from '../../contract/sessions.ts';
import type { EndpointSpec } from '../../contract/endpoint.ts';
import type { Db } from '../../core/db/types.ts';
import { AppError } from '../../core/errors.ts';
import type { SessionCookie } from '../../http/cookies.ts';
import { type Route, route } from '../../http/route.ts';
import type { Principal, RequestContext } from '../../http/types.ts';
import type { OwnAccount } from './account.ts';
import type { AppLock } from './appLock.ts';
import type { Audit } from './audit.ts';
import { deviceOf } from './devices.ts';
import type { Groups } from './groups.ts';
import type { Keys } from './keys.ts';
import type { KnownBrowsers } from './knownBrowsers.ts';
import type { Login, Logins } from './logins.ts';
import type { OwnSessions } from './ownSessions.ts';
import type { PasswordResets } from './resets/resets.ts';
import type { SecondFactors } from './secondFactor/secondFactors.ts';
import type { Session, SessionOrigin } from './sessions.ts';
import type { User } from './storage/users.ts';
import type { AccountTasks } from './tasks/createTasks.ts';
import type { TeamSettingsService } from './teamSettings.ts';
import type { Users } from './users.ts';

/** A cookie lives as long as the longest session; when a session ends is the server's decision. */
const COOKIE_SECONDS = 90 * 86_400;

export interface AccountRoutesOptions {
  readonly mode: 'local' | 'team';
  readonly version: string;
  readonly cookie: SessionCookie;
  readonly db: Db;
  readonly account: OwnAccount;
  readonly appLock: AppLock;
  readonly audit: Audit;
  readonly groups: Groups;
  readonly keys: Keys;
  readonly logins: Logins;
  readonly knownBrowsers: KnownBrowsers;
  readonly ownSessions: OwnSessions;
  readonly secondFactors: SecondFactors;
  readonly settings: TeamSettingsService;
  readonly tasks: Pick<AccountTasks, 'deletions' | 'rotations'>;
  readonly resets: PasswordResets;
  readonly users: Users;
  readonly publicUrl: string | null;
  /** What callers may see of a user. */
  readonly present: (user: User) => Promise<accounts.Account>;
  readonly findSession: (id: string) => Promise<Session | undefined>;
  /** True while nobody can log in to a team server. */
  readonly setupRequired: () => Promise<boolean>;
}

interface Reply {
  setHeader(name: string, value: string | string[]): void;
}

/** Where a session that the request begins will be used. */
const originOf = ({
  remoteAddress,
  header,
}: Pick<RequestContext<EndpointSpec>, 'remoteAddress' | 'header'>): SessionOrigin => ({
  address: remoteAddress,
  device: deviceOf(header('user-agent')),
});

/** Routes of sessions, the own account, keys and administration. */
export function accountRoutes(options: AccountRoutesOptions): Route[] {
  return [...sessionRoutes(options), ...ownRoutes(options), ...secondFactorRoutes(options), ...adminRoutes(options)];
}

function sessionRoutes({
  mode,
  version,
  cookie,
  account,
  appLock,
  logins,
  knownBrowsers,
  ...options
}: AccountRoutesOptions): Route[] {
  const state = async (user: User | null, session: Session | undefined): Promise<sessions.SessionState> => ({
    mode,
    authenticated: user !== null,
    locked: appLock.isLocked(),
    setupRequired: await options.setupRequired(),
    account: user && (await options.present(user)),
    expiresAt: session?.expiresAt ?? null,
    passwordReset: session === undefined ? null : await options.resets.toldIn(options.db, session),
    version,
  });
  const begun = async (reply: Reply, { user, session, token }: Login) => {
    const known = user.passwordHash === null ? [] : [knownBrowsers.remember(user.email, COOKIE_SECONDS)];
    reply.setHeader('Set-Cookie', [cookie.set(token, COOKIE_SECONDS), ...known]);
    return { session: await state(user, session) };
  };
  const current = async (principal: Principal | null) => {
    if (principal === null) return { session: await state(null, undefined) };
    const session = principal.sessionId === null ? undefined : await options.findSession(principal.sessionId);
    return { session: await state(await account.get(principal), session) };
  };

  return [
    route(sessions.login, async (context) =>
      begun(
        context,
        await logins.logIn(context.body, {
          ...originOf(context),
          browserId: knownBrowsers.idOf(context.header('cookie'), context.body.email),
          previous: context.principal,
        }),
      ),
    ),
    route(sessions.logout, async (context) => {
      await logins.logOut(context.principal);
      context.setHeader('Set-Cookie', cookie.clear());
    }),
    route(resets.setNewPassword, ({ body }) => options.resets.finish(body.token, body.password)),
    route(sessions.getSession, ({ principal }) => current(principal)),
    route(sessions.setUp, async (context) =>
      begun(context, await logins.setUp(context.body.token, context.body, originOf(context))),
    ),
    route(sessions.launch, async (context) =>
      begun(context, await logins.launch(context.body.token, originOf(context))),
    ),
    route(sessions.lock, ({ principal }) => appLock.lock(principal.accountId)),
    route(sessions.unlock, async ({ principal, body }) => {
      await appLock.unlock(principal, body.passphrase);
      return current(principal);
    }),
  ];
}

function ownRoutes({
  mode,
  account,
  appLock,
  keys,
  present,
  ownSessions: own,
  tasks: { rotations },
}: AccountRoutesOptions): Route[] {
  return [
    route(accounts.getAccount, async ({ principal }) => ({ account: await present(await account.get(principal)) })),
    route(accounts.updateAccount, async ({ principal, body }) => {
      return { account: await present(await account.change(principal, body)) };
    }),
    route(accounts.setAppLock, async ({ principal, body }) => {
      if (mode !== 'local') throw new AppError('FORBIDDEN', 'Only the desktop app has an app lock.');
      return { account: await present(await appLock.change(principal, body.passphrase, body.current)) };
    }),
    route(ownSessions.listSessions, async ({ principal, query }) => {
      const { items, cursor } = await own.list(principal, query);
      return { sessions: [...items], cursor };
    }),
    route(ownSessions.endSession, ({ principal, params }) => own.end(principal, params.id)),
    route(ownSessions.endOtherSessions, ({ principal }) => own.endOthers(principal)),
    route(tasks.rotateDataKey, async ({ principal }) => {
      return { rotation: await rotations.begin(principal) };
    }),
    route(tasks.getDataKeyRotation, async ({ principal }) => ({ rotation: await rotations.state(principal) })),
    route(accounts.listKeys, async ({ principal, query }) => {
      const { items, cursor } = await keys.list(principal, query);
      return { keys: [...items], cursor };
    }),
    route(accounts.createKey, ({ principal, body }) => {
      return keys.create(principal, body);
    }),
    route(accounts.revokeKey, ({ principal, params }) => {
      return keys.revoke(principal, params.id);
    }),
    route(accounts.rotateKey, ({ principal, params }) => {
      return keys.rotate(principal, params.id);
    }),
  ];
}

function secondFactorRoutes({ secondFactors }: AccountRoutesOptions): Route[] {
  return [
    route(factor.getSecondFactor, async ({ principal }) => ({ secondFactor: await secondFactors.state(principal) })),
    route(factor.beginSecondFactor, ({ principal }) => secondFactors.begin(principal)),
    route(factor.confirmSecondFactor, ({ principal, body }) => secondFactors.confirm(principal, body.code)),
    route(factor.renewRecoveryCodes, ({ principal, body }) => secondFactors.renewRecoveryCodes(principal, body)),
    route(factor.removeSecondFactor, ({ principal, body }) => secondFactors.remove(principal, body)),
    route(factor.removeUserSecondFactor, ({ principal, params }) => secondFactors.removeOf(principal, params.id)),
  ];
}

function adminRoutes({
  mode,
  db,
  audit,
  groups,
  settings,
  users,
  publicUrl,
  tasks: { deletions },
  ...options
}: AccountRoutesOptions): Route[] {
  return [
    route(administration.listUsers, async ({ query }) => {
      const { items, cursor } = await users.list(query);
      return { users: [...items], cursor };
    }),
    route(administration.createUser, async ({ principal, body }) => {
      if (mode === 'local') throw new AppError('FORBIDDEN', 'This installation has one local account only.');
      return { user: await users.create(principal, body) };
    }),
    route(administration.updateUser, async ({ principal, params, body }) => {
      return { user: await users.update(principal, params.id, body) };
    }),
    route(resets.resetPassword, async ({ principal, params, origin }) => {
      const { token, expiresAt } = await options.resets.begin(principal, params.id);
      // In the fragment, which browsers send to nobody.
      return { reset: { link: `${publicUrl ?? origin}/reset#token=${token}`, expiresAt } };
    }),
    route(tasks.deleteUser, async ({ principal, params, body }) => {
      return { deletion: await deletions.begin(principal, params.id, body.transferTo ?? null) };
    }),
    route(tasks.getUserDeletion, async ({ params }) => {
      return { deletion: await deletions.state(params.id) };
    }),
    route(administration.listGroups, async ({ query }) => {
      const { items, cursor } = await groups.list(query);
      return { groups: [...items], cursor };
    }),
    route(administration.createGroup, async ({ principal, body }) => {
      return { group: await groups.create(principal, body) };
    }),
    route(administration.updateGroup, async ({ principal, params, body }) => {
      return { group: await groups.update(principal, params.id, body) };
    }),
    route(administration.deleteGroup, ({ principal, params }) => {
      return groups.remove(principal, params.id);
    }),
    route(administration.listAudit, async ({ query }) => {
      const { items, cursor } = await audit.list(db, query, query);
      return { entries: [...items], cursor };
    }),
    route(administration.getTeamSettings, async () => {
      return { settings: await settings.get() };
    }),
    route(administration.updateTeamSettings, async ({ principal, body }) => {
      return { settings: await settings.change(principal, body) };
    }),
  ];
}
