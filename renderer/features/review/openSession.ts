import { getStatus } from '../../../server/contract/anonymization.ts';
import { reviewEntities } from '../../../server/contract/jobs.ts';
import { allEntities } from '../../api/allEntities.ts';
import { call, isApiError } from '../../api/index.ts';
import { sleepFor } from '../../api/poll.ts';
import { byPosition } from './model/operations.ts';
import { createReviewSession, type Failure, type ReviewData, type ReviewSessionOptions } from './model/session.ts';

/** Thrown where a job has no texts to review (any more). */
export class NotReviewable extends Error {
  override readonly name = 'NotReviewable';
}

/** Reads the texts and finds of a completed job. */
export async function loadReviewData(jobId: string): Promise<ReviewData> {
  const [status, list] = await Promise.all([call(getStatus, { params: { job_id: jobId } }), allEntities(jobId)]);
  if (status.status !== 'completed') throw new NotReviewable();
  return {
    text: status.original_text ?? '',
    anonymized: status.anonymized_text_raw,
    revision: list.revision,
    finds: [...list.entities].sort(byPosition),
  };
}

/** A lost connection, a busy or failing server and an ended session are worth another try; everything else is an answer. */
export function classifyFailure(error: unknown): Failure {
  if (isApiError(error, 'REVISION_CONFLICT')) return 'conflict';
  if (!isApiError(error)) return 'refused';
  const later = error.code === 'NETWORK' || error.status === 401 || error.status === 423 || error.status === 429;
  return later || error.status >= 500 ? 'retry' : 'refused';
}

/** Opens the review of a job against the server. */
export function openReviewSession(
  jobId: string,
  initial: ReviewData,
  callbacks: Pick<ReviewSessionOptions, 'onChange' | 'onIds' | 'onDropped'>,
) {
  return createReviewSession({
    initial,
    send: (revision, operations) =>
      call(reviewEntities, { params: { id: jobId }, body: { revision, operations: [...operations] } }),
    reload: () => loadReviewData(jobId),
    classify: classifyFailure,
    wait: async (milliseconds, signal) => {
      try {
        await sleepFor(milliseconds, signal);
      } catch {
        // Asked to try again at once.
      }
    },
    ...callbacks,
  });
}
