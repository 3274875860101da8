import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AuditAction, AuditEntry, AuditTarget } from '../../contract/administration.ts';
import type { Page } from '../../contract/common.ts';
import { type Clock, isoTime } from '../../core/clock.ts';
import { decodeCursor, toPage } from '../../core/db/paging.ts';
import type { Db } from '../../core/db/types.ts';
import type { Principal } from '../../http/types.ts';

/** One act to remember: who did what to what. Identifiers and constants only; never a value of a document. */
export interface AuditEvent {
  /** `system`: the server itself; `unknown`: nobody is logged in yet, for example a failed login. */
  readonly principal: Principal | 'system' | 'unknown';
  readonly action: AuditAction;
  readonly target?: { readonly kind: AuditTarget; readonly id: string };
}

export interface AuditFilter {
  readonly action?: string | undefined;
  readonly accountId?: string | undefined;
  /** Inclusive, ISO 8601 in UTC. */
  readonly from?: string | undefined;
  /** Exclusive, ISO 8601 in UTC. */
  readonly to?: string | undefined;
}

/** The log of who did what when. Entries are written in the transaction of the act itself. */
export interface Audit {
  record(db: Db, event: AuditEvent): Promise<void>;
  /** Newest first. */
  list(db: Db, filter: AuditFilter, page: { limit: number; cursor?: string | undefined }): Promise<Page<AuditEntry>>;
  /** Removes entries older than `days`. */
  cleanUp(db: Db, days: number): Promise<void>;
}

const position = z.tuple([z.number().int()]);

export function createAudit(clock: Clock): Audit {
  return Object.freeze({
    async record(db: Db, { principal, action, target }: AuditEvent) {
      const known = typeof principal === 'string' ? null : principal;
      await db
        .insertInto('audit_log')
        .values({
          id: randomUUID(),
          at: isoTime(clock.now()),
          action,
          account_id: known?.accountId ?? null,
          via: known?.via ?? (principal === 'system' ? 'system' : 'session'),
          key_id: known?.keyId ?? null,
          agent_id: known?.agent?.id ?? null,
          target_kind: target?.kind ?? null,
          target_id: target?.id ?? null,
        })
        .execute();
    },

    async list(db: Db, filter: AuditFilter, page: { limit: number; cursor?: string | undefined }) {
      const after = decodeCursor(page.cursor, position);
      let query = db
        .selectFrom('audit_log as entry')
        .leftJoin('users', 'users.id', 'entry.account_id')
        .selectAll('entry')
        .select('users.name as actor_name')
        .orderBy('entry.position', 'desc')
        .limit(page.limit + 1);
      if (after) query = query.where('entry.position', '<', after[0]);
      if (filter.action !== undefined) query = query.where('entry.action', '=', filter.action);
      if (filter.accountId !== undefined) query = query.where('entry.account_id', '=', filter.accountId);
      if (filter.from !== undefined) query = query.where('entry.at', '>=', fullTime(filter.from));
      if (filter.to !== undefined) query = query.where('entry.at', '<', fullTime(filter.to));
      const { items, cursor } = toPage(await query.execute(), page.limit, (row) => [row.position]);
      return { items: items.map(toEntry), cursor };
    },

    async cleanUp(db: Db, days: number) {
      const oldest = isoTime(clock.now() - days * 86_400_000);
      await db.deleteFrom('audit_log').where('at', '<', oldest).execute();
    },
  });
}

/** Times are stored with milliseconds and compared as text; callers may leave the milliseconds out. */
function fullTime(text: string): string {
  return isoTime(Date.parse(text));
}

interface EntryRow {
  readonly id: string;
  readonly at: string;
  readonly action: string;
  readonly account_id: string | null;
  readonly actor_name: string | null;
  readonly via: AuditEntry['actor']['via'];
  readonly key_id: string | null;
  readonly agent_id: string | null;
  readonly target_kind: string | null;
  readonly target_id: string | null;
}

function toEntry(row: EntryRow): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    action: row.action,
    actor: {
      accountId: row.account_id,
      name: row.actor_name,
      via: row.via,
      keyId: row.key_id,
      agentId: row.agent_id,
    },
    target: row.target_kind !== null && row.target_id !== null ? { kind: row.target_kind, id: row.target_id } : null,
  };
}
