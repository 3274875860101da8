import type { Db } from '../../../core/db/types.ts';
import type { JobRunner, JobState } from '../../../core/jobs/types.ts';
import type { Principal, UploadedFile } from '../../../http/types.ts';
import type { JobCreator } from './createJobs.ts';

/** Anonymization of files that another feature keeps. */
export interface FileAnonymizer {
  /** Makes a job of the caller's account. @throws AppError as POST /v1/jobs/upload */
  begin(principal: Principal, file: UploadedFile): Promise<{ readonly jobId: string }>;
  /** State of jobs by their ids; deleted ones are left out. */
  states(db: Db, jobs: readonly { readonly jobId: string }[]): Promise<ReadonlyMap<string, JobState>>;
}

export function createFileAnonymizer({ creator, jobs }: { creator: JobCreator; jobs: JobRunner }): FileAnonymizer {
  return {
    async begin(principal, file) {
      const { job_id } = await creator.fromFile(principal, file, {}, 'any');
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
