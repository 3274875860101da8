import type { Vault } from '../../../core/vault/types.ts';
import type { JobRow } from './jobStorage.ts';

/** File names of jobs, encrypted at rest. */
export interface JobNames {
  encrypt(accountId: string, jobId: string, filename: string): Promise<Uint8Array>;
  of(job: Pick<JobRow, 'id' | 'accountId' | 'filename'>): Promise<string>;
}

export function createJobNames(vault: Vault): JobNames {
  const boundTo = (jobId: string) => `anonymization_jobs/${jobId}/filename`;
  return {
    encrypt: (accountId, jobId, filename) => vault.encryptText(accountId, boundTo(jobId), filename),
    of: (job) => vault.decryptText(job.accountId, boundTo(job.id), job.filename),
  };
}
