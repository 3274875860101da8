import { exportJobV1 } from '../../../server/contract/anonymization.ts';
import type { Language } from '../../../server/contract/common.ts';
import { getJobReport, type REPORT_FORMATS } from '../../../server/contract/documents.ts';
import { anonymizedStem } from '../../../server/contract/fileNames.ts';
import { cancelJob, deleteJob, type JobSummary } from '../../../server/contract/jobs.ts';
import { call, isApiError, saveFile } from '../../api/index.ts';
import { useText } from '../../i18n/index.ts';
import { useErrorText } from '../../i18n/useErrorText.ts';
import { useConfirm } from '../../ui/confirm.ts';
import { useToasts } from '../../ui/toasts.ts';
import type { ExportTarget } from './exportMenu.ts';
import { exportName } from './exportName.ts';

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

  async function attempt(title: string, action: () => Promise<boolean>): Promise<boolean> {
    try {
      return await action();
    } catch (error) {
      toasts.show({ tone: 'danger', title, text: errorText(error) });
      return false;
    }
  }

  const exportDocument = (job: JobRef, choice: ExportChoice) =>
    attempt(t('jobs.export.failed'), async () => {
      const { name, ...query } = choice;
      const file = await call(exportJobV1, { params: { id: job.job_id }, query });
      const saved = await saveFile(
        { ...file, filename: exportName(file.filename, choice.textType === 'anonymized' ? name : undefined) },
        anonymizedStem(job.job_id),
      );
      if (saved) toasts.show({ tone: 'success', title: t('jobs.export.done') });
      return saved;
    });

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

  return { exportDocument, exportReport, remove, cancel };
}
