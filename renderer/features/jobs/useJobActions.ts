import type { Language } from '../../../server/contract/common.ts';
import { getJobReport, type REPORT_FORMATS } from '../../../server/contract/documents.ts';
import { anonymizedStem } from '../../../server/contract/fileNames.ts';
import { cancelJob, deleteJob, type JobSummary } from '../../../server/contract/jobs.ts';
import { useRouter } from 'vue-router';
import { call, isApiError, saveFile } from '../../api/index.ts';
import { useText } from '../../i18n/index.ts';
import { useErrorText } from '../../i18n/useErrorText.ts';
import { useConfirm } from '../../ui/confirm.ts';
import { useToasts } from '../../ui/toasts.ts';
import type { ExportTarget } from './exportMenu.ts';
import { exportName } from './exportName.ts';
import { type ExportEnd, useExportRuns } from './exportRuns.ts';

/** What an export contains. */
export interface ExportChoice {
  readonly format: ExportTarget;
  readonly textType: 'anonymized' | 'original';
  /** Instructions that explain the placeholders to a language model, written in `language`. */
  readonly includePrompts: boolean;
  readonly language: Language;
  /** What the anonymized file is called, without its ending; the neutral name of the server when absent. An original keeps its name. */
  readonly name?: string | undefined;
}

type JobRef = Pick<JobSummary, 'job_id' | 'filename'>;

/** What can be done with a job from any screen. Failures are shown as a message; the result says whether it worked. */
export function useJobActions() {
  const { t } = useText();
  const toasts = useToasts();
  const confirm = useConfirm();
  const errorText = useErrorText();
  const router = useRouter();
  const runs = useExportRuns();

  async function attempt(title: string, action: () => Promise<boolean>): Promise<boolean> {
    try {
      return await action();
    } catch (error) {
      toasts.show({ tone: 'danger', title, text: errorText(error) });
      return false;
    }
  }

  /** @param onBegun - the server has taken it; from here on the window shows how far it is */
  const exportDocument = (job: JobRef, choice: ExportChoice, onBegun?: () => void) =>
    attempt(t('jobs.export.failed'), async () => await saveEnd(job, choice, await runs.run(job, choice, onBegun)));

  /** Goes on with the exports that a reload of the page interrupted. */
  const resumeExports = () =>
    runs.resume((job, choice, ended) =>
      attempt(t('jobs.export.failed'), async () => await saveEnd(job, choice, await ended())),
    );

  async function saveEnd(job: JobRef, choice: ExportChoice, end: ExportEnd): Promise<boolean> {
    if (end.kind === 'cancelled') return false;
    if (end.kind === 'blocked') {
      showBlocked(job, end.items.length);
      return false;
    }
    const { file } = end;
    const saved = await saveFile(
      { ...file, filename: exportName(file.filename, choice.textType === 'anonymized' ? choice.name : undefined) },
      anonymizedStem(job.job_id),
    );
    if (saved) toasts.show({ tone: 'success', title: t('jobs.export.done') });
    return saved;
  }

  /** The review of the document says what stands in the way; everywhere else there is a way to it. */
  function showBlocked({ job_id: id, filename }: JobRef, count: number): void {
    const { name, params } = router.currentRoute.value;
    const isThere = name === 'review' && params['id'] === id;
    const show = { label: t('jobs.export.blocked.show'), run: () => router.push({ name: 'review', params: { id } }) };
    toasts.show({
      tone: 'danger',
      title: t('jobs.export.blocked.title', { name: filename }),
      text: t('jobs.export.blocked.text', { count }, count),
      ...(!isThere && { action: show }),
    });
  }

  const exportReport = (job: JobRef, format: (typeof REPORT_FORMATS)[number], language: Language) =>
    attempt(t('jobs.export.report.failed'), async () => {
      const file = await call(getJobReport, { params: { id: job.job_id }, query: { format, language } });
      const saved = await saveFile(file, `${anonymizedStem(job.job_id)}-report.${format}`);
      if (saved) toasts.show({ tone: 'success', title: t('jobs.export.done') });
      return saved;
    });

  async function remove(job: JobRef): Promise<boolean> {
    const sure = await confirm.ask({
      title: t('jobs.delete.title', { name: job.filename }),
      text: t('jobs.delete.text'),
      confirmLabel: t('jobs.delete.confirm'),
      danger: true,
    });
    if (!sure) return false;
    return attempt(t('jobs.delete.failed'), async () => {
      try {
        await call(deleteJob, { params: { id: job.job_id } });
      } catch (error) {
        // Somebody was faster; the wish is fulfilled.
        if (!isApiError(error, 'JOB_NOT_FOUND')) throw error;
      }
      toasts.show({ title: t('jobs.delete.done', { name: job.filename }) });
      return true;
    });
  }

  const cancel = (job: JobRef) =>
    attempt(t('jobs.cancelFailed'), async () => {
      await call(cancelJob, { params: { id: job.job_id } });
      return true;
    });

  return { exportDocument, resumeExports, exportReport, remove, cancel };
}
