import type { Vault } from '../../../core/vault/types.ts';
import type { JobRow } from './jobStorage.ts';

/** What the encrypted name of a job's file is bound to. */
export const filenameBoundTo = (jobId: string): string => `anonymization_jobs/${jobId}/filename`;

/** File names of jobs, encrypted at rest. */
export interface JobNames {
  encrypt(accountId: string, jobId: string, filename: string): Promise<Uint8Array>;
  of(job: Pick<JobRow, 'id' | 'accountId' | 'filename'>): Promise<string>;
}

export function createJobNames(vault: Vault): JobNames {
  return {
    encrypt: (accountId, jobId, filename) => vault.encryptText(accountId, filenameBoundTo(jobId), filename),
    of: (job) => vault.decryptText(job.accountId, filenameBoundTo(job.id), job.filename),
  };
}
