import type { Db } from '../../../core/db/types.ts';
import type { JobRunner } from '../../../core/jobs/types.ts';
import type { JobTexts } from '../jobs/jobTexts.ts';
import { deleteExportRow, type ExportRow } from './exportStorage.ts';

/**
 * Deletes exports in the caller's transaction.
 * @returns to be called after the commit: ends those that run, and removes their files
 */
export type ExportRemover = (db: Db, exports: readonly ExportRow[]) => Promise<() => Promise<void>>;

export function createExportRemover({
  jobs,
  texts,
}: {
  readonly jobs: JobRunner;
  readonly texts: JobTexts;
}): ExportRemover {
  return async (db, exports) => {
    for (const { id } of exports) {
      await deleteExportRow(db, id);
      await jobs.remove(db, id);
    }
    return async () => {
      for (const { id, accountId, fileRef } of exports) {
        await jobs.cancel(id);
        await texts.delete(accountId, [fileRef]);
      }
    };
  };
}
