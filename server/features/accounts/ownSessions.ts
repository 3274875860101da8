import type { LoginSession } from '../../contract/accountSessions.ts';
import type { Page, PageQuery } from '../../contract/common.ts';
import type { Database } from '../../core/db/types.ts';
import { AppError } from '../../core/errors.ts';
import type { Principal } from '../../http/types.ts';
import type { Audit } from './audit.ts';
import type { Sessions } from './sessions.ts';

/** The sessions of the own account, as their person sees and ends them. */
export interface OwnSessions {
  list(principal: Principal, page: PageQuery): Promise<Page<LoginSession>>;
  /** @throws AppError SESSION_NOT_FOUND, also for a session of somebody else */
  end(principal: Principal, id: string): Promise<void>;
  /** Ends all but the one of the principal. */
  endOthers(principal: Principal): Promise<void>;
}

export function createOwnSessions({
  database,
  audit,
  sessions,
}: {
  readonly database: Database;
  readonly audit: Audit;
  readonly sessions: Sessions;
}): OwnSessions {
  return Object.freeze({
    async list(principal: Principal, page: PageQuery) {
      const { items, cursor } = await sessions.list(database.db, principal.accountId, page);
      return { items: items.map((session) => ({ ...session, current: session.id === principal.sessionId })), cursor };
    },

    end: (principal: Principal, id: string) =>
      database.transaction(async (db) => {
        if ((await sessions.find(db, id))?.userId !== principal.accountId) {
          throw new AppError('SESSION_NOT_FOUND', 'There is no such session.');
        }
        await sessions.end(db, id);
        await audit.record(db, { principal, action: 'session.ended', target: { kind: 'session', id } });
      }),

    endOthers: (principal: Principal) =>
      database.transaction(async (db) => {
        const ended = await sessions.endAll(db, principal.accountId, principal.sessionId);
        if (ended === 0) return;
        const target = { kind: 'user', id: principal.accountId } as const;
        await audit.record(db, { principal, action: 'session.others_ended', target });
      }),
  });
}
