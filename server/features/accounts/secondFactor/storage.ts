import type { Db, Migration } from '../../../core/db/types.ts';
import type { SealedColumn } from '../../../core/vault/sealedColumns.ts';

declare module '../../../core/db/types.ts' {
  interface Tables {
    second_factors: {
      user_id: string;
      /** Base32 secret of the authenticator app, encrypted under the key of the account. */
      secret: Uint8Array;
      begun_at: string;
      /** When the first code was given; null: no login asks for a code yet. */
      active_since: string | null;
      /** Step of the last code that was accepted: this one and all before it are spent. */
      last_step: number | null;
    };
    recovery_codes: {
      user_id: string;
      /** HMAC-SHA-256 under a key of the account, hexadecimal. A used code has no row any more. */
      digest: string;
    };
  }
}

/** Second factors with their recovery codes, and since when they are required. */
export const secondFactorMigrations: readonly Migration[] = Object.freeze([
  {
    id: '0023-second-factor',
    async up(db) {
      await db.schema
        .createTable('second_factors')
        .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
        .addColumn('secret', 'blob', (column) => column.notNull())
        .addColumn('begun_at', 'text', (column) => column.notNull())
        .addColumn('active_since', 'text')
        .addColumn('last_step', 'integer')
        .execute();
      await db.schema
        .createTable('recovery_codes')
        .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('digest', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'digest'])
        .execute();
      await db.schema.alterTable('team_settings').addColumn('second_factor_required_at', 'text').execute();
    },
  } satisfies Migration,
]);

/** What a secret is bound to. */
export const secretBoundTo = (userId: string): string => `second_factors/${userId}/secret`;

export const sealedColumns: readonly SealedColumn[] = Object.freeze([
  {
    ...{ table: 'second_factors', keys: ['user_id'], column: 'secret', owner: 'user_id' },
    boundTo: ({ user_id: userId }) => secretBoundTo(String(userId)),
  },
]);

export interface StoredFactor {
  readonly secret: Uint8Array;
  readonly activeSince: string | null;
  readonly lastStep: number | null;
}

export async function findFactor(db: Db, userId: string): Promise<StoredFactor | undefined> {
  const row = await db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return row && { secret: row.secret, activeSince: row.active_since, lastStep: row.last_step };
}

/** Puts a secret that is not confirmed yet in the place of one before it. */
export async function saveBegun(db: Db, userId: string, secret: Uint8Array, now: string): Promise<void> {
  const row = { secret, begun_at: now, active_since: null, last_step: null };
  await db
    .insertInto('second_factors')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

/** Switches on what was begun with this very secret, as it is stored. @returns false when it has changed meanwhile */
export async function activate(
  db: Db,
  userId: string,
  { secret, now, step }: { readonly secret: Uint8Array; readonly now: string; readonly step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ active_since: now, last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('active_since', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Spends a step of the factor that is active since then. @returns false when it, or a later one, is spent already */
export async function spendStep(db: Db, userId: string, activeSince: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('active_since', '=', activeSince)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @returns whether there was one */
export async function deleteFactor(db: Db, userId: string): Promise<boolean> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const { numDeletedRows } = await db.deleteFrom('second_factors').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Removes what was begun before `time` and never confirmed. */
export async function deleteBegun(db: Db, time: string): Promise<void> {
  await db.deleteFrom('second_factors').where('active_since', 'is', null).where('begun_at', '<', time).execute();
}

/** Puts these recovery codes in the place of all before them. */
export async function replaceRecoveryCodes(db: Db, userId: string, digests: readonly string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(digests.map((digest) => ({ user_id: userId, digest })))
    .execute();
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function hasRecoveryCode(db: Db, userId: string, digest: string): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('digest')
    .where('user_id', '=', userId)
    .where('digest', '=', digest)
    .executeTakeFirst();
  return row !== undefined;
}

/** Spends a recovery code. @returns false when there is no such code, or no longer */
export async function spendRecoveryCode(db: Db, userId: string, digest: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('digest', '=', digest)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
