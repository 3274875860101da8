import type { Database } from '../../core/db/types.ts';
import type { Authenticator } from '../../http/auth.ts';
import { NO_KEY, type Principal } from '../../http/types.ts';
import type { Keys } from './keys.ts';
import type { SecondFactorRequirement } from './secondFactor/requirement.ts';
import { isKeySecret } from './secrets.ts';
import type { Sessions } from './sessions.ts';
import { findUser } from './storage/users.ts';

export interface AuthenticatorOptions {
  readonly database: Database;
  readonly keys: Keys;
  readonly sessions: Sessions;
  readonly requirement: SecondFactorRequirement;
  /** Id of the local account; null in team mode. */
  readonly localAccountId: () => string | null;
  readonly isLocked: () => boolean;
}

/** Tells who a credential belongs to. Disabled users are nobody, whatever they present. */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { database, keys, sessions, requirement, localAccountId, isLocked } = options;

  async function principalOf(
    accountId: string,
    credential: Pick<Principal, 'via' | 'sessionId' | 'keyId' | 'scope' | 'clearText' | 'agent'>,
  ): Promise<Principal | null> {
    const user = await findUser(database.db, accountId);
    if (user === undefined || user.disabled) return null;
    // Keys are not logins: they are ended, not locked out.
    const secondFactorOverdue = credential.via === 'session' && (await requirement.of(database.db, user)).overdue;
    return { accountId, role: user.role, ...credential, secondFactorOverdue };
  }

  return Object.freeze({
    async apiKey(secret: string, remoteAddress: string) {
      const key = isKeySecret(secret) ? await keys.use(secret, remoteAddress) : undefined;
      if (key === undefined) return null;
      const { id: keyId, scope, agent } = key;
      // Keys of people see what people see.
      const clearText = agent === null || key.clearText;
      return principalOf(key.userId, { via: 'api_key', sessionId: null, keyId, scope, clearText, agent });
    },
    async session(token: string, remoteAddress: string) {
      const session = await sessions.use(database.db, token, remoteAddress);
      if (session === undefined) return null;
      return principalOf(session.userId, { ...NO_KEY, via: 'session', sessionId: session.id });
    },
    async desktop() {
      const id = localAccountId();
      return id === null ? null : principalOf(id, { ...NO_KEY, via: 'desktop', sessionId: null });
    },
    isLocked,
  });
}
