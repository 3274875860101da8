import { z } from 'zod';
import { exportObstacle, type ExportObstacle } from '../../../contract/exports.ts';
import { MissingBlobError } from '../../../core/blobs/types.ts';
import type { JobContext, JobKind, JobOutcome } from '../../../core/jobs/types.ts';
import type { Vault } from '../../../core/vault/types.ts';
import { type CompletedJob, isCompleted, jobNotFound } from '../jobs/jobReader.ts';
import { findJob } from '../jobs/jobStorage.ts';
import type { JobTexts } from '../jobs/jobTexts.ts';
import type { AnonymizationDependencies } from '../types.ts';
import { createExportProgress } from './exportProgress.ts';
import { findExport, storeEnd } from './exportStorage.ts';
import type { ExportWriter } from './exportWriter.ts';
import type { Obstacles } from './obstacles.ts';

/** What the encrypted obstacles of an export are bound to. */
export const obstaclesBoundTo = (exportId: string): string => `job_exports/${exportId}/obstacles`;

export const obstaclesRecord = z.array(exportObstacle);

/** Nothing but the row of the export decides what is done. */
const kindInput = z.object({});
export type ExportKind = JobKind<z.output<typeof kindInput>>;

interface Parts extends Pick<AnonymizationDependencies, 'database'> {
  readonly vault: Vault;
  readonly texts: JobTexts;
  readonly writer: ExportWriter;
  readonly obstacles: Obstacles;
}

/** Writes a document in the background. Values that stand in the way are its result too: somebody has to be shown them. */
export function createExportKind({ database, vault, texts, writer, obstacles }: Parts): ExportKind {
  const current = async (accountId: string, jobId: string): Promise<CompletedJob> => {
    const job = await findJob(database.db, accountId, jobId);
    if (job === undefined || !isCompleted(job)) throw jobNotFound();
    return job;
  };
  const endingWith = (id: string, end: Parameters<typeof storeEnd>[2]): JobOutcome['commit'] => {
    return async (db) => {
      if (!(await storeEnd(db, id, end))) throw new Error('the export is gone');
    };
  };

  return {
    name: 'export',
    input: kindInput,
    async run(_input, context: JobContext): Promise<JobOutcome> {
      const { accountId, jobId: id, signal } = context;
      const made = await findExport(database.db, accountId, id);
      if (made === undefined) throw new Error('the export has no row');
      for (;;) {
        const job = await current(accountId, made.jobId);
        const { revision } = job;
        const hasPages = made.order.format === 'native' && job.result.metadata.pages !== undefined;
        const onProgress = createExportProgress((share, stage) => context.progress(share, stage), hasPages);
        let items: readonly ExportObstacle[];
        try {
          onProgress(0);
          const bytes = await writer.write(job, made.order, { signal, onProgress });
          const fileRef = await texts.putFile(accountId, job.id, 'export', bytes);
          return {
            commit: endingWith(id, { revision, fileRef }),
            discard: () => texts.delete(accountId, [fileRef]),
          };
        } catch (error) {
          // A review has replaced the texts meanwhile: what is exported is the new one.
          if (error instanceof MissingBlobError && (await current(accountId, job.id)).revision !== revision) continue;
          items = await obstacles(job, error);
          if (items.length === 0) throw error;
        }
        const sealed = await vault.encryptText(accountId, obstaclesBoundTo(id), JSON.stringify(items));
        return { commit: endingWith(id, { revision, obstacles: sealed }) };
      }
    },
  };
}
