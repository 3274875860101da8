import { randomUUID } from 'node:crypto';
import type { LoginSession } from '../../contract/accountSessions.ts';
import type { Page, PageQuery } from '../../contract/common.ts';
import { type Clock, isoTime } from '../../core/clock.ts';
import { decodeCursor, textAndId, toPage } from '../../core/db/paging.ts';
import type { Db } from '../../core/db/types.ts';
import { newToken, secretHash } from './secrets.ts';

const HOUR_MS = 3_600_000;
/** A session's end, last use and address are written at most this often, so that reading costs no write. */
const SLIDE_EVERY_MS = 60_000;

export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly expiresAt: string;
}

/** Where a session is begun. Both are personal data, and go with the session. */
export interface SessionOrigin {
  /** Address of the client; empty where it is not known. */
  readonly address: string;
  /** Readable name of the device, made by `deviceOf`. */
  readonly device: string | null;
}

/** Login sessions: a random token in a cookie, of which only the SHA-256 is stored. */
export interface Sessions {
  /** @returns the session and the token for its cookie */
  create(db: Db, userId: string, from: SessionOrigin): Promise<{ session: Session; token: string }>;
  /** The session of a token, with its end moved on and the address noted; undefined when it is unknown or over. */
  use(db: Db, token: string, address: string): Promise<Session | undefined>;
  find(db: Db, id: string): Promise<Session | undefined>;
  /** Those of a user that are not over, newest first. */
  list(db: Db, userId: string, page: PageQuery): Promise<Page<Omit<LoginSession, 'current'>>>;
  end(db: Db, id: string): Promise<void>;
  /** Ends all sessions of a user but the one to keep. @returns how many */
  endAll(db: Db, userId: string, keepId?: string | null): Promise<number>;
  cleanUp(db: Db): Promise<void>;
}

/** @param lifetimeHours - how long a session lasts after its last use */
export function createSessions(clock: Clock, lifetimeHours: (db: Db) => Promise<number>): Sessions {
  const endFromNow = async (db: Db): Promise<string> => isoTime(clock.now() + (await lifetimeHours(db)) * HOUR_MS);

  async function find(db: Db, column: 'id' | 'token_hash', value: string) {
    return db
      .selectFrom('sessions')
      .selectAll()
      .where(column, '=', value)
      .where('expires_at', '>', isoTime(clock.now()))
      .executeTakeFirst();
  }

  return Object.freeze({
    async create(db: Db, userId: string, { address, device }: SessionOrigin) {
      const token = newToken();
      const now = isoTime(clock.now());
      const session = { id: randomUUID(), userId, expiresAt: await endFromNow(db) };
      await db
        .insertInto('sessions')
        .values({
          id: session.id,
          token_hash: secretHash(token),
          user_id: userId,
          device,
          address: address || null,
          created_at: now,
          last_seen_at: now,
          expires_at: session.expiresAt,
        })
        .execute();
      return { session, token };
    },

    async use(db: Db, token: string, address: string) {
      const row = await find(db, 'token_hash', secretHash(token));
      if (row === undefined) return undefined;
      let expiresAt = row.expires_at;
      if (clock.now() - Date.parse(row.last_seen_at) >= SLIDE_EVERY_MS) {
        expiresAt = await endFromNow(db);
        await db
          .updateTable('sessions')
          .set({ last_seen_at: isoTime(clock.now()), expires_at: expiresAt, address: address || null })
          .where('id', '=', row.id)
          .execute();
      }
      return { id: row.id, userId: row.user_id, expiresAt };
    },

    async find(db: Db, id: string) {
      const row = await find(db, 'id', id);
      return row && { id: row.id, userId: row.user_id, expiresAt: row.expires_at };
    },

    async list(db: Db, userId: string, { limit, cursor }: PageQuery) {
      const after = decodeCursor(cursor, textAndId);
      let query = db
        .selectFrom('sessions')
        .select(['id', 'device', 'address', 'created_at', 'last_seen_at', 'expires_at'])
        .where('user_id', '=', userId)
        .where('expires_at', '>', isoTime(clock.now()))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1);
      if (after) query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(...after)));
      const page = toPage(await query.execute(), limit, (row) => [row.created_at, row.id]);
      const items = page.items.map((row) => ({
        ...{ id: row.id, device: row.device, address: row.address },
        ...{ createdAt: row.created_at, lastUsedAt: row.last_seen_at, expiresAt: row.expires_at },
      }));
      return { items, cursor: page.cursor };
    },

    async end(db: Db, id: string) {
      await db.deleteFrom('sessions').where('id', '=', id).execute();
    },

    async endAll(db: Db, userId: string, keepId: string | null = null) {
      const all = db.deleteFrom('sessions').where('user_id', '=', userId);
      const { numDeletedRows } = await (keepId === null ? all : all.where('id', '!=', keepId)).executeTakeFirst();
      return Number(numDeletedRows);
    },

    async cleanUp(db: Db) {
      await db.deleteFrom('sessions').where('expires_at', '<=', isoTime(clock.now())).execute();
    },
  });
}
