import type { Selectable } from 'kysely';
import type { Db, Migration, Tables } from '../../../core/db/types.ts';

declare module '../../../core/db/types.ts' {
  interface Tables {
    /** The last reset of a user's password, until the user has been told of it. */
    password_resets: {
      user_id: string;
      /** SHA-256 of the link's token, hexadecimal; null once the link has been used. */
      token_hash: string | null;
      /** The administrator; null when that account is gone. */
      requested_by: string | null;
      requested_at: string;
      expires_at: string;
      /** The first session after the link was used: it tells the user. */
      told_session_id: string | null;
    };
  }
}

/** One-time links for passwords; after the history of other features. */
export const resetMigrations: readonly Migration[] = Object.freeze([
  {
    id: '0024-password-resets',
    async up(db) {
      await db.schema
        .createTable('password_resets')
        .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
        .addColumn('token_hash', 'text', (column) => column.unique())
        .addColumn('requested_by', 'text', (column) => column.references('users.id').onDelete('set null'))
        .addColumn('requested_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .addColumn('told_session_id', 'text')
        .execute();
    },
  } satisfies Migration,
]);

export type PasswordReset = Selectable<Tables['password_resets']>;

/** Takes the place of an earlier one, whose link ends. */
export async function saveReset(db: Db, reset: PasswordReset): Promise<void> {
  await db
    .insertInto('password_resets')
    .values(reset)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(reset))
    .execute();
}

export async function findReset(
  db: Db,
  by: 'user_id' | 'token_hash',
  value: string,
): Promise<PasswordReset | undefined> {
  return db.selectFrom('password_resets').selectAll().where(by, '=', value).executeTakeFirst();
}

export async function changeReset(
  db: Db,
  userId: string,
  change: Partial<Pick<PasswordReset, 'token_hash' | 'told_session_id'>>,
): Promise<void> {
  await db.updateTable('password_resets').set(change).where('user_id', '=', userId).execute();
}

export async function deleteReset(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}
