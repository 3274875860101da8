import { randomUUID } from 'node:crypto';
import { type Clock, isoTime } from '../../core/clock.ts';
import type { Db } from '../../core/db/types.ts';
import { newToken, secretHash } from './secrets.ts';

const HOUR_MS = 3_600_000;
/** A session's end moves at most this often, so that reading costs no write. */
const SLIDE_EVERY_MS = 60_000;

export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly expiresAt: string;
}

/** Login sessions: a random token in a cookie, of which only the SHA-256 is stored. */
export interface Sessions {
  /** @returns the session and the token for its cookie */
  create(db: Db, userId: string): Promise<{ session: Session; token: string }>;
  /** The session of a token, with its end moved on; undefined when it is unknown or over. */
  use(db: Db, token: string): Promise<Session | undefined>;
  find(db: Db, id: string): Promise<Session | undefined>;
  end(db: Db, id: string): Promise<void>;
  /** Ends all sessions of a user but the one to keep. */
  endAll(db: Db, userId: string, keepId?: string | null): Promise<void>;
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
    async create(db: Db, userId: string) {
      const token = newToken();
      const now = isoTime(clock.now());
      const session = { id: randomUUID(), userId, expiresAt: await endFromNow(db) };
      await db
        .insertInto('sessions')
        .values({
          id: session.id,
          token_hash: secretHash(token),
          user_id: userId,
          created_at: now,
          last_seen_at: now,
          expires_at: session.expiresAt,
        })
        .execute();
      return { session, token };
    },

    async use(db: Db, token: string) {
      const row = await find(db, 'token_hash', secretHash(token));
      if (row === undefined) return undefined;
      let expiresAt = row.expires_at;
      if (clock.now() - Date.parse(row.last_seen_at) >= SLIDE_EVERY_MS) {
        expiresAt = await endFromNow(db);
        await db
          .updateTable('sessions')
          .set({ last_seen_at: isoTime(clock.now()), expires_at: expiresAt })
          .where('id', '=', row.id)
          .execute();
      }
      return { id: row.id, userId: row.user_id, expiresAt };
    },

    async find(db: Db, id: string) {
      const row = await find(db, 'id', id);
      return row && { id: row.id, userId: row.user_id, expiresAt: row.expires_at };
    },

    async end(db: Db, id: string) {
      await db.deleteFrom('sessions').where('id', '=', id).execute();
    },

    async endAll(db: Db, userId: string, keepId: string | null = null) {
      const all = db.deleteFrom('sessions').where('user_id', '=', userId);
      await (keepId === null ? all : all.where('id', '!=', keepId)).execute();
    },

    async cleanUp(db: Db) {
      await db.deleteFrom('sessions').where('expires_at', '<=', isoTime(clock.now())).execute();
    },
  });
}
