import { AppError } from '../../../core/errors.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Db } from '../../../core/db/types.ts';
import '../storage/tables.ts';

/** Most that one space may hold. */
export interface SpaceLimits {
  readonly maxBytes: number;
  readonly maxFiles: number;
}

export interface SpaceUsage {
  readonly bytesUsed: number;
  readonly fileCount: number;
}

/** Spaces and what is stored in them. */
export interface Spaces {
  readonly limits: SpaceLimits;
  /** Makes the personal space of an account unless it is there. */
  ensurePersonal(db: Db, accountId: string): Promise<void>;
  usage(db: Db, spaceId: string): Promise<SpaceUsage>;
  /**
   * Counts what a transaction adds (or, negative, removes), within that transaction: parallel writers cannot pass the limit together.
   * @throws AppError QUOTA_EXCEEDED
   */
  account(db: Db, spaceId: string, added: { bytes: number; files: number }): Promise<void>;
  /** @throws AppError QUOTA_EXCEEDED when so much more would not fit now */
  checkRoom(db: Db, spaceId: string, added: { bytes: number; files: number }): Promise<void>;
}

export function createSpaces({ clock, limits }: { clock: Clock; limits: SpaceLimits }): Spaces {
  const refuse = (usage: SpaceUsage, added: { bytes: number; files: number }): void => {
    const tooManyBytes = added.bytes > 0 && usage.bytesUsed + added.bytes > limits.maxBytes;
    const tooManyFiles = added.files > 0 && usage.fileCount + added.files > limits.maxFiles;
    if (!tooManyBytes && !tooManyFiles) return;
    throw new AppError('QUOTA_EXCEEDED', 'The storage of this space is full. Trash and kept versions count.', {
      details: { ...usage, maxBytes: limits.maxBytes, maxFiles: limits.maxFiles },
    });
  };

  const spaces: Spaces = {
    limits,
    async ensurePersonal(db, accountId) {
      const known = await db.selectFrom('spaces').select('id').where('id', '=', accountId).executeTakeFirst();
      if (known !== undefined) return;
      await db
        .insertInto('spaces')
        .values({
          id: accountId,
          kind: 'personal',
          name: null,
          bytes_used: 0,
          file_count: 0,
          created_at: isoTime(clock.now()),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },

    async usage(db, spaceId) {
      const row = await db
        .selectFrom('spaces')
        .select(['bytes_used', 'file_count'])
        .where('id', '=', spaceId)
        .executeTakeFirst();
      return { bytesUsed: row?.bytes_used ?? 0, fileCount: row?.file_count ?? 0 };
    },

    async account(db, spaceId, added) {
      await spaces.checkRoom(db, spaceId, added);
      await db
        .updateTable('spaces')
        .set((eb) => ({
          bytes_used: eb('bytes_used', '+', added.bytes),
          file_count: eb('file_count', '+', added.files),
        }))
        .where('id', '=', spaceId)
        .execute();
    },

    async checkRoom(db, spaceId, added) {
      refuse(await spaces.usage(db, spaceId), added);
    },
  };
  return spaces;
}
