import { isoTime } from '../../../core/clock.ts';
import type { Db } from '../../../core/db/types.ts';
import type { Principal } from '../../../http/types.ts';
import type { ExportRemover } from '../exports/exportRemover.ts';
import { listExports } from '../exports/exportStorage.ts';
import { releaseMappings } from '../mappings/mappingStorage.ts';
import type { AnonymizationDependencies } from '../types.ts';
import type { JobReader } from './jobReader.ts';
import { deleteJobRow, findJob, type JobRow, jobsOfNodes, listJobsMadeBefore, objectsOf } from './jobStorage.ts';
import type { JobTexts } from './jobTexts.ts';

const DAY_MS = 86_400_000;
const BATCH = 100;

/** Ends and deletes jobs. */
export interface JobRemover {
  /** Stops a running job; one that has ended stays as it is. */
  cancel(principal: Principal, id: string): Promise<void>;
  /** Deletes a job with its texts, and the values that no other job uses. */
  delete(principal: Principal, id: string): Promise<void>;
  /**
   * Deletes the jobs of all accounts that were made from these files, with the values that nothing else uses, in the caller's transaction.
   * @returns to be called after the commit: ends those that run, and removes the objects of all
   */
  deleteOfNodes(db: Db, nodeIds: readonly string[]): Promise<() => Promise<void>>;
  /** Deletes finished jobs that are older than the installation keeps them; returns how many. */
  deleteExpired(): Promise<number>;
}

interface Parts extends Pick<AnonymizationDependencies, 'database' | 'jobs' | 'clock' | 'audit' | 'jobRetentionDays'> {
  readonly reader: JobReader;
  readonly texts: JobTexts;
  readonly removeExports: ExportRemover;
}

export function createJobRemover(parts: Parts): JobRemover {
  const { database, jobs, clock, audit, reader, texts, removeExports } = parts;

  const isRunning = async (job: JobRow) => (await jobs.get(database.db, job.id))?.state === 'processing';

  /** @returns ends the exports of the job */
  const removeRows = async (db: Db, { id, accountId }: JobRow) => {
    const endExports = await removeExports(db, await listExports(db, id));
    await releaseMappings(db, accountId, id);
    await deleteJobRow(db, id);
    await jobs.remove(db, id);
    return endExports;
  };
  const removeObjects = ({ accountId, inputRef, result }: JobRow) =>
    texts.delete(accountId, [inputRef, ...(result === null ? [] : objectsOf(result))]);

  /** Rows first: an object without a row is swept, a row without its object would be a loss. */
  const remove = async (job: JobRow, record: (db: Db) => Promise<void>) => {
    // Read again: a job that was running may have completed, a review may have replaced its texts.
    const current = await findJob(database.db, job.accountId, job.id);
    if (current === undefined) return;
    const endExports = await database.transaction(async (trx) => {
      const ending = await removeRows(trx, job);
      await record(trx);
      return ending;
    });
    await endExports();
    await removeObjects(current);
  };

  return {
    async cancel(principal, id) {
      const job = await reader.require(principal, id);
      if (!(await isRunning(job))) return;
      await jobs.cancel(id);
    },
    async delete(principal, id) {
      const job = await reader.require(principal, id);
      if (await isRunning(job)) await jobs.cancel(id);
      await remove(job, (db) => audit.record(db, { action: 'job.deleted', principal, target: { kind: 'job', id } }));
    },
    async deleteOfNodes(db, nodeIds) {
      const found = await jobsOfNodes(db, nodeIds);
      const removed: { readonly job: JobRow; readonly endExports: () => Promise<void> }[] = [];
      for (const job of found) removed.push({ job, endExports: await removeRows(db, job) });
      return async () => {
        for (const { job, endExports } of removed) {
          await jobs.cancel(job.id);
          await endExports();
          await removeObjects(job);
        }
      };
    },
    async deleteExpired() {
      const days = await parts.jobRetentionDays();
      if (days === null) return 0;
      const before = isoTime(clock.now() - days * DAY_MS);
      let removed = 0;
      for (let last: JobRow | null = null; ;) {
        const batch: JobRow[] = await listJobsMadeBefore(database.db, before, last, BATCH);
        for (const job of batch) {
          const finishedAt = job.result?.completedAt ?? (await jobs.get(database.db, job.id))?.finishedAt ?? null;
          if (finishedAt === null || finishedAt >= before) continue;
          await remove(job, () => Promise.resolve());
          removed += 1;
        }
        if (batch.length < BATCH) return removed;
        last = batch.at(-1)!;
      }
    },
  };
}
