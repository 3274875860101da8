import type { Db } from '../../../core/db/types.ts';
import type { JobRunner, JobState } from '../../../core/jobs/types.ts';
import type { Principal, UploadedFile } from '../../../http/types.ts';
import type { JobCreator } from './createJobs.ts';
import type { JobRemover } from './jobRemover.ts';

/** Anonymization of files that another feature keeps. */
export interface FileAnonymizer {
  /** Makes a job of the caller's account, which knows the file it comes from. @throws AppError as POST /v1/jobs/upload */
  begin(principal: Principal, nodeId: string, file: UploadedFile): Promise<{ readonly jobId: string }>;
  /** State of jobs by their ids; deleted ones are left out. */
  states(db: Db, jobs: readonly { readonly jobId: string }[]): Promise<ReadonlyMap<string, JobState>>;
  /** Deletes the jobs that were made from files which are removed for good. */
  readonly deleteOfNodes: JobRemover['deleteOfNodes'];
}

export function createFileAnonymizer(parts: {
  readonly creator: JobCreator;
  readonly remover: JobRemover;
  readonly jobs: JobRunner;
}): FileAnonymizer {
  const { creator, remover, jobs } = parts;
  return {
    deleteOfNodes: (db, nodeIds) => remover.deleteOfNodes(db, nodeIds),
    async begin(principal, nodeId, file) {
      const { job_id } = await creator.fromFile(principal, file, {}, 'any', nodeId);
      return { jobId: job_id };
    },
    async states(db, list) {
      const records = await jobs.list(
        db,
        list.map(({ jobId }) => jobId),
      );
      return new Map([...records].map(([id, { state }]) => [id, state]));
    },
  };
}
