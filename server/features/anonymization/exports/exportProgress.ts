import type { ExportRun, ExportStage } from '../../../contract/exports.ts';
import type { JobRecord } from '../../../core/jobs/types.ts';

/** What is left for storing the file. */
const WRITTEN_SHARE = 0.99;
/** Before that, the speed says nothing yet. */
const KNOWN = Object.freeze({ share: 0.02, milliseconds: 2_000 });
const STAGE = /^(queued|reading|writing|checking)(?: (\d+))?$/;

/**
 * Reports how far a document is written in the words of the job runner: the step, and behind it the page that was written last, `writing 12`.
 * @param hasPages - whether the document has pages; they are read before the first is written and checked after the last
 */
export function createExportProgress(
  report: (fraction: number, stage: string) => void,
  hasPages: boolean,
): (fraction: number, page?: number) => void {
  let last = 0;
  return (fraction, page) => {
    // A second round over the pages is a part of the check of the first.
    const isFurther = page !== undefined && page > last;
    if (isFurther) last = page;
    const stage = isFurther ? `writing ${page}` : !hasPages ? 'writing' : last === 0 ? 'reading' : `checking ${last}`;
    report(fraction * WRITTEN_SHARE, stage);
  };
}

/** What a caller is told of an export that runs. */
export function progressOf(
  { progress, stage: told, startedAt }: Pick<JobRecord, 'progress' | 'stage' | 'startedAt'>,
  pages: number,
  now: number,
): Pick<ExportRun, 'progress' | 'stage' | 'page' | 'seconds_left'> {
  const [, stage = 'queued', digits] = STAGE.exec(told) ?? [];
  const page = digits === undefined ? null : Number(digits);
  // Pages take nearly all of the time, and each about as long as the others.
  const share = stage === 'writing' && page !== null && pages > 0 ? Math.min(page / pages, 0.99) : progress;
  return {
    progress,
    stage: stage as ExportStage,
    page,
    seconds_left: secondsLeft(share, startedAt === null ? 0 : now - Date.parse(startedAt)),
  };
}

/** @param share - of the work that is done */
function secondsLeft(share: number, milliseconds: number): number | null {
  if (share < KNOWN.share || milliseconds < KNOWN.milliseconds) return null;
  return Math.max(1, Math.ceil((milliseconds * (1 - share)) / share / 1_000));
}
