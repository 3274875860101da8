import { AppError } from '../../../core/errors.ts';
import type { Principal } from '../../../http/types.ts';
import type { AnonymizationDependencies } from '../types.ts';
import type { JobRow } from './jobStorage.ts';

/** Where a job comes from. */
export type JobOrigin = Pick<JobRow, 'keyId' | 'nodeId'>;

/** What keys of agents may know of the jobs of their account (rights 1); people know all of them. */
export interface JobRights {
  /** The jobs that exist for the caller: one made from a file that is locked for agents does not exist for an agent. */
  existing<J extends JobOrigin>(principal: Principal, jobs: readonly J[]): Promise<J[]>;
}

export function createJobRights({ readableNodes }: Pick<AnonymizationDependencies, 'readableNodes'>): JobRights {
  return {
    async existing(principal, jobs) {
      const nodeIds = [...new Set(jobs.flatMap(({ nodeId }) => nodeId ?? []))];
      if (principal.agent === null || nodeIds.length === 0) return [...jobs];
      const readable = await readableNodes(principal, nodeIds);
      return jobs.filter(({ nodeId }) => nodeId === null || readable.has(nodeId));
    },
  };
}

/** Whether the caller may see original values of a job that exists for them: without clear text, of jobs that the same key made. */
export function seesOriginals({ clearText, keyId }: Principal, job: Pick<JobOrigin, 'keyId'>): boolean {
  return clearText || (keyId !== null && job.keyId === keyId);
}

/** @throws AppError FORBIDDEN */
export function checkOriginals(principal: Principal, job: Pick<JobOrigin, 'keyId'>): void {
  if (seesOriginals(principal, job)) return;
  throw new AppError('FORBIDDEN', 'The key sees originals only of jobs that it made itself.', {
    details: { reason: 'clear_text' },
  });
}
